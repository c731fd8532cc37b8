import { createHash } from "node:crypto";
import type { Product } from "../../api/services/products.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { unknownRule } from "../../bulk/plan/plan.ts";
import { type KeyedNumbers, StagedKeys, type UniqueKeys } from "../../bulk/plan/stage.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { type CodeField, codeFields, isCode, keyName } from "../../files/list-keys.ts";
import { formatCount } from "../../kernel/text.ts";
import {
  type Catalog,
  type CodeOwner,
  codeOwners,
  productSlug,
  productsBySlug,
  withCosts,
} from "./catalog.ts";
import type { KnownHandle } from "./handles.ts";
import {
  type DraftLookup,
  type Found,
  findProducts,
  keepsHandles,
  type Rejection,
  type SourcedDraft,
  slugInFile,
} from "./import-find.ts";
import { similarText } from "./shop-keys.ts";
import { managedVariants, productCode, variantCode, variantKey } from "./snapshot.ts";

/** The match of a draft: an existing product, a new one, or why the draft must not be imported. */
export type Match =
  | { is: "existing"; product: Product; mediaSources?: readonly string[] }
  | { is: "new"; slug: string }
  | Rejection;

/** What the drafts of a file before have taken. */
export interface TakenKeys {
  /** The slugs of new products. */
  slugs: UniqueKeys;
  /** The line of each matched product: two handles for one product are ambiguous. */
  products: KeyedNumbers;
  /** The line of each SKU. */
  skus: KeyedNumbers;
  /** The line of each barcode. */
  barcodes: KeyedNumbers;
}

/** Returns that nothing is taken yet; with a journal, what is taken is kept on disk until that is closed. */
export const takenKeys = (journal?: Journal): TakenKeys =>
  journal
    ? {
        slugs: new StagedKeys(journal, "slugs"),
        products: new StagedKeys(journal, "products"),
        skus: new StagedKeys(journal, "skus"),
        barcodes: new StagedKeys(journal, "barcodes"),
      }
    : { slugs: new Set(), products: new Map(), skus: new Map(), barcodes: new Map() };

/** How drafts are matched, and what they must not do. */
export interface MatchOptions extends DraftLookup {
  taken: TakenKeys;
  /** Returns whether another product still has an SKU after the job. Default: yes. */
  keepsSku?(productId: string, sku: string): boolean;
  /** Whether the costs of all products are read, not only of those whose rows have some. */
  costs?: boolean;
  /** Drafts without a command must exist. */
  updateOnly?: boolean;
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

/**
 * Matches drafts with the products of the shop. In: drafts of a file. Out: for each draft an existing product, a new one, or why it is
 * rejected. Rejected are two drafts of one product, drafts with SKUs of other products, and those whose command does not allow
 * what is found. Removes blanks and handles that a draft must not set.
 */
export async function matchDrafts(
  sourced: readonly SourcedDraft[],
  options: MatchOptions,
): Promise<Map<ProductDraft, Match>> {
  const { catalog, handles, dialect, key, taken, blanks, similar } = options;
  const drafts = sourced.flatMap(({ draft }) => draft ?? []);
  const found = await findProducts(sourced, options);
  const { products, known = handles.find(drafts.map((draft) => draft.key)) } = found;
  if (blanks) removeBlanks(drafts, products, blanks);
  const bySlug = found.slugs ?? (await slugsOfNew(drafts, products, options));
  taken.slugs.load?.(drafts.flatMap((draft) => (products.has(draft) ? [] : slugInFile(draft, dialect))));
  taken.products.load?.([...products.values()].flatMap((found) => (isRejection(found) ? [] : found.id)));
  const matches = new Map<ProductDraft, Match>();
  for (const draft of drafts) {
    const product = products.get(draft);
    const before = known.get(draft.key);
    if (product === undefined) {
      const refused = mayCreate(draft, options);
      matches.set(draft, refused ?? { is: "new", slug: unusedSlug(draft, dialect, taken.slugs, bySlug) });
    } else if (isRejection(product)) matches.set(draft, product);
    else {
      // Who matches products by a key keeps the addresses of their pages.
      if (key !== undefined && !keepsHandles(dialect)) delete draft.handle;
      if (product.id && before?.id === undefined && (before || options.remembers))
        handles.remember([{ handle: draft.key, slug: product.slug ?? "", ...before, id: product.id }]);
      const refused = mayChange(draft) ?? takenTwice(product, draft, taken.products);
      matches.set(draft, refused ?? { is: "existing", product, mediaSources: before?.media });
    }
  }
  if (options.refusesDuplicates) await refuseDuplicates(catalog, matches, known, bySlug);
  const hint = key === undefined ? "; to change that product instead, match rows with --key" : "";
  if (!options.sharesSkus) await refuseForeignCodes(matches, options, { field: "sku", hint });
  if (catalog.version === "v3") await refuseForeignCodes(matches, options, { field: "barcode", hint: "" });
  await addCosts(catalog, matches, options.costs);
  if (similar) await nameSimilarKeys(matches, similar);
  return matches;
}

/** Returns the slug for a new product. If it is used already, a hash of the handle is appended. */
function unusedSlug(
  draft: ProductDraft,
  dialect: string,
  taken: UniqueKeys,
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
function removeBlanks(
  drafts: readonly ProductDraft[],
  products: Found["products"],
  removed: RemovedBlanks,
): void {
  const trimmed = <T extends string | null | undefined>(text: T, present: unknown, line: number): T => {
    if (typeof text !== "string" || text === present || text === text.trim()) return text;
    removed.count++;
    removed.first ??= { text, line };
    return text.trim() as T;
  };
  for (const draft of drafts) {
    const found = products.get(draft);
    const product = found && !isRejection(found) ? found : undefined;
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
  drafts: readonly ProductDraft[],
  products: Found["products"],
  options: MatchOptions,
) {
  const fresh = drafts.filter((draft) => !products.has(draft) && !mayCreate(draft, options));
  const slugs = fresh.map((draft) => slugInFile(draft, options.dialect));
  return await productsBySlug(options.catalog, [...new Set(slugs)]);
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

/** Returns why a product must not be changed by a second draft; undefined for the first one, which takes it. */
function takenTwice(
  { id }: Product,
  { line, key }: ProductDraft,
  taken: KeyedNumbers,
): Rejection | undefined {
  if (id === "") return undefined;
  const other = taken.get(id);
  if (other === undefined) {
    taken.set(id, line);
    return undefined;
  }
  const message = `this is the same product as on line ${other}`;
  return { is: "rejected", column: "handle", value: key, rule: "ambiguous", message };
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
 * occurs on another line of the file. The line of each is kept, negative if it stays where it is: a shop that
 * has an SKU twice can be exported and imported. `hint`: what to do about one of another product.
 */
async function refuseForeignCodes(
  matches: Map<ProductDraft, Match>,
  { catalog, dialect, taken, keepsSku = () => true, sharesSkus }: MatchOptions,
  { field, hint }: { field: CodeField; hint: string },
): Promise<void> {
  const lines = field === "sku" ? taken.skus : taken.barcodes;
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
