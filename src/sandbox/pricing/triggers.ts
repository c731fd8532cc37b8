import type { DiscountRule, DiscountScope, DiscountTrigger } from "../../api/services/discounts/discounts.ts";
import { decimal, sum } from "../../kernel/money.ts";
import { whole } from "./allocate.ts";
import { discountStatus } from "./discount-status.ts";
import type { PricingInput } from "./input.ts";
import type { PricingItem } from "./item.ts";
import { inScopes } from "./scopes.ts";

/** Returns whether a rule is active now and its conditions hold. */
export function ruleApplies(
  rule: DiscountRule,
  cart: Pick<PricingInput, "items" | "memberId" | "now">,
): boolean {
  return discountStatus(rule, cart.now) === "LIVE" && (!rule.trigger || holds(rule.trigger, cart));
}

/** Triggers of apps and of contact labels and segments never match: the sandbox does not support them. */
function holds(trigger: DiscountTrigger, cart: Pick<PricingInput, "items" | "memberId">): boolean {
  const { and, or, subtotalRange, itemQuantityRange, customerEligibility, customTrigger } = trigger;
  if (and) return (and.triggers ?? []).every((one) => holds(one, cart));
  if (or) return (or.triggers ?? []).some((one) => holds(one, cart));
  if (subtotalRange) {
    const total = sum(itemsInScopes(subtotalRange.scopes, cart.items).map(grossOf));
    const { from, to } = subtotalRange;
    return !(from && total.lt(decimal(from))) && !(to && total.gt(decimal(to)));
  }
  if (itemQuantityRange) {
    const count = itemsInScopes(itemQuantityRange.scopes, cart.items).reduce(
      (all, one) => all + one.quantity,
      0,
    );
    return count >= (itemQuantityRange.from ?? 1) && count <= (itemQuantityRange.to ?? count);
  }
  if (customerEligibility)
    return (customerEligibility.individualMembersInfo?.memberIds ?? []).includes(cart.memberId ?? "");
  return !customTrigger;
}

/** Returns the price of a line before discounts, not rounded. */
export const grossOf = (item: PricingItem) =>
  item.covered ? decimal("0") : item.price.times(whole(item.quantity));

function itemsInScopes(
  scopes: readonly DiscountScope[] | null | undefined,
  items: readonly PricingItem[],
): PricingItem[] {
  return items.filter((item) => !scopes?.length || inScopes(scopes, item));
}
