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

  test("is the first of its day, in whatever order the windows are", () => {
    const at = (hours: number) => ({
      day: "TUE",
      start: { hours, minutes: 0 },
      end: { hours: 20, minutes: 0 },
    });
    const timeWindows = [at(17), at(9), at(13)];
    expect(slot("2026-12-01T10:00:00Z", { timeWindows })).toBe("2026-12-01T13:00:00.000Z");
    expect(slot("2026-12-01T08:00:00Z", { timeWindows })).toBe("2026-12-01T09:00:00.000Z");
  });

  test("is undefined without active windows", () => {
    const now = new Date("2026-12-01T09:00:00Z");
    expect(nextSlot({ handlingDays: 1 }, now)).toBeUndefined();
    const timeWindows = evenings.map((one) => ({ ...one, enabled: false }));
    expect(nextSlot({ timeWindows }, now)).toBeUndefined();
  });
});
