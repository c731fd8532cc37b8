import type { Product } from "../../api/services/products/products.ts";
import type { Inventory, ProductDraft, VariantDraft } from "../../files/draft.ts";
import {
  defaultVariantKey,
  fieldsOf,
  inventoryOf,
  managedVariants,
  mediaOf,
  textFieldsOf,
  variantFields,
} from "./snapshot.ts";

/** The handles of products in exported files, by dialect. */
const handles: Record<string, (product: Product) => string> = {
  wix: ({ id }) => `product_${id}`,
  shopify: ({ slug }) => slug ?? "",
  till: ({ slug }) => slug ?? "",
};

/** Returns a product as a draft for a file dialect, without fields that change automatically (revision, dates). */
export function draftOf(product: Product, collections: readonly string[], dialect: string): ProductDraft {
  const fields = fieldsOf(product);
  const stock = inventoryOf(product);
  const stockAt = (key: string): Inventory => {
    const value = stock.variants[key];
    return typeof value === "number" ? { quantity: value } : { inStock: value !== false };
  };
  const variants = [...managedVariants(product)].map(([key, variant]): VariantDraft => {
    const { visible, ...own } = variantFields(variant) as Record<string, string | null> & { visible: never };
    return { line: 0, choices: { ...variant.choices }, ...own, visible, inventory: stockAt(key) };
  });
  const {
    manageVariants: _managed,
    seo: _seo,
    textFields: _texts,
    pricePerUnit: _unit,
    digitalFile: _file,
    options,
    infoSections,
    discount,
    ...plain
  } = fields;
  return {
    handle: (handles[dialect] ?? handles.till)?.(product) ?? "",
    line: 0,
    ...(product.id && { id: product.id }),
    ...(plain as Partial<ProductDraft>),
    discount: (discount ?? { type: "NONE", value: "0" }) as NonNullable<ProductDraft["discount"]>,
    options: options as unknown as NonNullable<ProductDraft["options"]>,
    infoSections: infoSections as NonNullable<ProductDraft["infoSections"]>,
    customTextFields: textFieldsOf(product),
    collections: [...collections],
    media: mediaOf(product),
    ...(variants.length === 0 && { inventory: stockAt(defaultVariantKey) }),
    variants,
  };
}
