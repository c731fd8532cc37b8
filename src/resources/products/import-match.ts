import type { Product } from "../../api/services/products.ts";
import { unknownRule } from "../../bulk/plan/plan.ts";
import type { KeyedNumbers } from "../../bulk/plan/stage.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { type Catalog, productsBySlug, type SkuOwner, skuOwners, withCosts } from "./catalog.ts";
import type { Handles } from "./handles.ts";
import {
  type Found,
  freeSlug,
  keyName,
  type Match,
  type MatchOptions,
  type Rejection,
  removeBlanks,
  slugFor,
} from "./import-find.ts";
import { similarText } from "./shop-keys.ts";
import { managedVariants, variantKey } from "./snapshot.ts";

/**
 * Returns the matches of drafts whose products were found. Rejects two drafts of one product, drafts with SKUs of other
 * products, and those whose command does not allow what is found.
 */
export async function matchDrafts(
  catalog: Catalog,
  handles: Handles,
  drafts: readonly ProductDraft[],
  { products, slugs, known = handles.find(drafts.map(({ handle }) => handle)) }: Found,
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
    drafts.flatMap((draft) => (products.has(draft) ? [] : slugFor(draft, options.dialect))),
  );
  options.claimed.load?.([...products.values()].flatMap((found) => (isRejection(found) ? [] : found.id)));
  const matches = new Map<ProductDraft, Match>();
  for (const draft of drafts) {
    const product = products.get(draft);
    const before = known.get(draft.handle);
    if (product === undefined) {
      matches.set(draft, mayCreate(draft, options) ?? { is: "new", slug: freeSlug(draft, options, bySlug) });
    } else if (isRejection(product)) matches.set(draft, product);
    else {
      if (before && product.id && before.id === undefined) handles.remember([{ ...before, id: product.id }]);
      const match: Match = {
        is: "existing",
        product,
        mediaSources: before?.media,
      };
      matches.set(draft, mayChange(draft) ?? claim(match, draft, options.claimed));
    }
  }
  const hint = options.key === undefined ? "; to change that product instead, match rows with --key" : "";
  await refuseForeignSkus(catalog, matches, options, hint);
  await addCosts(catalog, matches, options.costs);
  if (options.similar !== undefined) await nameSimilarKeys(matches, options.similar);
  return matches;
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
  const slugs = fresh.map((draft) => slugFor(draft, options.dialect));
  return await productsBySlug(catalog, [...new Set(slugs)]);
}

/** Returns why a draft without a product is not created; undefined if it is. */
function mayCreate(draft: ProductDraft, { updateOnly = false, key }: MatchOptions): Rejection | undefined {
  const { command, remove, handle } = draft;
  if (remove && !updateOnly) return undefined;
  if (command === "create" || command === "merge" || (command === undefined && !remove && !updateOnly))
    return undefined;
  const column = key ?? "handle";
  const value = (key === "handle" ? undefined : draft[key ?? "slug"]) || handle;
  const what = key === "sku" ? "product or variant" : "product";
  const message = `no ${what} has the ${keyName(column)} "${value}"`;
  return { is: "rejected", column, value, rule: unknownRule, message };
}

/** Returns why a draft with a product does not change it; undefined if it does. */
function mayChange({ command, handle }: ProductDraft): Rejection | undefined {
  if (command !== "create") return undefined;
  const message = "the product exists already; CREATE is for new ones. Use UPDATE or MERGE";
  return { is: "rejected", column: "command", value: handle, rule: "exists", message };
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

function claim(match: Match, { line, handle }: ProductDraft, claimed: KeyedNumbers): Match {
  const id = match.is === "existing" ? match.product.id : "";
  const other = claimed.get(id);
  if (id === "") return match;
  if (other !== undefined) {
    const message = `this is the same product as on line ${other}`;
    return { is: "rejected", column: "handle", value: handle, rule: "ambiguous", message };
  }
  claimed.set(id, line);
  return match;
}

/** An SKU that a file gives to a product or one of its variants. */
interface Claim {
  sku: string;
  line: number;
  /** The product or variant has it already. */
  kept: boolean;
}

/**
 * Rejects the drafts that would give an SKU to a second product or variant: one that another product has, and one that
 * occurs on another line of the file. `skus` collects the line of each SKU, negative if it stays where it is: a shop that
 * has an SKU twice can be exported and imported. `hint`: what to do about an SKU of another product.
 */
async function refuseForeignSkus(
  catalog: Catalog,
  matches: Map<ProductDraft, Match>,
  { dialect, skus: lines, keepsSku = () => true }: Pick<MatchOptions, "dialect" | "skus" | "keepsSku">,
  hint = "",
): Promise<void> {
  const claims = new Map<ProductDraft, Claim[]>();
  for (const [draft, match] of matches)
    if (match.is !== "rejected" && !draft.remove)
      claims.set(draft, claimsOf(draft, match.is === "existing" ? match.product : undefined, dialect));
  const all = [...claims.values()].flat();
  lines.load?.(all.map(({ sku }) => sku));
  const fresh = all.filter(({ kept }) => !kept);
  const owners = await skuOwners(
    catalog,
    fresh.map(({ sku }) => sku),
  );
  for (const [draft, own] of claims) {
    const match = matches.get(draft);
    const id = match?.is === "existing" ? match.product.id : undefined;
    const rejections = own.flatMap((claim) => {
      const other = (owners.get(claim.sku) ?? []).find(
        ({ productId }) => productId !== id && keepsSku(productId, claim.sku),
      );
      return twice(claim, own, lines) ?? (claim.kept ? undefined : foreign(claim, other, hint)) ?? [];
    });
    if (rejections[0]) matches.set(draft, rejections[0]);
  }
}

/** Returns the SKUs of a draft. A variant with the SKU of its product has none of its own. */
function claimsOf(draft: ProductDraft, product: Product | undefined, dialect: string): Claim[] {
  const shared = product === undefined && dialect === "shopify" ? sharedSku(draft) : undefined;
  if (shared !== undefined) return [{ ...shared, kept: false }];
  const inherited = draft.sku ?? product?.sku ?? "";
  const present = product && managedVariants(product);
  const variants = draft.variants.flatMap(({ sku, line, choices }) =>
    sku && sku !== inherited
      ? [{ sku, line, kept: present?.get(variantKey(choices))?.variant?.sku === sku }]
      : [],
  );
  const { sku, line } = draft;
  return sku ? [{ sku, line, kept: product?.sku === sku }, ...variants] : variants;
}

/** Returns the SKU that all variants of a new product have: a Shopify export has that of the product in each of its rows. */
function sharedSku({ variants }: ProductDraft): Pick<Claim, "sku" | "line"> | undefined {
  const [first, ...others] = variants;
  const { sku, line = 0 } = first ?? {};
  return sku && others.length > 0 && others.every((variant) => variant.sku === sku)
    ? { sku, line }
    : undefined;
}

/** Rejects the second of two claims, and the one that is new if the other product or variant has the SKU already. */
function twice(
  { sku, line, kept }: Claim,
  own: readonly Claim[],
  lines: KeyedNumbers,
): Rejection | undefined {
  const other = lines.get(sku);
  if (other === undefined) {
    lines.set(sku, kept ? -line : line);
    return undefined;
  }
  const message = (second: number) => `the SKU "${sku}" is also on line ${second}`;
  if (!kept) return reject({ sku, line }, "duplicate", message(Math.abs(other)));
  // The one on another product is rejected because this one has the SKU.
  if (!own.some((claim) => claim.sku === sku && claim.line === other)) return undefined;
  return reject({ sku, line: other }, "duplicate", message(line));
}

function foreign({ sku, line }: Claim, owner: SkuOwner | undefined, hint: string): Rejection | undefined {
  if (owner === undefined) return undefined;
  const message = `the SKU "${sku}" belongs to "${owner.product}"${hint}`;
  return reject({ sku, line }, "taken", message);
}

function reject({ sku, line }: Pick<Claim, "sku" | "line">, rule: string, message: string): Rejection {
  return { is: "rejected", line, column: "sku", value: sku, rule, message };
}
