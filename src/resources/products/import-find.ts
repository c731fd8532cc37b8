import type { Product } from "../../api/services/products.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { unknownRule } from "../../bulk/plan/plan.ts";
import { ownMark, renameHandles, stagedHandles } from "../../bulk/plan/stage.ts";
import { damage } from "../../files/cells.ts";
import type { RowProblem } from "../../files/dialect.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { isCode, keyName, type ProductKey } from "../../files/list-keys.ts";
import { otherShops } from "../../files/other-shops.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { isGuid, lowerGuid } from "../../kernel/ids.ts";
import { capitalized, formatCount } from "../../kernel/text.ts";
import { type Catalog, codeOwners, productSlug, productsById, productsBySlug } from "./catalog.ts";
import type { Handles, KnownHandle } from "./handles.ts";
import { productHandle } from "./import-rows.ts";
import { similarText } from "./shop-keys.ts";
import { managedVariants, productCode } from "./snapshot.ts";

/** A draft of a product and where it comes from, or why its rows give none. */
export interface SourcedDraft {
  draft?: ProductDraft;
  problems: readonly RowProblem[];
  /** `shop.csv:12` */
  source: string;
  /** The product that the rows were matched with, if they can be read only then; null if none has their key. */
  product?: Product | null;
  /** The keys of its rows, which the preview shows. */
  keys?: readonly string[];
}

/** Why a draft must not be imported. `line`: default is that of the draft. */
export interface Rejection {
  is: "rejected";
  line?: number;
  column: string;
  value: string;
  rule: string;
  message: string;
}

/** The products of drafts, or why a draft must not be imported; a draft that is absent is new. */
export interface Found {
  products: Map<ProductDraft, Product | Rejection>;
  /** Products by those slugs that were looked up. */
  slugs?: ReadonlyMap<string, Product>;
  /** What is known of the handles of the drafts, if it was looked up. */
  known?: ReadonlyMap<string, KnownHandle>;
}

/** How the products of drafts are found. */
export interface DraftLookup extends Omit<KeyLookup, "key"> {
  dialect: string;
  /** What identifies drafts. Default: the handle. */
  key?: ProductKey | undefined;
  /** Finds the products in a way of its own. */
  find?(sourced: readonly SourcedDraft[]): Promise<Found>;
}

/** Finds the products of drafts: those with which their rows were matched already, else by their key or their handles. */
export async function findProducts(
  sourced: readonly SourcedDraft[],
  { catalog, handles, key, dialect, find }: DraftLookup,
): Promise<Found> {
  if (find) return await find(sourced);
  const pairs = sourced.flatMap(({ draft, product }) =>
    draft && product ? [[draft, product] as const] : [],
  );
  if (sourced.some(({ product }) => product !== undefined)) return { products: new Map(pairs) };
  const drafts = sourced.flatMap(({ draft }) => draft ?? []);
  if (key === undefined) return await findByHandle(catalog, handles, drafts, dialect);
  return await findByKey({ catalog, handles, key }, drafts);
}

/** How keys of a file are looked up. */
export interface KeyLookup {
  catalog: Catalog;
  handles: Handles;
  key: ProductKey;
}

/** The product that a key names: its id, or the names of several. */
type KeyedProduct = { id: string } | { several: string[] };

/** Finds the products that keys name, a hundred a request. Keys of no product are absent. */
async function findKeys(
  { catalog, handles, key }: KeyLookup,
  values: readonly string[],
): Promise<Map<string, KeyedProduct>> {
  switch (key) {
    case "sku":
    case "barcode": {
      const owners = await codeOwners(catalog, values, key);
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
function severalProducts(key: ProductKey, value: string, several: readonly string[]): Rejection {
  const message = `${several.length} products have the ${keyName(key)} "${value}": ${several.slice(0, 5).join(", ")}; match them by another key, such as --key handle`;
  return { is: "rejected", column: key, value, rule: "ambiguous", message };
}

/** Finds the products of a file's drafts by one key. A draft without an own SKU or barcode is found by those of its variants. */
export async function findByKey(lookup: KeyLookup, drafts: readonly ProductDraft[]): Promise<Found> {
  const { key, catalog } = lookup;
  const values = new Map(drafts.map((draft) => [draft, keysOf(draft, key)]));
  const keys = await findKeys(lookup, [...new Set([...values.values()].flat())]);
  const ids = [...keys.values()].flatMap((key) => ("id" in key ? [key.id] : []));
  const byId = await productsById(catalog, [...new Set(ids)]);
  const products: Found["products"] = new Map();
  for (const [draft, own] of values) {
    const found = productOf(draft, own, key, keys, byId);
    if (found) products.set(draft, found);
  }
  return { products };
}

/** Returns the values by which a draft is found: for SKUs and barcodes without an own one, those of its variants. */
export function keysOf(draft: ProductDraft, key: ProductKey): string[] {
  const value = draft[key]?.trim();
  if (value) return [value];
  return isCode(key) ? [...new Set(draft.variants.flatMap((variant) => variant[key]?.trim() || []))] : [];
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
  if (!isCode(key) || product === undefined || draft.variants.length > 0) return product;
  if (productCode(product, key)?.trim() === value) return product;
  if (managedVariants(product).size < 2) return product;
  const message = `"${value}" is a variant of "${product.name}", not the whole product. In a list without the column kind, it matches the variant`;
  return { is: "rejected", column: key, value, rule: "variant", message };
}

/**
 * Finds the products of a file's drafts: by id and slug if both belong to one product, by the stored product of an earlier
 * import of the handle, by slug, then by id (a file from another site has other ids).
 */
async function findByHandle(
  catalog: Catalog,
  handles: Handles,
  drafts: readonly ProductDraft[],
  dialect: string,
): Promise<Found> {
  const known = handles.find(drafts.map(({ key }) => key));
  const facts = drafts.map((draft) => ({
    draft,
    known: known.get(draft.key),
    ids: possibleIds(draft, known.get(draft.key), dialect),
  }));
  const byId = await productsById(
    catalog,
    facts.flatMap(({ ids }) => ids),
  );
  const slugs = facts
    .flatMap(({ draft, known }) => [slugInFile(draft, dialect), namedSlug(draft), known?.slug ?? ""])
    .filter((slug) => slug !== "");
  const bySlug = await productsBySlug(catalog, [...new Set(slugs)]);

  // Handles and slugs come first: an id from another site must not claim a product that another row names.
  const withSlug = (slug: string | undefined) => (slug ? bySlug.get(slug) : undefined);
  const exact = ({ id = "", handle }: ProductDraft) => {
    const product = byId.get(lowerGuid(id));
    return handle !== undefined && product?.slug === handle ? product : undefined;
  };
  const named = new Map(
    facts.map(({ draft, known }) => [
      draft,
      exact(draft) ?? byId.get(known?.id ?? "") ?? withSlug(known?.slug) ?? withSlug(draft.handle),
    ]),
  );
  const namedIds = new Set([...named.values()].map((product) => product?.id));
  const products: Found["products"] = new Map();
  for (const { draft, ids } of facts) {
    const product =
      named.get(draft) ??
      ids.map((id) => byId.get(id)).find((one) => one !== undefined && !namedIds.has(one.id)) ??
      (matchesBySlug(dialect, draft) ? withSlug(namedSlug(draft)) : undefined);
    // Its handle is a new one only where its id names it: a file from another site has other ids.
    if (product && product.id !== lowerGuid(draft.id ?? "")) delete draft.handle;
    if (product) products.set(draft, product);
  }
  return { products, slugs: bySlug, known };
}

function possibleIds(draft: ProductDraft, known: KnownHandle | undefined, dialect: string): string[] {
  const inHandle = dialect === "wix" ? guidAtEnd(draft.key) : undefined;
  return [draft.id, known?.id, inHandle].flatMap((id) => (id === undefined ? [] : lowerGuid(id)));
}

/** Files of Wix and of other shops have handles of their own. */
const ownHandles: ReadonlySet<string> = new Set(["wix", ...Object.keys(otherShops)]);

/** Returns whether the rows of a dialect are named by the handles of products. */
export const keepsHandles = (dialect: string): boolean => !ownHandles.has(dialect);

/** A slug that is made from a name, or from the key of another shop, does not identify a product. */
const matchesBySlug = (dialect: string, { handle }: ProductDraft): boolean =>
  keepsHandles(dialect) || handle !== undefined;

/** Returns the slug by which a row names its product: the exports of till and of Shopify write it as the handle. */
const namedSlug = ({ handle, key }: ProductDraft): string => handle ?? productSlug(key);

function guidAtEnd(handle: string): string | undefined {
  const end = handle.slice(-36);
  return isGuid(end) ? end : undefined;
}

/** Whether the key of a file is the handle of its product. */
const isHandle = (dialect: string): boolean => dialect === "shopify" || dialect === "till";

/** Returns the slug of a draft; one made from its name or handle if it has none. */
export function slugInFile(draft: ProductDraft, dialect: string): string {
  return draft.handle ?? productSlug(isHandle(dialect) ? draft.key : (draft.name ?? draft.key));
}

/** The keys of a list, and how they are looked up. */
export interface ListKeys extends KeyLookup {
  /** The name of the file. */
  name: string;
  creates: boolean;
  /** Returns the keys of the shop that differ from one only by case, blanks or leading zeros. */
  similar?: ((value: string) => Promise<string[]>) | undefined;
}

/**
 * Looks up the keys of a staged list, a hundred a request, and gives the rows of each product one handle. Returns the keys
 * that name several products. Throws UsageError if no key names a product, unless rows may create some.
 */
export async function resolveKeys(journal: Journal, list: ListKeys): Promise<Map<string, Rejection>> {
  const { name, key } = list;
  const ambiguous = new Map<string, Rejection>();
  let [found, keys, first] = [0, 0, ""];
  const values = stagedHandles(journal).filter((handle) => !handle.startsWith(ownMark));
  for await (const batch of streamBatches(values, 100)) {
    if (keys === 0) first = batch[0] ?? "";
    keys += batch.length;
    const pairs: [string, string][] = [];
    for (const [value, product] of await findKeys(list, batch)) {
      found++;
      if ("id" in product) pairs.push([value, productHandle(product.id)]);
      else ambiguous.set(value, severalProducts(key, value, product.several));
    }
    renameHandles(journal, pairs);
  }
  if (found > 0 || keys === 0 || list.creates) return ambiguous;
  const damaged = damage(first);
  const similar = damaged ? [] : ((await list.similar?.(first)) ?? []);
  const near = damaged
    ? ` ${capitalized(damaged)}`
    : similar.length === 0
      ? ""
      : ` Of ${JSON.stringify(first)}, ${similarText(similar)}.`;
  throw new UsageError(
    keys === 1
      ? `${name}: no product has the ${keyName(key)} in the only row.${near}`
      : `${name}: none of the ${formatCount(keys)} values in the column "${key}" is the ${keyName(key)} of a product.${near} Nothing was sent.`,
    {
      code: "WRONG_KEY",
      field: "--key",
      hint: "Check the column: --map 'COLUMN=sku', or use another key: --key handle. To create products: --create",
    },
  );
}
