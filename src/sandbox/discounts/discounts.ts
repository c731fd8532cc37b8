import type { DiscountRule } from "../../api/services/discounts.ts";
import { entityKind, type Kind, type Stored } from "../kernel/entities.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import { type CouponProblem, couponState, discountStatus } from "../pricing/discounts.ts";
import type { Coupon } from "../pricing/input.ts";

/** Normalizes the code of a coupon or gift card as it is stored. */
export const normalizedCode = (code: string): string => code.trim().toUpperCase();

/** Returns the coupon with a code, in any state. */
export function couponOf(tx: Tx, code: string | null | undefined): Coupon | undefined {
  return code ? tx.findBy(coupons, "code", normalizedCode(code)) : undefined;
}

const codes: Readonly<Record<CouponProblem, string>> = {
  EXPIRED: "ERROR_COUPON_HAS_EXPIRED",
  INACTIVE: "ERROR_COUPON_IS_NOT_ACTIVE_YET",
  MAX_USAGE_EXCEEDED: "ERROR_COUPON_USAGE_EXCEEDED",
  NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS: "ERROR_COUPON_NOT_APPLICABLE",
  MIN_SUBTOTAL_NOT_REACHED: "ERROR_INVALID_SUBTOTAL",
};

/** Returns the platform's code and a message for a coupon that does not apply. */
export function describeCouponProblem(
  coupon: Coupon,
  problem: CouponProblem,
): { code: string; description: string } {
  const { code, end, start, usageLimit, minimumSubtotal } = coupon;
  const descriptions: Record<CouponProblem, string> = {
    EXPIRED: `The coupon ${code} expired on ${end}`,
    INACTIVE:
      coupon.active === false
        ? `The coupon ${code} is not active`
        : `The coupon ${code} is valid from ${start}`,
    MAX_USAGE_EXCEEDED: `The coupon ${code} was used ${usageLimit} times, which is its limit`,
    NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS: `The coupon ${code} does not apply to these items`,
    MIN_SUBTOTAL_NOT_REACHED: `The coupon ${code} applies to orders of at least ${minimumSubtotal}`,
  };
  return { code: codes[problem], description: descriptions[problem] };
}

/** Returns the coupon with a code. Throws PlatformError if it does not exist or cannot be used now. */
export function usableCoupon(tx: Tx, code: string): Coupon {
  const coupon = couponOf(tx, code);
  if (!coupon) {
    const data = { couponCode: code };
    throw new PlatformError(404, "ERROR_COUPON_DOES_NOT_EXIST", `There is no coupon "${code}"`, data);
  }
  const problem = couponState(coupon, tx.now);
  if (!problem) return coupon;
  const { code: errorCode, description } = describeCouponProblem(coupon, problem);
  throw new PlatformError(400, errorCode, description, { couponCode: coupon.code });
}

/** Throws PlatformError 400 if a buyer has used a coupon as often as each customer can. */
export function rejectUsedUp({ code, limitPerCustomer, usedBy }: Coupon, buyer: string, data = {}): void {
  if (limitPerCustomer === undefined || (usedBy?.[buyer] ?? 0) < limitPerCustomer) return;
  const times = limitPerCustomer === 1 ? "once" : `${limitPerCustomer} times`;
  const message = `Each customer can use the coupon ${code} ${times}`;
  throw new PlatformError(400, "ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED", message, {
    ...data,
    couponCode: code,
  });
}

/** Counts a buyer's use of a coupon, or takes it back with `sign` -1. */
export function countUse(tx: Tx, id: string, buyer: string, sign: 1 | -1 = 1): void {
  const coupon = tx.get(coupons, id);
  if (!coupon) return;
  const usedBy = { ...coupon.usedBy, [buyer]: (coupon.usedBy?.[buyer] ?? 0) + sign };
  tx.put(coupons, id, { ...coupon, used: coupon.used + sign, usedBy });
}

/** The status depends on the clock (pricing/discount-status.ts) and is not stored. */
export type StoredDiscountRule = Stored<DiscountRule, "active" | "discounts" | "name"> & {
  usageCount: number;
};

export const discountRules: Table<StoredDiscountRule> = { name: "discountRules" };

export const discountRuleKind: Kind<StoredDiscountRule> = {
  ...entityKind(discountRules, "ecom.discounts.v1", "discount rule"),
  show: (rule, now) => ({ ...rule, status: discountStatus(rule, now) }),
};

/** Coupons with unique codes, in capitals. */
export const coupons: Table<Coupon> = {
  name: "coupons",
  columns: { code: { type: "text", unique: true } },
};
