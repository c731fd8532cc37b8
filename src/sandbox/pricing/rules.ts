import type { DiscountRule } from "../../api/services/discounts/models/discount-rule.ts";
import { amountFromJson, type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { allocate, larger, percentOf, smaller, whole, zero } from "./allocate.ts";
import type { Basket, Item } from "./basket.ts";
import type { Given } from "./given.ts";
import { inScopes, targetOf } from "./scopes.ts";
import { grossOf, ruleApplies } from "./triggers.ts";

type Value = NonNullable<NonNullable<NonNullable<DiscountRule["discounts"]>["values"]>[number]>;

/**
 * What the rules that apply take off the items, on prices before any discount. A line is discounted by one rule: the
 * rule that saves the buyer most goes first, then the next on the lines that are left. Gift cards are never discounted.
 */
export function discountByRules(
  basket: Pick<Basket, "items" | "rules" | "memberId" | "now" | "currency">,
): Given[] {
  const rules = basket.rules.filter(
    (rule) => ruleApplies(rule, basket) && targetOf(scopesOf(rule)) !== "SHIPPING",
  );
  let open = basket.items.filter(({ kind, covered }) => kind !== "GIFT_CARD" && !covered);
  const given: Given[] = [];
  for (let left = rules; left.length > 0; ) {
    const best = left
      .map((rule) => ({ rule, given: giveByRule(rule, open, basket.currency) }))
      .reduce((most, one) => (one.given.amount.gt(most.given.amount) ? one : most));
    if (best.given.amount.eq(zero)) break;
    given.push(best.given);
    open = open.filter(({ id }) => !best.given.lines.has(id));
    left = left.filter((rule) => rule !== best.rule);
  }
  return given;
}

/** What the best of the rules about delivery takes off its price. */
export function discountDelivery(
  basket: Pick<Basket, "items" | "rules" | "memberId" | "now" | "currency">,
  price: Decimal,
): Given | undefined {
  const given = basket.rules
    .filter((rule) => ruleApplies(rule, basket) && targetOf(scopesOf(rule)) === "SHIPPING")
    .map((rule): Given => {
      const amount = roundMoney(offOf(reductionOf(rule), price, price, decimal("1")), basket.currency);
      return { source: { rule }, scope: "SHIPPING", amount, lines: new Map() };
    });
  return given.reduce<Given | undefined>(
    (best, one) => (one.amount.gt(best?.amount ?? zero) ? one : best),
    undefined,
  );
}

const reductionOf = (rule: DiscountRule): Value => rule.discounts?.values?.[0] ?? {};
const scopesOf = (rule: DiscountRule) => reductionOf(rule).specificItemsInfo?.scopes ?? [];

function giveByRule(rule: DiscountRule, items: readonly Item[], currency: string): Given {
  const scopes = scopesOf(rule);
  const meant = items.filter((item) => inScopes(scopes, item));
  const value = reductionOf(rule);
  const [bundle] = value.quantityBased?.configurations ?? [];
  const off = bundle
    ? bundleOff(meant, bundle.quantity ?? 2, decimal(bundle.price ?? "0"), currency)
    : meant.map((item): [string, Decimal] => {
        const gross = roundMoney(grossOf(item), currency);
        return [
          item.id,
          smaller(gross, roundMoney(offOf(value, gross, item.price, whole(item.quantity)), currency)),
        ];
      });
  const lines = new Map(off.filter(([, amount]) => amount.gt(zero)));
  return { source: { rule }, scope: targetOf(scopes), amount: sum(lines.values()), lines };
}

/** What a discount takes off a line: a share of it, or an amount for each piece, never more than there is. */
function offOf(value: Value, gross: Decimal, price: Decimal, quantity: Decimal): Decimal {
  if (value.percentage) return percentOf(gross, amountFromJson(value.percentage));
  if (value.fixedAmount) return smaller(decimal(value.fixedAmount), price).times(quantity);
  if (value.fixedPrice) return larger(price.minus(decimal(value.fixedPrice)), zero).times(quantity);
  return zero;
}

/** `size` pieces for one price: as many bundles as there are, of the dearest pieces. */
function bundleOff(
  items: readonly Item[],
  size: number,
  price: Decimal,
  currency: string,
): [string, Decimal][] {
  const dearest = [...items].sort((one, other) =>
    one.price.eq(other.price) ? 0 : one.price.lt(other.price) ? 1 : -1,
  );
  const bundles = Math.floor(items.reduce((all, { quantity }) => all + quantity, 0) / size);
  let left = bundles * size;
  const taken = dearest.map((item) => {
    const count = Math.min(left, item.quantity);
    left -= count;
    return { id: item.id, worth: roundMoney(item.price.times(whole(count)), currency) };
  });
  const worth = sum(taken.map((one) => one.worth));
  const off = larger(worth.minus(roundMoney(price.times(whole(bundles)), currency)), zero);
  const shares = allocate(
    off,
    taken.map((one) => one.worth),
    currency,
  );
  return taken.map(({ id }, place) => [id, shares[place] ?? zero]);
}
