import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds before each further read: the platform's reads may trail a write by a second or two. */
export const readWaits: readonly number[] = [500, 1500];

/** What a command does when a write got no response: it tells the user, and waits some milliseconds before it reads again. */
export interface LostResponse {
  notice(text: string): Promise<void>;
  sleep(ms: number): Promise<void>;
}

/** Reads until the value shows a write that got no response, at most three times. Resolves with the last value. */
export async function readUntil<T>(
  read: () => Promise<T>,
  shows: (value: T) => boolean,
  sleep: LostResponse["sleep"] = async (ms) => await wait(ms),
): Promise<T> {
  let value = await read();
  for (const milliseconds of readWaits) {
    if (shows(value)) return value;
    await sleep(milliseconds);
    value = await read();
  }
  return value;
}
