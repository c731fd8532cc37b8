import { PlatformError, type Tx } from "../../kernel/tx.ts";
import type { CouponProblem } from "../../pricing/coupons.ts";
import { couponState } from "../../pricing/coupons.ts";
import type { Coupon } from "../../pricing/priced-discount.ts";
import { coupons } from "./tables.ts";

/** The code by which the store keeps a coupon or a gift card: people type them as they like. */
export const keptCode = (code: string): string => code.trim().toUpperCase();

/** The coupon with a code, whatever its state. */
export function couponOf(tx: Tx, code: string | null | undefined): Coupon | undefined {
  return code ? tx.findBy(coupons, "code", keptCode(code)) : undefined;
}

const codes: Readonly<Record<CouponProblem, string>> = {
  EXPIRED: "ERROR_COUPON_HAS_EXPIRED",
  INACTIVE: "ERROR_COUPON_IS_NOT_ACTIVE_YET",
  MAX_USAGE_EXCEEDED: "ERROR_COUPON_USAGE_EXCEEDED",
  NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS: "ERROR_COUPON_NOT_APPLICABLE",
  MIN_SUBTOTAL_NOT_REACHED: "ERROR_INVALID_SUBTOTAL",
};

/** Why a coupon gives nothing: the platform's code, and words for people. */
export function describeCouponProblem(
  coupon: Coupon,
  problem: CouponProblem,
): { code: string; description: string } {
  const { code, end, start, usageLimit, minimumSubtotal } = coupon;
  const words: Record<CouponProblem, string> = {
    EXPIRED: `The coupon ${code} expired on ${end}`,
    INACTIVE: `The coupon ${code} is valid from ${start} on`,
    MAX_USAGE_EXCEEDED: `The coupon ${code} was used ${usageLimit} times, as often as it may be`,
    NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS: `The coupon ${code} is for other items`,
    MIN_SUBTOTAL_NOT_REACHED: `The coupon ${code} is for orders of ${minimumSubtotal} or more`,
  };
  return { code: codes[problem], description: words[problem] };
}

/** The coupon that a buyer typed. Refuses one that does not exist, or cannot be used now, whatever is bought. */
export function usableCoupon(tx: Tx, code: string): Coupon {
  const coupon = couponOf(tx, code);
  if (!coupon) {
    const data = { couponCode: code };
    throw new PlatformError(404, "ERROR_COUPON_DOES_NOT_EXIST", `There is no coupon "${code}"`, data);
  }
  const problem = couponState(coupon, tx.now);
  if (!problem) return coupon;
  const { code: refused, description } = describeCouponProblem(coupon, problem);
  throw new PlatformError(400, refused, description, { couponCode: coupon.code });
}
