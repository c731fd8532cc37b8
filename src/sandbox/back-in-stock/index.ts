/** The public part of this service for other services. */
export { itemsBackInStock } from "./back-in-stock.ts";
