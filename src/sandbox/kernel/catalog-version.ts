import { storesAppId } from "../../api/models/app-ids.ts";
import { PlatformError, type Tx } from "./tx.ts";

export type CatalogVersion = "V1_CATALOG" | "V3_CATALOG";

/** Returns the catalog version of this sandbox. */
export function catalogVersion(tx: Tx): CatalogVersion {
  return tx.setting("catalogVersion") === "V3_CATALOG" ? "V3_CATALOG" : "V1_CATALOG";
}

/**
 * Throws PlatformError 428 for a call of the other catalog version, before its input is checked, as the platform does.
 * The live platform words it differently for categories, which are an app of their own.
 */
export function requireCatalog(tx: Tx, version: CatalogVersion, service: string): void {
  const running = catalogVersion(tx);
  if (running === version) return;
  const data = { catalogVersion: running };
  if (service === "storeCategories")
    throw new PlatformError(428, "APP_NOT_INSTALLED", `The app ${storesAppId} is not installed`, data);
  const code =
    version === "V3_CATALOG" ? "CATALOG_V1_SITE_CALLING_CATALOG_V3_API" : "CATALOG_V3_CALLING_CATALOG_V1_API";
  const name = (one: CatalogVersion) => (one === "V1_CATALOG" ? "CATALOG_V1" : "CATALOG_V3");
  const message = `This call is part of ${name(version)}, but the site uses ${name(running)}`;
  throw new PlatformError(428, code, message, data);
}
