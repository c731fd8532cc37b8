/** The public part of this service for other services. */
export { createItem, itemAt, moveItem, setItem } from "./items-v3.ts";
export { moveStock } from "./stock.ts";
