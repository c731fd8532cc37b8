import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faults } from "./faults.ts";
import { createDisks, nightOf, runNight } from "./night.ts";
import { keptNights, runAnyNight, runThread } from "./run.ts";

const disk = createDisks();

/** Nights of every test run, by their first seed. The nightly run takes others (tests/soak/simulation.test.ts). */
const size = 25;
const batches = [1, 26, 51, 76, 101, 126];

test.each(batches)(
  "25 simulated nights from seed %i: nothing happens twice, and the journal is true",
  async (first) => {
    for (let seed = first; seed < first + size; seed += 1) {
      const { broken } = await runNight(nightOf(seed), disk);
      expect(broken, `npm run simulate -- --seed ${seed} --timeline`).toBeUndefined();
    }
  },
);

// test.each would cut the titles.
for (const { title, night } of keptNights())
  test(title, async () => {
    const { broken, timeline } = await runAnyNight(night, disk, { timeline: true });
    expect(broken, timeline.join("\n")).toBeUndefined();
  });

test("a seed gives the same night again, event by event", async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const first = await runNight(nightOf(seed), disk, { timeline: true });
    const again = await runNight(nightOf(seed), disk, { timeline: true });
    expect(again.timeline).toEqual(first.timeline);
    expect(again).toMatchObject({ steps: first.steps, ms: first.ms });
  }
});

test("every deliberate fault is a line of the production code", () => {
  const times = ({ file, line }: (typeof faults)[number]) =>
    readFileSync(file, "utf8").split(line).length - 1;
  expect(faults.filter((fault) => times(fault) !== 1)).toEqual([]);
});

test("a night shows that a payment is captured twice if a resumed run does not wait", async () => {
  const fault = faults.find(
    ({ name }) => name === "a resumed run does not wait for requests of the run before",
  );
  const { found } = await runThread({ first: 956, count: 1, once: true }, fault);
  expect(found).toMatchObject([{ invariant: "money once" }]);
});
