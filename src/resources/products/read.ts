import type { Call } from "../../api/caller.ts";
import { createWireClient } from "../../api/client.ts";
import { collections } from "../../api/endpoints/collections.ts";
import { inventory } from "../../api/endpoints/inventory.ts";
import { products } from "../../api/endpoints/products.ts";
import { splitFilter } from "../../api/filter.ts";
import { matchesFilter } from "../../api/filter-match.ts";
import { parseFilter } from "../../api/filter-parse.ts";
import { toPlatformFilter } from "../../api/filter-platform.ts";
import type { Product } from "../../api/models/product.ts";
import { pages } from "../../api/pages.ts";
import { parseSort } from "../../api/query.ts";
import { exitCodes, TillError } from "../../errors.ts";
import { sliceRows } from "../slice.ts";
import type { CatalogClient } from "./catalog.ts";
import { productFilterFields, productSortPaths } from "./fields.ts";

/** What resources need of a context; given structurally, so that they stay beside it on their floor. */
export interface Caller {
  call(as?: "admin"): Promise<Call>;
  can(role: "admin"): Promise<boolean>;
}

/** The catalog as the profile may see it: with hidden products, costs and stock where it can act as admin. */
export interface Catalog {
  call: Call;
  client: CatalogClient;
  admin: boolean;
}

/** Opens the catalog calls for a command. One that writes needs an admin: without one it fails (exit 4) before any request. */
export async function catalogClient(context: Caller, needs?: "admin"): Promise<Catalog> {
  const admin = needs === "admin" || (await context.can("admin"));
  const call = await context.call(admin ? "admin" : undefined);
  return { call, client: createWireClient({ products, collections, inventory }, call), admin };
}

/** How to list products. */
export interface ProductQuery {
  /** In the language of `--filter`. */
  filter?: string | undefined;
  /** Only names that contain this, in any case. */
  search?: string | undefined;
  sort?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  all?: boolean | undefined;
  /** With every variant (the list leaves them out otherwise). */
  variants?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** Rows as they come; the other members are complete when the rows have ended. */
export interface ProductList {
  rows: AsyncIterable<Product>;
  total(): number | undefined;
  next(): string | undefined;
  moved(): boolean;
}

/** Lists products. What the platform cannot filter is filtered here, row by row. */
export function listProducts({ call, admin }: Catalog, query: ProductQuery): ProductList {
  const { platform, local } = filters(query);
  const sort = query.sort === undefined ? undefined : parseSort(query.sort, sortFields());
  const limit = query.all ? undefined : (query.limit ?? 50);
  const offset = query.offset ?? 0;
  const paged = pages<Product>(
    call,
    "products.query",
    products.query,
    {
      query: {
        ...(platform && { filter: platform }),
        ...(sort && { sort }),
        ...(offset > 0 && !local && { paging: { offset } }),
      },
      ...(query.variants && { includeVariants: true }),
      ...(admin && { includeHiddenProducts: true, includeMerchantSpecificData: true }),
    },
    {
      key: "id",
      ...(limit !== undefined && !local && { limit }),
      ...(query.signal && { signal: query.signal }),
    },
  );
  const matching = async function* () {
    for await (const product of paged) if (!local || local(product)) yield product;
  };
  const slice = sliceRows(matching(), { limit, ...(local && { offset }) });
  const further = () => limit !== undefined && (paged.facts.total ?? 0) > offset + paged.facts.seen;
  return {
    rows: slice.rows,
    total: () => (local ? undefined : paged.facts.total),
    next: () => (local ? slice.next() : further() ? String(offset + (limit ?? 0)) : undefined),
    moved: () => paged.facts.moved && limit === undefined,
  };
}

function sortFields() {
  return productFilterFields.filter(({ name, path }) => productSortPaths.includes(path ?? name));
}

/** The part of the filter that the platform answers, and a test for the rest. */
function filters({ filter, search }: ProductQuery): {
  platform?: object;
  local?: (product: Product) => boolean;
} {
  const { platform, local } =
    filter === undefined ? {} : splitFilter(parseFilter(filter, productFilterFields));
  const word = search?.toLowerCase();
  const test = (product: Product) =>
    (local === undefined || matchesFilter(local, product)) &&
    (word === undefined || (product.name ?? "").toLowerCase().includes(word));
  return {
    ...(platform && { platform: toPlatformFilter(platform) }),
    ...((local !== undefined || word !== undefined) && { local: test }),
  };
}

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** One product by id, slug or SKU, with its variants. An SKU that several products have is an error that lists them. */
export async function findProduct(catalog: Catalog, reference: string): Promise<Product> {
  const found = await findProducts(catalog, reference);
  if (found.length === 1 && found[0]) return found[0];
  if (found.length === 0) {
    throw new TillError(exitCodes.notFound, `No product has the id, slug or SKU "${reference}".`, {
      hint: `Look for it with: till products list --search '${reference}'`,
    });
  }
  const slugs = found.map(({ slug }) => slug).join(", ");
  throw new TillError(exitCodes.conflict, `${found.length} products have the SKU "${reference}": ${slugs}.`, {
    hint: "Name one of them by its slug or id.",
  });
}

async function findProducts({ client, admin }: Catalog, reference: string): Promise<Product[]> {
  const query = async (filter: object) => {
    const { products } = await client.products.query({
      query: { filter, paging: { limit: 10 } },
      includeVariants: true,
      ...(admin && { includeHiddenProducts: true, includeMerchantSpecificData: true }),
    });
    return (products ?? []) as Product[];
  };
  if (guid.test(reference)) return await query({ id: reference });
  const bySlug = await query({ slug: reference });
  if (bySlug.length > 0) return bySlug;
  const bySku = await query({ sku: reference });
  return bySku.length > 0 ? bySku : await byVariantSku(reference, { client, admin }, query);
}

async function byVariantSku(
  sku: string,
  { client }: Pick<Catalog, "client" | "admin">,
  query: (filter: object) => Promise<Product[]>,
): Promise<Product[]> {
  const { variants } = await client.products.queryStoreVariants({
    query: { filter: { sku }, paging: { limit: 10 } },
  });
  const ids = [...new Set((variants ?? []).map(({ productId }) => productId))];
  return ids.length === 0 ? [] : await query({ id: { $in: ids } });
}
