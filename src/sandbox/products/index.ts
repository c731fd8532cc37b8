/** The public part of this service for other services. */

export { formatPrice, type ShopCurrency, shopCurrency } from "./v1/prices.ts";
export {
  changedKeys,
  productOf,
  saveProduct,
  setMembership,
  visibleProduct,
  visibleTo,
} from "./v1/products.ts";
export {
  defaultVariantId,
  products,
  type StoredProduct,
  type StoredVariant,
  type WireMedia,
} from "./v1/tables.ts";
export { isManaged, matchVariants, storedStock } from "./v1/variants.ts";
export { categoryIds } from "./v3/derive.ts";
export { productSearchFields, variantSearchFields } from "./v3/fields.ts";
export { decimalOf, subscriptionPrices } from "./v3/prices.ts";
export {
  defaultLocation,
  deleteCategory,
  describeItem,
  inventoryItemsOf,
  itemSearchText,
  itemsIn,
  productOf as productV3Of,
  putInto,
  refreshBranch,
  refreshProduct,
  removeFromCategory,
  visibleProduct as visibleProductV3,
} from "./v3/products.ts";
export {
  itemKind,
  items,
  products as productsV3,
  type StoredItem,
  type StoredModifier,
  type StoredProductV3,
  type StoredVariantV3,
  showInventoryItem,
  variantRows,
} from "./v3/tables.ts";
