import type * as z from "zod/mini";
import { ItemMetadata } from "../../../models/bulk.ts";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, decimal, guid, json, list, obj, readonly, text } from "../../../models/fields.ts";

/** An app that delivers to a region, with its fallback rate. */
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
export interface DeliveryCarrier extends z.input<typeof DeliveryCarrier> {}

/** A delivery region: countries or parts of them. */
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
export interface DeliveryRegion extends z.input<typeof DeliveryRegion> {}

/** The delivery regions of some products; products without a profile use the default one. */
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
export interface DeliveryProfile extends z.input<typeof DeliveryProfile> {}

/** An installed app that can deliver. */
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

/** The required address fields of a country or a part of it. */
export const DestinationProperties = obj({ postalCodeRequired: bool(), pickupOnly: bool() });

/** A carrier with its settings for each region, as in the dashboard. */
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
