import { sandbox } from "./sandbox.ts";
import { sandboxClock } from "./sandbox-clock.ts";

/**
 * Every control call of a sandbox, which are the calls below `/__till`. Their reference page, their OpenAPI document and
 * the check of their fields follow from this table; their handlers are in `src/sandbox/control/`.
 */
export const controlCalls = { sandbox, sandboxClock } as const;
