import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, decimal, enumOf, guid, list, obj, readonly, text } from "../../../models/fields.ts";

/** A delivery price with conditions on the order; without conditions, it always applies. */
export const ConditionalRate = obj({
  amount: decimal({ min: 0, max: 999999999, maxScale: 3 }),
  conditions: list(
    obj({
      type: enumOf("BY_TOTAL_WEIGHT", "BY_TOTAL_PRICE", "BY_TOTAL_QUANTITY"),
      value: decimal({ min: 0, max: 999999999, maxScale: 6 }),
      operator: enumOf("EQ", "GT", "GTE", "LT", "LTE"),
    }),
    { maxSize: 10 },
  ),
  multiplyByQuantity: bool(),
});
export interface ConditionalRate extends z.input<typeof ConditionalRate> {}

/** A shipping option for some regions, priced by rules. */
export const ShippingOption = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  deliveryRegionId: guid(),
  deliveryRegionIds: list(guid(), { maxSize: 50 }),
  title: text({ maxLength: 1000 }),
  estimatedDeliveryTime: text({ maxLength: 500 }),
  rates: list(ConditionalRate, { minSize: 1, maxSize: 50 }),
  extendedFields: ExtendedFields,
});
export interface ShippingOption extends z.input<typeof ShippingOption> {}
