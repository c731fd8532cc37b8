// Written by scripts/contract.ts from graphql.json.
import type { EndpointOf } from "../endpoint.ts";

/** The calls of the domain, by service. */
export interface Services {
  graphql: {
    run: EndpointOf<{ apiVersion: string; query: string; variables?: unknown | null; [field: string]: unknown; }, { data?: unknown | null; errors?: unknown[] | null; [field: string]: unknown; }>;
  };
}
