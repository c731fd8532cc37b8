import type {
  DiscountRule,
  DiscountScope,
  DiscountTrigger,
} from "../../api/services/discounts/models/discount-rule.ts";
import { decimal, sum } from "../../kernel/money.ts";
import { discountStatus } from "../services/discounts/discount-status.ts";
import { whole } from "./allocate.ts";
import type { Basket, Item } from "./basket.ts";
import { inScopes } from "./scopes.ts";

/** Whether a rule is switched on, in its time, and its conditions hold. */
export function ruleApplies(rule: DiscountRule, basket: Pick<Basket, "items" | "memberId" | "now">): boolean {
  return discountStatus(rule, basket.now) === "LIVE" && (!rule.trigger || holds(rule.trigger, basket));
}

/** Conditions of apps, and those on contacts' tags and segments, never hold: the sandbox has no such things. */
function holds(trigger: DiscountTrigger, basket: Pick<Basket, "items" | "memberId">): boolean {
  const { and, or, subtotalRange, itemQuantityRange, customerEligibility, customTrigger } = trigger;
  if (and) return (and.triggers ?? []).every((one) => holds(one, basket));
  if (or) return (or.triggers ?? []).some((one) => holds(one, basket));
  if (subtotalRange) {
    const total = sum(within(subtotalRange.scopes, basket.items).map(grossOf));
    const { from, to } = subtotalRange;
    return !(from && total.lt(decimal(from))) && !(to && total.gt(decimal(to)));
  }
  if (itemQuantityRange) {
    const count = within(itemQuantityRange.scopes, basket.items).reduce((all, one) => all + one.quantity, 0);
    return count >= (itemQuantityRange.from ?? 1) && count <= (itemQuantityRange.to ?? count);
  }
  if (customerEligibility)
    return (customerEligibility.individualMembersInfo?.memberIds ?? []).includes(basket.memberId ?? "");
  return !customTrigger;
}

/** What a line costs before discounts, not rounded. */
export const grossOf = (item: Item) => (item.covered ? decimal("0") : item.price.times(whole(item.quantity)));

function within(scopes: readonly DiscountScope[] | null | undefined, items: readonly Item[]): Item[] {
  return items.filter((item) => !scopes?.length || inScopes(scopes, item));
}
