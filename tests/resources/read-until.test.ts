import { expect, test } from "vitest";
import { readUntil } from "../../src/resources/read-until.ts";

test("a read that trails a write is repeated until it shows the write", async () => {
  let reads = 0;
  const value = await readUntil(
    async () => {
      reads += 1;
      return reads > 1 ? "order" : undefined;
    },
    (found) => found !== undefined,
  );
  expect([value, reads]).toEqual(["order", 2]);
});

test("after three reads the write counts as not done", async () => {
  let reads = 0;
  const value = await readUntil(
    async () => {
      reads += 1;
      return undefined;
    },
    (found) => found !== undefined,
  );
  expect([value, reads]).toEqual([undefined, 3]);
});
