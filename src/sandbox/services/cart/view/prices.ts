import type { MultiCurrencyPrice } from "../../../../api/models/values.ts";
import type { CartEstimate } from "../../../../api/services/cart/models.ts";
import { type Decimal, moneyText } from "../../../../kernel/money.ts";
import type { Tx } from "../../../kernel/tx.ts";
import type { PriceSums } from "../../../pricing/sums.ts";
import { shopCurrency } from "../../products/index.ts";

/** A public price with all digits of its currency. Prices are shown in the shop's currency. */
export interface WirePrice extends MultiCurrencyPrice {
  amount: string;
  convertedAmount: string;
  formattedAmount: string;
  formattedConvertedAmount: string;
}
/** Formats amounts in the shop's currency. */
export type WritePrice = (amount: Decimal) => WirePrice;

/** Returns the price formatter of this shop. */
export function priceWriter(tx: Tx): WritePrice {
  const { code, format } = shopCurrency(tx);
  return (value) => {
    const [amount, formatted] = [moneyText(value, code), format(value)];
    return {
      amount,
      convertedAmount: amount,
      formattedAmount: formatted,
      formattedConvertedAmount: formatted,
    };
  };
}

/** Returns the platform's price summary. */
export function showSums(sums: PriceSums, write: WritePrice): NonNullable<CartEstimate["priceSummary"]> {
  return {
    subtotal: write(sums.subtotal),
    shipping: write(sums.shipping),
    tax: write(sums.tax),
    discount: write(sums.discount),
    total: write(sums.total),
    additionalFees: write(sums.additionalFees),
  };
}
