import type { OrderLineItem } from "../../api/models/order-line-item.ts";
import { storeApps } from "../cart/goods.ts";
import { products } from "../catalog/tables.ts";
import { products as productsV3 } from "../catalog-v3/tables.ts";
import { catalogVersion } from "../catalog-version.ts";
import type { Tx } from "../tx.ts";

/** Whether the shop's catalog has the product of an item (`here`), had it (`gone`), or never knew it (`foreign`). */
export function productOfAny(tx: Tx, { catalogReference }: OrderLineItem): "here" | "gone" | "foreign" {
  const { appId, catalogItemId } = catalogReference ?? {};
  if (!catalogItemId || !storeApps.includes(appId ?? "")) return "foreign";
  const runsV3 = catalogVersion(tx) === "V3_CATALOG";
  const product = runsV3 ? tx.get(productsV3, catalogItemId) : tx.get(products, catalogItemId);
  return product === undefined ? "gone" : "here";
}
