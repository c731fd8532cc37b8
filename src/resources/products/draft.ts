import type { Product } from "../../api/services/products.ts";
import type { RowProblem } from "../../files/dialect.ts";
import type { ProductDraft, SubscriptionDraft, VariantDraft } from "../../files/draft.ts";
import {
  type AnyProduct,
  altsOf,
  comparedFields,
  defaultVariantKey,
  inventoryOf,
  managedVariants,
  mediaUrls,
  salePriceOf,
  seoFields,
  textFieldsOf,
  variantFields,
  writtenAlts,
} from "./snapshot.ts";

/** The handles of products in exported files, by dialect. */
const handles: Record<string, (product: Product) => string> = {
  wix: ({ id }) => `product_${id}`,
  shopify: ({ slug }) => slug ?? "",
  till: ({ slug }) => slug ?? "",
};

/** Returns a product as a draft for a file dialect, without fields that change automatically (revision, dates). */
export function productDraft(
  product: Product,
  collections: readonly string[],
  dialect: string,
): ProductDraft {
  const fields = comparedFields(product);
  const levels = inventoryOf(product);
  // Catalog v1 has none.
  const noPreorder = (product as AnyProduct).catalogV3 && { preorder: null };
  const stockAt = (key: string): Pick<VariantDraft, "stock" | "preorder"> => {
    const value = levels.variants[key];
    const preorder = levels.preorders?.[key];
    return {
      stock: typeof value === "number" ? { quantity: value } : { inStock: value !== false },
      ...(preorder ? { preorder } : noPreorder),
    };
  };
  const variants = [...managedVariants(product)].map(([key, variant]): VariantDraft => {
    const { visible, ...own } = variantFields(variant) as Record<string, string | null> & { visible: never };
    return { line: 0, choices: { ...variant.choices }, ...own, visible, ...stockAt(key) };
  });
  const {
    manageVariants,
    seo,
    textFields,
    digitalFile,
    options,
    infoSections,
    subscriptions,
    oneTimePurchase,
    ...plain
  } = fields;
  return {
    key: (handles[dialect] ?? handles.till)?.(product) ?? "",
    line: 0,
    id: product.id || undefined,
    ...(plain as Partial<ProductDraft>),
    options: options as unknown as NonNullable<ProductDraft["options"]>,
    infoSections: infoSections as NonNullable<ProductDraft["infoSections"]>,
    customTextFields: textFieldsOf(product),
    collections: [...collections],
    media: mediaUrls(product),
    altText: writtenAlts(altsOf(product)),
    salePrice: salePriceOf(product.priceData),
    ...seoFields(seo),
    subscriptions: subscriptions as SubscriptionDraft[],
    ...(oneTimePurchase !== null && { oneTimePurchase: oneTimePurchase as boolean }),
    ...(variants.length === 0 ? stockAt(defaultVariantKey) : noPreorder),
    variants,
  };
}

/** An NDJSON record: all or some fields of a product in the platform's format, and the names of its collections. */
type ProductRecord = Product & AnyProduct & { collections?: string[] };

/** The members of a record that set each field of the draft. */
const sources: Record<string, readonly (keyof ProductRecord)[]> = {
  id: ["id"],
  name: ["name"],
  handle: ["slug"],
  type: ["productType"],
  description: ["description"],
  sku: ["sku"],
  barcode: ["catalogV3"],
  price: ["priceData", "price"],
  cost: ["costAndProfitData"],
  weight: ["weight"],
  visible: ["visible"],
  ribbon: ["ribbon"],
  brand: ["brand"],
  discount: ["discount"],
  options: ["productOptions"],
  infoSections: ["additionalInfoSections"],
  collections: ["collections"],
  media: ["media"],
  altText: ["media"],
  seoTitle: ["seoData"],
  seoDescription: ["seoData"],
  canonical: ["seoData"],
  noindex: ["seoData"],
  taxGroup: ["taxGroupId"],
  tags: ["catalogV3"],
  privateTags: ["catalogV3"],
  subscriptions: ["catalogV3"],
  oneTimePurchase: ["catalogV3"],
  stock: ["stock"],
  preorder: ["variants"],
  variants: ["variants"],
};

/** Returns the draft of an NDJSON record, without the fields that the record lacks. Reports duplicates of a product. */
export function recordDraft(
  rows: readonly { line: number; record: ProductRecord }[],
  handle: string,
): { draft?: ProductDraft; problems: RowProblem[] } {
  const [first, second] = rows;
  if (first === undefined) return { problems: [] };
  if (second !== undefined) {
    const message = `the same product is already on line ${first.line}`;
    return { problems: [{ line: second.line, column: "id", value: handle, rule: "duplicate", message }] };
  }
  const { record, line } = first;
  const whole = productDraft(record, record.collections ?? [], "till") as unknown as Record<string, unknown>;
  const changed = Object.entries(sources).filter(([, members]) =>
    members.some((member) => record[member] !== undefined),
  );
  const draft = {
    ...Object.fromEntries(changed.map(([name]) => [name, whole[name]])),
    key: handle,
    line,
  } as unknown as ProductDraft;
  if (whole.price === null) delete (draft as { price?: string }).price;
  return { draft: { ...draft, variants: draft.variants ?? [] }, problems: [] };
}

/** Members that change automatically or are derived from others. Without them, exports of an unchanged product are equal. */
const derived: ReadonlySet<string> = new Set([
  "lastUpdated",
  "revision",
  "numericId",
  "price",
  "convertedPriceData",
  "priceRange",
  "weightRange",
  "costRange",
  "ribbons",
  "collectionIds",
  "productPageUrl",
  "inventoryItemId",
]);

/** Returns a product as a record of an NDJSON or JSON export, with the names of its collections. */
export function stableRecord(product: Product, collections: readonly string[]): Record<string, unknown> {
  const own = Object.entries(product).filter(([name]) => !derived.has(name));
  return { _kind: "product", ...Object.fromEntries(own), collections };
}
