/** The public part of this service for other services. */
export { addToAllProducts } from "./categories/built-in.ts";
export {
  addItemToCategory,
  directCategories,
  itemOf,
  productItem,
  removeItemFromCategories,
  removeItemFromCategory,
  withAncestors,
} from "./categories/placements.ts";
export {
  allProductsCategory,
  categories,
  categoryFields,
  type Placement,
  placements,
  type StoredCategory,
} from "./categories/tables.ts";
export {
  branchOf,
  categoryKind,
  rejectManaged,
  removeCategory,
  visibleCategory,
} from "./categories/tree.ts";
export { breadcrumbOf, breadcrumbsOf } from "./categories/view.ts";
export { collectionOf, countProducts, emitCollection, rejectBuiltIn } from "./collections.ts";
export { allProductsId } from "./tables.ts";
