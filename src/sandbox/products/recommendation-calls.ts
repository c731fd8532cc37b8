import type { Handlers } from "../../api/endpoint.ts";
import type { recommendations as endpoints } from "../../api/services/products.ts";
import { carts, storeApps } from "../cart/index.ts";
import { allProductsId } from "../collections/index.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { orders } from "../orders/index.ts";
import { categoryIds, products, productsV3 } from "./index.ts";

const appId = storeApps[0] ?? "";
const maxItems = 100;

type Finder = (tx: Tx, given: readonly string[]) => string[];

/** The algorithms of the platform for stores. */
const algorithms = [
  {
    name: "From the same categories",
    description: "Products that share a category with the given ones",
    algorithmType: "RELATED_ITEMS",
    algorithmId: "68ebce04-b96a-4c52-9329-08fc9d8c1253",
    find: relatedTo,
  },
  {
    name: "Frequently viewed together",
    description: "Products that visitors put into a cart with the given ones",
    algorithmType: "RELATED_ITEMS",
    algorithmId: "5dd69f67-9ab9-478e-ba7c-10c6c6e7285f",
    // The sandbox does not record views. A cart is the only trace of what a visitor looked at together.
    find: (tx, given) => foundTogether(tx, given, [...ordersOf(tx), ...cartsOf(tx)]),
  },
  {
    name: "Frequently bought together",
    description: "Products that were ordered with the given ones",
    algorithmType: "RELATED_ITEMS",
    algorithmId: "d5aac1e1-2e53-4d11-85f7-7172710b4783",
    find: (tx, given) => foundTogether(tx, given, ordersOf(tx)),
  },
  {
    name: "Best sellers",
    description: "The products of the site that were ordered most often",
    algorithmType: "GLOBAL",
    algorithmId: "ba491fd2-b172-4552-9ea6-7202e01d1d3c",
    find: maxOrdered,
  },
] as const satisfies readonly { find: Finder; [fact: string]: unknown }[];

/** Product recommendations of the shop's own catalog. */
export const recommendations: Handlers<typeof endpoints, Tx> = {
  listAlgorithms: () => ({
    availableAlgorithms: algorithms.map(({ find, ...config }) => ({ config, appId, catalogAppIds: [appId] })),
  }),
  get(tx, { items, algorithms: requested, minimumRecommendedItems }) {
    const given = (items ?? []).map((item) => {
      if (storeApps.includes(item.appId ?? "")) return item.catalogItemId ?? "";
      const message = `There are no recommendations for items of the app ${item.appId}`;
      throw new PlatformError(400, "ITEM_APP_ID_NOT_SUPPORTED", message, { appId: item.appId });
    });
    for (const algorithm of requested) {
      // Storefronts name algorithms that a site may not have; the next one is tried then.
      const known = algorithms.find(({ algorithmId }) => algorithmId === algorithm.id);
      const found = known?.find(tx, given).slice(0, maxItems) ?? [];
      if (found.length < Math.max(1, minimumRecommendedItems ?? 0)) continue;
      return {
        recommendation: { items: found.map((catalogItemId) => ({ catalogItemId, appId })), algorithm },
      };
    }
    return { recommendation: { items: [] } };
  },
};

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

/** The quantity of each product in one order or cart. */
type Bought = ReadonlyMap<string, number>;

/** Returns the products that are most often in the same order or cart as one of the given ones. */
function foundTogether(tx: Tx, given: readonly string[], purchases: Iterable<Bought>): string[] {
  const shared = [...purchases].filter((bought) => given.some((id) => bought.has(id)));
  const times = countedBy(shared.flatMap((bought) => [...bought.keys()].map((id) => [id, 1] as const)));
  return mostFirst(tx, given, times);
}

function maxOrdered(tx: Tx, given: readonly string[]): string[] {
  return mostFirst(tx, given, countedBy([...ordersOf(tx)].flatMap((bought) => [...bought])));
}

/** Returns the offered products with a count, highest first, without the given ones. */
function mostFirst(tx: Tx, given: readonly string[], counts: Bought): string[] {
  return [...offered(tx)]
    .filter(({ id }) => counts.has(id) && !given.includes(id))
    .sort((one, other) => (counts.get(other.id) ?? 0) - (counts.get(one.id) ?? 0))
    .map(({ id }) => id);
}

function* ordersOf(tx: Tx): Generator<Bought> {
  for (const { lineItems } of tx.each(orders)) yield quantitiesOf(lineItems);
}

function* cartsOf(tx: Tx): Generator<Bought> {
  for (const { lines } of tx.each(carts)) yield quantitiesOf(lines);
}

interface Line {
  catalogReference?: { catalogItemId?: string | null } | null;
  quantity?: number | null;
}

const quantitiesOf = (lines: readonly Line[]): Bought =>
  countedBy(
    lines.map(({ catalogReference, quantity }) => [catalogReference?.catalogItemId ?? "", quantity ?? 0]),
  );

function countedBy(entries: readonly (readonly [id: string, count: number])[]): Bought {
  const counts = new Map<string, number>();
  for (const [id, count] of entries) counts.set(id, (counts.get(id) ?? 0) + count);
  return counts;
}
