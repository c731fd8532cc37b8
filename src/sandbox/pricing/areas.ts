import type { Address } from "../../api/models/address.ts";
import type { LocalDeliveryOption } from "../../api/services/shipping/models/local-delivery-option.ts";

type Area = Pick<LocalDeliveryOption, "cityConfig" | "customAreaConfig" | "radiusConfig" | "zipConfig">;
interface Point {
  latitude: number;
  longitude: number;
}
type Given = { latitude?: number | null; longitude?: number | null } | null | undefined;

/**
 * Whether an address lies where a shop delivers itself: in one of its postal codes (`112*` is all that begin with 112),
 * in one of its cities, within a distance, or in an area drawn on the map. The last two need a geocode.
 */
export function covers({ zipConfig, cityConfig, radiusConfig, customAreaConfig }: Area, address: Address) {
  if (zipConfig) return (zipConfig.zipCodes ?? []).some((code) => isCode(code, address.postalCode ?? ""));
  if (cityConfig) {
    return (cityConfig.cityItems ?? []).some(
      ({ cityName, country, subdivision }) =>
        same(cityName, address.city) &&
        country === address.country &&
        (!subdivision || subdivision === address.subdivision),
    );
  }
  const place = pointOf(address.geocode);
  if (!place) return false;
  if (radiusConfig) {
    const centre = pointOf(radiusConfig.address?.geocode);
    return centre !== undefined && kilometres(centre, place) <= (radiusConfig.radius ?? 0);
  }
  return isInside(
    (customAreaConfig?.geocodes ?? []).flatMap((one) => pointOf(one) ?? []),
    place,
  );
}

const plain = (text: string | null | undefined) => (text ?? "").replaceAll(/\s/g, "").toLowerCase();
const same = (one: string | null | undefined, other: string | null | undefined) =>
  plain(one) !== "" && plain(one) === plain(other);

function isCode(pattern: string, code: string): boolean {
  if (!pattern.endsWith("*")) return same(pattern, code);
  return code !== "" && plain(code).startsWith(plain(pattern.slice(0, -1)));
}

function pointOf(given: Given): Point | undefined {
  const { latitude, longitude } = given ?? {};
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
}

/** Along the surface of the earth. */
function kilometres(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  const chord = half(one.latitude, other.latitude) + across * half(one.longitude, other.longitude);
  return 2 * 6371 * Math.asin(Math.sqrt(chord));
}

/** Whether a line from the place eastwards crosses the outline an odd number of times. */
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
