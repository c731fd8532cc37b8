import type { CallOptions, Input, Result, Service } from "../api/endpoint.ts";
import type { Services } from "../api/services/index.ts";

type Methods<S extends Service> = {
  readonly [Call in keyof S]: (input: Input<S[Call]>, options?: CallOptions) => Promise<Result<S[Call]>>;
};

/**
 * All calls of the platform, such as `shop.products.query(input)`, with dates as Date. scripts/declarations.ts generates
 * their published types without zod.
 */
export type Shop = { readonly [Name in keyof Services]: Methods<Services[Name]> };
