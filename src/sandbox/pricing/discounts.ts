import type { DiscountRule, DiscountScope, DiscountTrigger } from "../../api/services/discounts.ts";
import { amountFromJson, type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { allocate, max, min, percentOf, whole, zero } from "./allocate.ts";
import type { Coupon, MerchantReduction, PricedDiscount, PricingInput, PricingItem } from "./input.ts";

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

/** Returns whether a rule is active now and its conditions hold. */
function ruleApplies(rule: DiscountRule, cart: Pick<PricingInput, "items" | "memberId" | "now">): boolean {
  return discountStatus(rule, cart.now) === "LIVE" && (!rule.trigger || triggerHolds(rule.trigger, cart));
}

/** Triggers of apps and of contact labels and segments never match: the sandbox does not support them. */
function triggerHolds(trigger: DiscountTrigger, cart: Pick<PricingInput, "items" | "memberId">): boolean {
  const { and, or, subtotalRange, itemQuantityRange, customerEligibility, customTrigger } = trigger;
  if (and) return (and.triggers ?? []).every((one) => triggerHolds(one, cart));
  if (or) return (or.triggers ?? []).some((one) => triggerHolds(one, cart));
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

/** The parameters of custom filters that the sandbox supports, for any app. */
interface FilterParams {
  collectionIds?: unknown;
  /** `SHIPPING`: applies to the delivery only. */
  target?: unknown;
}

const paramsOf = ({ customFilter }: DiscountScope): FilterParams =>
  typeof customFilter?.params === "object" && customFilter.params !== null ? customFilter.params : {};

/** Returns whether an item is in at least one scope. */
function inScopes(scopes: readonly DiscountScope[], item: PricingItem): boolean {
  return scopes.some((scope) => inScope(scope, item));
}

function inScope(scope: DiscountScope, item: PricingItem): boolean {
  const { catalogItemFilter: items } = scope;
  if (items) {
    const { catalogAppId, catalogItemIds } = items;
    if (catalogAppId && item.appId !== catalogAppId) return false;
    return !catalogItemIds?.length || catalogItemIds.includes(item.catalogItemId ?? "");
  }
  const { collectionIds } = paramsOf(scope);
  return Array.isArray(collectionIds) && collectionIds.some((id) => item.collectionIds?.includes(id));
}

/** Returns whether scopes target the delivery, every item, or some items. */
function targetOf(scopes: readonly DiscountScope[]): "SHIPPING" | "GLOBAL" | "SPECIFIC_ITEMS" {
  if (scopes.some((scope) => paramsOf(scope).target === "SHIPPING")) return "SHIPPING";
  const isWide = ({ catalogItemFilter }: DiscountScope) =>
    catalogItemFilter && !catalogItemFilter.catalogItemIds?.length;
  return scopes.some(isWide) ? "GLOBAL" : "SPECIFIC_ITEMS";
}

/** Whether a rule gives discounts at a time: it is switched on, has begun, and has not ended. */
export function discountStatus(
  { active, activeTimeInfo }: Pick<DiscountRule, "active" | "activeTimeInfo">,
  now: Date,
): "LIVE" | "EXPIRED" | "PENDING" {
  const at = (time: string | null | undefined) => (time ? Date.parse(time) : undefined);
  const [start, end] = [at(activeTimeInfo?.start), at(activeTimeInfo?.end)];
  if (end !== undefined && end <= now.getTime()) return "EXPIRED";
  return !active || (start !== undefined && start > now.getTime()) ? "PENDING" : "LIVE";
}

/** The platform's codes for why a coupon does not apply. */
export type CouponProblem =
  | "EXPIRED"
  | "INACTIVE"
  | "MAX_USAGE_EXCEEDED"
  | "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS"
  | "MIN_SUBTOTAL_NOT_REACHED";

/** Returns why a coupon cannot be used at a given time regardless of the cart, or undefined if it can. */
export function couponState(coupon: Coupon, now: Date): CouponProblem | undefined {
  if (coupon.active === false) return "INACTIVE";
  if (coupon.start && now < new Date(coupon.start)) return "INACTIVE";
  if (coupon.end && now >= new Date(coupon.end)) return "EXPIRED";
  return coupon.usageLimit !== undefined && coupon.used >= coupon.usageLimit
    ? "MAX_USAGE_EXCEEDED"
    : undefined;
}

/** The cart that a coupon is applied to. */
export interface CouponContext {
  now: Date;
  currency: string;
  items: readonly PricingItem[];
  /** Line amounts before discounts, by line id. */
  gross: ReadonlyMap<string, Decimal>;
  /** Line amounts after discount rules, by line id. */
  left: ReadonlyMap<string, Decimal>;
  /** Delivery price after discount rules. */
  delivery: Decimal;
}

/** Returns the discount of a coupon, or why it does not apply. Gift cards are never discounted. */
export function discountByCoupon(coupon: Coupon, context: CouponContext): PricedDiscount | CouponProblem {
  const problem = couponState(coupon, context.now);
  if (problem) return problem;
  const eligible = context.items.filter((item) => isEligible(coupon, item));
  if (eligible.length === 0) return "NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS";
  const subtotal = sum(eligible.map(({ id }) => context.gross.get(id) ?? zero));
  if (coupon.minimumSubtotal && subtotal.lt(decimal(coupon.minimumSubtotal)))
    return "MIN_SUBTOTAL_NOT_REACHED";
  const source = { coupon };
  if (coupon.freeShipping) return { source, scope: "SHIPPING", amount: context.delivery, lines: new Map() };
  const scope = isRestricted(coupon) || coupon.oneItem ? "SPECIFIC_ITEMS" : "GLOBAL";
  return { source, scope, ...couponAmounts(coupon, eligible, context) };
}

/** Returns what a coupon takes off each eligible line. */
function couponAmounts(
  { percent, amount = "0", price, oneItem }: Coupon,
  eligible: readonly PricingItem[],
  { left, currency }: Pick<CouponContext, "left" | "currency">,
): Pick<PricedDiscount, "amount" | "lines"> {
  const leftOf = ({ id }: PricingItem) => left.get(id) ?? zero;
  const all = eligible.map((item) => ({
    item,
    units: oneItem ? 1 : item.quantity,
    worth: oneItem ? roundMoney(leftOf(item).div(whole(item.quantity)), currency) : leftOf(item),
  }));
  const cheapest = all.reduce((one, other) => (other.worth.lt(one.worth) ? other : one));
  const lines = oneItem ? [cheapest] : all;
  if (price !== undefined) {
    const reduced = lines.map(({ item, units, worth }): [string, Decimal] => [
      item.id,
      max(roundMoney(worth.minus(decimal(price).times(whole(units))), currency), zero),
    ]);
    return { amount: sum(reduced.map(([, off]) => off)), lines: new Map(reduced) };
  }
  const reduction = percent ? { percentage: decimal(percent) } : { amount: decimal(amount) };
  return spreadDiscount(
    reduction,
    lines.map(({ item, worth }) => [item.id, worth]),
    currency,
  );
}

const isRestricted = ({ productIds, collectionIds }: Coupon) =>
  Boolean(productIds?.length || collectionIds?.length);

function isEligible(coupon: Coupon, item: PricingItem): boolean {
  if (item.kind === "GIFT_CARD" || item.covered) return false;
  if (!isRestricted(coupon)) return true;
  if (coupon.productIds?.includes(item.catalogItemId ?? "")) return true;
  return (coupon.collectionIds ?? []).some((id) => item.collectionIds?.includes(id));
}

/** Returns a merchant's discount on what other discounts left of the lines or the delivery. */
export function discountByMerchant(
  merchant: MerchantReduction,
  left: ReadonlyMap<string, Decimal>,
  delivery: Decimal,
  currency: string,
): PricedDiscount {
  const source = { merchant };
  if (merchant.ofDelivery) {
    const { amount } = spreadDiscount(merchant, [["", delivery]], currency);
    return { source, scope: "SHIPPING", amount, lines: new Map() };
  }
  const eligible = [...left].filter(
    ([id]) => !merchant.lineItemIds?.length || merchant.lineItemIds.includes(id),
  );
  const scope = merchant.lineItemIds?.length ? "SPECIFIC_ITEMS" : "GLOBAL";
  return { source, scope, ...spreadDiscount(merchant, eligible, currency) };
}

/** Splits a percentage or an amount off some lines in proportion to their prices, never exceeding them. */
function spreadDiscount(
  { percentage, amount }: Pick<MerchantReduction, "percentage" | "amount">,
  lines: readonly (readonly [string, Decimal])[],
  currency: string,
): Pick<PricedDiscount, "amount" | "lines"> {
  const prices = lines.map(([, value]) => value);
  const total = sum(prices);
  const requested = percentage ? percentOf(total, percentage) : (amount ?? total);
  const off = min(roundMoney(requested, currency), total);
  const shares = allocate(off, prices, currency);
  const parts = lines.flatMap(([id], index): [string, Decimal][] => {
    const share = shares[index];
    return share?.gt(zero) ? [[id, share]] : [];
  });
  return { amount: sum(parts.map(([, share]) => share)), lines: new Map(parts) };
}
