import { expect, test } from "vitest";
import { runWorkerNight } from "./workers.ts";

test.each([1, 11, 21])(
  "10 nights of workers from seed %i: every job ends, and each run of a schedule is queued or missed once",
  async (first) => {
    for (let seed = first; seed < first + 10; seed += 1) {
      const { broken, lines } = await runWorkerNight(seed);
      expect(
        broken,
        `npm run simulate -- --workers --seed ${seed}\n${lines.slice(-50).join("\n")}`,
      ).toBeUndefined();
    }
  },
);

test("a seed gives the same night of workers again", async () => {
  const [first, again] = [await runWorkerNight(16), await runWorkerNight(16)];
  expect(again).toEqual(first);
});
