import type { Call } from "../../api/caller.ts";
import type { WireResult } from "../../api/endpoint.ts";
import type { Pages } from "../../api/query/pages.ts";
import type { Product, products } from "../../api/services/products.ts";
import type { Work } from "../../bulk/journal/step.ts";
import type { ProductDraft } from "../../files/draft.ts";
import type { CodeField } from "../../files/list-keys.ts";
import { batchesOf, streamBatches } from "../../kernel/batches.ts";
import type { Collections } from "../collections/collections.ts";
import type { ListSource } from "../listing.ts";
import type { CollectionNames } from "./collection-names.ts";
import type { Upload } from "./media.ts";
import type { Preorder } from "./snapshot.ts";
import type { TaxGroups } from "./tax-groups.ts";

/** Returns a function that loads the tax groups of a shop on demand: few commands need them. */
export function taxGroupsOnDemand(call: Call): Catalog["taxGroups"] {
  let loading: Promise<TaxGroups> | undefined;
  return () => (loading ??= import("./tax-groups.ts").then(({ taxGroupsOf }) => taxGroupsOf(call)));
}

/** The version of the catalog that a shop has. */
export type CatalogVersion = "v1" | "v3";

/**
 * The catalog of a shop as the profile's identity sees it: hidden products, costs and stock are visible to admins only. The
 * platform has two versions of it; products, variants and collections have the form of v1 in both. A change that v3 does not
 * support throws UsageError (CATALOG_V3), and nothing is sent.
 */
export interface Catalog {
  version: CatalogVersion;
  admin: boolean;
  /** The list call for products, with the fields that it can filter and sort by. */
  list: ListSource;
  /** Returns the products with these ids, slugs, names or SKUs, 100 values per request. The SKU is that of the product. */
  find(field: "id" | "slug" | "name" | "sku", values: readonly string[]): Promise<Product[]>;
  /** Returns the variants of all products with these SKUs or barcodes. Throws UsageError for barcodes on catalog v1, which has none. */
  variants(
    code: { $in: readonly string[] } | { $startsWith: string },
    options?: { limit?: number; field?: CodeField },
  ): Promise<CodeOwner[]>;
  /** Returns lists that have the keys of all products, the first one up to `limit`, and of their variants. Default: `list` has them. */
  keys?: (limit: number) => Pages<RowKeys>[];
  /** Returns a product with cost and profit. Absent if lists have them. */
  withCost?: (product: Product) => Promise<Product>;
  /** Returns the currency of the shop, from a product; undefined if there is none. */
  currency(): Promise<string | undefined>;
  /**
   * Returns the brands or the ribbons of the shop, and both if the same requests have both: catalog v1 has no lists of them, so that all products
   * are read.
   */
  labels(field: Label): Promise<Partial<Record<Label, ReadonlySet<string>>>>;
  availability(id: string, selection: Record<string, string>): Promise<Availability>;
  create(product: Partial<Product>): Promise<Product>;
  /** Sets the given fields of a product. */
  change(id: string, fields: Partial<Product>): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  removeLabel(id: string, label: "brand" | "ribbon"): Promise<unknown>;
  removeOptions(id: string): Promise<unknown>;
  /** Sets the given fields of the variants with these choices. */
  changeVariants(id: string, changes: readonly VariantChange[]): Promise<unknown>;
  /** Gives all variants the price, cost and weight of the product, and no SKU. */
  resetVariants(id: string): Promise<unknown>;
  media: {
    /** Uploads a local picture and returns its media id. */
    upload: Upload;
    add(id: string, items: readonly NewMedia[]): Promise<unknown>;
    remove(id: string, mediaIds: readonly string[]): Promise<unknown>;
    /** Shows media of a product only with these choices. */
    attach(id: string, choices: readonly (Choice & { mediaIds: string[] })[]): Promise<unknown>;
    /** Removes the media from a choice, or from all; the product keeps them. */
    detach(id: string, choice?: Choice): Promise<unknown>;
  };
  stock: {
    set(product: Product, stock: StockChange): Promise<unknown>;
    /** Adds to the stock of variants, or takes from it, never below zero. */
    adjust(productId: string, variantIds: readonly string[], by: number): Promise<unknown>;
  };
  collections: Collections;
  /** The collections by name, read when they are needed. */
  names: CollectionNames;
  /** The tax groups by name. */
  taxGroups(): Promise<TaxGroups>;
  /** Returns how jobs read and write. It sends what `list` and `find` read after this, as far as that is kept. */
  work(): Promise<Work>;
  /** Adapts a product of a file to what the catalog can store; `product` is the one that it changes. */
  fit?: (draft: ProductDraft, product?: Product) => ProductDraft;
}

/** The fields whose values make a list of the shop: a new value is a new brand or ribbon. */
export type Label = "brand" | "ribbon";

/** What a product or a variant can be looked up by: `variant` is the SKU of one. */
export type KeyField = Parameters<Catalog["find"]>[0] | "variant" | "barcode";

/** The keys of a listed product or variant. */
export type RowKeys = readonly (readonly [KeyField, string | null | undefined])[];

/** A product with an SKU or a barcode, or the variant of a product that has it. */
export interface CodeOwner {
  code: string;
  productId: string;
  /** The name of the product. */
  product: string;
  /** Absent for the SKU of the product itself (catalog v1). */
  variantId?: string | undefined;
  /** The name of the variant, if the platform returns it. */
  variant?: string | undefined;
}

/** The choices that remain after others are selected, and the variant that they identify. */
export type Availability = WireResult<(typeof products)["optionsAvailability"]>;

/** A choice of an option by name. */
export type Choice = { option: string; choice: string };

/** A media item: a media id of the platform or an address. */
export type NewMedia = ({ mediaId: string } | { url: string }) & { choice?: Choice | undefined };

/** The new values of the variants with these choices. Absent fields do not change. */
export type VariantChange = {
  choices: Record<string, string>;
  price?: number | null;
  cost?: number | null;
  weight?: number;
  sku?: string;
  /** Catalog v3 only. */
  barcode?: string | null;
  visible?: boolean;
};

/** The stock of variants: quantities if it is tracked, else whether they are in stock. */
export interface StockChange {
  /** Default: each variant stays as it is (catalog v3). */
  trackQuantity?: boolean | undefined;
  variants: readonly {
    variantId: string;
    quantity?: number;
    inStock?: boolean;
    /** Catalog v3 only. Null ends it. */
    preorder?: Preorder | null | undefined;
  }[];
}

/** What products of catalog v3 have and `Product` has no field for, by the names that snapshots have for it. */
export type OnlyInV3 = Readonly<Record<string, readonly unknown[]>>;

/** Requests for single products that run at the same time. */
const width = 10;

/** Returns a product by slug with its costs, or undefined if there is none. */
export async function productBySlug(catalog: Catalog, slug: string): Promise<Product | undefined> {
  const [product] = await withCosts(catalog, await catalog.find("slug", [slug]));
  return product;
}

/** Returns products by slug, 100 per request. */
export async function productsBySlug(
  catalog: Catalog,
  slugs: readonly string[],
): Promise<Map<string, Product>> {
  return new Map((await catalog.find("slug", slugs)).map((product) => [product.slug ?? "", product]));
}

/** Returns products by id, 100 per request. Those in `costs` are returned with their costs. */
export async function productsById(
  catalog: Catalog,
  ids: readonly string[],
  { costs }: { costs?: ReadonlySet<string> } = {},
): Promise<Map<string, Product>> {
  const found = new Map((await catalog.find("id", ids)).map((product) => [product.id, product]));
  const costly = [...found.values()].filter(({ id }) => costs?.has(id));
  for (const product of await withCosts(catalog, costly)) found.set(product.id, product);
  return found;
}

/** Returns the products with cost and profit. On catalog v1 this takes one request per product. */
export async function withCosts(
  { withCost }: Pick<Catalog, "withCost">,
  products: readonly Product[],
): Promise<Product[]> {
  if (withCost === undefined) return [...products];
  const complete: Product[] = [];
  for (const chunk of batchesOf(products, width)) complete.push(...(await Promise.all(chunk.map(withCost))));
  return complete;
}

/** Yields the products of a list with their costs, a few requests ahead. */
export async function* rowsWithCosts(
  catalog: Catalog,
  rows: AsyncIterable<Product>,
): AsyncGenerator<Product> {
  if (catalog.withCost === undefined) return yield* rows;
  for await (const batch of streamBatches(rows, width)) yield* await withCosts(catalog, batch);
}

/** Returns the products and variants that have these SKUs or barcodes, a hundred a request. */
export async function codeOwners(
  catalog: Catalog,
  codes: Iterable<string>,
  field: CodeField = "sku",
): Promise<Map<string, CodeOwner[]>> {
  const unique = [...new Set(codes)].filter((code) => code !== "");
  const owners: CodeOwner[] = [];
  for (const batch of batchesOf(unique, 100)) {
    owners.push(...(await catalog.variants({ $in: batch }, { field })));
    // On catalog v3 only variants have SKUs, and each product has at least one.
    const products = catalog.version === "v3" ? [] : await catalog.find("sku", batch);
    for (const { id, name, sku } of products)
      owners.push({ code: sku ?? "", productId: id, product: name ?? "" });
  }
  return Map.groupBy(owners, ({ code }) => code);
}

/** Returns the slug of a name: 1 to 80 lower case ASCII letters, digits and dashes. */
export function productSlug(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "product" : slug;
}
