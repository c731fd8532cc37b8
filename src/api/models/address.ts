import type * as z from "zod/mini";
import { enumOf, list, num, obj, text } from "./fields.ts";

const country = () => text({ format: "COUNTRY" });

const Geocode = obj({ latitude: num(), longitude: num() });
const StreetAddress = obj({ number: text(), name: text(), apt: text(), formattedAddressLine: text() });
const Subdivision = obj({
  code: text(),
  name: text(),
  type: enumOf(
    "UNKNOWN_SUBDIVISION_TYPE",
    "ADMINISTRATIVE_AREA_LEVEL_1",
    "ADMINISTRATIVE_AREA_LEVEL_2",
    "ADMINISTRATIVE_AREA_LEVEL_3",
    "ADMINISTRATIVE_AREA_LEVEL_4",
    "ADMINISTRATIVE_AREA_LEVEL_5",
    "COUNTRY",
  ),
  typeInfo: text(),
});
const fullNames = { countryFullname: text(), subdivisionFullname: text() };

/** The address of a cart, a checkout or an order. */
export const Address = obj({
  country: country(),
  subdivision: text({ maxLength: 50 }),
  city: text({ maxLength: 50 }),
  postalCode: text({ maxLength: 50 }),
  streetAddress: StreetAddress,
  addressLine: text({ maxLength: 150 }),
  addressLine2: text({ maxLength: 100 }),
  geocode: Geocode,
  countryFullname: text({ readonly: true }),
  subdivisionFullname: text({ readonly: true }),
});
export interface Address extends z.input<typeof Address> {}

/** The address of an event's venue. */
export const VenueAddress = obj(
  {
    streetAddress: obj({
      number: text({ maxLength: 100 }),
      name: text({ maxLength: 250 }),
      apt: text({ maxLength: 100 }),
      formattedAddressLine: text({ maxLength: 1000 }),
    }),
    addressLine: text({ maxLength: 250 }),
    country: country(),
    subdivision: text({ maxLength: 20 }),
    city: text({ maxLength: 100 }),
    postalCode: text({ maxLength: 100 }),
    addressLine2: text({ maxLength: 250 }),
    formattedAddress: text({ maxLength: 1000 }),
    hint: text({ maxLength: 1000 }),
    geocode: obj({ latitude: num({ min: -90, max: 90 }), longitude: num({ min: -180, max: 180 }) }),
    subdivisions: list(Subdivision, { maxSize: 6 }),
    ...fullNames,
  },
  { oneOf: [["streetAddress", "addressLine"]] },
);

/** An address in the answers to a registration form. */
export const FormAddress = obj(
  {
    streetAddress: StreetAddress,
    addressLine: text(),
    country: country(),
    subdivision: text(),
    subdivisionIso31662: text({ maxLength: 20 }),
    city: text(),
    postalCode: text(),
    addressLine2: text(),
    formattedAddress: text(),
    hint: text(),
    geocode: Geocode,
    subdivisions: list(Subdivision, { maxSize: 6 }),
    ...fullNames,
  },
  { oneOf: [["streetAddress", "addressLine"]] },
);

/** An address in the profile of a member. */
export const ProfileAddress = obj({
  country: country(),
  subdivision: text(),
  city: text(),
  postalCode: text(),
  addressLine: text(),
  addressLine2: text(),
  formattedAddress: text(),
  streetName: text({ maxLength: 1000 }),
  streetNumber: text({ maxLength: 1000 }),
});

/** The contact details of an address. */
export const ContactDetails = obj({
  firstName: text({ maxLength: 100 }),
  lastName: text({ maxLength: 100 }),
  phone: text({ format: "PHONE" }),
  company: text({ maxLength: 1000 }),
  vatId: obj({ id: text(), type: enumOf("UNSPECIFIED", "CPF", "CNPJ") }),
});
/** An address with contact details. */
export const AddressWithContact = obj({ address: Address, contactDetails: ContactDetails });
