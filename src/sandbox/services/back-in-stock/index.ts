/** The parts of this service that other services may use. */
export { itemsReturned } from "./back-in-stock.ts";
