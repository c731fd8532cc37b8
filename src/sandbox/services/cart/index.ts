/** The parts of this service that other services may use. */
export type { LineDetail } from "./availability.ts";
export { ownerOf, removeCart, replaceCart } from "./carts.ts";
export { catalogItemOf, storeApps, type WireReference } from "./catalog-item.ts";
export { replacedLines } from "./change.ts";
export { checkAddress, checkContact } from "./contacts.ts";
export { type Estimate, estimate } from "./estimate.ts";
export { addLines, removeLines, setQuantities } from "./lines.ts";
export { carts, memberships, type Purchase, type StoredCart, type WireCustomItem } from "./tables.ts";
export { logisticsOf } from "./view/delivery.ts";
export { showEstimate } from "./view/estimate.ts";
export { describeLine, pairLines } from "./view/lines.ts";
export { priceWriter, type WritePrice } from "./view/prices.ts";
export { showTax } from "./view/tax.ts";
