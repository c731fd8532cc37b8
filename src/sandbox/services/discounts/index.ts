/** The parts of this service that other services may use. */
export { couponOf, describeCouponProblem, usableCoupon } from "./coupons.ts";
export { coupons, discountRules } from "./tables.ts";
