import type { Category } from "../../../../api/services/collections/models/category.ts";
import type { Tx } from "../../../kernel/tx.ts";
import { withAncestors } from "./placements.ts";
import { categories, type StoredCategory } from "./tables.ts";

/** The wire form of a category with the groups of fields that were asked for, breadcrumbs aside. */
export function showCategory(category: StoredCategory, wants: (field: string) => boolean): Category {
  const { searchText: _, description, richContentDescription, ...rest } = category;
  return {
    ...rest,
    ...(wants("DESCRIPTION") && description && { description }),
    ...(wants("RICH_CONTENT_DESCRIPTION") && richContentDescription && { richContentDescription }),
  };
}

/** The way to a category from the top, without itself. */
export function breadcrumbsOf(tx: Tx, { id }: { id: string }) {
  const [, ...above] = withAncestors(tx, [id]);
  return above.reverse().flatMap((one) => {
    const category = tx.get(categories, one);
    return category ? [crumbOf(category)] : [];
  });
}

/** One step of the way. */
export function crumbOf({ id, name, slug }: StoredCategory) {
  return { categoryId: id, categoryName: name, categorySlug: slug };
}

/** As a call that can ask for fields gives it. */
export function categoryView(tx: Tx, fields: readonly string[] | null | undefined) {
  const wanted = new Set(fields ?? []);
  return (category: StoredCategory): Category => ({
    ...showCategory(category, (field) => wanted.has(field)),
    ...(wanted.has("BREADCRUMBS_INFO") && { breadcrumbsInfo: { breadcrumbs: breadcrumbsOf(tx, category) } }),
  });
}
