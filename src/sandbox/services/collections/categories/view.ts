import type { Category } from "../../../../api/services/collections/store-categories.ts";
import type { Tx } from "../../../kernel/tx.ts";
import { withAncestors } from "./placements.ts";
import { categories, type StoredCategory } from "./tables.ts";

/** Returns a category in API form with the requested field groups, without breadcrumbs. */
export function showCategory(category: StoredCategory, includes: (field: string) => boolean): Category {
  const { searchText: _, description, richContentDescription, ...rest } = category;
  return {
    ...rest,
    ...(includes("DESCRIPTION") && description && { description }),
    ...(includes("RICH_CONTENT_DESCRIPTION") && richContentDescription && { richContentDescription }),
  };
}

/** Returns the breadcrumbs of a category from the root, without the category itself. */
export function breadcrumbsOf(tx: Tx, { id }: { id: string }) {
  const [, ...above] = withAncestors(tx, [id]);
  return above.reverse().flatMap((one) => {
    const category = tx.get(categories, one);
    return category ? [breadcrumbOf(category)] : [];
  });
}

/** Returns the breadcrumb of a category. */
export function breadcrumbOf({ id, name, slug }: StoredCategory) {
  return { categoryId: id, categoryName: name, categorySlug: slug };
}

/** Returns a function that shows categories with the requested field groups. */
export function categoryView(tx: Tx, fields: readonly string[] | null | undefined) {
  const requested = new Set(fields ?? []);
  return (category: StoredCategory): Category => ({
    ...showCategory(category, (field) => requested.has(field)),
    ...(requested.has("BREADCRUMBS_INFO") && {
      breadcrumbsInfo: { breadcrumbs: breadcrumbsOf(tx, category) },
    }),
  });
}
