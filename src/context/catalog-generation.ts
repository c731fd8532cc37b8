import type { Call } from "../api/caller.ts";
import { catalogVersioning } from "../api/services/products/catalog-versioning.ts";
import { ApiError } from "../kernel/errors.ts";

/** The generation of catalog that a site runs; its products speak only the calls of that one. */
export type CatalogGeneration = "v1" | "v3";

/** Platforms that cannot tell, or do not tell this identity. */
const silent: ReadonlySet<number> = new Set([403, 404, 501]);

/** Asks the site for its generation of catalog: `v1` where it cannot or will not say. */
export async function catalogGeneration(call: Call): Promise<CatalogGeneration> {
  try {
    const { body } = await call("catalogVersioning.get", catalogVersioning.get, {});
    return (body as { catalogVersion?: string }).catalogVersion === "V3_CATALOG" ? "v3" : "v1";
  } catch (error) {
    if (error instanceof ApiError && silent.has(error.status)) return "v1";
    throw error;
  }
}
