import { type Endpoint, walk } from "../endpoint.ts";
import { shapeOf } from "../schema-fields.ts";
import { services } from "./all.ts";

/** The facts about a call except its schemas. */
export interface CallFacts
  extends Pick<
    Endpoint,
    | "name"
    | "method"
    | "path"
    | "public"
    | "alternatives"
    | "fallback"
    | "paging"
    | "role"
    | "effect"
    | "summary"
  > {
  /** A list call whose input needs nothing but a query, so that the library builds its queries. */
  builds: boolean;
}

/** All calls of the platform. scripts/build.ts bundles this as data, so that no service is loaded for it. */
export const calls: readonly CallFacts[] = [...walk(services)].map(([name, endpoint]) => {
  const { method, path, public: open, alternatives, fallback, paging, role, effect, summary } = endpoint;
  return {
    name,
    builds: buildsQueries(endpoint),
    method,
    path,
    public: open,
    alternatives,
    fallback,
    paging,
    role,
    effect,
    summary,
  };
});

/** Returns whether the library builds queries of a call. */
export function buildsQueries({ paging, input, required = [], requiredOneOf = [] }: Endpoint): boolean {
  const others = [...required.filter((path) => path !== "query"), ...requiredOneOf];
  return paging !== undefined && "query" in shapeOf(input) && others.length === 0;
}
