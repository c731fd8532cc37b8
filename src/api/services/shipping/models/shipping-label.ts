import type * as z from "zod/mini";
import { Address } from "../../../models/address.ts";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { date, decimal, enumOf, guid, list, obj, readonly, text } from "../../../models/fields.ts";

const size = () => decimal({ min: 0, maxScale: 3 });
const serviceSettings = obj({
  estimatedDeliveryTime: text({ maxLength: 500 }),
  handlingFee: obj({
    value: decimal({ min: 0, maxScale: 4 }),
    calculationType: enumOf("FIXED", "PERCENTAGE"),
  }),
  freeDeliveryMinimumAmount: decimal({ min: 0, maxScale: 6 }),
});

/** The carrier services and the package of the shipping-label provider for some regions. */
export const ShippoConfiguration = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  deliveryRegionId: guid(),
  deliveryRegionIds: list(guid(), { maxSize: 50 }),
  domesticServices: list(
    obj({
      id: guid(),
      service: enumOf("GROUND_ADVANTAGE", "PRIORITY_MAIL", "PRIORITY_MAIL_EXPRESS"),
      serviceSettings,
    }),
    { maxSize: 3 },
  ),
  internationalServices: list(
    obj({
      id: guid(),
      service: enumOf(
        "FIRST_CLASS_PACKAGE_INTERNATIONAL",
        "PRIORITY_MAIL_INTERNATIONAL",
        "PRIORITY_MAIL_EXPRESS_INTERNATIONAL",
      ),
      serviceSettings,
    }),
    { maxSize: 3 },
  ),
  packageType: enumOf(
    "CUSTOM",
    "FLAT_RATE_ENVELOPE",
    "PADDED_FLAT_RATE_ENVELOPE",
    "SMALL_FLAT_RATE_BOX",
    "MEDIUM_FLAT_RATE_BOX_1",
    "MEDIUM_FLAT_RATE_BOX_2",
    "LARGE_FLAT_RATE_BOX",
  ),
  packageDetails: obj({
    name: text({ maxLength: 255 }),
    dimensions: obj({ length: size(), width: size(), height: size() }),
    maxNumberOfProducts: text(),
  }),
  osLocationId: guid(),
  shipFromAddress: readonly(Address),
  backupWeight: decimal({ min: 0, maxScale: 5 }),
  extendedFields: ExtendedFields,
});
export interface ShippoConfiguration extends z.input<typeof ShippoConfiguration> {}
