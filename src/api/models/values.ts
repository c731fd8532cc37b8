import type { Bounds, WireOf } from "../schema.ts";
import { date, decimal, enumOf, json, list, num, obj, readonly, text } from "./fields.ts";

/** A price as decimal text, from 0 to 10^15. */
export const price = () => decimal({ min: 0, max: 1e15 });
export const currency = () => text({ format: "CURRENCY" });

/** A price in the currency of the shop and in that of the buyer. */
export const MultiCurrencyPrice = obj({
  amount: price(),
  convertedAmount: decimal({ readonly: true, min: 0, max: 1e15 }),
  formattedAmount: text({ readonly: true }),
  formattedConvertedAmount: text({ readonly: true }),
});
export interface MultiCurrencyPrice extends WireOf<typeof MultiCurrencyPrice> {}

/** An amount of the events services; `amount` is the older name of `value`. */
export const Money = obj({
  value: decimal(),
  amount: decimal(),
  currency: currency(),
  formattedValue: text({ readonly: true }),
});
export interface Money extends WireOf<typeof Money> {}

/** An image in the format of newer services; the official SDK converts it to `wix:image://v1/...` text. */
export const Image = obj({
  id: text(),
  url: text(),
  height: num(),
  width: num(),
  altText: text(),
  filename: text(),
  sizeInBytes: decimal({ readonly: true }),
  urlExpirationDate: readonly(date()),
  focalPoint: obj({ x: num(), y: num(), height: num(), width: num() }),
});

/** The URL of a page of the site in two parts; the official SDK joins them. */
export const PageUrl = obj({ relativePath: text(), url: text() });

/** The URL of a page in the older format. */
export const LegacyPageUrl = obj({ base: text({ maxLength: 500 }), path: text({ maxLength: 500 }) });

/** Returns the schema of a text in the shop's language with an optional translation for the buyer. */
export const translatedText = (original: Bounds, translation: Bounds = original) =>
  obj({ original: text(original), translated: text(translation) });

/** The name of an item. */
export const ItemName = translatedText({ minLength: 1, maxLength: 200 }, { minLength: 1, maxLength: 400 });

/** A reference to a catalog item: the app of the catalog, the item's id, and its options such as `variantId`. */
export const CatalogReference = obj(
  { catalogItemId: text({ minLength: 1, maxLength: 36 }), appId: text({ minLength: 1 }), options: json() },
  { required: ["appId", "catalogItemId"] },
);

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
export interface Address extends WireOf<typeof Address> {}

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
