import * as z from "zod/mini";
import type { Product } from "../../api/services/products.ts";
import { parseDiscount } from "../../files/discount.ts";
import type { ProductDraft, Stock, VariantDraft } from "../../files/draft.ts";
import { type EditedDocument, shownAmount, shownBlock } from "../../files/edit.ts";
import { isWritable, productFieldTable } from "../../files/product-fields.ts";
import { currencyDigits } from "../../kernel/currency.ts";
import { sameJson } from "../../kernel/json.ts";
import { amountText, parseAmount } from "../../kernel/money.ts";
import type { CatalogVersion } from "./catalog.ts";
import { productDraft } from "./draft.ts";
import { ProductObject, type StockObject, stockFields } from "./portable.ts";
import { variantKey, writtenAlts } from "./snapshot.ts";

const amount = z.nullable(z.string().check(z.regex(/^\d+(\.\d+)?$/, "expected an amount such as 19.90")));
const {
  _kind: _productKind,
  customTextFields,
  pricePerUnit,
  choiceMedia,
  readOnly,
  ...productShape
} = ProductObject.shape;

const EditedVariant = z.strictObject({
  choices: z.record(z.string(), z.string()),
  sku: z.optional(z.nullable(z.string())),
  barcode: z.optional(z.nullable(z.string())),
  price: z.optional(amount),
  cost: z.optional(amount),
  weight: z.optional(amount),
  visible: z.optional(z.boolean()),
});
interface EditedVariant extends z.output<typeof EditedVariant> {}

/** A product in an edited text: the fields of snapshots and files that can be written, and its id. */
export const EditedProduct = z.strictObject({
  ...productShape,
  id: z.optional(z.string()),
  handle: z.optional(z.string()),
  barcode: z.optional(z.nullable(z.string())),
  price: z.optional(amount),
  cost: z.optional(amount),
  weight: z.optional(amount),
  salePrice: z.optional(amount),
  altText: z.optional(z.array(z.string())),
  seoTitle: z.optional(z.nullable(z.string())),
  seoDescription: z.optional(z.nullable(z.string())),
  canonical: z.optional(z.nullable(z.string())),
  noindex: z.optional(z.boolean()),
  taxGroup: z.optional(z.nullable(z.string())),
  tags: z.optional(z.array(z.string())),
  privateTags: z.optional(z.array(z.string())),
  subscriptions: z.optional(z.array(z.unknown())),
  oneTimePurchase: z.optional(z.boolean()),
  variants: z.optional(z.array(EditedVariant)),
});
export interface EditedProduct extends z.output<typeof EditedProduct> {}

/** The fields of a product in the order in which they are shown, without its id. */
export const editedProductFields = [
  "name",
  "handle",
  "type",
  "price",
  "cost",
  "discount",
  "salePrice",
  "sku",
  "barcode",
  "weight",
  "visible",
  "brand",
  "ribbon",
  "description",
  "collections",
  "media",
  "altText",
  "options",
  "variants",
  "infoSections",
  "seoTitle",
  "seoDescription",
  "canonical",
  "noindex",
  "taxGroup",
  "tags",
  "privateTags",
  "subscriptions",
  "oneTimePurchase",
  "seo",
] as const satisfies readonly (keyof EditedProduct)[];
export type EditedProductField = (typeof editedProductFields)[number];

/** Fields that are shown only if they are asked for: they follow from others, or others show the most of them. */
const hiddenFields: ReadonlySet<EditedProductField> = new Set(["salePrice", "seo"]);

/** Returns the fields of a product that a version of the catalog can write, and those that are shown if none are named. */
export function editedFields(version: CatalogVersion): Record<"all" | "shown", EditedProductField[]> {
  const others = new Set(
    productFieldTable.flatMap((field) => (isWritable(field, version) ? [] : [field.name])),
  );
  const all = editedProductFields.filter((name) => !others.has(name));
  return { all, shown: all.filter((name) => !hiddenFields.has(name)) };
}

/** Returns the fields of a product that files have and snapshots have not. `taxGroup`: its name. */
export function fileFields(product: Product, taxGroup: string | null): EditedProduct {
  const draft = productDraft(product, [], "till");
  const { salePrice, altText, seoTitle, seoDescription, canonical, noindex } = draft;
  const { barcode, tags, privateTags, subscriptions, oneTimePurchase } = draft;
  const search = { seoTitle, seoDescription, canonical, noindex };
  const others = { tags, privateTags, subscriptions, oneTimePurchase };
  return { barcode, salePrice, altText, ...search, taxGroup, ...others };
}

/** The values of variants that are those of the product unless a variant has its own. */
const inherited = ["sku", "price", "cost", "weight"] as const;

/** Returns the fields of a product as they are edited. Variants lack the values that are the same as the product's. */
export function editedProduct(product: EditedProduct): EditedProduct {
  const fields = editedProductFields.flatMap((name) =>
    product[name] === undefined ? [] : [[name, product[name]] as const],
  );
  return comparable(Object.fromEntries(fields) as EditedProduct);
}

/** Returns fields in a form in which equal values are equal: amounts without zeros at the end, empty text as null. */
function comparable(product: EditedProduct): EditedProduct {
  const { id, variants, ...rest } = product;
  const fields: EditedProduct = { ...rest };
  for (const name of clearable) if (fields[name] === "") fields[name] = null;
  if (fields.altText !== undefined) fields.altText = writtenAlts(fields.altText);
  for (const name of ["price", "cost", "weight", "salePrice"] as const)
    if (fields[name] !== undefined) fields[name] = plainAmount(fields[name], name);
  if (fields.discount) fields.discount = parseDiscount(fields.discount) ?? null;
  if (variants !== undefined) fields.variants = variants.map((variant) => comparableVariant(variant, fields));
  return fields;
}

const search = ["seoTitle", "seoDescription", "canonical", "taxGroup"] as const;
const clearable = ["description", "sku", "barcode", "ribbon", "brand", ...search] as const;

function comparableVariant(
  { choices, visible, barcode, ...values }: EditedVariant,
  product: EditedProduct,
): EditedVariant {
  const variant: EditedVariant = { choices, ...(barcode && { barcode }) };
  for (const name of inherited) {
    const value = name === "sku" ? values.sku || null : plainAmount(values[name] ?? null, name);
    if (value !== null && value !== product[name]) variant[name] = value;
  }
  return { ...variant, ...(visible !== undefined && { visible }) };
}

function plainAmount(text: string | null, name?: string): string | null {
  const value = text === null ? undefined : parseAmount(text);
  const plain = value === undefined ? text : amountText(value);
  return name === "weight" && plain === "0" ? null : plain;
}

/** Returns the fields as they are written into the text: amounts with the digits of the currency, descriptions as blocks. */
export function shownProduct(
  product: EditedProduct,
  only: readonly EditedProductField[],
  currency: string,
): Record<string, unknown> {
  const digits = currencyDigits(currency);
  const amounts = (fields: {
    price?: string | null | undefined;
    cost?: string | null | undefined;
    weight?: string | null | undefined;
  }) => ({
    ...("price" in fields && { price: shownAmount(fields.price, digits) }),
    ...("cost" in fields && { cost: shownAmount(fields.cost, digits) }),
    ...("weight" in fields && { weight: shownAmount(fields.weight) }),
  });
  const { description, variants, infoSections } = product;
  const shown: Record<string, unknown> = {
    ...product,
    ...amounts(product),
    ...("salePrice" in product && { salePrice: shownAmount(product.salePrice, digits) }),
    ...(description !== undefined && { description: shownBlock(description) }),
    ...(variants && { variants: variants.map((variant) => ({ ...variant, ...amounts(variant) })) }),
    ...(infoSections && {
      infoSections: infoSections.map(({ title, description }) => ({
        title,
        description: shownBlock(description),
      })),
    }),
  };
  return Object.fromEntries(only.flatMap((name) => (name in shown ? [[name, shown[name]]] : [])));
}

/** What was changed of a product: a draft with the changed fields only, or mistakes by their paths. */
export interface ProductEdit {
  draft?: ProductDraft;
  mistakes: { path: PropertyKey[]; message: string }[];
}

/** Fields that cannot be removed. */
const required = ["name", "handle", "price"] as const;

/** Compares an edited product with the one that was shown. Without changes there is no draft. */
export function productEdit(
  id: string,
  shown: EditedProduct,
  { values, line, lineOf }: EditedDocument<EditedProduct>,
): ProductEdit {
  const edited = comparable(values);
  const mistakes: ProductEdit["mistakes"] = [];
  const isChanged = (name: EditedProductField) =>
    edited[name] !== undefined && !sameJson(edited[name], shown[name]);
  const changed = editedProductFields.filter((name) => name !== "variants" && isChanged(name));
  for (const name of required)
    if (changed.includes(name) && !edited[name])
      mistakes.push({ path: [name], message: `${name}: a product needs a ${name}` });
  const variants = variantEdits(shown, edited, { lineOf, mistakes });
  if (changed.length === 0 && variants.length === 0) return { mistakes };
  const fields = Object.fromEntries(changed.map((name) => [name, edited[name]]));
  const draft = {
    ...fields,
    key: id,
    id,
    line,
    variants,
  } as ProductDraft;
  return { draft, mistakes };
}

function variantEdits(
  shown: EditedProduct,
  edited: EditedProduct,
  { lineOf, mistakes }: Pick<EditedDocument<EditedProduct>, "lineOf"> & Pick<ProductEdit, "mistakes">,
): VariantDraft[] {
  const before = new Map((shown.variants ?? []).map((variant) => [variantKey(variant.choices), variant]));
  const product = { ...shown, ...edited };
  const newOptions = !sameJson(product.options, shown.options);
  const seen = new Set<string>();
  return (edited.variants ?? []).flatMap((given, index): VariantDraft[] => {
    const key = variantKey(given.choices);
    const path = ["variants", index];
    if (seen.has(key)) mistakes.push({ path, message: "there is another variant with these choices above" });
    seen.add(key);
    const present = before.get(key);
    const variant = { ...(present && { visible: present.visible }), ...given };
    const own = { line: lineOf(path), choices: given.choices };
    if (present && sameJson(variant, present))
      // Its choices are checked against the new options.
      return newOptions ? [own] : [];
    const changed = [...inherited, "barcode" as const].filter((name) => variant[name] !== present?.[name]);
    const isCode = (name: string) => name === "sku" || name === "barcode";
    const values = changed.map((name) => [name, variant[name] ?? (isCode(name) ? null : product[name])]);
    const { visible } = variant;
    return [
      {
        ...own,
        ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
        ...(visible !== undefined && visible !== present?.visible && { visible }),
      },
    ];
  });
}

/** The stock of a product in an edited text, and the id of the product. */
export const EditedStock = z.strictObject({ id: z.optional(z.string()), ...stockFields });
export interface EditedStock extends z.output<typeof EditedStock> {}

type Level = { stock?: number | undefined; inStock?: boolean | undefined };

/** Returns the stock of a product as it is edited. */
export function editedStock({ _kind, handle, preorder, variants, ...stock }: StockObject): EditedStock {
  return { ...stock, variants: variants?.map(({ preorder, ...variant }) => variant) };
}

const stockOf = ({ stock, inStock }: Level): Stock =>
  stock === undefined ? { inStock: inStock ?? true } : { quantity: stock };

/** Compares edited stock with the one that was shown. Without changes there is no draft. */
export function stockEdit(
  id: string,
  shown: EditedStock,
  { values, line, lineOf }: EditedDocument<EditedStock>,
): ProductEdit {
  const mistakes: ProductEdit["mistakes"] = [];
  const { variants, ...own } = values;
  const levels: [path: PropertyKey[], level: Level][] = [
    [[], own],
    ...(variants ?? []).map((variant, index): [PropertyKey[], Level] => [["variants", index], variant]),
  ];
  for (const [path, { stock, inStock }] of levels) {
    if (stock !== undefined && inStock !== undefined)
      mistakes.push({
        path: [...path, "inStock"],
        message: "inStock: give either stock or inStock; remove one of them",
      });
  }
  const base = { key: id, id, line };
  if (!shown.variants) {
    if (variants) mistakes.push({ path: ["variants"], message: "variants: the product has no variants" });
    const level = { ...pick(own) };
    if (Object.keys(level).length === 0 || sameJson(level, pick(shown))) return { mistakes };
    return { draft: { ...base, stock: stockOf(own), variants: [] }, mistakes };
  }
  for (const name of ["stock", "inStock"] as const)
    if (own[name] !== undefined)
      mistakes.push({ path: [name], message: `${name}: its variants have the stock; change it there` });
  const before = new Map(shown.variants.map((variant) => [variantKey(variant.choices), variant]));
  const tracked = shown.variants.some(({ stock }) => stock !== undefined);
  const edited = new Map<string, { line: number; choices: Record<string, string>; level: Level }>();
  for (const [index, one] of (variants ?? []).entries()) {
    const path = ["variants", index];
    const key = variantKey(one.choices);
    if (edited.has(key))
      mistakes.push({ path, message: "there is another variant with these choices above" });
    const level = pick(one);
    const present = before.get(key);
    const isChanged = Object.keys(level).length > 0 && !sameJson(level, pick(present ?? {}));
    if (isChanged || !present) edited.set(key, { line: lineOf(path), choices: one.choices, level });
  }
  const tracks = [...edited.values()].map(({ level }) => level.stock !== undefined);
  const changes = tracks.some((track) => track !== tracked);
  // Tracking begins and ends for all variants at once.
  if (changes && (tracks.includes(tracked) || edited.size < before.size))
    mistakes.push({
      path: ["variants"],
      message: `variants: give all of them ${tracked ? "inStock" : "stock"}, or none: stock is tracked for all variants or none`,
    });
  if (edited.size === 0) return { mistakes };
  const drafts = [...edited.values()].map(({ line, choices, level }) => ({
    line,
    choices,
    stock: stockOf(level),
  }));
  return { draft: { ...base, variants: drafts }, mistakes };
}

function pick({ stock, inStock }: Level): Level {
  return { ...(stock !== undefined && { stock }), ...(inStock !== undefined && { inStock }) };
}
