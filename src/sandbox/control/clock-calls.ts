import type { Control } from "./control.ts";

/** Control handlers of the sandbox clock. */
export const sandboxClock = {
  get: ({ store }: Control) => ({ now: store.now().toISOString() }),
};
