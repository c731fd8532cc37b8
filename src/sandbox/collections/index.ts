/** The public part of this service for other services. */
export {
  addToAllProducts,
  branchOf,
  breadcrumbOf,
  breadcrumbsOf,
  categoryKind,
  rejectManaged,
  removeCategory,
  visibleCategory,
} from "./categories.ts";
export { allProductsId, collectionOf, countProducts, emitCollection, rejectBuiltIn } from "./collections.ts";
export {
  addItemToCategory,
  allProductsCategory,
  categories,
  categoryFields,
  categoryItem,
  directCategories,
  type Placement,
  placements,
  productItem,
  removeItemFromCategories,
  removeItemFromCategory,
  type StoredCategory,
  withAncestors,
} from "./placements.ts";
