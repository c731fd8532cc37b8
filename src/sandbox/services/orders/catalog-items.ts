import type { OrderLineItem } from "../../../api/services/orders/models/order-line-item.ts";
import { catalogVersion } from "../../kernel/catalog-version.ts";
import type { Tx } from "../../kernel/tx.ts";
import { storeApps } from "../cart/catalog-item.ts";
import { products } from "../products/v1/tables.ts";
import { products as productsV3 } from "../products/v3/tables.ts";

/** Whether the shop's catalog has the product of an item (`here`), had it (`gone`), or never knew it (`foreign`). */
export function productOfAny(tx: Tx, { catalogReference }: OrderLineItem): "here" | "gone" | "foreign" {
  const { appId, catalogItemId } = catalogReference ?? {};
  if (!catalogItemId || !storeApps.includes(appId ?? "")) return "foreign";
  const runsV3 = catalogVersion(tx) === "V3_CATALOG";
  const product = runsV3 ? tx.get(productsV3, catalogItemId) : tx.get(products, catalogItemId);
  return product === undefined ? "gone" : "here";
}
