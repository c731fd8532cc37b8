import { createHash } from "node:crypto";
import type { Product } from "../../../api/services/products/models/product.ts";
import type { KeyedNumbers, UniqueKeys } from "../../../bulk/plan/staged-keys.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import { isGuid } from "../../../kernel/guid.ts";
import { type CatalogClient, productsById, productsBySlug, withCosts } from "../catalog.ts";
import type { Handles, KnownHandle } from "../handles.ts";
import { slugOf } from "../slug.ts";
import type { Match } from "./matches.ts";
import { refuseForeignSkus } from "./sku-claims.ts";

/**
 * Matches the drafts of a file with products: by id and slug if both belong to one product, by the stored product of an
 * earlier import of the handle, by slug, then by id (a file from another site has other ids). Rejects drafts with SKUs of
 * other products. `taken` collects the slugs of new products, `claimed` the line of each matched product: two handles for
 * one product are ambiguous; `skus` collects the line of each SKU.
 */
export async function matchDrafts(
  client: CatalogClient,
  handles: Handles,
  drafts: readonly ProductDraft[],
  options: { dialect: string; taken: UniqueKeys; claimed: KeyedNumbers; skus: KeyedNumbers },
): Promise<Map<ProductDraft, Match>> {
  const known = handles.find(drafts.map(({ handle }) => handle));
  const facts = drafts.map((draft) => ({
    draft,
    known: known.get(draft.handle),
    ids: idsOf(draft, known.get(draft.handle), options.dialect),
  }));
  const byId = await productsById(
    client,
    facts.flatMap(({ ids }) => ids),
  );
  const slugs = facts
    .flatMap(({ draft, known }) => [slugFor(draft, options.dialect), known?.slug ?? ""])
    .filter((slug) => slug !== "");
  const bySlug = await productsBySlug(client, [...new Set(slugs)]);

  // Handles and slugs come first: an id from another site must not claim a product that another row names.
  const withSlug = (slug: string | undefined) => (slug ? bySlug.get(slug) : undefined);
  const exact = ({ id = "", slug }: ProductDraft) => {
    const product = byId.get(id);
    return slug !== undefined && product?.slug === slug ? product : undefined;
  };
  const named = new Map(
    facts.map(({ draft, known }) => [
      draft,
      exact(draft) ?? byId.get(known?.id ?? "") ?? withSlug(known?.slug) ?? withSlug(draft.slug),
    ]),
  );
  const namedIds = new Set([...named.values()].map((product) => product?.id));
  const matches = new Map<ProductDraft, Match>();
  for (const { draft, known, ids } of facts) {
    const product =
      named.get(draft) ??
      ids.map((id) => byId.get(id)).find((one) => one !== undefined && !namedIds.has(one.id)) ??
      (matchesBySlug(options.dialect) ? withSlug(slugFor(draft, options.dialect)) : undefined);
    if (known && product?.id && known.id === undefined) handles.remember([{ ...known, id: product.id }]);
    const match: Match = product
      ? { is: "existing", product, ...(known?.media && { mediaSources: known.media }) }
      : { is: "new", slug: freeSlug(draft, options, bySlug) };
    matches.set(draft, claim(match, draft, options.claimed));
  }
  await refuseForeignSkus(client, matches, options.skus);
  await addCosts(client, matches);
  return matches;
}

/** Reads the costs of existing products whose rows have costs or delete them: undo needs the complete product. */
async function addCosts(client: CatalogClient, matches: ReadonlyMap<ProductDraft, Match>): Promise<void> {
  const costly = [...matches].flatMap(([draft, match]) => {
    const needed = draft.remove || [draft, ...draft.variants].some(({ cost }) => cost !== undefined);
    return needed && match.is === "existing" ? [match] : [];
  });
  const complete = await withCosts(
    client,
    costly.map(({ product }) => product),
  );
  for (const [index, match] of costly.entries()) match.product = complete[index] ?? match.product;
}

function claim(match: Match, { line, handle }: ProductDraft, claimed: KeyedNumbers): Match {
  const id = match.is === "existing" ? (match.product.id ?? "") : "";
  const other = claimed.get(id);
  if (id === "") return match;
  if (other !== undefined) {
    const message = `this is the same product as on line ${other}`;
    return { is: "rejected", column: "handle", value: handle, rule: "ambiguous", message };
  }
  claimed.set(id, line);
  return match;
}

function idsOf(draft: ProductDraft, known: KnownHandle | undefined, dialect: string): string[] {
  const inHandle = dialect === "wix" ? guidAtEnd(draft.handle) : undefined;
  return [draft.id, known?.id, inHandle].filter((id) => id !== undefined);
}

/** A Wix file has no slugs, and a slug that is made from a name does not identify a product. */
function matchesBySlug(dialect: string): boolean {
  return dialect !== "wix";
}

function slugFor(draft: ProductDraft, dialect: string): string {
  return draft.slug ?? slugOf(dialect === "shopify" ? draft.handle : (draft.name ?? draft.handle));
}

/** Returns the slug for a new product. If it is used already, a hash of the handle is appended. */
function freeSlug(
  draft: ProductDraft,
  { dialect, taken }: { dialect: string; taken: UniqueKeys },
  bySlug: ReadonlyMap<string, Product>,
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

function guidAtEnd(handle: string): string | undefined {
  const end = handle.slice(-36);
  return isGuid(end) ? end : undefined;
}
