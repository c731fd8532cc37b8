import { expect, test } from "vitest";
import { groupCommit } from "../../../src/bulk/engine/engine.ts";

/** Returns a group commit whose transactions end when the test says so. */
function slowCommit() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const commit = groupCommit<number>((items) => {
    batches.push([...items]);
    return new Promise((resolve) => ends.push(resolve));
  });
  const begun = (count: number) => expect.poll(() => batches.length).toBe(count);
  return { ...commit, batches, ends, begun };
}

test("items that arrive during a transaction are recorded together in the next one", async () => {
  const { now, batches, ends, begun } = slowCommit();
  const first = now([1]);
  await begun(1);
  const more = [now([2]), now([3])];
  await new Promise(setImmediate);
  expect(batches).toEqual([[1]]);
  ends[0]?.();
  await first;
  await begun(2);
  ends[1]?.();
  await Promise.all(more);
  expect(batches).toEqual([[1], [2, 3]]);
});

test("items that can wait are recorded with those that cannot", async () => {
  const { now, soon, batches, ends, begun } = slowCommit();
  const both = [soon([1]), now([2])];
  await begun(1);
  ends[0]?.();
  await Promise.all(both);
  expect(batches).toEqual([[1, 2]]);
});

test("many items that can wait are recorded at once, and a few soon", async () => {
  const { soon, batches, ends, begun } = slowCommit();
  const many = Array.from({ length: 256 }, (_, index) => index);
  const first = soon(many);
  await new Promise(setImmediate);
  expect(batches).toEqual([many]);
  ends[0]?.();
  await first;
  const few = soon([1]);
  await begun(2);
  ends[1]?.();
  await few;
});

test("an error rejects the items of its transaction only", async () => {
  const errors = [new Error("The disk is full.")];
  const { now } = groupCommit<number>(async () => {
    const error = errors.pop();
    if (error) throw error;
  });
  await expect(now([1])).rejects.toThrow("The disk is full.");
  await now([2]);
  await now([]);
});
