import { type Endpoint, walk } from "../endpoint.ts";
import { services } from "./all.ts";

/** What is known of a call without its schemas. */
export interface CallFacts
  extends Pick<
    Endpoint,
    "method" | "path" | "public" | "alternatives" | "fallback" | "paging" | "role" | "effect" | "summary"
  > {
  /** `products.query` */
  name: string;
}

/** Every call of the platform. The bundle holds this as data, worked out by scripts/build.ts: no service is opened for it. */
export const calls: readonly CallFacts[] = [...walk(services)].map(([name, endpoint]) => {
  const { method, path, public: open, alternatives, fallback, paging, role, effect, summary } = endpoint;
  return { name, method, path, public: open, alternatives, fallback, paging, role, effect, summary };
});
