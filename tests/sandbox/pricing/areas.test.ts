import { describe, expect, test } from "vitest";
import { areaCovers } from "../../../src/sandbox/pricing/areas.ts";

type Area = Parameters<typeof areaCovers>[0];
type Cities = NonNullable<NonNullable<Area["cityConfig"]>["cityItems"]>;

describe("a delivery area", () => {
  const zip = (...zipCodes: string[]) => ({ zipConfig: { zipCodes } });
  const brooklyn = { cityName: "Brooklyn", country: "US", subdivision: "US-NY" };
  const cities = (...cityItems: Cities) => ({ cityConfig: { cityItems } });

  test.each<[string, Area, Parameters<typeof areaCovers>[1], boolean]>([
    ["one of its postal codes", zip("20001", "10001"), { postalCode: "10001" }, true],
    ["a postal code that is written differently", zip("sw1a 1aa"), { postalCode: "SW1A1AA" }, true],
    ["the beginning of one", zip("10001", "112*"), { postalCode: "112 05" }, true],
    ["another beginning", zip("112*"), { postalCode: "11305" }, false],
    ["the beginning of a code without a star", zip("112"), { postalCode: "11205" }, false],
    ["another postal code", zip("10001"), { postalCode: "10011" }, false],
    ["no postal code", zip("10001", "*", ""), {}, false],
    ["any postal code with a star alone", zip("*"), { postalCode: "1" }, true],
    ["no codes", { zipConfig: {} }, { postalCode: "10001" }, false],
    ["its city", cities(brooklyn), { city: "brooklyn", country: "US", subdivision: "US-NY" }, true],
    [
      "one of its cities",
      cities({ cityName: "Yonkers", country: "US" }, brooklyn),
      { city: "YONKERS", country: "US" },
      true,
    ],
    [
      "its city, of a state without the country",
      cities(brooklyn),
      { city: "Brooklyn", country: "US", subdivision: "NY" },
      true,
    ],
    ["its city, of no state", cities(brooklyn), { city: "Brooklyn", country: "US" }, false],
    ["another city", cities(brooklyn), { city: "Queens", country: "US", subdivision: "US-NY" }, false],
    ["no city", cities({ country: "US" }), { country: "US" }, false],
    [
      "a city of that name in another country",
      cities(brooklyn),
      { city: "Brooklyn", country: "AU", subdivision: "US-NY" },
      false,
    ],
    [
      "a city of that name in another state",
      cities(brooklyn),
      { city: "Brooklyn", country: "US", subdivision: "US-OH" },
      false,
    ],
    ["no cities", { cityConfig: {} }, { city: "Brooklyn", country: "US" }, false],
    ["nothing", {}, { postalCode: "10001", geocode: { latitude: 0, longitude: 0 } }, false],
  ])("with %s", (_, area, address, covered) => {
    expect(areaCovers(area, address)).toBe(covered);
  });

  const point = (latitude: number, longitude: number) => ({ latitude, longitude });
  const within = (radius: number, geocode: { latitude?: number; longitude?: number } | undefined) => ({
    radiusConfig: { radius, address: { geocode } },
  });

  test.each([
    ["Paris to London, 343.6 km", point(48.8566, 2.3522), point(51.5074, -0.1278), 343.6],
    ["a degree along the equator, 111.2 km", point(0, 10), point(0, 11), 111.2],
    ["a degree along a meridian, 111.2 km", point(59, 10), point(60, 10), 111.2],
    ["a degree along the parallel of Oslo, 55.6 km", point(60, 10), point(60, 11), 55.6],
    ["across the date line, 111.2 km", point(0, 179.5), point(0, -179.5), 111.2],
  ])("covers a radius: %s", (_, center, geocode, kilometers) => {
    expect(areaCovers(within(kilometers + 0.1, center), { geocode })).toBe(true);
    expect(areaCovers(within(kilometers - 0.1, center), { geocode })).toBe(false);
  });

  test("covers its center with any radius, and no address or area without a geocode", () => {
    const center = point(40.75, -73.99);
    expect(areaCovers(within(0, center), { geocode: center })).toBe(true);
    expect(areaCovers({ radiusConfig: { address: { geocode: center } } }, { geocode: center })).toBe(true);
    expect(areaCovers(within(5, center), { postalCode: "10001" })).toBe(false);
    expect(areaCovers(within(5, { latitude: 40.75 }), { geocode: center })).toBe(false);
    expect(areaCovers(within(5, { longitude: -73.99 }), { geocode: center })).toBe(false);
    expect(areaCovers(within(5, undefined), { geocode: center })).toBe(false);
    expect(areaCovers({ radiusConfig: { radius: 5 } }, { geocode: center })).toBe(false);
  });

  // An arrow that points to the west, between the meridians 0 and 4.
  const arrow = [point(0, 4), point(2, 2), point(4, 4), point(2, 0)];
  test.each([
    ["in its tip", 2, 1, true],
    ["in its northern barb", 3, 2.5, true],
    ["in its southern barb", 1, 2.5, true],
    ["between the barbs", 2, 3, false],
    ["west of it", 2, -1, false],
    ["east of it", 2, 5, false],
    ["north of it", 5, 2, false],
    ["south of it", -1, 2, false],
    ["beside a barb", 3, 0.5, false],
    ["beyond a barb", 3, 3.5, false],
  ])("covers a polygon: %s", (_, latitude, longitude, covered) => {
    for (const shift of [0, 50]) {
      const geocodes = arrow.map((one) => point(one.latitude + shift, one.longitude - shift));
      const geocode = point(latitude + shift, longitude - shift);
      expect(areaCovers({ customAreaConfig: { geocodes } }, { geocode })).toBe(covered);
      expect(areaCovers({ customAreaConfig: { geocodes: geocodes.toReversed() } }, { geocode })).toBe(
        covered,
      );
    }
  });

  test("covers nothing with less than three corners", () => {
    for (const geocodes of [undefined, [], [point(0, 0)], [point(0, 0), point(4, 4)]])
      expect(areaCovers({ customAreaConfig: { geocodes } }, { geocode: point(2, 1) })).toBe(false);
  });
});
