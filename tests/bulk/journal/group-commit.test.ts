import { expect, test } from "vitest";
import { groupCommit } from "../../../src/bulk/journal/group-commit.ts";

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
