import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds before each further read: the platform's reads may trail a write by a second or two. */
export const readWaits: readonly number[] = [500, 1500];

/** Reads until the value shows a write that got no response, at most three times. Resolves with the last value. */
export async function readUntil<T>(read: () => Promise<T>, shows: (value: T) => boolean): Promise<T> {
  let value = await read();
  for (const milliseconds of readWaits) {
    if (shows(value)) return value;
    await wait(milliseconds);
    value = await read();
  }
  return value;
}
