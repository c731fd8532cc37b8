import { PlatformError, type Tx } from "./tx.ts";

export type CatalogVersion = "V1_CATALOG" | "V3_CATALOG";

/** Returns the catalog version of this sandbox. */
export function catalogVersion(tx: Tx): CatalogVersion {
  return tx.setting("catalogVersion") === "V3_CATALOG" ? "V3_CATALOG" : "V1_CATALOG";
}

/** Wraps handlers so that they throw PlatformError 428, as the platform does, under the other catalog version. */
export function onlyIn<H extends Readonly<Record<string, (tx: never, input: never) => unknown>>>(
  version: CatalogVersion,
  handlers: H,
): H {
  const guarded = Object.entries(handlers).map(([call, handler]) => [
    call,
    (tx: Tx, input: never) => {
      requireCatalog(tx, version);
      return handler(tx as never, input);
    },
  ]);
  return Object.fromEntries(guarded) as H;
}

function requireCatalog(tx: Tx, version: CatalogVersion): void {
  const running = catalogVersion(tx);
  if (running === version) return;
  const code =
    version === "V3_CATALOG" ? "CATALOG_V1_SITE_CALLING_CATALOG_V3_API" : "CATALOG_V3_CALLING_CATALOG_V1_API";
  const name = (one: CatalogVersion) => (one === "V1_CATALOG" ? "CATALOG_V1" : "CATALOG_V3");
  const message = `This call is part of ${name(version)}, but the site uses ${name(running)}`;
  throw new PlatformError(428, code, message, { catalogVersion: running });
}
