import type { Address } from "../../api/models/address.ts";
import { UsageError } from "../../kernel/errors.ts";

const form = "'US-CA, 94107, San Francisco, 1 Main St'";

/**
 * An address as people type it: country (and its part), postal code, city, street, with commas between; what is not known is
 * left out from the right, or left empty. `{…}` is the platform's own JSON. UsageError that names the part for anything else.
 */
export function parseAddress(flag: string, text: string): Address {
  if (/^\s*\{/.test(text)) return jsonAddress(flag, text);
  const [place = "", postalCode, city, ...street] = text.split(",").map((part) => part.trim());
  const [, country, part] = /^([A-Za-z]{2})(?:-([A-Za-z0-9]{1,3}))?$/.exec(place) ?? [];
  if (country === undefined) {
    const why =
      place === ""
        ? "it begins with the country"
        : `"${place}" is no country: it is two letters, and its part behind a hyphen`;
    throw refusal(flag, "country", why);
  }
  if (postalCode !== undefined && postalCode.length > 20)
    throw refusal(flag, "postalCode", `"${postalCode}" is no postal code; the city comes behind it`);
  if (city !== undefined && /^\d+$/.test(city))
    throw refusal(flag, "city", `"${city}" is no city; the postal code comes before it`);
  const code = country.toUpperCase();
  const addressLine = street.join(", ");
  return {
    country: code,
    ...(part && { subdivision: `${code}-${part.toUpperCase()}` }),
    ...(postalCode && { postalCode }),
    ...(city && { city }),
    ...(addressLine && { addressLine }),
  };
}

/** `37.77,-122.42` as a place on earth. */
export function parseGeocode(flag: string, text: string): { latitude: number; longitude: number } {
  const [, north, east] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  if (north === undefined || east === undefined)
    throw new UsageError(`${flag} takes latitude and longitude, not "${text}".`, {
      field: flag,
      hint: `For example: ${flag} 37.7749,-122.4194`,
    });
  if (Math.abs(latitude) > 90)
    throw new UsageError(`${flag}: the latitude is from -90 to 90, not ${north}.`, { field: flag });
  if (Math.abs(longitude) > 180)
    throw new UsageError(`${flag}: the longitude is from -180 to 180, not ${east}.`, { field: flag });
  return { latitude, longitude };
}

/** An address on one line: `1 Main St, San Francisco, 94107, US-CA`. */
export function addressWords(address: Address): string {
  const { addressLine, streetAddress, addressLine2, city, postalCode, subdivision, country } = address;
  const street = addressLine ?? streetAddress?.formattedAddressLine ?? "";
  return [street, addressLine2, city, postalCode, subdivision ?? country].filter(Boolean).join(", ");
}

const known = [
  "country",
  "subdivision",
  "city",
  "postalCode",
  "streetAddress",
  "addressLine",
  "addressLine2",
  "geocode",
];

function jsonAddress(flag: string, text: string): Address {
  let address: Address;
  try {
    address = JSON.parse(text) as Address;
  } catch (cause) {
    throw new UsageError(`${flag}: this is not JSON: ${(cause as Error).message}.`, { field: flag, cause });
  }
  const other = Object.keys(address).find((name) => !known.includes(name));
  if (other !== undefined)
    throw new UsageError(`${flag}: an address has no field "${other}".`, {
      field: flag,
      hint: `Its fields: ${known.join(", ")}`,
    });
  if (!/^[A-Z]{2}$/.test(address.country ?? ""))
    throw new UsageError(`${flag}: "country" is two capital letters, such as US.`, { field: flag });
  return address;
}

function refusal(flag: string, part: string, why: string): UsageError {
  return new UsageError(`${flag}: ${part}: ${why}.`, {
    field: flag,
    hint: `Write it as: ${flag} ${form} (country-part, postal code, city, street)`,
  });
}
