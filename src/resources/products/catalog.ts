import type { WireClient } from "../../api/endpoint.ts";
import type { collections } from "../../api/services/collections/collections.ts";
import type { inventory } from "../../api/services/inventory/inventory.ts";
import type { Product } from "../../api/services/products/models/product.ts";
import type { products } from "../../api/services/products/products.ts";
import { batchesOf, streamBatches } from "../../kernel/batches.ts";
import type { Upload } from "./media/upload.ts";

/** The catalog calls for products. */
export type CatalogClient = WireClient<{
  products: typeof products;
  collections: typeof collections;
  inventory: typeof inventory;
}> & {
  /** The list call returns costs (catalog v3). On v1 only the call for one product does. */
  readonly listsCosts?: boolean;
  /** Uploads a local picture and returns its media id. */
  readonly upload?: Upload;
  /** Only variants have SKUs, and each product has at least one (catalog v3). */
  readonly variantsHaveSkus?: boolean;
};

/** Requests for single products that run at the same time. */
const width = 10;

/** Returns a product by slug with its costs, or undefined if there is none. */
export async function productBySlug(client: CatalogClient, slug: string): Promise<Product | undefined> {
  const found = await productsBySlug(client, [slug]);
  const [product] = await withCosts(client, [...found.values()]);
  return product;
}

/** Returns products by slug, 100 per request. */
export async function productsBySlug(
  client: CatalogClient,
  slugs: readonly string[],
): Promise<Map<string, Product>> {
  return await productsBy(client, "slug", slugs);
}

/** Returns products by id, 100 per request. Those in `costs` are returned with their costs. */
export async function productsById(
  client: CatalogClient,
  ids: readonly string[],
  { costs }: { costs?: ReadonlySet<string> } = {},
): Promise<Map<string, Product>> {
  const found = await productsBy(client, "id", ids);
  const costly = [...found.values()].filter(({ id }) => costs?.has(id ?? ""));
  for (const product of await withCosts(client, costly)) found.set(product.id ?? "", product);
  return found;
}

async function productsBy(
  client: CatalogClient,
  field: "id" | "slug",
  values: readonly string[],
): Promise<Map<string, Product>> {
  const found = new Map<string, Product>();
  for (const chunk of batchesOf(values, 100)) {
    const { products } = await client.products.query({
      query: { filter: { [field]: { $in: chunk } }, paging: { limit: 100 } },
    });
    for (const product of products ?? []) found.set(product[field] ?? "", product as Product);
  }
  return found;
}

/** Returns the products with cost and profit. On catalog v1 this takes one request per product. */
export async function withCosts(
  client: Pick<CatalogClient, "products" | "listsCosts">,
  products: readonly Product[],
): Promise<Product[]> {
  const complete: Product[] = [];
  for (const chunk of batchesOf(products, width)) complete.push(...(await Promise.all(chunk.map(withCost))));
  return complete;

  async function withCost(product: Product): Promise<Product> {
    if (client.listsCosts) return product;
    const found = await client.products.get({ id: product.id ?? "", includeMerchantSpecificData: true });
    return (found.product ?? product) as Product;
  }
}

/** Yields the products of a list with their costs, a few requests ahead. */
export async function* rowsWithCosts(
  client: CatalogClient,
  rows: AsyncIterable<Product>,
): AsyncGenerator<Product> {
  if (client.listsCosts) return yield* rows;
  for await (const batch of streamBatches(rows, width)) yield* await withCosts(client, batch);
}

/** Returns the currency of the shop, from a product; undefined if there is none. */
export async function catalogCurrency(client: Pick<CatalogClient, "products">): Promise<string | undefined> {
  const { products } = await client.products.query({ query: { paging: { limit: 1 } } });
  return products?.[0]?.priceData?.currency ?? undefined;
}
