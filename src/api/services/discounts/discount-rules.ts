import { genericEndpoints } from "../generic.ts";
import { DiscountRule } from "./models/discount-rule.ts";

/** Discounts that give themselves in some span of time. */
export const discountRules = genericEndpoints({
  name: ["discount rule", "discount rules"],
  one: "discountRule",
  many: "discountRules",
  model: DiscountRule,
  path: "/ecom/v1/discount-rules",
  required: ["discounts", "name"],
});
