import type { DiscountRule } from "../../api/services/discounts/discounts.ts";
import type { Decimal } from "../../kernel/money.ts";

/** A discount with its calculated amounts. */
export interface PricedDiscount {
  source: { rule: DiscountRule } | { coupon: Coupon } | { merchant: MerchantReduction };
  scope: "GLOBAL" | "SPECIFIC_ITEMS" | "SHIPPING";
  amount: Decimal;
  /** The discount per line, by line id, adding up to the amount; empty for delivery discounts. */
  lines: ReadonlyMap<string, Decimal>;
}

/** A coupon. Exactly one of `percent`, `amount` and `freeShipping` is set. Amounts are decimal text. */
export interface Coupon {
  id: string;
  code: string;
  name: string;
  percent?: string | undefined;
  amount?: string | undefined;
  freeShipping?: boolean | undefined;
  /** Minimum subtotal of the eligible items before discounts. */
  minimumSubtotal?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
  /** Maximum number of orders that can use the coupon. */
  usageLimit?: number | undefined;
  /** Default: true. */
  active?: boolean | undefined;
  createdDate?: string | undefined;
  used: number;
  /** Eligible products and collections. Without either, every item is eligible. */
  productIds?: string[] | undefined;
  collectionIds?: string[] | undefined;
}

/** A manual discount by the merchant: a percentage or an amount off all lines or some lines. */
export interface MerchantReduction {
  percentage?: Decimal | undefined;
  amount?: Decimal | undefined;
  lineItemIds?: readonly string[] | undefined;
}
