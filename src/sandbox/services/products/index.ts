/** The public part of this service for other services. */
export { setMembership } from "./v1/collections.ts";
export { storeFilter } from "./v1/filters.ts";
export { formatPrice, type ShopCurrency, shopCurrency } from "./v1/prices.ts";
export { changedKeys, productOf, saveProduct } from "./v1/save.ts";
export {
  defaultVariantId,
  products,
  type StoredProduct,
  type StoredVariant,
  type WireMedia,
} from "./v1/tables.ts";
export { isManaged, matchVariants, stockOf } from "./v1/variants.ts";
export { visibleProduct, visibleTo } from "./v1/view.ts";
export { decimalOf } from "./v3/amounts.ts";
export { deleteCategory, itemsIn, putInto, refreshBranch, removeFromCategory } from "./v3/categories.ts";
export { categoryIds } from "./v3/derive.ts";
export { inventoryFields, productSearchFields, variantSearchFields } from "./v3/fields.ts";
export { itemKind, showInventoryItem } from "./v3/kinds.ts";
export {
  defaultLocation,
  describeItem,
  itemSearchText,
  itemsOf,
  productOf as productV3Of,
  refreshProduct,
  visibleProduct as visibleProductV3,
} from "./v3/products.ts";
export {
  items,
  products as productsV3,
  type StoredItem,
  type StoredModifier,
  type StoredProductV3,
  type StoredVariantV3,
  variantRows,
} from "./v3/tables.ts";
