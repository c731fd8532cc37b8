import { expect, test } from "vitest";
import { readUntil } from "../../src/resources/read-until.ts";

/** Reads a value that is there after this many reads. Returns what was found, and the milliseconds of each wait. */
async function found(after: number): Promise<{ value: string | undefined; waits: number[] }> {
  let reads = 0;
  const waits: number[] = [];
  const read = async () => {
    reads += 1;
    return reads > after ? "order" : undefined;
  };
  const value = await readUntil(read, Boolean, async (ms) => void waits.push(ms));
  return { value, waits };
}

test("an outdated read is repeated until it shows the write", async () => {
  expect(await found(1)).toEqual({ value: "order", waits: [500] });
  expect(await found(2)).toEqual({ value: "order", waits: [500, 1500] });
});

test("after three reads the write counts as not done", async () => {
  expect(await found(3)).toEqual({ value: undefined, waits: [500, 1500] });
});
