import { amountText, decimal } from "../../kernel/money.ts";
import type { CellReader } from "../csv/read-cells.ts";
import { type Discount, fromCompareAt, noDiscount } from "../discount.ts";
import type { ProductDraft } from "../draft.ts";

/** Returns the price and discount of a Product row. A strikethrough price (newer exports) is the price before an amount discount. */
export function readPrice(
  cells: CellReader,
  price: string | undefined,
): { price?: string; discount?: Discount } {
  const struckThrough = cells.amount("strikethroughPrice");
  if (price !== undefined && struckThrough !== undefined) return fromCompareAt(price, struckThrough);
  const discount = readDiscount(cells);
  return { ...(price !== undefined && { price }), ...(discount !== undefined && { discount }) };
}

function readDiscount(cells: CellReader): Discount | undefined {
  const value = cells.amount("discountValue");
  if (value === undefined) return undefined;
  if (value === null || value === "0") return noDiscount;
  const mode = (cells.text("discountMode") ?? "").trim().toUpperCase();
  if (mode === "PERCENT" || mode === "AMOUNT") return { type: mode, value };
  cells.problem("discountMode", "type", `unknown mode "${mode}". Use PERCENT or AMOUNT.`);
  return undefined;
}

/** Returns the variant's price: the product's price plus the surcharge, or the price in newer exports; null without either. */
export function variantPrice(cells: CellReader, product: ProductDraft): string | null | undefined {
  if (!cells.has("surcharge")) {
    const own = cells.amount("price");
    if (typeof own !== "string") return own;
    const { price, discount } = fromCompareAt(own, cells.amount("strikethroughPrice"));
    const whole = product.discount ?? noDiscount;
    if (discount.type !== whole.type || discount.value !== whole.value)
      cells.problem("strikethroughPrice", "discount", "variants of one product must have the same discount.");
    return price;
  }
  const surcharge = cells.amount("surcharge");
  if (typeof surcharge !== "string") return surcharge;
  if (product.price === undefined) {
    if (!cells.has("price")) cells.problem("surcharge", "price", "a surcharge requires the product's price.");
    return undefined;
  }
  return amountText(decimal(product.price).plus(decimal(surcharge)));
}
