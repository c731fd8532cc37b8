import type { DiscountRule } from "../../../api/services/discounts/discounts.ts";
import { type Kind, kindOf, type Stored } from "../../kernel/documents/entities.ts";
import type { Table } from "../../kernel/tx.ts";
import { discountStatus } from "../../pricing/discount-status.ts";
import type { Coupon } from "../../pricing/priced-discount.ts";

/** The status depends on the clock (pricing/discount-status.ts) and is not stored. */
export type StoredDiscountRule = Stored<DiscountRule, "active" | "discounts" | "name"> & {
  usageCount: number;
};

export const discountRules: Table<StoredDiscountRule> = { name: "discountRules", columns: {} };

export const discountRuleKind: Kind<StoredDiscountRule> = {
  ...kindOf(discountRules, "ecom.discounts.v1", "discount rule"),
  show: (rule, now) => ({ ...rule, status: discountStatus(rule, now) }),
};

/** Coupons with unique codes, in capitals. */
export const coupons: Table<Coupon> = {
  name: "coupons",
  columns: { code: { type: "text", unique: true, value: ({ code }) => code } },
};
