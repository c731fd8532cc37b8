import { type Decimal, decimal, sum } from "../../kernel/money.ts";
import { zero } from "./allocate.ts";
import type { PricingItem } from "./item.ts";
import { spreadDiscount } from "./merchant.ts";
import type { Coupon, PricedDiscount } from "./priced-discount.ts";
/** The platform's codes for why a coupon does not apply. */
export type CouponProblem =
  | "EXPIRED"
  | "INACTIVE"
  | "MAX_USAGE_EXCEEDED"
  | "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS"
  | "MIN_SUBTOTAL_NOT_REACHED";

/** Returns why a coupon cannot be used at a given time regardless of the cart, or undefined if it can. */
export function couponState(coupon: Coupon, now: Date): CouponProblem | undefined {
  if (coupon.active === false) return "INACTIVE";
  if (coupon.start && now < new Date(coupon.start)) return "INACTIVE";
  if (coupon.end && now >= new Date(coupon.end)) return "EXPIRED";
  return coupon.usageLimit !== undefined && coupon.used >= coupon.usageLimit
    ? "MAX_USAGE_EXCEEDED"
    : undefined;
}

/** The cart that a coupon is applied to. */
export interface CouponContext {
  now: Date;
  currency: string;
  items: readonly PricingItem[];
  /** Line amounts before discounts, by line id. */
  gross: ReadonlyMap<string, Decimal>;
  /** Line amounts after discount rules, by line id. */
  left: ReadonlyMap<string, Decimal>;
  /** Delivery price after discount rules. */
  delivery: Decimal;
}

/** Returns the discount of a coupon, or why it does not apply. Gift cards are never discounted. */
export function discountByCoupon(coupon: Coupon, context: CouponContext): PricedDiscount | CouponProblem {
  const problem = couponState(coupon, context.now);
  if (problem) return problem;
  const eligible = context.items.filter((item) => isEligible(coupon, item));
  if (eligible.length === 0) return "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS";
  const subtotal = sum(eligible.map(({ id }) => context.gross.get(id) ?? zero));
  if (coupon.minimumSubtotal && subtotal.lt(decimal(coupon.minimumSubtotal)))
    return "MIN_SUBTOTAL_NOT_REACHED";
  const source = { coupon };
  if (coupon.freeShipping) return { source, scope: "SHIPPING", amount: context.delivery, lines: new Map() };
  const lines = eligible.map(({ id }): [string, Decimal] => [id, context.left.get(id) ?? zero]);
  const reduction = coupon.percent
    ? { percentage: decimal(coupon.percent) }
    : { amount: decimal(coupon.amount ?? "0") };
  const scope = isRestricted(coupon) ? "SPECIFIC_ITEMS" : "GLOBAL";
  return { source, scope, ...spreadDiscount(reduction, lines, context.currency) };
}

const isRestricted = ({ productIds, collectionIds }: Coupon) =>
  Boolean(productIds?.length || collectionIds?.length);

function isEligible(coupon: Coupon, item: PricingItem): boolean {
  if (item.kind === "GIFT_CARD" || item.covered) return false;
  if (!isRestricted(coupon)) return true;
  if (coupon.productIds?.includes(item.catalogItemId ?? "")) return true;
  return (coupon.collectionIds ?? []).some((id) => item.collectionIds?.includes(id));
}
