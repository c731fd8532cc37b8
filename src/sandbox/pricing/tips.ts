import { type Decimal, roundMoney } from "../../kernel/money.ts";
import { allocate, percentOf, zero } from "./allocate.ts";

/** The tip that a buyer selected: a percentage of the subtotal, an offered AMOUNT, or a CUSTOM amount. */
export interface TipSelection {
  tipType: "PERCENTAGE" | "AMOUNT" | "CUSTOM";
  value: Decimal;
}

/** Returns the tip on a subtotal. */
export function tipOn(subtotal: Decimal, { tipType, value }: TipSelection, currency: string): Decimal {
  return roundMoney(tipType === "PERCENTAGE" ? percentOf(subtotal, value) : value, currency);
}

/** Splits a tip equally (EQUAL) or in proportion to each recipient's earnings (PROPORTIONAL). */
export function splitTip(
  tip: Decimal,
  method: "EQUAL" | "PROPORTIONAL",
  earned: readonly Decimal[],
  currency: string,
): Decimal[] {
  return allocate(tip, method === "EQUAL" ? earned.map(() => zero) : earned, currency);
}
