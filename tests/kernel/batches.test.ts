import { expect, test } from "vitest";
import { batchesOf, streamBatches } from "../../src/kernel/batches.ts";

test.each([
  [[], []],
  [[1], [[1]]],
  [
    [1, 2, 3, 4],
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    [1, 2, 3],
    [[1, 2], [3]],
  ],
])("%j in batches of two", async (items, batches) => {
  expect([...batchesOf(items, 2)]).toEqual(batches);
  const streamed: number[][] = [];
  for await (const batch of streamBatches(items, 2)) streamed.push(batch);
  expect(streamed).toEqual(batches);
});

test("streamBatches yields a batch before it reads further", async () => {
  const read: number[] = [];
  function* items() {
    for (const item of [1, 2, 3, 4]) {
      read.push(item);
      yield item;
    }
  }
  await streamBatches(items(), 2).next();
  expect(read).toEqual([1, 2]);
});
