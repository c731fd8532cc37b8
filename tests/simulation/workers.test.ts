import { expect, test } from "vitest";
import { runWorkerNight, workerNightOf } from "./workers.ts";

test.each([1, 11, 21])(
  "10 nights of workers from seed %i: every job ends, and each run of a schedule is queued or missed once",
  async (first) => {
    for (let seed = first; seed < first + 10; seed += 1) {
      const { broken } = await runWorkerNight(workerNightOf(seed));
      expect(broken, `npm run simulate -- --workers --seed ${seed} --timeline`).toBeUndefined();
    }
  },
);

test("a seed gives the same night of workers again", async () => {
  const first = await runWorkerNight(workerNightOf(16), { timeline: true });
  const again = await runWorkerNight(workerNightOf(16), { timeline: true });
  expect(again).toEqual(first);
});
