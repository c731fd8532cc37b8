/** The parts of this service that other services may use. */

export { checkAddress, checkContact, ownerOf, removeCart, replaceCart, replacedLines } from "./carts.ts";
export {
  catalogItemOf,
  itemTypeOf,
  paymentOptionOf,
  physicalOf,
  storeApps,
  type WireReference,
} from "./catalog-item.ts";
export { type Estimate, estimate } from "./estimate.ts";
export type { LineDetail } from "./lines.ts";
export { addLines, rejectNothing, removeLines, setQuantities } from "./lines.ts";
export { carts, memberships, type Purchase, type StoredCart, type WireCustomItem } from "./tables.ts";
export {
  describeLine,
  logisticsOf,
  pairLines,
  priceWriter,
  showEstimate,
  showTax,
  type WritePrice,
} from "./view.ts";
