import type * as z from "zod/mini";
import { ItemMetadata } from "../../../models/bulk.ts";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, decimal, guid, json, list, obj, readonly, text } from "../../../models/fields.ts";

/** An app that delivers to a region, and what to charge where it does not answer. */
export const DeliveryCarrier = obj({
  appId: guid(),
  backupRate: obj({
    title: text({ minLength: 1, maxLength: 256 }),
    amount: decimal({ min: 0, maxScale: 6 }),
    active: bool(),
  }),
  additionalCharges: list(obj({ description: text({ maxLength: 250 }), amount: text({ maxLength: 16 }) }), {
    maxSize: 10,
  }),
});
/** A carrier as it travels. */
export interface DeliveryCarrier extends z.input<typeof DeliveryCarrier> {}

/** Countries, or parts of them, to which delivery is the same. */
export const DeliveryRegion = obj({
  id: guid(),
  name: text({ minLength: 1, maxLength: 256 }),
  active: bool(),
  deliveryCarriers: list(DeliveryCarrier, { maxSize: 25, readonly: true }),
  destinations: list(
    obj(
      {
        countryCode: text({ format: "COUNTRY" }),
        subdivisions: list(text({ minLength: 1, maxLength: 256 }), { maxSize: 100 }),
      },
      { required: ["countryCode"] },
    ),
    { maxSize: 250 },
  ),
  createdDate: readonly(date()),
});
/** A region as it travels (dates as text). */
export interface DeliveryRegion extends z.input<typeof DeliveryRegion> {}

/** The regions that some products are delivered to; products without a profile of their own use the default one. */
export const DeliveryProfile = obj({
  id: readonly(guid()),
  name: text({ minLength: 1, maxLength: 256 }),
  default: readonly(bool()),
  deliveryRegions: list(DeliveryRegion, { maxSize: 100 }),
  createdBy: obj({ appId: guid(), userId: guid() }, { oneOf: [["appId", "userId"]] }),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  extendedFields: ExtendedFields,
});
/** A delivery profile as it travels (dates as text). */
export interface DeliveryProfile extends z.input<typeof DeliveryProfile> {}

/** An app that could deliver. */
export const InstalledCarrier = obj({
  id: guid(),
  displayName: text({ maxLength: 256 }),
  description: text({ maxLength: 200 }),
  learnMoreUrl: text({ maxLength: 200 }),
  dashboardUrl: text({ minLength: 1, maxLength: 2048, format: "WEB_URL" }),
  fallbackDefinitionMandatory: bool(),
  thumbnailUrl: text({ format: "WEB_URL" }),
  toggleGetCarrierSettingsEnabled: bool(),
});

/** What an address in a country, or in a part of it, must have. */
export const DestinationProperties = obj({ postalCodeRequired: bool(), pickupOnly: bool() });

/** A carrier with its settings for each region, as the dashboard shows them. */
export const ListedCarrier = obj({
  deliveryCarrierMetadata: ItemMetadata,
  deliveryCarrierDetails: InstalledCarrier,
  deliveryCarrierRegionalSettings: list(
    obj({
      deliveryRegionId: guid(),
      dashboardTables: list(
        obj({
          title: text({ maxLength: 256 }),
          columns: list(obj({ key: text({ maxLength: 256 }), name: text({ maxLength: 256 }) })),
          rows: list(obj({ key: text({ maxLength: 256 }), data: json(), active: bool() }), { maxSize: 25 }),
        }),
        { minSize: 1, maxSize: 5 },
      ),
    }),
  ),
});
