import type * as z from "zod/mini";
import { bool, date, guid, list, num, obj, text } from "../../../models/fields.ts";
import { Quantity } from "../../products/models/product.ts";

export const InventoryVariant = obj({
  variantId: text(),
  inStock: bool(),
  quantity: Quantity,
  availableForPreorder: bool(),
});

/** The stock of one product (catalog v1), per variant. Quantities are used only if `trackQuantity` is true. */
export const InventoryItem = obj({
  id: text(),
  externalId: text(),
  productId: text(),
  trackQuantity: bool(),
  variants: list(InventoryVariant),
  lastUpdated: date(),
  numericId: text(),
  preorderInfo: obj({
    enabled: bool(),
    message: text({ minLength: 1, maxLength: 250 }),
    limit: num({ max: 100000 }),
  }),
});
export interface InventoryItem extends z.input<typeof InventoryItem> {}

const owner = { inventoryId: text({ maxLength: 36 }), productId: text({ maxLength: 36 }), variantId: guid() };
export const IncrementData = obj(
  { ...owner, incrementBy: num({ min: 1 }) },
  { oneOf: [["inventoryId", "productId"]] },
);
export const DecrementData = obj(
  { ...owner, externalId: text({ maxLength: 36 }), decrementBy: num({ min: 1 }), preorderRequest: bool() },
  { oneOf: [["inventoryId", "externalId", "productId"]] },
);
