import type { Control } from "./control.ts";

/** The time in the sandbox. */
export const sandboxClock = {
  get: ({ store }: Control) => ({ now: store.now().toISOString() }),
};
