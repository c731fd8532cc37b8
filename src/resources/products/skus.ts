import { batchesOf } from "../../kernel/batches.ts";
import type { CatalogClient } from "./catalog.ts";

/** A product with an SKU, or the variant of a product that has it. */
export interface SkuOwner {
  productId: string;
  /** The name of the product. */
  product: string;
  /** Absent for the SKU of the product itself (catalog v1). */
  variantId?: string;
}

/** The most SKUs of one request, and the most rows of a page. */
const most = 100;

/** Returns the products and variants that have these SKUs, a hundred SKUs a request. */
export async function skuOwners(
  client: CatalogClient,
  skus: Iterable<string>,
): Promise<Map<string, SkuOwner[]>> {
  const unique = [...new Set(skus)].filter((sku) => sku !== "");
  const found = new Map<string, SkuOwner[]>();
  const add = (sku: string, owner: SkuOwner) => found.set(sku, [...(found.get(sku) ?? []), owner]);
  for (const batch of batchesOf(unique, most)) {
    const filter = { sku: { $in: batch } };
    for (const { productId, productName, variantId, sku } of await variantsWith(client, filter))
      add(sku ?? "", {
        productId: productId ?? "",
        product: productName ?? "",
        ...(variantId && { variantId }),
      });
    if (client.variantsHaveSkus) continue;
    for (const { id, name, sku } of await productsWith(client, filter))
      add(sku ?? "", { productId: id ?? "", product: name ?? "" });
  }
  return found;
}

async function variantsWith(client: CatalogClient, filter: object) {
  return await allPages(async (offset) => {
    const paging = { limit: most, offset };
    // On catalog v3, the call returns all variants.
    const query = { filter, ...(!client.variantsHaveSkus && { paging }) };
    const { variants, metadata } = await client.products.queryStoreVariants({ query });
    const rows = variants ?? [];
    return { rows, total: client.variantsHaveSkus ? rows.length : metadata?.total };
  });
}

async function productsWith(client: CatalogClient, filter: object) {
  return await allPages(async (offset) => {
    const { products, metadata } = await client.products.query({
      query: { filter, paging: { limit: most, offset } },
    });
    return { rows: products ?? [], total: metadata?.total };
  });
}

async function allPages<Row>(
  page: (offset: number) => Promise<{ rows: readonly Row[]; total: number | null | undefined }>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows, total } = await page(all.length);
    all.push(...rows);
    if (rows.length < most || all.length === total) return all;
  }
}
