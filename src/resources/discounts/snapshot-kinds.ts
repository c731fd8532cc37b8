import { coupons } from "../../api/services/discounts/coupons.ts";
import { discountRules } from "../../api/services/discounts/discount-rules.ts";
import type { EntityKind } from "../snapshot/entities.ts";

/** Coupons by code, and automatic discounts by name. */
export const discountKinds: readonly EntityKind[] = [
  {
    kind: "coupon",
    domain: "discounts",
    name: "coupons",
    call: "coupons.query",
    endpoint: { ...coupons.query, paging: "offset", items: "coupons", limitMax: 100 },
    input: { query: {} },
    // The sandbox returns the time of the request as dateCreated.
    derived: ["dateCreated", "expired", "numberOfUsages"],
  },
  {
    kind: "discountRule",
    domain: "discounts",
    name: "discount rules",
    call: "discountRules.query",
    endpoint: discountRules.query,
    input: { query: {} },
    derived: ["status", "usageCount"],
  },
];
