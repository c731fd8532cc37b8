import { describe, expect, test } from "vitest";
import { nextSlot } from "../../../src/sandbox/shipping/delivery-options.ts";

describe("the next time slot", () => {
  const evenings = ["TUE", "THU"].map((day) => ({
    day,
    start: { hours: 17, minutes: 0 },
    end: { hours: 20, minutes: 0 },
  }));
  const slot = (now: string, more = {}) =>
    nextSlot({ timeWindows: evenings, ...more }, new Date(now))?.from.toISOString();

  test.each([
    ["is that of the same day", "2026-12-01T09:00:00Z", {}, "2026-12-01T17:00:00.000Z"],
    ["is not one that has begun", "2026-12-01T17:00:00Z", {}, "2026-12-03T17:00:00.000Z"],
    ["comes after handling", "2026-12-01T09:00:00Z", { handlingDays: 1 }, "2026-12-03T17:00:00.000Z"],
    [
      "is a later one after the cut-off",
      "2026-12-01T12:00:00Z",
      { cutOffTime: { hours: 12, minutes: 0 } },
      "2026-12-03T17:00:00.000Z",
    ],
    ["may be in another week", "2026-12-03T18:00:00Z", {}, "2026-12-08T17:00:00.000Z"],
  ])("%s", (_, now, more, expected) => {
    expect(slot(now, more)).toBe(expected);
  });

  test("is undefined without active windows", () => {
    const now = new Date("2026-12-01T09:00:00Z");
    expect(nextSlot({ handlingDays: 1 }, now)).toBeUndefined();
    const timeWindows = evenings.map((one) => ({ ...one, enabled: false }));
    expect(nextSlot({ timeWindows }, now)).toBeUndefined();
  });
});
