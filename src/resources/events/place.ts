import type { Event } from "../../api/services/events/models/event.ts";
import { UsageError } from "../../kernel/errors.ts";

/** The text of an open date and the name of an open venue if none is given: the platform requires both. */
export const announcedLater = "To be announced";

/** Where an event takes place, in a word or two. */
export function placeText({ location }: Pick<Event, "location">): string {
  if (location?.type === "ONLINE") return "online";
  return location?.name || location?.address?.city || (location?.locationTbd ? "to be announced" : "");
}

/** The same with the address and where on the map it is. */
export function placeLine(event: Pick<Event, "location">): string {
  const { address, locationTbd } = event.location ?? {};
  const { latitude, longitude } = address?.geocode ?? {};
  const lines = [
    placeText(event),
    locationTbd ? "to be announced" : "",
    address?.formattedAddress ?? "",
    typeof latitude === "number" ? `${latitude}, ${longitude}` : "",
  ];
  return [...new Set(lines)].filter((line) => line !== "").join("\n");
}

/** `53.5436, 9.9886` as latitude and longitude. UsageError where it is none. */
export function readGeocode(text: string, what: string): { latitude: number; longitude: number } {
  const [, latitude, longitude] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(+latitude) <= 90 &&
    Math.abs(+longitude) <= 180
  )
    return { latitude: Number(latitude), longitude: Number(longitude) };
  throw new UsageError(`${what} takes latitude and longitude, not "${text}".`, {
    field: what,
    hint: `For example: ${what} 53.5436,9.9886`,
  });
}

type Address = NonNullable<NonNullable<Event["location"]>["address"]>;

/** An address with some of its parts new: the line that was made of the old ones goes. */
export function addressFrom(parts: Address, present: Address | null | undefined): Address {
  const { formattedAddress, streetAddress, addressLine, ...rest } = present ?? {};
  const street = parts.addressLine ? {} : { ...(streetAddress ? { streetAddress } : { addressLine }) };
  const onlyPoint = Object.keys(parts).every((part) => part === "geocode");
  const address = { ...rest, ...street, ...(onlyPoint && { formattedAddress }), ...parts };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}
