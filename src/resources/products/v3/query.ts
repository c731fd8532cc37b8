import type { Call } from "../../../api/caller.ts";
import { createWireClient } from "../../../api/client.ts";
import type { WireInput, WireResult } from "../../../api/endpoint.ts";
import { pages } from "../../../api/query/pages.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import type { ProductV3 } from "../../../api/services/products/models/product-v3.ts";
import type { ReadOnlyVariant } from "../../../api/services/products/models/variant-v3.ts";
import type { products } from "../../../api/services/products/products.ts";
import { productsV3 } from "../../../api/services/products/products-v3.ts";
import { variantsV3 } from "../../../api/services/products/variants-v3.ts";
import { asProductV1 } from "./as-v1.ts";
import { filterInV3, pathInV3 } from "./fields.ts";
import { completeProducts, type ListOptions, productFieldsFor, type WholeProduct } from "./whole.ts";

type QueryInput = WireInput<typeof products.query>;

/** Returns a page of products by cursor. */
export async function searchProducts(call: Call, { query }: QueryInput, admin: boolean, list?: ListOptions) {
  const { filter, sort, cursorPaging } = query ?? {};
  const { productsV3: v3 } = createWireClient({ productsV3 }, call);
  const page = await v3.search({
    search: cursorPaging?.cursor
      ? { cursorPaging }
      : {
          ...(filter != null && { filter: filterInV3(filter) as typeof filter }),
          ...(sort != null && {
            sort: sort.map((key) => ({ ...key, fieldName: pathInV3(key.fieldName ?? "") })),
          }),
          ...(cursorPaging && { cursorPaging }),
        },
    fields: productFieldsFor(admin),
  });
  const whole = await listedProducts(call, page.products ?? [], admin, list);
  return {
    products: whole.map(asProductV1),
    pagingMetadata: page.pagingMetadata,
  };
}

/** Finds products by ids, slugs or SKUs. */
export async function findProductsV1(
  call: Call,
  { query }: QueryInput,
  admin: boolean,
  list?: ListOptions,
): Promise<WireResult<typeof products.query>> {
  const { sku, ...filter } = (query?.filter ?? {}) as { sku?: unknown };
  if (sku === undefined) return { products: await byFilter(call, filter, admin, list) };
  const ids = [...new Set((await variantsBySku(call, sku)).map(({ productData }) => productData?.productId))];
  const skus = new Set(typeof sku === "string" ? [sku] : (sku as { $in: string[] }).$in);
  const found = ids.length === 0 ? [] : await byFilter(call, { id: { $in: ids } }, admin, list);
  return { products: found.filter((product) => product.sku && skus.has(product.sku)) };
}

/** Finds the variants with these SKUs in the whole store, with their products; all of them without a limit. */
export async function findVariantsV1(
  call: Call,
  { query }: WireInput<typeof products.queryStoreVariants>,
): Promise<WireResult<typeof products.queryStoreVariants>> {
  const { sku } = (query?.filter ?? {}) as { sku?: unknown };
  const rows = await variantsBySku(call, sku, query?.paging?.limit ?? undefined);
  return {
    variants: rows.map(({ variantId, productData, sku }) => ({
      variantId,
      productId: productData?.productId,
      productName: productData?.name,
      sku,
    })),
  };
}

async function byFilter(call: Call, filter: object, admin: boolean, list?: ListOptions): Promise<Product[]> {
  const { productsV3: v3 } = createWireClient({ productsV3 }, call);
  const { products } = await v3.query({
    query: { filter, cursorPaging: { limit: 100 } },
    fields: productFieldsFor(admin),
  });
  const whole = await listedProducts(call, products ?? [], admin, list);
  return whole.map(asProductV1);
}

async function variantsBySku(call: Call, sku: unknown, limit?: number): Promise<ReadOnlyVariant[]> {
  const found: ReadOnlyVariant[] = [];
  const search = { filter: { sku } };
  const options = limit === undefined ? {} : { limit };
  const rows = pages<ReadOnlyVariant>(call, "variantsV3.search", variantsV3.search, { search }, options);
  for await (const row of rows) found.push(row);
  return found;
}

async function listedProducts(
  call: Call,
  listed: readonly ProductV3[],
  admin: boolean,
  { keep, stock = true }: ListOptions = {},
): Promise<WholeProduct[]> {
  const ids = new Set(listed.map(({ id }) => id ?? ""));
  const needs = { variants: ids, items: stock ? ids : new Set<string>() };
  const whole = await completeProducts(call, listed, admin, needs);
  keep?.(whole);
  return whole;
}
