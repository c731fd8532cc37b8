import { createHash } from "node:crypto";
import type { Product } from "../../api/services/products.ts";
import { unknownRule } from "../../bulk/plan/plan.ts";
import type { KeyedNumbers, UniqueKeys } from "../../bulk/plan/stage.ts";
import type { ProductDraft } from "../../files/draft.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import { isGuid, lowerGuid } from "../../kernel/ids.ts";
import { formatCount } from "../../kernel/text.ts";
import { type Catalog, productsById, productsBySlug, skuOwners, slugOf } from "./catalog.ts";
import type { Handles, KnownHandle } from "./handles.ts";
import { managedVariants, variantKey } from "./snapshot.ts";

/** The match of a draft: an existing product, a new one, or why the draft must not be imported. */
export type Match =
  | { is: "existing"; product: Product; mediaSources?: readonly string[] }
  | { is: "new"; slug: string }
  | Rejection;

/** Why a draft must not be imported. `line`: default is that of the draft. */
export interface Rejection {
  is: "rejected";
  line?: number;
  column: string;
  value: string;
  rule: string;
  message: string;
}

/** The products of drafts, or why a draft has none; a draft that is absent is new. */
export interface Found {
  products: Map<ProductDraft, Product | Rejection>;
  /** Products by those slugs that were looked up. */
  slugs?: ReadonlyMap<string, Product>;
  /** What is known of the handles of the drafts, if it was looked up. */
  known?: ReadonlyMap<string, KnownHandle>;
}

/** What all drafts of a file share. */
export interface MatchOptions {
  dialect: string;
  /** Collects the slugs of new products. */
  taken: UniqueKeys;
  /** Collects the line of each matched product: two handles for one product are ambiguous. */
  claimed: KeyedNumbers;
  /** Collects the line of each SKU. */
  skus: KeyedNumbers;
  /** Returns whether another product still has an SKU after the job. Default: yes. */
  keepsSku?(productId: string, sku: string): boolean;
  /** Whether the costs of all products are read, not only of those whose rows have some. */
  costs?: boolean;
  /** Drafts without a command must exist. */
  updateOnly?: boolean;
  /** What identifies drafts. Default: the handle. */
  key?: ProductKey;
  /** Removes the blanks around names and SKUs, and counts them here. */
  blanks?: RemovedBlanks;
  /** Returns the keys of the shop that differ from one only by case, blanks or leading zeros. */
  similar?(value: string): Promise<string[]>;
}

/** How keys of a file are looked up. */
export interface KeyLookup {
  catalog: Catalog;
  handles: Handles;
  key: ProductKey;
}

/** The product that a key names: its id, or the names of several. */
export type KeyedProduct = { id: string } | { several: string[] };

/** Finds the products that keys name, a hundred a request. Keys of no product are absent. */
export async function findKeys(
  { catalog, handles, key }: KeyLookup,
  values: readonly string[],
): Promise<Map<string, KeyedProduct>> {
  switch (key) {
    case "sku": {
      const owners = await skuOwners(catalog, values);
      return oneEach(owners, ({ productId, product }) => [productId, product]);
    }
    case "name": {
      const byName = Map.groupBy(await catalog.find("name", values), ({ name }) => name ?? "");
      return oneEach(byName, ({ id, slug = "" }) => [id, slug ?? ""]);
    }
    case "id": {
      const found = await productsById(catalog, values.filter(isGuid).map(lowerGuid));
      return idsOf(values, (value) => found.get(lowerGuid(value)));
    }
    default: {
      const known = key === "handle" ? handles.find(values) : new Map<string, KnownHandle>();
      const slugIn = (value: string) => known.get(value)?.slug || value;
      const bySlug = await productsBySlug(catalog, [...new Set(values.map(slugIn))]);
      return idsOf(values, (value) => bySlug.get(slugIn(value)));
    }
  }
}

/** Returns the ids of the products that values name, by value. Values of no product are absent. */
function idsOf(
  values: readonly string[],
  find: (value: string) => Product | undefined,
): Map<string, KeyedProduct> {
  return new Map(
    values.flatMap((value): [string, KeyedProduct][] => {
      const product = find(value);
      return product ? [[value, { id: product.id }]] : [];
    }),
  );
}

function oneEach<Row>(
  rows: ReadonlyMap<string, readonly Row[]>,
  idAndName: (row: Row) => [id: string, name: string],
): Map<string, KeyedProduct> {
  return new Map(
    [...rows].map(([value, found]): [string, KeyedProduct] => {
      const products = new Map(found.map(idAndName));
      const [[id = ""] = []] = products;
      return [value, products.size === 1 ? { id } : { several: [...products.values()] }];
    }),
  );
}

/** Returns why a key names no single product. */
export function severalProducts(key: ProductKey, value: string, several: readonly string[]): Rejection {
  const message = `${several.length} products have the ${keyName(key)} "${value}": ${several.slice(0, 5).join(", ")}`;
  return { is: "rejected", column: key, value, rule: "ambiguous", message };
}

/** Returns a key as it is called in sentences. */
export const keyName = (key: ProductKey): string => (key === "sku" || key === "id" ? key.toUpperCase() : key);

/** Finds the products of a file's drafts by one key. A draft without an own SKU is found by those of its variants. */
export async function findByKey(lookup: KeyLookup, drafts: readonly ProductDraft[]): Promise<Found> {
  const { key, catalog } = lookup;
  const values = new Map(drafts.map((draft) => [draft, keysOf(draft, key)]));
  const keys = await findKeys(lookup, [...new Set([...values.values()].flat())]);
  const ids = [...keys.values()].flatMap((one) => ("id" in one ? [one.id] : []));
  const byId = await productsById(catalog, [...new Set(ids)]);
  const products: Found["products"] = new Map();
  for (const [draft, own] of values) {
    const found = productOf(draft, own, key, keys, byId);
    if (found) products.set(draft, found);
  }
  return { products };
}

/** Returns the values by which a draft is found: for SKUs without an own one, those of its variants. */
export function keysOf(draft: ProductDraft, key: ProductKey): string[] {
  const value = draft[key]?.trim();
  if (value) return [value];
  return key === "sku" ? [...new Set(draft.variants.flatMap(({ sku }) => sku?.trim() || []))] : [];
}

function productOf(
  draft: ProductDraft,
  own: readonly string[],
  key: ProductKey,
  keys: ReadonlyMap<string, KeyedProduct>,
  byId: ReadonlyMap<string, Product>,
): Product | Rejection | undefined {
  const [value] = own;
  if (value === undefined) {
    const message = `the row has no ${keyName(key)}, by which rows are matched`;
    return { is: "rejected", column: key, value: "", rule: unknownRule, message };
  }
  const found = own.flatMap((one) => keys.get(one) ?? []);
  const several = found.flatMap((one) => ("several" in one ? one.several : []));
  const ids = [...new Set(found.flatMap((one) => ("id" in one ? [one.id] : [])))];
  const products = ids.map((id) => byId.get(id)).filter((product) => product !== undefined);
  if (several.length > 0 || products.length > 1)
    return severalProducts(key, value, [...several, ...products.map(({ name }) => name ?? "")]);
  const [product] = products;
  if (key !== "sku" || product === undefined || product.sku?.trim() === value || draft.variants.length > 0)
    return product;
  if (managedVariants(product).size < 2) return product;
  const message = `"${value}" is a variant of "${product.name}", not the whole product. In a list without the column kind, it matches the variant`;
  return { is: "rejected", column: key, value, rule: "variant", message };
}

/**
 * Finds the products of a file's drafts: by id and slug if both belong to one product, by the stored product of an earlier
 * import of the handle, by slug, then by id (a file from another site has other ids).
 */
export async function findByHandle(
  catalog: Catalog,
  handles: Handles,
  drafts: readonly ProductDraft[],
  dialect: string,
): Promise<Found> {
  const known = handles.find(drafts.map(({ handle }) => handle));
  const facts = drafts.map((draft) => ({
    draft,
    known: known.get(draft.handle),
    ids: possibleIds(draft, known.get(draft.handle), dialect),
  }));
  const byId = await productsById(
    catalog,
    facts.flatMap(({ ids }) => ids),
  );
  const slugs = facts
    .flatMap(({ draft, known }) => [slugFor(draft, dialect), namedSlug(draft), known?.slug ?? ""])
    .filter((slug) => slug !== "");
  const bySlug = await productsBySlug(catalog, [...new Set(slugs)]);

  // Handles and slugs come first: an id from another site must not claim a product that another row names.
  const withSlug = (slug: string | undefined) => (slug ? bySlug.get(slug) : undefined);
  const exact = ({ id = "", slug }: ProductDraft) => {
    const product = byId.get(lowerGuid(id));
    return slug !== undefined && product?.slug === slug ? product : undefined;
  };
  const named = new Map(
    facts.map(({ draft, known }) => [
      draft,
      exact(draft) ?? byId.get(known?.id ?? "") ?? withSlug(known?.slug) ?? withSlug(draft.slug),
    ]),
  );
  const namedIds = new Set([...named.values()].map((product) => product?.id));
  const products: Found["products"] = new Map();
  for (const { draft, ids } of facts) {
    const product =
      named.get(draft) ??
      ids.map((id) => byId.get(id)).find((one) => one !== undefined && !namedIds.has(one.id)) ??
      (matchesBySlug(dialect) ? withSlug(namedSlug(draft)) : undefined);
    if (product) products.set(draft, product);
  }
  return { products, slugs: bySlug, known };
}

function possibleIds(draft: ProductDraft, known: KnownHandle | undefined, dialect: string): string[] {
  const inHandle = dialect === "wix" ? guidAtEnd(draft.handle) : undefined;
  return [draft.id, known?.id, inHandle].flatMap((id) => (id === undefined ? [] : lowerGuid(id)));
}

/** A Wix file has no slugs, and a slug that is made from a name does not identify a product. */
function matchesBySlug(dialect: string): boolean {
  return dialect !== "wix";
}

/** Returns the slug by which a row names its product: the exports of till and of Shopify write it as the handle. */
const namedSlug = ({ slug, handle }: ProductDraft): string => slug ?? slugOf(handle);

function guidAtEnd(handle: string): string | undefined {
  const end = handle.slice(-36);
  return isGuid(end) ? end : undefined;
}

/** Returns the slug of a draft; one made from its name or handle if it has none. */
export function slugFor(draft: ProductDraft, dialect: string): string {
  return draft.slug ?? slugOf(dialect === "shopify" ? draft.handle : (draft.name ?? draft.handle));
}

/** Returns the slug for a new product. If it is used already, a hash of the handle is appended. */
export function freeSlug(
  draft: ProductDraft,
  { dialect, taken }: { dialect: string; taken: UniqueKeys },
  bySlug: ReadonlyMap<string, unknown>,
): string {
  const preferred = slugFor(draft, dialect);
  const slug =
    taken.has(preferred) || bySlug.has(preferred) ? `${preferred}-${digest(draft.handle)}` : preferred;
  taken.add(slug);
  return slug;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}

/** The blanks that were removed from the drafts of a file. */
export interface RemovedBlanks {
  count: number;
  /** The first text, and its line. */
  first?: { text: string; line: number };
}

/**
 * Removes the blanks around the names and SKUs of drafts, with which nobody would find them again. A text stays if its
 * product has the same blanks, so that an unchanged export can be imported without changes.
 */
export function removeBlanks(
  drafts: readonly ProductDraft[],
  productOf: (draft: ProductDraft) => Product | undefined,
  removed: RemovedBlanks,
): void {
  const trimmed = <T extends string | null | undefined>(text: T, present: unknown, line: number): T => {
    if (typeof text !== "string" || text === present || text === text.trim()) return text;
    removed.count++;
    removed.first ??= { text, line };
    return text.trim() as T;
  };
  for (const draft of drafts) {
    const product = productOf(draft);
    const variants = product && managedVariants(product);
    const { name, sku, line } = draft;
    if (name !== undefined) draft.name = trimmed(name, product?.name, line);
    if (sku !== undefined) draft.sku = trimmed(sku, product?.sku, line);
    for (const variant of draft.variants)
      if (variant.sku !== undefined) {
        const present = variants?.get(variantKey(variant.choices))?.variant?.sku;
        variant.sku = trimmed(variant.sku, present, variant.line);
      }
  }
}

/** Returns the notice about removed blanks; undefined if there were none. */
export function blanksNotice({ count, first }: RemovedBlanks): string | undefined {
  if (first === undefined) return undefined;
  const texts = count === 1 ? "1 name or SKU" : `${formatCount(count)} names and SKUs`;
  return `Removed the blanks around ${texts}; the first is ${JSON.stringify(first.text)} on line ${first.line}.`;
}
