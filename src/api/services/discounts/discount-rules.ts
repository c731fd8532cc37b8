import { service } from "../../endpoint.ts";
import { genericEndpoints } from "../generic.ts";
import { DiscountRule } from "./models/discount-rule.ts";

/** Discount rules, which apply automatically during a period. */
export const discountRules = service(
  "discountRules",
  genericEndpoints({
    name: ["discount rule", "discount rules"],
    one: "discountRule",
    many: "discountRules",
    model: DiscountRule,
    path: "/ecom/v1/discount-rules",
    required: ["discounts", "name"],
  }),
);
