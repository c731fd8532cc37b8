import type { Handlers } from "../../api/endpoint.ts";
import type { recommendations as endpoints } from "../../api/services/products/recommendations.ts";
import { storeApps } from "../cart/index.ts";
import { allProductsId } from "../collections/index.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { orders } from "../orders/index.ts";
import { categoryIds, products, productsV3 } from "./index.ts";

const appId = storeApps[0] ?? "";
const related = {
  name: "From the same categories",
  description: "Products that share a category with the given ones",
  algorithmType: "RELATED_ITEMS" as const,
  algorithmId: "68ebce04-b96a-4c52-9329-08fc9d8c1253",
};
const bestSellers = {
  name: "Best sellers",
  description: "The products of the site that were ordered most often",
  algorithmType: "GLOBAL" as const,
  algorithmId: "ba491fd2-b172-4552-9ea6-7202e01d1d3c",
};
const maxItems = 100;

/** Product recommendations of the shop's own catalog. */
export const recommendations: Handlers<typeof endpoints, Tx> = {
  listAlgorithms: () => ({
    availableAlgorithms: [related, bestSellers].map((config) => ({ config, appId, catalogAppIds: [appId] })),
  }),
  get(tx, { items, algorithms, minimumRecommendedItems }) {
    const given = (items ?? []).map((item) => {
      if (storeApps.includes(item.appId ?? "")) return item.catalogItemId ?? "";
      const message = `There are no recommendations for items of the app ${item.appId}`;
      throw new PlatformError(400, "ITEM_APP_ID_NOT_SUPPORTED", message, { appId: item.appId });
    });
    for (const algorithm of algorithms ?? []) {
      const find = findAlgorithm(algorithm.id);
      const found = find(tx, given).slice(0, maxItems);
      if (found.length < Math.max(1, minimumRecommendedItems ?? 0)) continue;
      return {
        recommendation: { items: found.map((catalogItemId) => ({ catalogItemId, appId })), algorithm },
      };
    }
    return { recommendation: { items: [] } };
  },
};

type Finder = (tx: Tx, given: readonly string[]) => string[];

function findAlgorithm(id: string | null | undefined): Finder {
  if (id === related.algorithmId) return relatedTo;
  if (id === bestSellers.algorithmId) return maxOrdered;
  throw new PlatformError(400, "ALGORITHM_NOT_SUPPORTED", `There is no algorithm ${id}`, { algorithmId: id });
}

/** The visible products of the catalog with their groups. */
function* offered(tx: Tx): Generator<{ id: string; groups: readonly string[] }> {
  if (catalogVersion(tx) === "V3_CATALOG")
    for (const product of tx.each(productsV3, { visible: true }))
      yield { id: product.id, groups: categoryIds(product) };
  else
    for (const { id, collectionIds } of tx.each(products, { visible: true }))
      yield { id, groups: collectionIds.filter((one) => one !== allProductsId) };
}

/** Returns the products that share most groups with the given ones. */
function relatedTo(tx: Tx, given: readonly string[]): string[] {
  const all = [...offered(tx)];
  const wanted = new Set(all.filter(({ id }) => given.includes(id)).flatMap(({ groups }) => groups));
  const shared = ({ groups }: { groups: readonly string[] }) =>
    groups.filter((group) => wanted.has(group)).length;
  return all
    .filter((one) => !given.includes(one.id) && shared(one) > 0)
    .sort((one, other) => shared(other) - shared(one))
    .map(({ id }) => id);
}

function maxOrdered(tx: Tx, given: readonly string[]): string[] {
  const units = new Map<string, number>();
  for (const { lineItems } of tx.each(orders))
    for (const { catalogReference, quantity } of lineItems) {
      const id = catalogReference?.catalogItemId ?? "";
      units.set(id, (units.get(id) ?? 0) + quantity);
    }
  return [...offered(tx)]
    .filter(({ id }) => units.has(id) && !given.includes(id))
    .sort((one, other) => (units.get(other.id) ?? 0) - (units.get(one.id) ?? 0))
    .map(({ id }) => id);
}
