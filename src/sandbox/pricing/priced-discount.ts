import type { DiscountRule } from "../../api/services/discounts/models/discount-rule.ts";
import type { Decimal } from "../../kernel/money.ts";
import type { Coupon } from "./coupons.ts";
import type { MerchantReduction } from "./merchant.ts";

/** A discount with its calculated amounts. */
export interface PricedDiscount {
  source: { rule: DiscountRule } | { coupon: Coupon } | { merchant: MerchantReduction };
  scope: "GLOBAL" | "SPECIFIC_ITEMS" | "SHIPPING";
  amount: Decimal;
  /** The discount per line, by line id, adding up to the amount; empty for delivery discounts. */
  lines: ReadonlyMap<string, Decimal>;
}
