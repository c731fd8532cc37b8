import { type Decimal, roundMoney } from "../../kernel/money.ts";
import { allocate, percentOf, zero } from "./allocate.ts";

/** What a buyer chose to give: a share of the subtotal in percent, or an amount (AMOUNT is offered, CUSTOM is typed). */
export interface TipAsked {
  tipType: "PERCENTAGE" | "AMOUNT" | "CUSTOM";
  value: Decimal;
}

/** The tip on a subtotal. */
export function tipOn(subtotal: Decimal, { tipType, value }: TipAsked, currency: string): Decimal {
  return roundMoney(tipType === "PERCENTAGE" ? percentOf(subtotal, value) : value, currency);
}

/** A tip shared out: to each the same (EQUAL), or by what each one's items cost (PROPORTIONAL). */
export function splitTip(
  tip: Decimal,
  method: "EQUAL" | "PROPORTIONAL",
  earned: readonly Decimal[],
  currency: string,
): Decimal[] {
  return allocate(tip, method === "EQUAL" ? earned.map(() => zero) : earned, currency);
}
