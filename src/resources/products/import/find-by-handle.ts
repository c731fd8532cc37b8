import type { ProductDraft } from "../../../files/draft.ts";
import { isGuid } from "../../../kernel/guid.ts";
import { type Catalog, productsById, productsBySlug } from "../catalog.ts";
import type { Handles, KnownHandle } from "../handles.ts";
import type { Found } from "./matches.ts";
import { slugFor } from "./new-slug.ts";

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
    ids: idsOf(draft, known.get(draft.handle), dialect),
  }));
  const byId = await productsById(
    catalog,
    facts.flatMap(({ ids }) => ids),
  );
  const slugs = facts
    .flatMap(({ draft, known }) => [slugFor(draft, dialect), known?.slug ?? ""])
    .filter((slug) => slug !== "");
  const bySlug = await productsBySlug(catalog, [...new Set(slugs)]);

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
  const products: Found["products"] = new Map();
  for (const { draft, ids } of facts) {
    const product =
      named.get(draft) ??
      ids.map((id) => byId.get(id)).find((one) => one !== undefined && !namedIds.has(one.id)) ??
      (matchesBySlug(dialect) ? withSlug(slugFor(draft, dialect)) : undefined);
    if (product) products.set(draft, product);
  }
  return { products, slugs: bySlug };
}

function idsOf(draft: ProductDraft, known: KnownHandle | undefined, dialect: string): string[] {
  const inHandle = dialect === "wix" ? guidAtEnd(draft.handle) : undefined;
  return [draft.id, known?.id, inHandle].filter((id) => id !== undefined);
}

/** A Wix file has no slugs, and a slug that is made from a name does not identify a product. */
function matchesBySlug(dialect: string): boolean {
  return dialect !== "wix";
}

function guidAtEnd(handle: string): string | undefined {
  const end = handle.slice(-36);
  return isGuid(end) ? end : undefined;
}
