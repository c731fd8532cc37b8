import type * as z from "zod/mini";
import type { CatalogReference } from "../../../api/models/catalog-reference.ts";
import { catalogVersion } from "../../kernel/catalog-version.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { type Goods, readOptions } from "./choices.ts";
import { goodsOfV1 } from "./goods-v1.ts";
import { goodsOfV3 } from "./goods-v3.ts";

export type WireReference = z.input<typeof CatalogReference>;

/** The apps whose items are the shop's products: the older and the newer name of the same one. */
export const storeApps: readonly string[] = [
  "215238eb-22a5-4c36-9e7b-e7c08025e04e",
  "1380b703-ce81-ff05-f115-39571d94dfcd",
];

/**
 * What a reference means in the catalog that runs. PlatformError 404 `ITEM_NOT_FOUND_IN_CATALOG` where there is no such item,
 * 400 `INVALID_OPTIONS` where its choices do not say which one, or a text that it needs is missing.
 */
export function goodsOf(tx: Tx, reference: WireReference | null | undefined): Goods {
  const { appId, catalogItemId: id } = reference ?? {};
  if (!id || !storeApps.includes(appId ?? "")) throw notFound(reference);
  const chosen = readOptions(reference?.options);
  const goods = catalogVersion(tx) === "V3_CATALOG" ? goodsOfV3(tx, id, chosen) : goodsOfV1(tx, id, chosen);
  if (goods === undefined) throw notFound(reference);
  return goods;
}

/** The goods, or undefined where the reference means nothing (any more). */
export function goodsIfAny(tx: Tx, reference: WireReference | null | undefined): Goods | undefined {
  try {
    return goodsOf(tx, reference);
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

function notFound(reference: WireReference | null | undefined): PlatformError {
  const { appId, catalogItemId } = reference ?? {};
  const message = storeApps.includes(appId ?? "")
    ? `There is no product ${catalogItemId}`
    : `No catalog here belongs to the app ${appId}; products of the shop have the app id ${storeApps[0]}`;
  return new PlatformError(404, "ITEM_NOT_FOUND_IN_CATALOG", message, {
    catalogReference: { appId, catalogItemId },
  });
}
