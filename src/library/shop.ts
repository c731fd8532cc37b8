import type { Client } from "../api/endpoint.ts";
import type { Services } from "../api/services/index.ts";

/**
 * Every call of the platform, as `shop.products.query(input)`. Dates are Date. The package describes it by a file of
 * its own (scripts/declarations.ts), which says the same without zod.
 */
export interface Shop extends Client<Services> {}
