import type { DiscountRule } from "../../api/services/discounts/discounts.ts";
import { amountFromJson, type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { allocate, max, min, percentOf, whole, zero } from "./allocate.ts";
import type { PricingInput } from "./input.ts";
import type { PricingItem } from "./item.ts";
import type { PricedDiscount } from "./priced-discount.ts";
import { inScopes, targetOf } from "./scopes.ts";
import { grossOf, ruleApplies } from "./triggers.ts";

type Value = NonNullable<NonNullable<NonNullable<DiscountRule["discounts"]>["values"]>[number]>;

/**
 * Returns the discounts that rules give on items, calculated on prices before discounts. Each line is discounted by one
 * rule: the rule that saves the buyer most is applied first, then the next one to the remaining lines. Gift cards are
 * never discounted.
 */
export function discountByRules(
  cart: Pick<PricingInput, "items" | "rules" | "memberId" | "now" | "currency">,
): PricedDiscount[] {
  const rules = cart.rules.filter(
    (rule) => ruleApplies(rule, cart) && targetOf(scopesOf(rule)) !== "SHIPPING",
  );
  let open = cart.items.filter(({ kind, covered }) => kind !== "GIFT_CARD" && !covered);
  const discounts: PricedDiscount[] = [];
  for (let left = rules; left.length > 0; ) {
    const best = left
      .map((rule) => ({ rule, discount: applyRule(rule, open, cart.currency) }))
      .reduce((most, one) => (one.discount.amount.gt(most.discount.amount) ? one : most));
    if (best.discount.amount.eq(zero)) break;
    discounts.push(best.discount);
    open = open.filter(({ id }) => !best.discount.lines.has(id));
    left = left.filter((rule) => rule !== best.rule);
  }
  return discounts;
}

/** Returns the discount of the best delivery rule, or undefined if none applies. */
export function discountDelivery(
  cart: Pick<PricingInput, "items" | "rules" | "memberId" | "now" | "currency">,
  price: Decimal,
): PricedDiscount | undefined {
  const discounts = cart.rules
    .filter((rule) => ruleApplies(rule, cart) && targetOf(scopesOf(rule)) === "SHIPPING")
    .map((rule): PricedDiscount => {
      const amount = roundMoney(lineReduction(ruleValue(rule), price, price, decimal("1")), cart.currency);
      return { source: { rule }, scope: "SHIPPING", amount, lines: new Map() };
    });
  return discounts.reduce<PricedDiscount | undefined>(
    (best, one) => (one.amount.gt(best?.amount ?? zero) ? one : best),
    undefined,
  );
}

const ruleValue = (rule: DiscountRule): Value => rule.discounts?.values?.[0] ?? {};
const scopesOf = (rule: DiscountRule) => ruleValue(rule).specificItemsInfo?.scopes ?? [];

function applyRule(rule: DiscountRule, items: readonly PricingItem[], currency: string): PricedDiscount {
  const scopes = scopesOf(rule);
  const eligible = items.filter((item) => inScopes(scopes, item));
  const value = ruleValue(rule);
  const [bundle] = value.quantityBased?.configurations ?? [];
  const off = bundle
    ? bundleReduction(eligible, bundle.quantity ?? 2, decimal(bundle.price ?? "0"), currency)
    : eligible.map((item): [string, Decimal] => {
        const gross = roundMoney(grossOf(item), currency);
        return [
          item.id,
          min(gross, roundMoney(lineReduction(value, gross, item.price, whole(item.quantity)), currency)),
        ];
      });
  const lines = new Map(off.filter(([, amount]) => amount.gt(zero)));
  return { source: { rule }, scope: targetOf(scopes), amount: sum(lines.values()), lines };
}

/** Returns the reduction of a line's price: a percentage, or an amount per unit, never more than the price. */
function lineReduction(value: Value, gross: Decimal, price: Decimal, quantity: Decimal): Decimal {
  if (value.percentage) return percentOf(gross, amountFromJson(value.percentage));
  if (value.fixedAmount) return min(decimal(value.fixedAmount), price).times(quantity);
  if (value.fixedPrice) return max(price.minus(decimal(value.fixedPrice)), zero).times(quantity);
  return zero;
}

/** Returns the reduction per line for bundles of `size` units at one price, filled with the most expensive units first. */
function bundleReduction(
  items: readonly PricingItem[],
  size: number,
  price: Decimal,
  currency: string,
): [string, Decimal][] {
  const byPrice = [...items].sort((one, other) =>
    one.price.eq(other.price) ? 0 : one.price.lt(other.price) ? 1 : -1,
  );
  const bundles = Math.floor(items.reduce((all, { quantity }) => all + quantity, 0) / size);
  let left = bundles * size;
  const taken = byPrice.map((item) => {
    const count = Math.min(left, item.quantity);
    left -= count;
    return { id: item.id, price: roundMoney(item.price.times(whole(count)), currency) };
  });
  const regular = sum(taken.map((one) => one.price));
  const off = max(regular.minus(roundMoney(price.times(whole(bundles)), currency)), zero);
  const shares = allocate(
    off,
    taken.map((one) => one.price),
    currency,
  );
  return taken.map(({ id }, index) => [id, shares[index] ?? zero]);
}
