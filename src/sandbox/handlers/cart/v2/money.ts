import type { ConvertedMoney } from "../../../../api/services/cart/models/cart-v2.ts";
import { type Decimal, moneyText } from "../../../../kernel/money.ts";

/** Writes amounts of one currency as they travel; the buyer sees the currency of the shop. */
export type WriteMoney = (amount: Decimal) => ConvertedMoney & { amount: string };

/** The writer of amounts of a currency. */
export function moneyWriter(currency: string): WriteMoney {
  return (value) => {
    const amount = moneyText(value, currency);
    return { amount, convertedAmount: amount };
  };
}
