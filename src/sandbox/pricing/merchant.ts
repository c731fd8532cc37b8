import { type Decimal, roundMoney, sum } from "../../kernel/money.ts";
import { allocate, percentOf, smaller, zero } from "./allocate.ts";
import type { Given } from "./given.ts";

/** What a merchant takes off by hand: a share in percent, or an amount, of all lines or of some. */
export interface MerchantReduction {
  percentage?: Decimal | undefined;
  amount?: Decimal | undefined;
  lineItemIds?: readonly string[] | undefined;
}

/** A merchant's discount on what other discounts have left of the lines. */
export function discountByMerchant(
  merchant: MerchantReduction,
  left: ReadonlyMap<string, Decimal>,
  currency: string,
): Given {
  const meant = [...left].filter(
    ([id]) => !merchant.lineItemIds?.length || merchant.lineItemIds.includes(id),
  );
  const scope = merchant.lineItemIds?.length ? "SPECIFIC_ITEMS" : "GLOBAL";
  return { source: { merchant }, scope, ...spread(merchant, meant, currency) };
}

/** A share or an amount off some lines, spread over them by what they cost; never more than they cost. */
export function spread(
  { percentage, amount }: Pick<MerchantReduction, "percentage" | "amount">,
  lines: readonly (readonly [string, Decimal])[],
  currency: string,
): Pick<Given, "amount" | "lines"> {
  const worth = lines.map(([, value]) => value);
  const total = sum(worth);
  const asked = percentage ? percentOf(total, percentage) : (amount ?? total);
  const off = smaller(roundMoney(asked, currency), total);
  const shares = allocate(off, worth, currency);
  const parts = lines.flatMap(([id], place): [string, Decimal][] => {
    const share = shares[place];
    return share?.gt(zero) ? [[id, share]] : [];
  });
  return { amount: sum(parts.map(([, share]) => share)), lines: new Map(parts) };
}
