import type * as z from "zod/mini";
import { type CatalogReference, storesAppId } from "../../../api/models/values.ts";
import { catalogVersion } from "../../kernel/catalog-version.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { productsV3 } from "../products/index.ts";
import { catalogItemOfV1 } from "./catalog-item-v1.ts";
import { catalogItemOfV3 } from "./catalog-item-v3.ts";
import { type CatalogItem, readOptions } from "./choices.ts";

export type WireReference = z.input<typeof CatalogReference>;

/** The app IDs of the shop's products: the current and the older ID of Wix Stores. */
export const storeApps: readonly string[] = [storesAppId, "1380b703-ce81-ff05-f115-39571d94dfcd"];

/**
 * Returns the catalog item of a reference in the active catalog version. Throws PlatformError 404
 * `ITEM_NOT_FOUND_IN_CATALOG` if it does not exist, 400 `INVALID_OPTIONS` if choices or required texts are missing.
 */
export function catalogItemOf(tx: Tx, reference: WireReference | null | undefined): CatalogItem {
  const { appId, catalogItemId: id } = reference ?? {};
  if (!id || !storeApps.includes(appId ?? "")) throw notFound(reference);
  const chosen = readOptions(reference?.options);
  const catalogItem =
    catalogVersion(tx) === "V3_CATALOG" ? catalogItemOfV3(tx, id, chosen) : catalogItemOfV1(tx, id, chosen);
  if (catalogItem === undefined) throw notFound(reference);
  return catalogItem;
}

/**
 * Returns whether a reference names a catalog v3 product that has options, but no variant. The platform does not add it
 * to a cart, and does not reject the call either: `options.options` is for modifiers only.
 */
export function lacksVariant(tx: Tx, reference: WireReference | null | undefined): boolean {
  const { appId, catalogItemId: id, options } = reference ?? {};
  if (!id || !storeApps.includes(appId ?? "") || catalogVersion(tx) !== "V3_CATALOG") return false;
  return !readOptions(options).variantId && (tx.get(productsV3, id)?.options.length ?? 0) > 0;
}

/**
 * Returns the catalog item of a reference, or undefined for an unknown product or variant. Throws PlatformError 400
 * `INVALID_OPTIONS` for choices that the product does not have, and if required ones are missing.
 */
export function catalogItemIfAny(
  tx: Tx,
  reference: WireReference | null | undefined,
): CatalogItem | undefined {
  try {
    return catalogItemOf(tx, reference);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { status, data } = error;
    if (status === 404 || Object.hasOwn(Object(data), "variantId")) return undefined;
    throw error;
  }
}

/** Returns the catalog item of a reference, or undefined if it does not exist or its options are invalid. */
export function findCatalogItem(
  tx: Tx,
  reference: WireReference | null | undefined,
): CatalogItem | undefined {
  try {
    return catalogItemOf(tx, reference);
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

function notFound(reference: WireReference | null | undefined): PlatformError {
  const { appId, catalogItemId } = reference ?? {};
  const message = storeApps.includes(appId ?? "")
    ? `There is no product ${catalogItemId}`
    : `The app ${appId} has no catalog here. Products of the shop have the app ID ${storeApps[0]}`;
  return new PlatformError(404, "ITEM_NOT_FOUND_IN_CATALOG", message, {
    catalogReference: { appId, catalogItemId },
  });
}
