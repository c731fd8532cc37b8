import type * as z from "zod/mini";
import type { Address, AddressWithContact } from "../../../api/models/values.ts";
import { invalid } from "../../kernel/invalid.ts";
import { isTaxId } from "../../pricing/tax-ids.ts";

type Contact = z.input<typeof AddressWithContact>;

/** Throws InvalidInput for an invalid address or a tax ID with wrong check digits. */
export function checkContact(field: string, contact: Contact | null | undefined): void {
  checkAddress(`${field}.address`, contact?.address);
  const { id, type: given } = contact?.contactDetails?.vatId ?? {};
  const type = (["CPF", "CNPJ"] as const).find((one) => one === given);
  if (!id || !type || isTaxId(type, id)) return;
  const length = type === "CPF" ? 11 : 14;
  throw invalid(
    `${field}.contactDetails.vatId.id`,
    "FORMAT",
    `is not a valid ${type}: it needs ${length} digits, the last two of which are check digits`,
    { type },
  );
}

/** Throws InvalidInput for coordinates out of range or an address without a country. */
export function checkAddress(field: string, address: Address | null | undefined): void {
  if (!address) return;
  const { country, city, postalCode, addressLine, geocode } = address;
  if (!country && (city || postalCode || addressLine))
    throw invalid(`${field}.country`, "REQUIRED_FIELD", "must not be empty");
  const within = (value: number | null | undefined, most: number) => Math.abs(value ?? 0) <= most;
  if (!within(geocode?.latitude, 90))
    throw invalid(`${field}.geocode.latitude`, "MAX", "must be from -90 to 90", { threshold: 90 });
  if (!within(geocode?.longitude, 180))
    throw invalid(`${field}.geocode.longitude`, "MAX", "must be from -180 to 180", { threshold: 180 });
}
