import { amountText, type Decimal, decimal, parseAmount } from "../kernel/money.ts";
import { exactSalePrice } from "./discount.ts";
import { type Discount, type ProductDraft, present, type VariantDraft } from "./draft.ts";

/** What a buyer pays, and the price before the discount, as the columns of shops with compare-at prices have them. */
export interface SellingPrice {
  price?: string | null;
  compareAt?: string | null;
}

/**
 * Returns the discount of selling prices and each price before it; absent prices stay absent. The platform has no discounts
 * per variant: the discount is an amount or a whole percentage that all have, and undefined if they have different ones.
 */
export function fromSellingPrices(prices: readonly SellingPrice[]): {
  discount: Discount | undefined;
  before: (string | null | undefined)[];
} {
  const reductions = prices.map(({ price, compareAt }): Reduction | undefined => {
    if (typeof price !== "string") return undefined;
    const now = decimal(price);
    const before = parseAmount(compareAt ?? "");
    return { now, before: before?.gt(now) ? before : now };
  });
  const known = reductions.filter((reduction) => reduction !== undefined);
  const amount = sharedAmount(known);
  const discount = amount === undefined ? sharedPercentage(known) : amount;
  const before = prices.map(({ price }, index) => {
    const reduction = discount === undefined ? undefined : reductions[index];
    return reduction ? amountText(reduction.before) : price;
  });
  return { discount, before };
}

/**
 * Sets the prices before the discount of rows with selling prices, and returns their discount. `differ`: what the notice calls discounts
 * that the rows do not share.
 */
export function setPricesBefore(
  rows: readonly SellingPrice[],
  notices: Set<string>,
  differ: string,
): Discount | undefined {
  const { discount, before } = fromSellingPrices(rows);
  if (discount === undefined) notices.add(`not imported: ${differ}`);
  for (const [index, row] of rows.entries()) {
    Object.assign(row, present({ price: before[index] }));
    delete row.compareAt;
  }
  return discount;
}

interface Reduction {
  now: Decimal;
  before: Decimal;
}

function sharedAmount([first, ...others]: readonly Reduction[]): Discount | undefined {
  const off = first === undefined ? decimal("0") : first.before.minus(first.now);
  if (others.some(({ now, before }) => !before.minus(now).eq(off))) return undefined;
  return off.eq("0") ? null : amountText(off);
}

/** Returns the whole percentage by which all prices are reduced. The highest price tells most exactly which one. */
function sharedPercentage(reductions: readonly Reduction[]): Discount | undefined {
  const highest = reductions.reduce((a, b) => (b.before.gt(a.before) ? b : a));
  const off = highest.before.minus(highest.now).times(decimal("100")).div(highest.before);
  const discount = `${amountText(off.round(0, 1))}%`;
  return reductions.every(({ now, before }) => sellingPrice(before, discount).eq(now)) ? discount : undefined;
}

/** Returns the price after a discount, rounded to the decimals of the price and at least two; never below 0. */
export function sellingPrice(before: Decimal, discount: Discount): Decimal {
  const [, digits = ""] = amountText(before).split(".");
  const after = exactSalePrice(before, discount);
  return after.lt("0") ? decimal("0") : after.round(Math.max(2, digits.length), 1);
}

/** Returns the price of a variant after the discount, and the one before it if there is a discount. */
export function pricesToPay(
  { price }: Pick<VariantDraft, "price">,
  { price: productPrice, discount = null }: ProductDraft,
): SellingPrice {
  const before = price ?? productPrice;
  if (!before) return {};
  const now = amountText(sellingPrice(decimal(before), discount));
  return now === before ? { price: now } : { price: now, compareAt: before };
}

/** Returns what is lost of a discount that a file has as prices, from which `read` is read back. */
export function discountLosses({ discount = null }: ProductDraft, read: Discount | undefined): string[] {
  if (discount === null || discount === read) return [];
  if (!discount.endsWith("%")) return ["discounts that exceed a price"];
  return [
    read === undefined
      ? "percentage discounts with fractions (become prices)"
      : "percentage discounts (become amounts)",
  ];
}
