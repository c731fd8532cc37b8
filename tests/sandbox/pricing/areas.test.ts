import { describe, expect, test } from "vitest";
import { areaCovers } from "../../../src/sandbox/pricing/areas.ts";

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
    [
      "a city of that name in another country",
      { cityConfig },
      { city: "Brooklyn", country: "AU", subdivision: "US-NY" },
      false,
    ],
    [
      "a city of that name in another state",
      { cityConfig },
      { city: "Brooklyn", country: "US", subdivision: "US-OH" },
      false,
    ],
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
