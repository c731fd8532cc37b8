import type { Client } from "../api/endpoint.ts";
import type { doors } from "../api/services/loaders.ts";

type Services = { readonly [Name in keyof typeof doors]: Awaited<ReturnType<(typeof doors)[Name]>> };

/**
 * Every call of the platform, as `shop.products.query(input)`. Dates are Date. The package describes it by a file of
 * its own (scripts/declarations.ts), which says the same without zod.
 */
export interface Shop extends Client<Services> {}
