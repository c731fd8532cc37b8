import type { LoadedService, ServiceLoader } from "../registry.ts";
import type { Control } from "./control.ts";

/** A control handler opens transactions of its own. */
export type ControlHandler = (control: Control, input: never) => unknown;

/** A service of control calls, which the platform does not have. */
export interface ControlService extends LoadedService {
  control: Readonly<Record<string, ControlHandler>>;
}

/** The services below `/__till`. */
export const controlServices: readonly ServiceLoader<ControlService>[] = [
  {
    name: "sandboxClock",
    prefixes: ["/__till/time"],
    async load() {
      const { sandboxClock: endpoints } = await import("../../api/services/sandbox/sandbox.ts");
      const { sandboxClock: control } = await import("./clock-calls.ts");
      return { endpoints, control };
    },
  },
  {
    name: "sandbox",
    prefixes: ["/__till"],
    async load() {
      const { sandbox: endpoints } = await import("../../api/services/sandbox/sandbox.ts");
      const { sandbox: control } = await import("./calls.ts");
      return { endpoints, control };
    },
  },
];
