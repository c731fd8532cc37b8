/** The fields by which rows of a file are matched with products; an SKU or a barcode also matches a variant. */
export const productKeys = ["sku", "id", "handle", "name", "barcode"] as const;
export type ProductKey = (typeof productKeys)[number];

/** The fields that name a product without options, or a variant. */
export const codeFields = ["sku", "barcode"] as const;
export type CodeField = (typeof codeFields)[number];

/** Returns whether a key names variants, too. */
export const isCode = (key: ProductKey): key is CodeField => key === "sku" || key === "barcode";

/** Returns a key as it is called in sentences. */
export const keyName = (key: ProductKey): string => (key === "sku" || key === "id" ? key.toUpperCase() : key);
