import { describe, expect, test } from "vitest";
import { areaCovers } from "../../../../src/sandbox/pricing/areas.ts";
import { nextSlot } from "../../../../src/sandbox/services/shipping/local-delivery.ts";

describe("delivery area", () => {
  const zipConfig = { zipCodes: ["10001", "112*"] };
  const cityConfig = { cityItems: [{ cityName: "Brooklyn", country: "US", subdivision: "US-NY" }] };
  const geocode = { latitude: 40.75, longitude: -73.99 };
  const radiusConfig = { radius: 5, address: { geocode } };
  const corners = [
    [40, -74],
    [41, -74],
    [41, -73],
    [40, -73],
  ].map(([latitude, longitude]) => ({ latitude, longitude }));
  const at = (latitude: number, longitude: number) => ({ geocode: { latitude, longitude } });

  test.each([
    ["one of its postal codes", { zipConfig }, { postalCode: "10001" }, true],
    ["the beginning of one", { zipConfig }, { postalCode: "112 05" }, true],
    ["another postal code", { zipConfig }, { postalCode: "10011" }, false],
    ["none", { zipConfig }, {}, false],
    ["its city", { cityConfig }, { city: "brooklyn", country: "US", subdivision: "US-NY" }, true],
    ["a city of that name elsewhere", { cityConfig }, { city: "Brooklyn", country: "AU" }, false],
    ["near enough", { radiusConfig }, at(40.78, -73.99), true],
    ["too far away", { radiusConfig }, at(40.8, -73.99), false],
    ["somewhere", { radiusConfig }, { postalCode: "10001" }, false],
    ["inside the corners", { customAreaConfig: { geocodes: corners } }, at(40.5, -73.5), true],
    ["outside the corners", { customAreaConfig: { geocodes: corners } }, at(41.5, -73.5), false],
    ["beside the corners", { customAreaConfig: { geocodes: corners } }, at(40.5, -74.5), false],
  ])("%s", (_, area, address, expected) => {
    expect(areaCovers(area, address)).toBe(expected);
  });
});

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
