import { type PageRequest, wholePages } from "../../../api/query/pages.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import type { StagedObject } from "../../../files/snapshot/store.ts";
import type { ReadOptions, SnapshotReader } from "../../snapshot/reader.ts";
import { type Catalog, type OnlyInV3, withCosts } from "../catalog.ts";
import { digitalFileOf } from "../snapshot.ts";
import { portableProduct, portableStock } from "./product.ts";

/** Returns the reader of products and their stock: one list has both. `onlyInV3`: of the listed products, which the list fills. */
export function productReader(
  catalog: Catalog,
  { domains, costs, signal }: ReadOptions,
  onlyInV3: Map<string, OnlyInV3>,
): SnapshotReader {
  const { list, names } = catalog;
  const own = (["products", "inventory"] as const).filter((domain) => domains.includes(domain));
  const needsCosts = costs && own.includes("products");
  const objectsOf = async (product: Product): Promise<StagedObject[]> => {
    const {
      id = "",
      revision,
      numericId,
      lastUpdated,
      createdDate,
      inventoryItemId,
    } = product as Product & {
      revision?: string;
      createdDate?: string;
    };
    const collections = await names.namesOf(product.collectionIds ?? []);
    const ids = { id, revision, numericId, lastUpdated, createdDate, inventoryItemId };
    const digitalFile = digitalFileOf(product);
    const variants = (product.variants ?? []).map(({ id, choices }) => ({ choices, id }));
    return own.map((domain) =>
      domain === "products"
        ? {
            object: portableProduct(product, collections, {
              costs: needsCosts,
              only: onlyInV3.get(id ?? ""),
            }),
            id: id ?? "",
            ids: {
              ...ids,
              ...(digitalFile && { digitalFile }),
              ...(variants.length > 0 && { variants }),
            },
          }
        : { object: { ...portableStock(product) }, id: id ?? "", ids: { id, inventoryItemId } },
    );
  };
  return {
    name: own.includes("products") ? "products" : "stock",
    domains: own,
    async *pages(from) {
      const options = { key: "id", signal, from: from as PageRequest | undefined };
      for await (const page of wholePages<Product>(list.call, list.name, list.endpoint, {}, options)) {
        const products = needsCosts ? await withCosts(catalog, page.items) : page.items;
        const objects = (await Promise.all(products.map(objectsOf))).flat();
        for (const { id } of products) onlyInV3.delete(id ?? "");
        yield { objects, rows: page.items.length, total: page.total, next: page.next };
      }
    },
  };
}
