import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { RichContent } from "../../../models/rich-content.ts";
import { ImageV3 } from "../../products/models/media-v3.ts";
import { SeoData } from "../../products/models/product.ts";

/** Fields that are returned on request only. */
export const CategoryField = enumOf("BREADCRUMBS_INFO", "DESCRIPTION", "RICH_CONTENT_DESCRIPTION");
/** The position of a category among its siblings. */
export const CategoryPosition = enumOf("FIRST", "LAST", "AFTER");

/** A category tree; the one for products is `{ appNamespace: "@wix/stores" }`. */
export const TreeReference = obj({
  appNamespace: text({ minLength: 4, maxLength: 150 }),
  treeKey: text({ minLength: 1, maxLength: 44 }),
});
export interface TreeReference extends z.input<typeof TreeReference> {}

/** An item of a category; products are items of the stores app. */
export const CategoryItem = obj(
  { catalogItemId: text({ minLength: 1, maxLength: 36 }), appId: text({ minLength: 1, maxLength: 36 }) },
  { required: ["appId", "catalogItemId"] },
);
export interface CategoryItem extends z.input<typeof CategoryItem> {}

/** A category: a named group of products in a tree. `itemCounter` counts its own items, not those of subcategories. */
export const Category = obj(
  {
    id: guid(),
    revision: text({ readonly: true }),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    name: text({ minLength: 1, maxLength: 80 }),
    image: ImageV3,
    itemCounter: num({ readonly: true }),
    description: text({ minLength: 1, maxLength: 600 }),
    visible: bool(),
    breadcrumbsInfo: readonly(
      obj({ breadcrumbs: list(obj({ categoryId: guid(), categoryName: text(), categorySlug: text() })) }),
    ),
    parentCategory: obj({ id: guid(), index: readonly(num()) }),
    slug: text({ minLength: 1, maxLength: 300 }),
    seoData: SeoData,
    richContentDescription: RichContent,
    treeReference: readonly(TreeReference),
    managingAppId: guid(),
    extendedFields: ExtendedFields,
  },
  { always: ["id", "revision"] },
);
export interface Category extends z.input<typeof Category> {}

/** The category tree of products. */
export const storesTree = { appNamespace: "@wix/stores" };
