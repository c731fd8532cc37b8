import type * as z from "zod/mini";
import { decimal, enumOf, num, obj, readonly, text } from "../../../models/fields.ts";
import { MeasurementUnit } from "./product.ts";

const amount = () => decimal({ min: 0, max: 999999999.99, maxScale: 3 });

/** An amount in the currency of the shop, as decimal text. The formatted amount is returned on request only. */
export const AmountV3 = obj({ amount: amount(), formattedAmount: text({ readonly: true }) });
export interface AmountV3 extends z.input<typeof AmountV3> {}

export const PriceRangeV3 = obj({ minValue: AmountV3, maxValue: AmountV3 });

export const UnitSettings = obj(
  { quantity: num({ min: 0.01, max: 999999999.99 }), measurementUnit: MeasurementUnit },
  { required: ["measurementUnit"] },
);
export const UnitPriceV3 = obj({
  settings: UnitSettings,
  value: readonly(amount()),
  description: text({ readonly: true }),
  priceAfterDiscount: readonly(AmountV3),
});
export const PriceInfoV3 = obj({
  actualPrice: AmountV3,
  compareAtPrice: AmountV3,
  priceAfterDiscount: readonly(AmountV3),
});
export const RevenueDetails = obj({
  cost: AmountV3,
  profit: readonly(AmountV3),
  profitMargin: num({ readonly: true }),
});

/** How amounts are rounded after a percentage change. */
export const RoundingStrategy = enumOf(
  "UNKNOWN_ROUNDING_STRATEGY",
  "NO_ROUNDING",
  "CURRENCY_PRECISION",
  "NEAREST_WHOLE_NUMBER",
);
const lowest = -999999999.99;
/** An increase or decrease of a value. */
export const Adjustment = obj(
  {
    amount: decimal({ min: lowest, max: 999999999.99, maxScale: 2 }),
    percentage: num({ min: -100, max: 1000 }),
  },
  { oneOf: [["amount", "percentage"]] },
);
export interface Adjustment extends z.input<typeof Adjustment> {}
/** A decrease of a value. */
export const Reduction = obj(
  { amount: decimal({ min: 0, max: 999999999.99, maxScale: 2 }), percentage: num({ min: 0, max: 100 }) },
  { oneOf: [["amount", "percentage"]] },
);
export interface Reduction extends z.input<typeof Reduction> {}
