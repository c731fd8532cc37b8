import { json, obj, text } from "./fields.ts";

/** A reference to a catalog item: the app of the catalog, the item's id, and its options such as `variantId`. */
export const CatalogReference = obj(
  { catalogItemId: text({ minLength: 1, maxLength: 36 }), appId: text({ minLength: 1 }), options: json() },
  { required: ["appId", "catalogItemId"] },
);
