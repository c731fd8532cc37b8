/** The fields by which rows of a file are matched with products; an SKU also matches a variant. */
export const productKeys = ["sku", "id", "slug", "handle", "name"] as const;
export type ProductKey = (typeof productKeys)[number];
