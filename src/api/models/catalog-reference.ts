import { json, obj, text } from "./fields.ts";

/** An item of some catalog: the app that owns the catalog, the item's id there, and its options (such as `variantId`). */
export const CatalogReference = obj(
  { catalogItemId: text({ minLength: 1, maxLength: 36 }), appId: text({ minLength: 1 }), options: json() },
  { required: ["appId", "catalogItemId"] },
);
