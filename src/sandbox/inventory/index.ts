/** The public part of this service for other services. */
export { createItem, itemAt, moveItem, refreshingOnce, setItem } from "./items-v3.ts";
export { moveStock } from "./stock.ts";
