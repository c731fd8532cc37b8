import type { Handlers } from "../../api/endpoint.ts";
import type { catalogVersioning as endpoints } from "../../api/endpoints/catalog-versioning.ts";
import { catalogVersion } from "../catalog-version.ts";
import type { Tx } from "../tx.ts";

/** Tells which generation of catalog the sandbox runs. */
export const catalogVersioning: Handlers<typeof endpoints, Tx> = {
  get: (tx) => ({ catalogVersion: catalogVersion(tx) }),
};
