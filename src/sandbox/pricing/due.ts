import { roundMoney } from "../../kernel/money.ts";
import { min, whole } from "./allocate.ts";
import type { PricingItem } from "./item.ts";
import type { PricedLine } from "./priced-cart.ts";
import { addUp, type PriceSums } from "./sums.ts";

/** When an amount is due: at checkout, later (offline, by invoice), or when a free trial ends. */
export type Due = "now" | "later" | "afterFreeTrial";
type Part = Partial<Omit<PriceSums, "total">>;
/** A part of the sums with its due time. */
export type DuePart = readonly [Due, Part];

const offline: ReadonlySet<string> = new Set([
  "FULL_PAYMENT_OFFLINE",
  "MEMBERSHIP_OFFLINE",
  "MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER",
]);

/** Returns when an item is due. A deposit is ignored. */
function dueOf({ paymentOption, freeTrial }: PricingItem): Due {
  if (freeTrial) return "afterFreeTrial";
  return offline.has(paymentOption ?? "") ? "later" : "now";
}

/** Returns when the delivery or fees for some items are due: now if any of the items is due now. */
export function dueWith(items: readonly PricingItem[]): Due {
  const dues = new Set(items.map(dueOf));
  if (dues.size === 0 || dues.has("now")) return "now";
  return dues.has("later") ? "later" : "afterFreeTrial";
}

/**
 * Splits a line by due time. A deposit applies to the price before discounts and is at most the line's total;
 * discount and tax belong to the rest.
 */
export function linePartsOf(
  { item, gross, discount, taxed, total }: PricedLine,
  currency: string,
): DuePart[] {
  const all = { subtotal: gross, discount, tax: taxed.tax, taxAdded: taxed.added };
  if (item.freeTrial || item.paymentOption !== "DEPOSIT_ONLINE" || !item.deposit) return [[dueOf(item), all]];
  const requested = roundMoney(item.deposit.times(whole(item.quantity)), currency);
  const deposit = min(requested, min(total, gross));
  if (deposit.eq(total)) return [["now", all]];
  return [
    ["now", { subtotal: deposit }],
    ["later", { ...all, subtotal: gross.minus(deposit) }],
  ];
}

/** Returns the sums of the parts that are due at one time. */
export function sumsDue(parts: readonly DuePart[], due: Due): PriceSums {
  return addUp(parts.filter(([when]) => when === due).map(([, part]) => part));
}
