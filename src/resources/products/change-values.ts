import type { Product, Variant } from "../../api/services/products.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { applyChanges, type Change } from "../../bulk/language/change.ts";
import { EvaluationError, isList, isNumber, type Value, type Values } from "../../bulk/language/values.ts";
import { type Guards, raised } from "../../bulk/plan/guards.ts";
import { parseDiscount } from "../../files/discount.ts";
import type { Discount } from "../../files/draft.ts";
import { amountText, parseAmount } from "../../kernel/money.ts";
import { productChangeFields } from "./fields.ts";
import {
  altsOf,
  comparedFields,
  exact,
  inventoryOf,
  managedVariants,
  mediaUrls,
  type PricePair,
  salePriceOf,
  seoFields,
  sharedDiscount,
  variantFields,
  writtenAlts,
} from "./snapshot.ts";

type Fields = Record<string, Json | undefined>;

/** Returns the fields of a product as the values that changes are calculated with. */
export function productValues(product: Product, collections: readonly string[]): Values {
  const fields = comparedFields(product);
  return valuesOf({
    ...fields,
    salePrice: salePriceOf(product.priceData),
    ...stockOf(product.stock?.trackInventory, product.stock?.quantity, product.stock?.inStock),
    ...seoFields(fields.seo),
    collections: [...collections],
    media: mediaUrls(product),
    altText: writtenAlts(altsOf(product)),
    infoSections: (fields.infoSections as unknown as Section[]).map(entryOf),
  });
}

/** Returns the values in which a variant differs from its product: those that it has. */
export function variantValues(variant: Variant): Values {
  const { stock } = variant;
  const fields = {
    ...variantFields(variant),
    ...stockOf(stock?.trackQuantity, stock?.quantity, stock?.inStock),
  };
  const own = Object.entries(fields).filter(([, value]) => value !== null);
  const names = new Set([...own.map(([name]) => name), "salePrice", "stock", "inStock"]);
  const values = valuesOf({ ...fields, salePrice: salePriceOf(variant.variant?.priceData) });
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

function stockOf(
  tracked: boolean | null | undefined,
  quantity: number | null | undefined,
  inStock: boolean | null | undefined,
) {
  return { stock: tracked ? exact(quantity ?? 0) : null, inStock: inStock ?? true };
}

/** Returns flat fields as values that expressions read; a field that is absent is empty. */
export function valuesOf(fields: Readonly<Fields>): Values {
  return Object.fromEntries(
    productChangeFields.map(({ name, type }) => {
      const value = fields[name] ?? null;
      const amount = (type === "money" || type === "number") && typeof value === "string";
      return [name, amount ? (parseAmount(value) ?? null) : (value as string | boolean | null | string[])];
    }),
  );
}

/** Returns a value as JSON: amounts as decimal text, an empty text as null. */
export function jsonOf(value: Value): Json {
  if (isNumber(value)) return amountText(value);
  return isList(value) ? [...value] : value === "" ? null : value;
}

/** Returns an info section as an entry: `Care: Wash cold`. */
const entryOf = ({ title, description }: Section): string => `${title}: ${description}`;

/** Returns the info sections that entries describe; entries of present sections are those sections. */
export function sectionsOf(entries: readonly string[], present: readonly Section[]): Json {
  return entries.map((entry) => {
    const [, title = entry, description = ""] = /^([^:]+):\s*(.*)$/s.exec(entry) ?? [];
    const { ...section } = present.find((one) => entryOf(one) === entry) ?? {
      title: title.trim(),
      description,
    };
    return section;
  });
}

interface Section {
  title: string;
  description: string;
}

const ofDiscount = new Set(["salePrice", "discount"]);

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
    return { discount: givenDiscount(set, present, currency) };
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
  if (pairs.length === 0) return { discount: null };
  if (pairs.length < rows.length)
    throw new EvaluationError(
      "salePrice would be empty for some of its prices only, and its discount applies to all of them",
      "salePrice",
    );
  const discount = sharedDiscount(pairs, currency);
  if (discount.type === "NONE") return { discount: null };
  if (discount.type !== "mixed")
    return { discount: `${amountText(discount.value)}${discount.type === "PERCENT" ? "%" : ""}` };
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
  const sale = { ...guards, field: "salePrice" };
  const after = raised(values, applyChanges(changes, values, { currency }), sale, currency);
  const [full, actual] = [after.price ?? values.price, after.salePrice];
  if (!isNumber(full) || !isNumber(actual)) return undefined;
  if (actual.gt(full)) {
    const message = `salePrice would become ${amountText(actual)}, above the price of ${amountText(full)}`;
    throw new EvaluationError(message, "salePrice");
  }
  if (actual.eq("0") && full.gt("0"))
    throw new EvaluationError("salePrice would become 0; to give it away: discount = 100%", "salePrice");
  return { full, actual };
}

function givenDiscount(set: readonly Change[], present: Values, currency: string): Discount {
  const { discount } = applyChanges(set, present, { currency });
  const text = typeof discount === "string" ? discount : "";
  const given = parseDiscount(text);
  if (given !== undefined) return given;
  throw new EvaluationError(
    `discount would become "${text}", and it is a percentage or an amount`,
    "discount",
  );
}

/** Returns whether the product has no discount while variants have one (catalog v3). */
export function hasMixedDiscount({ discount, variants }: Product): boolean {
  if ((discount?.type ?? "NONE") !== "NONE") return false;
  return (variants ?? []).some(({ variant }) => {
    const { price, discountedPrice } = variant?.priceData ?? {};
    return typeof discountedPrice === "number" && discountedPrice !== price;
  });
}

/** Returns whether a change sets stock. */
export const isOfStock = ({ field }: Change): boolean => field.name === "stock" || field.name === "inStock";

/** The most that the platform stores. */
const max = 99_999;

/**
 * Returns the stock of the variants with these keys before and after a change, each from its own stock; without keys, of all
 * variants. Throws EvaluationError for a quantity that is not possible, and if tracking would begin or end for a part of the
 * variants only.
 */
export function stockStep(
  product: Product,
  present: Values,
  changes: readonly Change[],
  keys?: ReadonlySet<string>,
): { before: Json; after: Json } | undefined {
  const [change] = changes;
  if (change === undefined) return undefined;
  const { tracked, variants } = inventoryOf(product);
  const managed = managedVariants(product);
  const { name } = change.field;
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  for (const [key, now] of Object.entries(variants)) {
    if (keys && !keys.has(key)) continue;
    const variant = managed.get(key);
    const values = variant ? { ...present, ...variantValues(variant) } : present;
    const value = applyChanges([change], values, { currency: "USD" })[name] ?? null;
    before[key] = now;
    after[key] = name === "stock" ? quantity(value) : value === true;
  }
  const tracks = name === "stock";
  const isPart = Object.keys(after).length < Object.keys(variants).length;
  if (tracks !== tracked && isPart) {
    const what = tracks ? "is not tracked" : "is tracked";
    throw new EvaluationError(
      `the stock of "${product.name}" ${what}; change that for all of its variants: till products stock set ${product.slug}`,
      name,
    );
  }
  return { before: { tracked, variants: before }, after: { tracked: tracks, variants: after } };
}

function quantity(value: Value): number {
  const text = isNumber(value) ? amountText(value) : "";
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  throw new EvaluationError(`stock would become ${text}, but it is a whole number from 0 to ${max}`, "stock");
}
