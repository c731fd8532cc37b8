import type { Call } from "../../api/caller.ts";
import { createWireClient } from "../../api/client.ts";
import type { FilterExpression } from "../../api/query/filter.ts";
import { parseFilter } from "../../api/query/filter-parse.ts";
import { collections } from "../../api/services/collections/collections.ts";
import { inventory } from "../../api/services/inventory/inventory.ts";
import type { Product } from "../../api/services/products/models/product.ts";
import { products } from "../../api/services/products/products.ts";
import type { Work } from "../../bulk/journal/step.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/guid.ts";
import type { CollectionSource } from "../collections/collections.ts";
import { type Listing, type ListQuery, type ListSource, listLater, listRows } from "../listing.ts";
import type { Session } from "../resource.ts";
import { type CatalogClient, rowsWithCosts, withCosts } from "./catalog.ts";
import { type CollectionNames, collectionNames } from "./collection-names.ts";
import { productFilterFields, productSearchText, productSortPaths } from "./fields.ts";
import { checkBrands } from "./filter/brands.ts";
import { conditionsOn, withCollectionIds } from "./filter/collections.ts";
import { matchesProduct } from "./filter/variants.ts";
import type { Upload } from "./media/upload.ts";
import type { ProductSource } from "./v3/call.ts";
import type { ReadProducts } from "./v3/read-products.ts";
import type { ListOptions } from "./v3/whole.ts";

/** The catalog as the profile's identity sees it: hidden products, costs and stock are visible to admins only. */
export interface Catalog {
  call: Call;
  client: CatalogClient;
  admin: boolean;
  /** The collections of the site by name, read when they are needed. */
  names: CollectionNames;
  /** The list call for products. On catalog v3, `call` and `client` accept the calls of v1 and translate them. */
  list: ProductSource;
  /** How jobs read and write on this site. */
  work(names: CollectionNames): Promise<Work>;
  version: "v1" | "v3";
  /** Counts the products that match a filter, where lists have no total. */
  count?: ListSource["count"] | undefined;
  /** Adapts a product of a file to what the catalog version supports. */
  fit?: ((draft: ProductDraft) => ProductDraft) | undefined;
  /** The list call for collections, if the catalog version has its own. */
  collections?: CollectionSource | undefined;
}

const listV1: ProductSource = {
  endpoint: products.query,
  fields: productFilterFields,
  sortPaths: productSortPaths,
};

/**
 * Opens the catalog for a command. Throws TillError (exit 4) if the command needs an admin and the identity is not one.
 * `stock`: false if the command does not use the stock of listed products. `keep`: called with the listed products of catalog v3.
 */
export async function catalogClient(
  session: Pick<Session, "call" | "can" | "catalog">,
  needs?: "admin",
  { stock, keep }: Pick<ListOptions, "stock" | "keep"> = {},
): Promise<Catalog> {
  const admin = needs === "admin" || (await session.can("admin"));
  const direct = await session.call(admin ? "admin" : undefined);
  const v3 = (await session.catalog(direct)) === "v3" ? await import("./v3/call.ts") : undefined;
  const jobs = v3 && { read: undefined as ReadProducts | undefined };
  const call =
    v3?.catalogV3Call(direct, admin, { keep: keep ?? ((listed) => jobs?.read?.keep(listed)), stock }) ??
    direct;
  let uploads: Upload | undefined;
  const upload: Upload = async (source) => {
    const { uploader } = await import("./media/upload.ts");
    uploads ??= uploader(direct);
    return await uploads(source);
  };
  const client = {
    ...createWireClient({ products, collections, inventory }, call),
    ...(v3 && { listsCosts: true, variantsHaveSkus: true }),
    upload,
  };
  return {
    call,
    client,
    admin,
    names: collectionNames(client),
    async work(names) {
      if (jobs === undefined) return (await import("./work.ts")).productWork(client, names);
      const [{ productWorkV3 }, { ReadProducts }] = await Promise.all([
        import("./v3/work.ts"),
        import("./v3/read-products.ts"),
      ]);
      jobs.read = new ReadProducts({ stock });
      return productWorkV3({ call: direct, client, names, read: jobs.read });
    },
    version: v3 ? "v3" : "v1",
    list: v3?.listV3 ?? listV1,
    count: v3 && ((filter) => v3.countProducts(direct, filter, admin)),
    collections: v3?.categoryList,
    fit: v3?.draftInV3,
  };
}

/** How to list products. */
export interface ProductQuery extends ListQuery {
  /** Whether to read costs. Default: if the filter or the output names them. */
  costs?: boolean | undefined;
}

/**
 * Lists products with their variants. An admin also gets hidden products, and costs if the query needs them. A filter can
 * name collections, and have conditions on variants, which one variant must meet. Throws UsageError while the rows are read,
 * for an unknown collection, and for an unknown brand if nothing matches.
 */
export function listProducts(catalog: Catalog, query: ProductQuery): Listing<Product> {
  const { call, client, admin, list } = catalog;
  const { filter = "", output = "", costs = namesCosts(output) } = query;
  const beforeFilter = namesCosts(filter);
  const rows = (rows: AsyncIterable<Product>) => rowsWithCosts(client, rows);
  const source: ListSource = {
    call,
    name: "products.query",
    ...list,
    ...(catalog.count && { count: catalog.count }),
    matches: matchesProduct,
    searchText: productSearchText,
    ...(admin && (costs || beforeFilter) && { complete: { rows, beforeFilter } }),
  };
  const parsed = query.filter === undefined ? undefined : parseFilter(query.filter, list.fields);
  if (parsed === undefined || parsed.kind === "platform") return listRows(source, query);
  const known = (one: FilterExpression) => orUnknownBrand(catalog, one, filter, listRows(source, query, one));
  if (conditionsOn(parsed, "collection").length === 0) return known(parsed);
  return listLater(async () => known(await resolveFilter(catalog, parsed, filter)));
}

/** Returns a filter with the ids of the collections that it names. Throws UsageError for an unknown one. */
export async function resolveFilter(
  { names, list }: Pick<Catalog, "names" | "list">,
  filter: FilterExpression,
  source: string,
): Promise<FilterExpression> {
  const ids = list.fields.find(({ name }) => name === "collectionIds");
  if (ids === undefined || conditionsOn(filter, "collection").length === 0) return filter;
  return withCollectionIds(filter, { source, known: await names.all(), ids });
}

/** Returns a list that throws UsageError if it is empty and its filter names a brand that no product has. */
function orUnknownBrand(
  catalog: Catalog,
  filter: FilterExpression,
  source: string,
  listing: Listing<Product>,
): Listing<Product> {
  if (conditionsOn(filter, "brand").length === 0) return listing;
  const rows = async function* () {
    let isEmpty = true;
    for await (const row of listing.rows) {
      isEmpty = false;
      yield row;
    }
    if (isEmpty) await checkBrands(catalog, filter, source);
  };
  return { ...listing, rows: rows() };
}

const namesCosts = (text: string): boolean => /cost|profit/i.test(text);

/**
 * Returns a product by id, slug or SKU, with its variants and, for an admin on request, its costs. Throws
 * TillError 5 if there is none, and 6 with the slugs if several have the SKU.
 */
export async function findProduct(
  catalog: Catalog,
  reference: string,
  { costs = false }: { costs?: boolean } = {},
): Promise<Product> {
  const found = await findProducts(catalog, reference);
  if (found.length === 1 && found[0]) {
    const [product = found[0]] = costs && catalog.admin ? await withCosts(catalog.client, found) : found;
    return product;
  }
  if (found.length === 0) {
    throw new TillError(exitCodes.notFound, `No product has the id, slug or SKU "${reference}".`, {
      hint: `Search for it: till products list --search '${reference}'`,
    });
  }
  const slugs = found.map(({ slug }) => slug).join(", ");
  throw new TillError(exitCodes.conflict, `${found.length} products have the SKU "${reference}": ${slugs}.`, {
    hint: "Use the slug or the id.",
  });
}

async function findProducts({ client }: Catalog, reference: string): Promise<Product[]> {
  const query = async (filter: object) => {
    const { products } = await client.products.query({ query: { filter, paging: { limit: 10 } } });
    return (products ?? []) as Product[];
  };
  if (isGuid(reference)) return await query({ id: reference });
  const bySlug = await query({ slug: reference });
  if (bySlug.length > 0) return bySlug;
  const bySku = await query({ sku: reference });
  return bySku.length > 0 ? bySku : await byVariantSku(reference, client, query);
}

async function byVariantSku(
  sku: string,
  client: CatalogClient,
  query: (filter: object) => Promise<Product[]>,
): Promise<Product[]> {
  const { variants } = await client.products.queryStoreVariants({
    query: { filter: { sku }, paging: { limit: 10 } },
  });
  const ids = [...new Set((variants ?? []).map(({ productId }) => productId))];
  return ids.length === 0 ? [] : await query({ id: { $in: ids } });
}
