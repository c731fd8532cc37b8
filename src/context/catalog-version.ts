import type { Call } from "../api/caller.ts";
import { catalogVersioning } from "../api/services/products/catalog-versioning.ts";
import { ApiError } from "../kernel/errors.ts";

/** The catalog version of a site. Only the calls of this version work. */
export type CatalogVersion = "v1" | "v3";

/** The statuses of platforms without this call, or without permission for it. */
const silent: ReadonlySet<number> = new Set([403, 404, 501]);

/** Returns the catalog version of the site; `v1` if the platform does not return it. */
export async function catalogVersion(call: Call): Promise<CatalogVersion> {
  try {
    const body = await call(catalogVersioning.get, {});
    return body.catalogVersion === "V3_CATALOG" ? "v3" : "v1";
  } catch (error) {
    if (error instanceof ApiError && silent.has(error.status)) return "v1";
    throw error;
  }
}
