/** The parts of this service that other services may use. */
export { couponOf, coupons, describeCouponProblem, discountRules, usableCoupon } from "./discounts.ts";
