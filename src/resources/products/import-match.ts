import { createHash } from "node:crypto";
import type { Product } from "../../api/services/products.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { unknownRule } from "../../bulk/plan/plan.ts";
import {
  type KeyedNumbers,
  ownMark,
  renameHandles,
  StagedKeys,
  stagedHandles,
  type UniqueKeys,
} from "../../bulk/plan/stage.ts";
import { damage } from "../../files/cells.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { type CodeField, codeFields, isCode, keyName, type ProductKey } from "../../files/list-keys.ts";
import { otherShops } from "../../files/other-shops.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { isGuid, lowerGuid } from "../../kernel/ids.ts";
import { capitalized, formatCount } from "../../kernel/text.ts";
import {
  type Catalog,
  type CodeOwner,
  codeOwners,
  productSlug,
  productsById,
  productsBySlug,
  withCosts,
} from "./catalog.ts";
import type { Handles, KnownHandle } from "./handles.ts";
import { similarText } from "./shop-keys.ts";
import { managedVariants, productCode, variantCode, variantKey } from "./snapshot.ts";

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
  /** Collects the line of each barcode. */
  barcodes: KeyedNumbers;
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
  /** Rejects new products with the names of others. Default: creates them. */
  refusesDuplicates?: boolean;
  /** Products may get the SKUs of others; if it is false, errors name the flag. Default: they may not. */
  sharesSkus?: boolean;
  /** The drafts have handles of their own, under which the products that other keys find are remembered. */
  remembers?: boolean;
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
export function severalProducts(key: ProductKey, value: string, several: readonly string[]): Rejection {
  const message = `${several.length} products have the ${keyName(key)} "${value}": ${several.slice(0, 5).join(", ")}; match them by another key, such as --key handle`;
  return { is: "rejected", column: key, value, rule: "ambiguous", message };
}

/** Finds the products of a file's drafts by one key. A draft without an own SKU or barcode is found by those of its variants. */
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

/** Returns the values by which a draft is found: for SKUs and barcodes without an own one, those of its variants. */
export function keysOf(draft: ProductDraft, key: ProductKey): string[] {
  const value = draft[key]?.trim();
  if (value) return [value];
  return isCode(key) ? [...new Set(draft.variants.flatMap((one) => one[key]?.trim() || []))] : [];
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
export async function findByHandle(
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

/** Returns the slug for a new product. If it is used already, a hash of the handle is appended. */
export function unusedSlug(
  draft: ProductDraft,
  { dialect, taken }: { dialect: string; taken: UniqueKeys },
  bySlug: ReadonlyMap<string, unknown>,
): string {
  const preferred = slugInFile(draft, dialect);
  const slug =
    taken.has(preferred) || bySlug.has(preferred) ? `${preferred}-${digest(draft.key)}` : preferred;
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
 * Removes the blanks around the names, SKUs and barcodes of drafts, with which nobody would find them again. A text stays if its
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
    const { name, line } = draft;
    if (name !== undefined) draft.name = trimmed(name, product?.name, line);
    for (const field of codeFields) {
      const own = draft[field];
      if (own !== undefined) draft[field] = trimmed(own, product && productCode(product, field), line);
      for (const variant of draft.variants) {
        const code = variant[field];
        const present = variants?.get(variantKey(variant.choices));
        if (code !== undefined)
          variant[field] = trimmed(code, present && variantCode(present, field), variant.line);
      }
    }
  }
}

/** Returns the notice about removed blanks; undefined if there were none. */
export function blanksNotice({ count, first }: RemovedBlanks): string | undefined {
  if (first === undefined) return undefined;
  const texts = count === 1 ? "1 name, SKU or barcode" : `${formatCount(count)} names, SKUs and barcodes`;
  return `Removed the blanks around ${texts}; the first is ${JSON.stringify(first.text)} on line ${first.line}.`;
}

const productMark = `${ownMark}product `;

/** The handle of the staged rows of an existing product. */
const productHandle = (id: string) => `${productMark}${id}`;

/** The handle of a staged row without a key. */
export const keylessHandle = (line: number): string => `${ownMark}line ${line}`;

/** Returns the id of the product whose rows have this handle. */
export function productIdOf(handle: string): string | undefined {
  return handle.startsWith(productMark) ? handle.slice(productMark.length) : undefined;
}

/** The keys of a list, and how they are looked up. */
interface ListKeys extends KeyLookup {
  /** The name of the file. */
  name: string;
  creates: boolean;
  similar?: MatchOptions["similar"];
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

/** Collects the keys of a job on disk. */
export const keysOnDisk = (journal: Journal) => ({
  taken: new StagedKeys(journal, "slugs"),
  claimed: new StagedKeys(journal, "products"),
  skus: new StagedKeys(journal, "skus"),
  barcodes: new StagedKeys(journal, "barcodes"),
});

/**
 * Returns the matches of drafts whose products were found. Rejects two drafts of one product, drafts with SKUs of other
 * products, and those whose command does not allow what is found.
 */
export async function matchDrafts(
  catalog: Catalog,
  handles: Handles,
  drafts: readonly ProductDraft[],
  { products, slugs, known = handles.find(drafts.map(({ key }) => key)) }: Found,
  options: MatchOptions,
): Promise<Map<ProductDraft, Match>> {
  if (options.blanks !== undefined)
    removeBlanks(
      drafts,
      (draft) => {
        const found = products.get(draft);
        return found === undefined || isRejection(found) ? undefined : found;
      },
      options.blanks,
    );
  const bySlug = slugs ?? (await slugsOfNew(catalog, drafts, products, options));
  options.taken.load?.(
    drafts.flatMap((draft) => (products.has(draft) ? [] : slugInFile(draft, options.dialect))),
  );
  options.claimed.load?.([...products.values()].flatMap((found) => (isRejection(found) ? [] : found.id)));
  const matches = new Map<ProductDraft, Match>();
  for (const draft of drafts) {
    const product = products.get(draft);
    const before = known.get(draft.key);
    if (product === undefined) {
      matches.set(
        draft,
        mayCreate(draft, options) ?? { is: "new", slug: unusedSlug(draft, options, bySlug) },
      );
    } else if (isRejection(product)) matches.set(draft, product);
    else {
      // Who matches products by a key keeps the addresses of their pages.
      if (options.key !== undefined && !keepsHandles(options.dialect)) delete draft.handle;
      if (product.id && before?.id === undefined && (before || options.remembers))
        handles.remember([{ handle: draft.key, slug: product.slug ?? "", ...before, id: product.id }]);
      const match: Match = {
        is: "existing",
        product,
        mediaSources: before?.media,
      };
      matches.set(draft, mayChange(draft) ?? claim(match, draft, options.claimed));
    }
  }
  if (options.refusesDuplicates) await refuseDuplicates(catalog, matches, known, bySlug);
  const hint = options.key === undefined ? "; to change that product instead, match rows with --key" : "";
  if (!options.sharesSkus) await refuseForeignCodes(catalog, matches, options, { field: "sku", hint });
  if (catalog.version === "v3")
    await refuseForeignCodes(catalog, matches, options, { field: "barcode", hint: "" });
  await addCosts(catalog, matches, options.costs);
  if (options.similar !== undefined) await nameSimilarKeys(matches, options.similar);
  return matches;
}

/**
 * Rejects new products with the name of an existing one, or with the handle that its name would give: another computer knows which
 * products a file has created. Those that this computer has planned to create are not looked up.
 */
async function refuseDuplicates(
  catalog: Catalog,
  matches: Map<ProductDraft, Match>,
  known: ReadonlyMap<string, KnownHandle>,
  bySlug: ReadonlyMap<string, Product>,
): Promise<void> {
  const fresh = [...matches].flatMap(([draft, match]) =>
    match.is === "new" && draft.name && !known.has(draft.key) ? [{ draft, name: draft.name }] : [],
  );
  const names = [...new Set(fresh.map(({ name }) => name))];
  const found = new Set((await catalog.find("name", names)).map(({ name }) => name));
  const another = "To create another one, add: --create-duplicates";
  for (const { draft, name } of fresh) {
    const other = bySlug.get(productSlug(name));
    const message = found.has(name)
      ? `the shop has a product "${name}" already; to change it, add: --key name. ${another}`
      : other && `the product "${other.name}" has the handle "${other.slug}" already. ${another}`;
    if (message) matches.set(draft, { is: "rejected", column: "name", value: name, rule: "exists", message });
  }
}

/** Adds the keys that were probably meant to the rejections of unknown ones. */
async function nameSimilarKeys(
  matches: Map<ProductDraft, Match>,
  similar: NonNullable<MatchOptions["similar"]>,
): Promise<void> {
  for (const [draft, match] of matches) {
    if (match.is !== "rejected" || match.rule !== unknownRule || match.value === "") continue;
    const found = await similar(match.value);
    if (found.length > 0)
      matches.set(draft, { ...match, message: `${match.message}; ${similarText(found)}` });
  }
}

const isRejection = (found: Product | Rejection): found is Rejection => "is" in found;

async function slugsOfNew(
  catalog: Catalog,
  drafts: readonly ProductDraft[],
  products: Found["products"],
  options: MatchOptions,
) {
  const fresh = drafts.filter((draft) => !products.has(draft) && !mayCreate(draft, options));
  const slugs = fresh.map((draft) => slugInFile(draft, options.dialect));
  return await productsBySlug(catalog, [...new Set(slugs)]);
}

/** Returns why a draft without a product is not created; undefined if it is. */
function mayCreate(
  draft: ProductDraft,
  { updateOnly = false, key = "handle" }: MatchOptions,
): Rejection | undefined {
  const { command, remove } = draft;
  if (remove && !updateOnly) return undefined;
  if (command === "create" || command === "merge" || (command === undefined && !remove && !updateOnly))
    return undefined;
  const value = (key === "handle" ? draft.handle : draft[key]) || draft.key;
  const what = isCode(key) ? "product or variant" : "product";
  const message = `no ${what} has the ${keyName(key)} "${value}"`;
  return { is: "rejected", column: key, value, rule: unknownRule, message };
}

/** Returns why a draft with a product does not change it; undefined if it does. */
function mayChange({ command, key }: ProductDraft): Rejection | undefined {
  if (command !== "create") return undefined;
  const message = "the product exists already; CREATE is for new ones. Use UPDATE or MERGE";
  return { is: "rejected", column: "command", value: key, rule: "exists", message };
}

/** Reads the costs of existing products whose rows have costs or delete them: undo needs the complete product. */
async function addCosts(
  catalog: Catalog,
  matches: ReadonlyMap<ProductDraft, Match>,
  all = false,
): Promise<void> {
  const costly = [...matches].flatMap(([draft, match]) => {
    const needed = all || draft.remove || [draft, ...draft.variants].some(({ cost }) => cost !== undefined);
    return needed && match.is === "existing" ? [match] : [];
  });
  const complete = await withCosts(
    catalog,
    costly.map(({ product }) => product),
  );
  for (const [index, match] of costly.entries()) match.product = complete[index] ?? match.product;
}

function claim(match: Match, { line, key }: ProductDraft, claimed: KeyedNumbers): Match {
  const id = match.is === "existing" ? match.product.id : "";
  const other = claimed.get(id);
  if (id === "") return match;
  if (other !== undefined) {
    const message = `this is the same product as on line ${other}`;
    return { is: "rejected", column: "handle", value: key, rule: "ambiguous", message };
  }
  claimed.set(id, line);
  return match;
}

/** An SKU or a barcode that a file gives to a product or one of its variants. */
interface Claim {
  field: CodeField;
  code: string;
  line: number;
  /** The product or variant has it already. */
  kept: boolean;
}

/**
 * Rejects the drafts that would give an SKU or a barcode to a second product or variant: one that another product has, and one that
 * occurs on another line of the file. `skus` and `barcodes` collect the line of each, negative if it stays where it is: a shop that
 * has an SKU twice can be exported and imported. `hint`: what to do about one of another product.
 */
async function refuseForeignCodes(
  catalog: Catalog,
  matches: Map<ProductDraft, Match>,
  {
    dialect,
    skus,
    barcodes,
    keepsSku = () => true,
    sharesSkus,
  }: Pick<MatchOptions, "dialect" | "skus" | "barcodes" | "keepsSku" | "sharesSkus">,
  { field, hint }: { field: CodeField; hint: string },
): Promise<void> {
  const lines = field === "sku" ? skus : barcodes;
  const claims = new Map<ProductDraft, Claim[]>();
  for (const [draft, match] of matches)
    if (match.is !== "rejected" && !draft.remove)
      claims.set(
        draft,
        claimsOf(draft, match.is === "existing" ? match.product : undefined, { dialect, field }),
      );
  const all = [...claims.values()].flat();
  lines.load?.(all.map(({ code }) => code));
  const fresh = all.filter(({ kept }) => !kept);
  const owners = await codeOwners(
    catalog,
    fresh.map(({ code }) => code),
    field,
  );
  for (const [draft, own] of claims) {
    const match = matches.get(draft);
    const id = match?.is === "existing" ? match.product.id : undefined;
    const rejections = own.flatMap((claim) => {
      const other = (owners.get(claim.code) ?? []).find(
        ({ productId }) => productId !== id && (field !== "sku" || keepsSku(productId, claim.code)),
      );
      return twice(claim, own, lines) ?? (claim.kept ? undefined : foreign(claim, other, hint)) ?? [];
    });
    const [first] = rejections;
    const remedy = remedies[field] ?? (sharesSkus === false ? "; to share it, add: --allow-shared-skus" : "");
    if (first) matches.set(draft, { ...first, message: `${first.message}${remedy}` });
  }
}

/** What to do about barcodes that several products have. */
const remedies: Partial<Record<CodeField, string>> = {
  barcode: "; each product and variant has its own. To import no barcodes, add: --map 'COLUMN=-'",
};

/** Returns the SKUs or barcodes of a draft. A variant with the SKU of its product has none of its own. */
function claimsOf(
  draft: ProductDraft,
  product: Product | undefined,
  { dialect, field }: { dialect: string; field: CodeField },
): Claim[] {
  const isShared = product === undefined && dialect === "shopify" && field === "sku";
  const shared = isShared ? sharedSku(draft) : undefined;
  if (shared !== undefined) return [{ field, ...shared, kept: false }];
  const own = draft[field];
  const inherited = field === "sku" ? (own ?? product?.sku ?? "") : "";
  const present = product && managedVariants(product);
  const variants = draft.variants.flatMap((variant): Claim[] => {
    const { line, choices } = variant;
    const code = variant[field];
    if (!code || code === inherited) return [];
    const now = present?.get(variantKey(choices));
    return [{ field, code, line, kept: now !== undefined && variantCode(now, field) === code }];
  });
  if (!own) return variants;
  const kept = product !== undefined && productCode(product, field) === own;
  return [{ field, code: own, line: draft.line, kept }, ...variants];
}

/** Returns the SKU that all variants of a new product have: a Shopify export has that of the product in each of its rows. */
function sharedSku({ variants }: ProductDraft): Pick<Claim, "code" | "line"> | undefined {
  const [first, ...others] = variants;
  const { sku, line = 0 } = first ?? {};
  return sku && others.length > 0 && others.every((variant) => variant.sku === sku)
    ? { code: sku, line }
    : undefined;
}

/** Rejects the second of two claims, and the one that is new if the other product or variant has the SKU already. */
function twice(
  { field, code, line, kept }: Claim,
  own: readonly Claim[],
  lines: KeyedNumbers,
): Rejection | undefined {
  const other = lines.get(code);
  // One row of another shop can stand for several variants.
  if (other === undefined || Math.abs(other) === line) {
    lines.set(code, kept ? -line : line);
    return undefined;
  }
  const message = (second: number) => `the ${keyName(field)} "${code}" is also on line ${second}`;
  if (!kept) return reject({ field, code, line }, "duplicate", message(Math.abs(other)));
  // The one on another product is rejected because this one has the SKU.
  if (!own.some((claim) => claim.code === code && claim.line === other)) return undefined;
  return reject({ field, code, line: other }, "duplicate", message(line));
}

function foreign(claim: Claim, owner: CodeOwner | undefined, hint: string): Rejection | undefined {
  if (owner === undefined) return undefined;
  const message = `the ${keyName(claim.field)} "${claim.code}" belongs to "${owner.product}"${hint}`;
  return reject(claim, "taken", message);
}

function reject(
  { field, code, line }: Pick<Claim, "field" | "code" | "line">,
  rule: string,
  message: string,
): Rejection {
  return { is: "rejected", line, column: field, value: code, rule, message };
}
