import { roundMoney } from "../../kernel/money.ts";
import { smaller, whole } from "./allocate.ts";
import type { Item } from "./basket.ts";
import type { BilledLine } from "./bill.ts";
import { addUp, type Sums } from "./sums.ts";

/** When something is paid: at checkout, later (at the door, by invoice), or once a free trial is over. */
export type Due = "now" | "later" | "afterFreeTrial";
type Part = Partial<Omit<Sums, "total">>;
/** A part of the sums, and when it is paid. */
export type DuePart = readonly [Due, Part];

const offline: ReadonlySet<string> = new Set([
  "FULL_PAYMENT_OFFLINE",
  "MEMBERSHIP_OFFLINE",
  "MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER",
]);

/** When most of an item is paid. */
export function dueOf({ paymentOption, freeTrial }: Item): Due {
  if (freeTrial) return "afterFreeTrial";
  return offline.has(paymentOption ?? "") ? "later" : "now";
}

/** When delivery and fees are paid: with the items they are for, now where any of these is. */
export function dueWith(items: readonly Item[]): Due {
  const dues = new Set(items.map(dueOf));
  if (dues.size === 0 || dues.has("now")) return "now";
  return dues.has("later") ? "later" : "afterFreeTrial";
}

/**
 * The parts of a line by when they are paid. A deposit is paid on the bare price, at most what the line costs in the
 * end: discount and tax belong to the rest.
 */
export function linePartsOf(
  { item, gross, discount, taxed, total }: BilledLine,
  currency: string,
): DuePart[] {
  const all = { subtotal: gross, discount, tax: taxed.tax, taxAdded: taxed.added };
  if (item.freeTrial || item.paymentOption !== "DEPOSIT_ONLINE" || !item.deposit) return [[dueOf(item), all]];
  const asked = roundMoney(item.deposit.times(whole(item.quantity)), currency);
  const deposit = smaller(asked, smaller(total, gross));
  if (deposit.eq(total)) return [["now", all]];
  return [
    ["now", { subtotal: deposit }],
    ["later", { ...all, subtotal: gross.minus(deposit) }],
  ];
}

/** The sums of what is due at one time. */
export function sumsDue(parts: readonly DuePart[], due: Due): Sums {
  return addUp(parts.filter(([when]) => when === due).map(([, part]) => part));
}
