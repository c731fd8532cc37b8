/** The parts of this service that other services may use. */
export {
  directCategories,
  forgetItem,
  itemOf,
  placeItem,
  productItem,
  takeItem,
  withAncestors,
} from "./categories/placements.ts";
export {
  categories,
  categoryFields,
  type Placement,
  placements,
  type StoredCategory,
} from "./categories/tables.ts";
export { branchOf, categoryKind, dropCategory, rejectManaged, visibleCategory } from "./categories/tree.ts";
export { breadcrumbsOf, crumbOf } from "./categories/view.ts";
export { collectionOf, countProducts, emitCollection, rejectBuiltIn } from "./collections.ts";
export { allProductsId } from "./tables.ts";
