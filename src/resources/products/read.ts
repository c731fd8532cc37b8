import { type FilterExpression, parseFilter } from "../../api/query/filter.ts";
import type { Product } from "../../api/services/products.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid, lowerGuid } from "../../kernel/ids.ts";
import {
  type Listing,
  type ListQuery,
  type ListSource,
  listFilterFields,
  listLater,
  listRows,
} from "../listing.ts";
import type { Session } from "../resource.ts";
import { type Catalog, productsById, rowsWithCosts, withCosts } from "./catalog.ts";
import { catalogV1 } from "./catalog-v1.ts";
import type { CatalogV3Options } from "./catalog-v3.ts";
import { productSearchText } from "./fields.ts";
import { checkBrands, conditionsOn, matchesProduct, withCollectionIds, withTaxGroupIds } from "./filter.ts";
import type { Upload } from "./media.ts";

/**
 * Opens the catalog for a command. Throws TillError (exit 4) if the command needs an admin and the identity is not one.
 * `stock`: false if the command does not use the stock of listed products.
 */
export async function openCatalog(
  session: Pick<Session, "call" | "can" | "catalog">,
  needs?: "admin",
  options: CatalogV3Options = {},
): Promise<Catalog> {
  const admin = needs === "admin" || (await session.can("admin"));
  const call = await session.call(admin ? "admin" : undefined);
  let uploads: Upload | undefined;
  const upload: Upload = async (source) => {
    const { uploader } = await import("./media.ts");
    uploads ??= uploader(call);
    return await uploads(source);
  };
  return (await session.catalog(call)) === "v3"
    ? (await import("./catalog-v3.ts")).catalogV3(call, admin, upload, options)
    : catalogV1(call, admin, upload);
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
  const { admin, list } = catalog;
  const { filter = "", output = "", costs = namesCosts(output) } = query;
  const beforeFilter = namesCosts(filter);
  const hasCosts = admin && (costs || beforeFilter);
  const hasNames = namesCollections(output);
  const rows = (rows: AsyncIterable<Product>) => {
    const complete = hasCosts ? rowsWithCosts(catalog, rows) : rows;
    return hasNames ? withNames(catalog, complete) : complete;
  };
  const source: ListSource = {
    ...list,
    matches: matchesProduct,
    searchText: productSearchText,
    ...((hasCosts || hasNames) && { complete: { rows, beforeFilter } }),
  };
  const parsed = query.filter === undefined ? undefined : parseFilter(query.filter, listFilterFields(list));
  if (parsed === undefined || parsed.kind === "platform") return listRows(source, query);
  const known = (expression: FilterExpression) =>
    orUnknownBrand(catalog, expression, filter, listRows(source, query, expression));
  if (["collections", "taxGroupId"].every((path) => conditionsOn(parsed, path).length === 0))
    return known(parsed);
  return listLater(async () => known(await resolveFilter(catalog, parsed, filter)));
}

/** Returns whether fields of an output name collections. */
export const namesCollections = (text: string): boolean => /\bcollections\b/.test(text);

/** Yields products with the names of their collections. */
async function* withNames({ names }: Pick<Catalog, "names">, rows: AsyncIterable<Product>) {
  for await (const product of rows)
    yield { ...product, collections: await names.namesOf(product.collectionIds ?? []) };
}

/** Returns a filter with the ids of the collections and tax groups that it names. Throws UsageError for an unknown one. */
export async function resolveFilter(
  { names, list, taxGroups }: Pick<Catalog, "names" | "list" | "taxGroups">,
  given: FilterExpression,
  source: string,
): Promise<FilterExpression> {
  const isOfTaxGroups = conditionsOn(given, "taxGroupId").some(({ kind }) => kind !== "exists");
  const filter = isOfTaxGroups ? await withTaxGroupIds(given, source, await taxGroups()) : given;
  const ids = list.fields.find(({ name }) => name === "collectionIds");
  if (ids === undefined || conditionsOn(filter, "collections").length === 0) return filter;
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

/** Returns whether a filter, or fields of an output, name costs. */
export const namesCosts = (text: string): boolean => /cost|profit/i.test(text);

/**
 * Returns a product by id, handle or SKU, with its variants and, for an admin on request, its costs. Throws
 * TillError 5 if there is none, and 6 with the handles if several have the SKU.
 */
export async function findProduct(
  catalog: Catalog,
  reference: string,
  { costs = false }: { costs?: boolean } = {},
): Promise<Product> {
  const found = await findProducts(catalog, reference);
  if (found.length === 1 && found[0]) {
    const [product = found[0]] = costs && catalog.admin ? await withCosts(catalog, found) : found;
    return product;
  }
  if (found.length === 0) {
    throw new TillError(exitCodes.notFound, `No product has the id, handle or SKU "${reference}".`, {
      hint: `Search for it: till products list --search '${reference}'`,
    });
  }
  const slugs = found.map(({ slug }) => slug).join(", ");
  throw new TillError(exitCodes.conflict, `${found.length} products have the SKU "${reference}": ${slugs}.`, {
    hint: "Use the handle or the id.",
  });
}

async function findProducts(catalog: Catalog, reference: string): Promise<Product[]> {
  if (isGuid(reference)) return await catalog.find("id", [lowerGuid(reference)]);
  const bySlug = await catalog.find("slug", [reference]);
  if (bySlug.length > 0) return bySlug;
  const bySku = await catalog.find("sku", [reference]);
  if (bySku.length > 0) return bySku;
  const owners = await catalog.variants({ $in: [reference] }, { limit: 10 });
  const found = await productsById(catalog, [...new Set(owners.map(({ productId }) => productId))]);
  return [...found.values()];
}
