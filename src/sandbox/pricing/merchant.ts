import { type Decimal, roundMoney, sum } from "../../kernel/money.ts";
import { allocate, min, percentOf, zero } from "./allocate.ts";
import type { MerchantReduction, PricedDiscount } from "./priced-discount.ts";

/** Returns a merchant's discount on the line amounts after other discounts. */
export function discountByMerchant(
  merchant: MerchantReduction,
  left: ReadonlyMap<string, Decimal>,
  currency: string,
): PricedDiscount {
  const eligible = [...left].filter(
    ([id]) => !merchant.lineItemIds?.length || merchant.lineItemIds.includes(id),
  );
  const scope = merchant.lineItemIds?.length ? "SPECIFIC_ITEMS" : "GLOBAL";
  return { source: { merchant }, scope, ...spreadDiscount(merchant, eligible, currency) };
}

/** Splits a percentage or an amount off some lines in proportion to their prices, never exceeding them. */
export function spreadDiscount(
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
