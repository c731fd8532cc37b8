import type { Address } from "../../api/services/models.ts";
import { UsageError } from "../../kernel/errors.ts";

const example = "'US-CA, 94107, San Francisco, 1 Main St'";

/**
 * Parses an address: country (with subdivision), postal code, city and street, separated by commas. Parts may be empty, or
 * missing at the end. Also parses the platform's JSON. Throws UsageError that names the invalid part.
 */
export function parseAddress(flag: string, text: string): Address {
  if (/^\s*\{/.test(text)) return jsonAddress(flag, text);
  const [region = "", postalCode, city, ...street] = text.split(",").map((part) => part.trim());
  const [, country, part] = /^([A-Za-z]{2})(?:-([A-Za-z0-9]{1,3}))?$/.exec(region) ?? [];
  const known = country === undefined ? undefined : countryOf(country);
  if (country === undefined || known !== country.toUpperCase()) {
    const problem =
      region === ""
        ? "the address must start with the country"
        : `unknown country "${region}". Use ${known ?? "a code such as US or US-CA"}`;
    throw invalidAddress(flag, problem);
  }
  if (postalCode !== undefined && postalCode.length > 20)
    throw invalidAddress(flag, `"${postalCode}" is not a postal code; the city comes after it`);
  if (city !== undefined && /^\d+$/.test(city))
    throw invalidAddress(flag, `"${city}" is not a city; the postal code comes before it`);
  const code = country.toUpperCase();
  const addressLine = street.join(", ");
  return {
    country: code,
    subdivision: part ? `${code}-${part.toUpperCase()}` : undefined,
    postalCode: postalCode || undefined,
    city: city || undefined,
    addressLine: addressLine || undefined,
  };
}

/** Returns the code that ISO 3166 has for a country, such as GB for UK; undefined if there is no such country. */
function countryOf(code: string): string | undefined {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const country = new Intl.Locale(`und-${code}`).region;
  return country !== undefined && names.of(country) !== undefined ? country : undefined;
}

/** Parses coordinates: `37.77,-122.42`. Throws UsageError if they are not valid. */
export function parseGeocode(flag: string, text: string): { latitude: number; longitude: number } {
  const [, north, east] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  if (north === undefined || east === undefined)
    throw new UsageError(`${flag} takes latitude and longitude, not "${text}".`, {
      field: flag,
      hint: `For example: ${flag} 37.7749,-122.4194`,
    });
  if (Math.abs(latitude) > 90)
    throw new UsageError(`${flag}: the latitude must be from -90 to 90, not ${north}.`, { field: flag });
  if (Math.abs(longitude) > 180)
    throw new UsageError(`${flag}: the longitude must be from -180 to 180, not ${east}.`, { field: flag });
  return { latitude, longitude };
}

/** Returns an address on one line: `1 Main St, San Francisco, 94107, US-CA`. */
export function formatAddress(address: Address): string {
  const { addressLine, streetAddress, addressLine2, city, postalCode, subdivision, country } = address;
  const street = addressLine ?? streetAddress?.formattedAddressLine ?? "";
  return [street, addressLine2, city, postalCode, subdivision ?? country].filter(Boolean).join(", ");
}

const addressFields = [
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
    throw new UsageError(`${flag}: not JSON: ${(cause as Error).message}.`, { field: flag, cause });
  }
  const other = Object.keys(address).find((name) => !addressFields.includes(name));
  if (other !== undefined)
    throw new UsageError(`${flag}: unknown field "${other}".`, {
      field: flag,
      hint: `Fields: ${addressFields.join(", ")}`,
    });
  if (!/^[A-Z]{2}$/.test(address.country ?? ""))
    throw new UsageError(`${flag}: "country" must be two capital letters such as US.`, { field: flag });
  return address;
}

function invalidAddress(flag: string, problem: string): UsageError {
  return new UsageError(`${flag}: ${problem}.`, {
    field: flag,
    hint: `For example: ${flag} ${example} (country, postal code, city, street)`,
  });
}
