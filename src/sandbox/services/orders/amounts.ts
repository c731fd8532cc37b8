import type { OrderPrice } from "../../../api/services/orders/models.ts";
import {
  amountText,
  type Decimal,
  decimal,
  moneyText,
  parseAmount,
  roundMoney,
} from "../../../kernel/money.ts";
import { formatPrice } from "../products/index.ts";
import type { Amount } from "./tables.ts";

/** Rounds and formats amounts of one currency. */
export interface Currency {
  code: string;
  /** Rounded half up to the currency's digits. */
  price(amount: Decimal): Amount;
}

/** Returns the currency with an ISO 4217 code. Its prices carry `12.30` and `$12.30`. */
export function currencyOf(code: string): Currency {
  // An order has few different amounts, most of them 0, and formatting costs more than a lookup.
  const known = new Map<string, string>();
  return {
    code,
    price(value) {
      const amount = moneyText(value, code);
      const formattedAmount = known.get(amount) ?? formatPrice(decimal(amount), code);
      known.set(amount, formattedAmount);
      return { amount, formattedAmount };
    },
  };
}

export const zero = decimal("0");

/** Returns the amount of a price, or 0 if it has none. */
export function amountOf(price: OrderPrice | null | undefined): Decimal {
  return decimal(price?.amount || "0");
}

/** Returns an amount above zero with no more digits than its currency has, or undefined. */
export function wholeAmount(text: string | null | undefined, currency: string): Decimal | undefined {
  const value = parseAmount(text ?? "");
  if (value === undefined || !value.gt(zero)) return undefined;
  return roundMoney(value, currency).eq(value) ? value : undefined;
}

/** The smaller and the larger of two amounts. */
export const least = (one: Decimal, other: Decimal) => (one.lt(other) ? one : other);
export const most = (one: Decimal, other: Decimal) => (one.gt(other) ? one : other);

/**
 * Returns the price of `count` of `total` units, if `before` units were taken already and all of them cost `whole`.
 * Parts taken one after the other add up to `whole` exactly.
 */
export function shareOf(
  whole: Decimal,
  { total, before, count }: { total: number; before: number; count: number },
  currency: string,
): Decimal {
  const upTo = (units: number) =>
    roundMoney(whole.times(decimal(String(units))).div(decimal(String(total || 1))), currency);
  return upTo(before + count).minus(upTo(before));
}

/** Returns plain decimal text. */
export const textOf = (amount: Decimal): string => amountText(amount);
