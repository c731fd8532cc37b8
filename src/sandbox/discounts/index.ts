/** The parts of this service that other services may use. */
export {
  countUse,
  couponOf,
  coupons,
  describeCouponProblem,
  discountRules,
  rejectUsedUp,
  usableCoupon,
} from "./discounts.ts";
