import type { DiscountRule } from "../../api/services/discounts/models/discount-rule.ts";
import type { Decimal } from "../../kernel/money.ts";
import type { Coupon } from "./coupons.ts";
import type { MerchantReduction } from "./merchant.ts";

/** A discount as it was given. */
export interface Given {
  source: { rule: DiscountRule } | { coupon: Coupon } | { merchant: MerchantReduction };
  scope: "GLOBAL" | "SPECIFIC_ITEMS" | "SHIPPING";
  amount: Decimal;
  /** The part of each line, by its id; together they are the amount (none for delivery). */
  lines: ReadonlyMap<string, Decimal>;
}
