import type { Handlers } from "../../api/endpoint.ts";
import type { catalogVersioning as endpoints } from "../../api/services/products.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import type { Tx } from "../kernel/tx.ts";

/** Returns the catalog version of the sandbox. */
export const catalogVersioning: Handlers<typeof endpoints, Tx> = {
  get: (tx) => ({ catalogVersion: catalogVersion(tx) }),
};
