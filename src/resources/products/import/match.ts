import type { Product } from "../../../api/services/products/products.ts";
import { unknownRule } from "../../../bulk/plan/plan.ts";
import type { KeyedNumbers } from "../../../bulk/plan/stage.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import { type Catalog, productsBySlug, withCosts } from "../catalog.ts";
import type { Handles } from "../handles.ts";
import { removeBlanks, similarText } from "./blanks.ts";
import { keyName } from "./find-by-key.ts";
import type { Found, Match, MatchOptions, Rejection } from "./matches.ts";
import { freeSlug, slugFor } from "./new-slug.ts";
import { refuseForeignSkus } from "./sku-claims.ts";

/**
 * Returns the matches of drafts whose products were found. Rejects two drafts of one product, drafts with SKUs of other
 * products, and those whose command does not allow what is found.
 */
export async function matchDrafts(
  catalog: Catalog,
  handles: Handles,
  drafts: readonly ProductDraft[],
  { products, slugs }: Found,
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
  const known = handles.find(drafts.map(({ handle }) => handle));
  const bySlug = slugs ?? (await slugsOfNew(catalog, drafts, products, options));
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
        ...(before?.media && { mediaSources: before.media }),
      };
      matches.set(draft, mayChange(draft) ?? claim(match, draft, options.claimed));
    }
  }
  const hint = options.key === undefined ? "; to change that product instead, match rows with --key" : "";
  await refuseForeignSkus(catalog, matches, options, hint);
  await addCosts(catalog, matches);
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
async function addCosts(catalog: Catalog, matches: ReadonlyMap<ProductDraft, Match>): Promise<void> {
  const costly = [...matches].flatMap(([draft, match]) => {
    const needed = draft.remove || [draft, ...draft.variants].some(({ cost }) => cost !== undefined);
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
