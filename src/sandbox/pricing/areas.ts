import type { Address } from "../../api/services/models.ts";
import type { LocalDeliveryOption } from "../../api/services/shipping.ts";
import { isSameSubdivision } from "./tax.ts";

type Area = Pick<LocalDeliveryOption, "cityConfig" | "customAreaConfig" | "radiusConfig" | "zipConfig">;
interface Point {
  latitude: number;
  longitude: number;
}
type Geocode = { latitude?: number | null; longitude?: number | null } | null | undefined;

/**
 * Returns whether an address is in a local delivery area: postal codes (`112*` matches every code that starts with
 * 112), cities, a radius in kilometers, or a polygon. The last two need a geocode.
 */
export function areaCovers(
  { zipConfig, cityConfig, radiusConfig, customAreaConfig }: Area,
  address: Address,
) {
  if (zipConfig)
    return (zipConfig.zipCodes ?? []).some((code) => matchesPostalCode(code, address.postalCode ?? ""));
  if (cityConfig) {
    return (cityConfig.cityItems ?? []).some(
      ({ cityName, country, subdivision }) =>
        isSameText(cityName, address.city) &&
        country === address.country &&
        (!subdivision || isSameSubdivision(subdivision, address.subdivision)),
    );
  }
  const point = pointOf(address.geocode);
  if (!point) return false;
  if (radiusConfig) {
    const center = pointOf(radiusConfig.address?.geocode);
    return center !== undefined && kilometers(center, point) <= (radiusConfig.radius ?? 0);
  }
  return isInside(
    (customAreaConfig?.geocodes ?? []).flatMap((geocode) => pointOf(geocode) ?? []),
    point,
  );
}

const normalize = (text: string | null | undefined) => (text ?? "").replaceAll(/\s/g, "").toLowerCase();
const isSameText = (one: string | null | undefined, other: string | null | undefined) =>
  normalize(one) !== "" && normalize(one) === normalize(other);

function matchesPostalCode(pattern: string, code: string): boolean {
  if (!pattern.endsWith("*")) return isSameText(pattern, code);
  return code !== "" && normalize(code).startsWith(normalize(pattern.slice(0, -1)));
}

function pointOf(geocode: Geocode): Point | undefined {
  const { latitude, longitude } = geocode ?? {};
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
}

/** Returns the great-circle distance between two points. */
function kilometers(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude));
  const chord = half(from.latitude, to.latitude) + across * half(from.longitude, to.longitude);
  return 2 * 6371 * Math.asin(Math.sqrt(chord));
}

/** Returns whether a point is inside a polygon: a ray from it to the east crosses the outline an odd number of times. */
function isInside(outline: readonly Point[], { latitude, longitude }: Point): boolean {
  let inside = false;
  for (const [index, one] of outline.entries()) {
    const other = outline.at(index - 1) ?? one;
    if (one.latitude > latitude === other.latitude > latitude) continue;
    const share = (latitude - one.latitude) / (other.latitude - one.latitude);
    if (longitude < one.longitude + share * (other.longitude - one.longitude)) inside = !inside;
  }
  return inside;
}
