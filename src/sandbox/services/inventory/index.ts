/** The parts of this service that other services may use. */
export { createItem, itemAt, moveItem, setItem } from "./items-v3.ts";
export { moveStock } from "./stock.ts";
