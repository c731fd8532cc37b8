import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";

/** `UNKNOWN` and its longer name are from older releases. */
export const AvailabilityStatus = enumOf(
  "UNKNOWN",
  "UNKNOWN_AVAILABILITY_STATUS",
  "OUT_OF_STOCK",
  "IN_STOCK",
  "PREORDER",
);
/** The reason for a stock change. */
export const StockReason = enumOf("ORDER", "MANUAL", "REVERT_INVENTORY_CHANGE");

export const PreorderInfoV3 = obj({
  enabled: bool(),
  message: text({ minLength: 1, maxLength: 250 }),
  limit: num({ min: 0, max: 100000 }),
  counter: num({ readonly: true }),
  quantity: num({ readonly: true }),
});

const stock = {
  inStock: bool(),
  quantity: num({ min: -99999, max: 99999, whole: true }),
  id: text({ readonly: true }),
  revision: text({ readonly: true }),
  preorderInfo: PreorderInfoV3,
};
const trackingMethod = ["inStock", "quantity"] as const;

/** The stock of a variant that is created or updated with its product. */
export const InventoryItemPart = obj(stock, { oneOf: [trackingMethod] });
export interface InventoryItemPart extends z.input<typeof InventoryItemPart> {}

/** The stock of one variant at one location: tracked (`quantity`) or not (`inStock`). */
export const InventoryItemV3 = obj(
  {
    ...stock,
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    variantId: guid(),
    locationId: guid(),
    productId: text({ minLength: 1, maxLength: 36 }),
    trackQuantity: readonly(bool()),
    availabilityStatus: readonly(AvailabilityStatus),
    product: readonly(
      obj({
        name: text(),
        directCategoryIds: list(guid()),
        variantName: text(),
        variantSku: text(),
        variantBarcode: text(),
        variantVisible: bool(),
        brand: obj({ id: guid(), name: text() }),
      }),
    ),
    extendedFields: ExtendedFields,
  },
  { oneOf: [trackingMethod] },
);
export interface InventoryItemV3 extends z.input<typeof InventoryItemV3> {}

const units = () => num({ min: 1, max: 99999 });
const variantAtLocation = {
  variantId: guid(),
  locationId: guid(),
  productId: text({ minLength: 1, maxLength: 36 }),
};

export const DecrementById = obj(
  { inventoryItemId: guid(), decrementBy: units(), preorderRequest: bool() },
  { required: ["inventoryItemId", "decrementBy"] },
);
export const IncrementById = obj(
  { inventoryItemId: guid(), incrementBy: units() },
  { required: ["inventoryItemId", "incrementBy"] },
);
export const DecrementByVariant = obj(
  { ...variantAtLocation, decrementBy: units(), preorderRequest: bool() },
  { required: ["variantId", "decrementBy"] },
);
export const IncrementByVariant = obj(
  { ...variantAtLocation, incrementBy: units() },
  { required: ["variantId", "incrementBy"] },
);
/** A stock change for all items that match a filter. */
export const StockAdjustment = obj(
  { incrementBy: units(), decrementBy: units() },
  { oneOf: [["incrementBy", "decrementBy"]] },
);
