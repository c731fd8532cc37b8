import fc from "fast-check";
import { expect, test } from "vitest";
import { cycleStart } from "../../../src/sandbox/subscriptions/subscriptions.ts";

test("a monthly cycle keeps its day, or takes the last day of a shorter month", () => {
  const monthly = { frequency: "MONTH", interval: 1 };
  const starts = [1, 2, 3, 13].map((count) =>
    cycleStart("2026-01-31T09:00:00.000Z", monthly, count).toISOString(),
  );
  expect(starts).toEqual([
    "2026-02-28T09:00:00.000Z",
    "2026-03-31T09:00:00.000Z",
    "2026-04-30T09:00:00.000Z",
    "2027-02-28T09:00:00.000Z",
  ]);
  const leap = cycleStart("2024-02-29T09:00:00.000Z", { frequency: "YEAR", interval: 1 }, 1);
  expect(leap.toISOString()).toBe("2025-02-28T09:00:00.000Z");
  const fortnight = cycleStart("2026-12-25T09:00:00.000Z", { frequency: "WEEK", interval: 2 }, 1);
  expect(fortnight.toISOString()).toBe("2027-01-08T09:00:00.000Z");
});

test("later cycles start later, at the same time of day, for every frequency", () => {
  const times = fc.date({ min: new Date("2000-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
  const lengths = fc.record({
    frequency: fc.constantFrom("DAY", "WEEK", "MONTH", "YEAR"),
    interval: fc.integer({ min: 1, max: 24 }),
  });
  fc.assert(
    fc.property(times, lengths, fc.integer({ min: 0, max: 60 }), (anchor, length, count) => {
      const [one, next] = [count, count + 1].map((n) => cycleStart(anchor.toISOString(), length, n));
      expect(next!.getTime()).toBeGreaterThan(one!.getTime());
      expect(one!.toISOString().slice(11)).toBe(anchor.toISOString().slice(11));
    }),
  );
});
