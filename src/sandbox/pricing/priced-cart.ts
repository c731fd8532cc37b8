import type { Decimal } from "../../kernel/money.ts";
import type { CouponProblem } from "./coupons.ts";
import type { Delivery } from "./delivery.ts";
import type { Fee } from "./fees.ts";
import type { PricingItem } from "./item.ts";
import type { PricedDiscount } from "./priced-discount.ts";
import type { PriceSums } from "./sums.ts";
import type { TaxedAmount } from "./tax.ts";

/** A cart line with its price. */
export interface PricedLine {
  item: PricingItem;
  /** Unit price times quantity, rounded; 0 if a membership pays. */
  gross: Decimal;
  discount: Decimal;
  /** Tax on the amount after discounts. */
  taxed: TaxedAmount;
  /** Gross minus discount plus added tax. */
  total: Decimal;
}

/** The delivery with its price. */
export interface PricedDelivery {
  delivery: Delivery;
  discount: Decimal;
  taxed: TaxedAmount;
  total: Decimal;
}

/** A fee with its price. */
export interface PricedFee {
  fee: Fee;
  taxed: TaxedAmount;
  total: Decimal;
}

/** The price of a cart, itemized. Every sum is the exact sum of its parts. */
export interface PricedCart {
  currency: string;
  lines: readonly PricedLine[];
  delivery?: PricedDelivery | undefined;
  fees: readonly PricedFee[];
  discounts: readonly PricedDiscount[];
  /** Why the coupon does not apply. */
  couponProblem?: CouponProblem | undefined;
  summary: PriceSums;
  payNow: PriceSums;
  payLater: PriceSums;
  payAfterFreeTrial: PriceSums;
  /** The part of the amount due now that the gift card pays. */
  giftCard?: Decimal | undefined;
  totalAfterGiftCard: Decimal;
  payNowAfterGiftCard: Decimal;
}

/** Returns the taxes on the lines, the delivery and the fees of a priced cart. */
export function allTaxes({
  lines,
  delivery,
  fees,
}: Pick<PricedCart, "lines" | "delivery" | "fees">): TaxedAmount[] {
  return [...lines, ...(delivery ? [delivery] : []), ...fees].map(({ taxed }) => taxed);
}
