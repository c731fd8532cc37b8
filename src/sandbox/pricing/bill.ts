import type { Decimal } from "../../kernel/money.ts";
import type { Item } from "./basket.ts";
import type { CouponProblem } from "./coupons.ts";
import type { Delivery } from "./delivery.ts";
import type { Fee } from "./fees.ts";
import type { Given } from "./given.ts";
import type { Sums } from "./sums.ts";
import type { Taxed } from "./tax.ts";

/** What a line costs. */
export interface BilledLine {
  item: Item;
  /** Price by quantity, rounded; nothing where a membership pays. */
  gross: Decimal;
  discount: Decimal;
  /** The tax on what is left after discounts. */
  taxed: Taxed;
  /** Gross less discount plus added tax. */
  total: Decimal;
}

/** What the delivery costs. */
export interface BilledDelivery {
  delivery: Delivery;
  discount: Decimal;
  taxed: Taxed;
  total: Decimal;
}

/** What a fee costs. */
export interface BilledFee {
  fee: Fee;
  taxed: Taxed;
  total: Decimal;
}

/** What a basket costs, part by part; every sum is the exact sum of its parts. */
export interface Bill {
  currency: string;
  lines: readonly BilledLine[];
  delivery?: BilledDelivery | undefined;
  fees: readonly BilledFee[];
  discounts: readonly Given[];
  /** Why the coupon gives nothing. */
  couponProblem?: CouponProblem | undefined;
  summary: Sums;
  payNow: Sums;
  payLater: Sums;
  payAfterFreeTrial: Sums;
  /** What the gift card pays of what is due now. */
  giftCard?: Decimal | undefined;
  totalAfterGiftCard: Decimal;
  payNowAfterGiftCard: Decimal;
}

/** The taxes on everything in a bill. */
export function taxedIn({ lines, delivery, fees }: Pick<Bill, "lines" | "delivery" | "fees">): Taxed[] {
  return [...lines, ...(delivery ? [delivery] : []), ...fees].map(({ taxed }) => taxed);
}
