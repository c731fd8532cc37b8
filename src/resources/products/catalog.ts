import type { WireClient } from "../../api/endpoint.ts";
import type { collections } from "../../api/services/collections/collections.ts";
import type { inventory } from "../../api/services/inventory/inventory.ts";
import type { Product } from "../../api/services/products/models/product.ts";
import type { products } from "../../api/services/products/products.ts";

const whole = { includeVariants: true, includeHiddenProducts: true, includeMerchantSpecificData: true };

/** The catalog calls for products. */
export type CatalogClient = WireClient<{
  products: typeof products;
  collections: typeof collections;
  inventory: typeof inventory;
}>;

/** Returns a whole product by slug, even if it is hidden; undefined if there is none. */
export async function productBySlug(client: CatalogClient, slug: string): Promise<Product | undefined> {
  const { products } = await client.products.query({
    query: { filter: { slug }, paging: { limit: 1 } },
    ...whole,
  });
  return products?.[0] as Product | undefined;
}

/** Returns whole products, with variants and cost, by id, read 100 per request. */
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
