import type { ConvertedMoney } from "../../../../api/services/cart/models-v2.ts";
import { type Decimal, moneyText } from "../../../../kernel/money.ts";

/** Formats amounts of one currency for v2 responses. Prices are shown in the shop's currency. */
export type WriteMoney = (amount: Decimal) => ConvertedMoney & { amount: string };

/** Returns the v2 formatter of a currency. */
export function moneyWriter(currency: string): WriteMoney {
  return (value) => {
    const amount = moneyText(value, currency);
    return { amount, convertedAmount: amount };
  };
}
