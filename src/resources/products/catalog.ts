import type { WireClient } from "../../api/endpoint.ts";
import type { collections } from "../../api/services/collections/collections.ts";
import type { inventory } from "../../api/services/inventory/inventory.ts";
import type { Product } from "../../api/services/products/models/product.ts";
import type { products } from "../../api/services/products/products.ts";

const whole = { includeVariants: true, includeHiddenProducts: true, includeMerchantSpecificData: true };

/** The calls of the catalog that products need. */
export type CatalogClient = WireClient<{
  products: typeof products;
  collections: typeof collections;
  inventory: typeof inventory;
}>;

/** A whole product by slug, hidden or not; undefined where there is none. */
export async function productBySlug(client: CatalogClient, slug: string): Promise<Product | undefined> {
  const { products } = await client.products.query({
    query: { filter: { slug }, paging: { limit: 1 } },
    ...whole,
  });
  return products?.[0] as Product | undefined;
}

/** Whole products, with variants and cost, by id; at most 100 a call. */
export async function productsById(
  client: CatalogClient,
  ids: readonly string[],
): Promise<Map<string, Product>> {
  const found = new Map<string, Product>();
  for (let start = 0; start < ids.length; start += 100) {
    const chunk = ids.slice(start, start + 100);
    const { products } = await client.products.query({
      query: { filter: { id: { $in: chunk } }, paging: { limit: 100 } },
      ...whole,
    });
    for (const product of products ?? []) found.set(product.id ?? "", product as Product);
  }
  return found;
}
