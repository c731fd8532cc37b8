import type { Product, Variant } from "../../../api/services/products/products.ts";
import type { Json } from "../../../bulk/journal/step.ts";
import { isList, isNumber, type Value, type Values } from "../../../bulk/language/values.ts";
import { amountText, parseAmount } from "../../../kernel/money.ts";
import { productChangeFields } from "../fields.ts";
import { exact, fieldsOf, mediaOf, variantFields } from "../snapshot.ts";

type Fields = Record<string, Json | undefined>;

/** Returns the fields of a product as the values that changes are calculated with. */
export function productValues(product: Product, collections: readonly string[]): Values {
  const fields = fieldsOf(product);
  const { type, value } = (fields.discount ?? { type: "NONE", value: "0" }) as Record<string, string>;
  const { title, description } = (fields.seo ?? {}) as Record<string, string>;
  return valuesOf({
    ...fields,
    ...saleOf(product.priceData),
    discountType: type,
    discountValue: value,
    ...stockOf(product.stock?.trackInventory, product.stock?.quantity, product.stock?.inStock),
    seoTitle: title,
    seoDescription: description,
    collections: [...collections],
    media: mediaOf(product),
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
  const values = valuesOf({ ...fields, ...saleOf(variant.variant?.priceData) });
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** The price after discount, if there is a discount. */
function saleOf(price: Product["priceData"]): { salePrice: string | null } {
  const { discountedPrice } = price ?? {};
  return { salePrice: discountedPrice === price?.price ? null : exact(discountedPrice) };
}

function stockOf(
  tracked: boolean | null | undefined,
  quantity: number | null | undefined,
  inStock: boolean | null | undefined,
) {
  return { stock: tracked ? exact(quantity ?? 0) : null, inStock: inStock ?? true };
}

function valuesOf(fields: Fields): Values {
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
