import { amountText, type Decimal, parseAmount } from "../kernel/money.ts";
import type { Discount } from "./draft.ts";

/** Returns a discount in its one form: `15.0%` is `15%`, 5.00 is `5`, and 0 is none; undefined for a text that is no discount. */
export function parseDiscount(text: string): Discount | undefined {
  const [, digits = "", percent] = /^\s*([\d.]+)\s*(%?)\s*$/.exec(text) ?? [];
  const value = parseAmount(digits);
  if (value === undefined) return text.trim() === "" ? null : undefined;
  return value.eq("0") ? null : `${amountText(value)}${percent}`;
}

/** Returns whether a discount is a percentage, and its value; undefined for none. */
export function discountParts(
  discount: Discount | undefined,
): { type: "AMOUNT" | "PERCENT"; value: string } | undefined {
  if (!discount) return undefined;
  const isPercent = discount.endsWith("%");
  return isPercent ? { type: "PERCENT", value: discount.slice(0, -1) } : { type: "AMOUNT", value: discount };
}

/** Returns the exact price after a discount; who shows or stores it rounds it in a way of its own. */
export function exactSalePrice(
  price: Decimal,
  discount: Discount | { type: "AMOUNT" | "PERCENT"; value: Decimal } | undefined,
): Decimal {
  const { type, value = "0" } = (typeof discount === "string" ? discountParts(discount) : discount) ?? {};
  return price.minus(type === "PERCENT" ? price.times(value).times("0.01") : value);
}
