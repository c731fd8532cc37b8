import type { DiscountRule } from "../../../api/services/discounts/models/discount-rule.ts";
import { listsOf } from "../../kernel/documents/lists.ts";
import { InvalidInput } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import type { Coupon } from "../../pricing/priced-discount.ts";
import { couponFrom, type Specification } from "./specification.ts";
import { coupons, discountRules, type StoredDiscountRule } from "./tables.ts";

/** A coupon as the platform lists it. */
export interface ListedCoupon {
  id: string;
  dateCreated?: string;
  specification: Specification;
  numberOfUsages?: number;
}

/** Stores a coupon of another shop. Returns false for one that the sandbox does not emulate. */
export function putCopiedCoupon(tx: Tx, given: ListedCoupon): boolean {
  try {
    const coupon: Coupon = {
      ...couponFrom(given.specification),
      id: given.id,
      used: given.numberOfUsages ?? 0,
      ...(given.dateCreated && { createdDate: given.dateCreated }),
    };
    tx.put(coupons, coupon.id, JSON.parse(JSON.stringify(coupon)) as Coupon);
    return true;
  } catch (error) {
    if (error instanceof PlatformError || error instanceof InvalidInput) return false;
    throw error;
  }
}

/** Stores an automatic discount of another shop. */
export function putCopiedRule(tx: Tx, given: DiscountRule): void {
  const { status: _, ...rule } = given as StoredDiscountRule;
  tx.put(discountRules, rule.id, {
    ...rule,
    usageCount: rule.usageCount ?? 0,
    lists: listsOf(rule, ["tags.privateTags.tagIds"]),
  });
}
