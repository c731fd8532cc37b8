import { collections } from "./collections.ts";
import { inventory } from "./inventory.ts";
import { products } from "./products.ts";

/** Every shelf by name. Commands import the shelves they need; this is for what walks all of them. */
export const shelves = { products, collections, inventory };
