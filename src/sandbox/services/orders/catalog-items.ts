import type { OrderLineItem } from "../../../api/services/orders/models.ts";
import { catalogVersion } from "../../kernel/catalog-version.ts";
import type { Tx } from "../../kernel/tx.ts";
import { storeApps } from "../cart/index.ts";
import { products, productsV3 } from "../products/index.ts";

/**
 * Returns whether the catalog has an item's product (`here`), had it (`gone`), or belongs to another app (`foreign`).
 */
export function productOfAny(tx: Tx, { catalogReference }: OrderLineItem): "here" | "gone" | "foreign" {
  const { appId, catalogItemId } = catalogReference ?? {};
  if (!catalogItemId || !storeApps.includes(appId ?? "")) return "foreign";
  const runsV3 = catalogVersion(tx) === "V3_CATALOG";
  const product = runsV3 ? tx.get(productsV3, catalogItemId) : tx.get(products, catalogItemId);
  return product === undefined ? "gone" : "here";
}
