import type { Event } from "../../api/services/events/events.ts";
import { UsageError } from "../../kernel/errors.ts";

/** The default text of an open date and name of an open venue, because the platform requires both. */
export const announcedLater = "To be announced";

/** Returns the location of an event in short: `online`, or the venue or city. */
export function locationText({ location }: Pick<Event, "location">): string {
  if (location?.type === "ONLINE") return "online";
  return location?.name || location?.address?.city || (location?.locationTbd ? "to be announced" : "");
}

/** Returns the location of an event with address and coordinates, one per line. */
export function locationLines(event: Pick<Event, "location">): string {
  const { address, locationTbd } = event.location ?? {};
  const { latitude, longitude } = address?.geocode ?? {};
  const lines = [
    locationText(event),
    locationTbd ? "to be announced" : "",
    address?.formattedAddress ?? "",
    typeof latitude === "number" ? `${latitude}, ${longitude}` : "",
  ];
  return [...new Set(lines)].filter((line) => line !== "").join("\n");
}

/** Parses `53.5436, 9.9886`. Throws UsageError if it is not a latitude and a longitude. */
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

/** Returns an address with some parts replaced, without the formatted address that the old parts gave. */
export function addressFrom(parts: Address, present: Address | null | undefined): Address {
  const { formattedAddress, streetAddress, addressLine, ...rest } = present ?? {};
  const street = parts.addressLine ? {} : { ...(streetAddress ? { streetAddress } : { addressLine }) };
  const onlyPoint = Object.keys(parts).every((part) => part === "geocode");
  const address = { ...rest, ...street, ...(onlyPoint && { formattedAddress }), ...parts };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}
