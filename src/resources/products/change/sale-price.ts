import type { Product } from "../../../api/services/products/products.ts";
import type { Json } from "../../../bulk/journal/step.ts";
import { applyChanges, type Change } from "../../../bulk/language/change.ts";
import { EvaluationError, isNumber, type Values } from "../../../bulk/language/values.ts";
import { checkGuards, type Guards } from "../../../bulk/plan/guards.ts";
import { amountText, type Decimal, decimal } from "../../../kernel/money.ts";
import { managedVariants } from "../snapshot.ts";
import { type PricePair, sharedDiscount } from "./discount.ts";
import { variantValues } from "./values.ts";

const ofDiscount = new Set(["salePrice", "discountType", "discountValue"]);

/** Returns whether a change sets the discount of a product. */
export const isOfDiscount = ({ field }: Change): boolean => ofDiscount.has(field.name);

/**
 * Returns the discount of a product after changes; nothing if none of them sets it. A sale price becomes the discount that
 * gives it to all variants: a percentage, else an amount. Throws EvaluationError if there is no such discount.
 */
export function discountAfter(
  product: Product,
  { changes, present, guards }: { changes: readonly Change[]; present: Values; guards: Guards },
  own: readonly Change[],
  isFree: boolean,
): { discount?: Json } {
  const set = own.filter(isOfDiscount);
  if (set.length === 0) return {};
  const currency = product.priceData?.currency ?? "USD";
  if (!set.some(({ field }) => field.name === "salePrice"))
    return { discount: typedDiscount(set, present, currency) };
  if (hasMixedDiscount(product)) {
    throw new EvaluationError(
      `the variants of "${product.name}" have different discounts, which could not be restored`,
      "salePrice",
    );
  }
  const priced = changes.filter(({ field }) => field.name === "price" || field.name === "salePrice");
  const rows = [
    ...(isFree ? [] : [present]),
    ...[...managedVariants(product).values()].map((variant) => ({ ...present, ...variantValues(variant) })),
  ];
  const pairs = rows.flatMap((values) => pairOf(values, priced, guards, currency) ?? []);
  if (pairs.length < rows.length) return { discount: null };
  const discount = sharedDiscount(pairs, currency);
  if (discount.type === "NONE") return { discount: null };
  if (discount.type !== "mixed")
    return { discount: { type: discount.type, value: amountText(discount.value) } };
  const prices = [...new Set(pairs.map(({ full }) => amountText(full)))].slice(0, 3).join(", ");
  throw new EvaluationError(
    `no discount gives all variants (${prices} …) their sale price; use a percentage: salePrice = price * 0.8`,
    "salePrice",
  );
}

/** Returns the price and the sale price of a product or variant; undefined for no sale price. */
function pairOf(
  values: Values,
  changes: readonly Change[],
  guards: Guards,
  currency: string,
): PricePair | undefined {
  const after = applyChanges(changes, values, { currency });
  const [full, actual] = [after.price ?? values.price, after.salePrice];
  if (!isNumber(full) || !isNumber(actual)) return undefined;
  if (actual.gt(full)) {
    const message = `salePrice would become ${amountText(actual)}, above the price of ${amountText(full)}`;
    throw new EvaluationError(message, "salePrice");
  }
  // A first sale is compared with the price.
  const before = { ...values, salePrice: values.salePrice ?? values.price };
  const violation = checkGuards(before, after, { ...guards, field: "salePrice" }, currency);
  if (violation) throw new EvaluationError(violation, "salePrice");
  return { full, actual };
}

function typedDiscount(set: readonly Change[], present: Values, currency: string): Json {
  const { discountType, discountValue } = { ...present, ...applyChanges(set, present, { currency }) };
  const value: Decimal = isNumber(discountValue) ? discountValue : decimal("0");
  if (value.lt(decimal("0")) || (discountType === "PERCENT" && value.gt(decimal("100"))))
    throw new EvaluationError(`discountValue would become ${amountText(value)}`, "discountValue");
  if (discountType === "NONE" && set.some(({ field }) => field.name === "discountValue"))
    throw new EvaluationError("discountValue needs a discountType: AMOUNT or PERCENT", "discountType");
  return discountType === "NONE" || value.eq(decimal("0"))
    ? null
    : { type: discountType as string, value: amountText(value) };
}

/** Returns whether the product has no discount while variants have one (catalog v3). */
function hasMixedDiscount({ discount, variants }: Product): boolean {
  if ((discount?.type ?? "NONE") !== "NONE") return false;
  return (variants ?? []).some(({ variant }) => {
    const { price, discountedPrice } = variant?.priceData ?? {};
    return typeof discountedPrice === "number" && discountedPrice !== price;
  });
}
