import { type Decimal, decimal, sum } from "../../kernel/money.ts";
import { zero } from "./allocate.ts";
import type { Item } from "./basket.ts";
import type { Given } from "./given.ts";
import { spread } from "./merchant.ts";

/** A code that gives a discount: one of `percent`, `amount` and `freeShipping`. Amounts are decimal text. */
export interface Coupon {
  id: string;
  code: string;
  name: string;
  percent?: string | undefined;
  amount?: string | undefined;
  freeShipping?: boolean | undefined;
  /** Of the items that it is for, before discounts. */
  minimumSubtotal?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
  /** How many orders may use it. */
  usageLimit?: number | undefined;
  used: number;
  /** Only these products, or those in these collections; all where neither is given. */
  productIds?: string[] | undefined;
  collectionIds?: string[] | undefined;
}

/** Why a coupon gives nothing, in the platform's words. */
export type CouponProblem =
  | "EXPIRED"
  | "INACTIVE"
  | "MAX_USAGE_EXCEEDED"
  | "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS"
  | "MIN_SUBTOTAL_NOT_REACHED";

/** Why a coupon cannot be used at a time, whatever is bought; undefined where it can. */
export function couponState(coupon: Coupon, now: Date): CouponProblem | undefined {
  if (coupon.start && now < new Date(coupon.start)) return "INACTIVE";
  if (coupon.end && now >= new Date(coupon.end)) return "EXPIRED";
  return coupon.usageLimit !== undefined && coupon.used >= coupon.usageLimit
    ? "MAX_USAGE_EXCEEDED"
    : undefined;
}

/** What a coupon meets: the items, what a line costs before discounts and what rules have left of it, the delivery. */
export interface CouponGround {
  now: Date;
  currency: string;
  items: readonly Item[];
  gross: ReadonlyMap<string, Decimal>;
  left: ReadonlyMap<string, Decimal>;
  delivery: Decimal;
}

/** What a coupon takes off, on top of the rules, or why it takes off nothing. Gift cards are never discounted. */
export function discountByCoupon(coupon: Coupon, ground: CouponGround): Given | CouponProblem {
  const problem = couponState(coupon, ground.now);
  if (problem) return problem;
  const meant = ground.items.filter((item) => isFor(coupon, item));
  if (meant.length === 0) return "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS";
  const subtotal = sum(meant.map(({ id }) => ground.gross.get(id) ?? zero));
  if (coupon.minimumSubtotal && subtotal.lt(decimal(coupon.minimumSubtotal)))
    return "MIN_SUBTOTAL_NOT_REACHED";
  const source = { coupon };
  if (coupon.freeShipping) return { source, scope: "SHIPPING", amount: ground.delivery, lines: new Map() };
  const lines = meant.map(({ id }): [string, Decimal] => [id, ground.left.get(id) ?? zero]);
  const reduction = coupon.percent
    ? { percentage: decimal(coupon.percent) }
    : { amount: decimal(coupon.amount ?? "0") };
  const scope = isNarrow(coupon) ? "SPECIFIC_ITEMS" : "GLOBAL";
  return { source, scope, ...spread(reduction, lines, ground.currency) };
}

const isNarrow = ({ productIds, collectionIds }: Coupon) =>
  Boolean(productIds?.length || collectionIds?.length);

function isFor(coupon: Coupon, item: Item): boolean {
  if (item.kind === "GIFT_CARD" || item.covered) return false;
  if (!isNarrow(coupon)) return true;
  if (coupon.productIds?.includes(item.catalogItemId ?? "")) return true;
  return (coupon.collectionIds ?? []).some((id) => item.collectionIds?.includes(id));
}
