import type { Call } from "../../api/caller.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";

/** An event of the sandbox as it would be delivered. */
export interface SandboxEvent {
  seq: number;
  /** Sandbox time, ISO. */
  at: string;
  type: string;
  entityId: string;
  payload: unknown;
  /** The signed body. */
  jwt: string;
}

/** Returns the events of some types (default: all) among the next `limit` events, and the position to continue from. */
export async function nextEvents(
  control: Call,
  { after, limit, types }: { after: number; limit: number; types?: readonly string[] | undefined },
): Promise<{ events: SandboxEvent[]; last: number }> {
  const { events, last } = await control(sandbox.deliveries, {
    after,
    limit,
    ...(types && { types: [...types] }),
  });
  return { events: (events ?? []) as SandboxEvent[], last: last ?? after };
}
