import { createHash } from "node:crypto";
import type { UniqueKeys } from "../../../bulk/plan/stage.ts";
import type { ProductDraft } from "../../../files/draft.ts";
import { slugOf } from "../slug.ts";

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
