import type { Client } from "../api/endpoint.ts";
import type { Services } from "../api/services/index.ts";

/**
 * All calls of the platform, such as `shop.products.query(input)`, with dates as Date. scripts/declarations.ts generates
 * their published types without zod.
 */
export interface Shop extends Client<Services> {}
