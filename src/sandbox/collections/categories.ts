import { type Category, storesTree, type TreeReference } from "../../api/services/collections.ts";
import {
  entityOf,
  freeSlug,
  insertEntity,
  type Kind,
  newEntity,
  removeEntity,
  replaceEntity,
  requiredName,
  ruleViolation,
} from "../kernel/entities.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { beforeOf, takeSent } from "../kernel/regular.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import {
  addItemToCategory,
  allProductsCategory,
  categories,
  categoryFqdn,
  productItem,
  type StoredCategory,
  withAncestors,
} from "./placements.ts";

const maxDepth = 6;
const maxChildren = 1000;

export const categoryKind: Kind<StoredCategory> = {
  table: categories,
  fqdn: categoryFqdn,
  name: "category",
  show: (category) => showCategory(category, () => true),
  deletedWithoutEntity: true,
};

/** Throws PlatformError 404 unless the tree is the product tree of the shop. */
export function requireTree(given: TreeReference | null | undefined): void {
  if (given?.appNamespace === storesTree.appNamespace && !given.treeKey) return;
  const message = `There is no category tree ${JSON.stringify(given)}; the sandbox only has the tree of @wix/stores, without a key`;
  throw new PlatformError(404, "NAMESPACE_NOT_FOUND_IN_DEV_CENTER", message, { treeReference: given });
}

/** Returns a category that the caller may see. Throws PlatformError 404 otherwise. */
export function visibleCategory(tx: Tx, id: string): StoredCategory {
  const category = id === allProductsCategory ? builtInCategory(tx) : entityOf(tx, categoryKind, id);
  if (category.visible || tx.caller.role === "admin") return category;
  throw new PlatformError(404, "CATEGORY_NOT_FOUND", `There is no category ${id}`, { id });
}

/** Stores a new category after its siblings. */
export function createCategory(tx: Tx, given: Partial<Category>): StoredCategory {
  storeBuiltInCategory(tx);
  if (given.id) throw ruleViolation("category.id", "ID_NOT_ALLOWED_IN_REQUEST", "must not be set");
  const entity = newEntity(tx);
  const name = requiredName("category.name", given.name);
  const parent = given.parentCategory?.id ? parentOf(tx, given.parentCategory.id) : undefined;
  const visible = given.visible ?? true;
  if (parent) rejectDepth(tx, parent.id, 1);
  if (parent && visible) rejectHidden(parent);
  const blank: StoredCategory = {
    ...entity,
    name,
    slug: given.slug ? claimedSlug(tx, given.slug, entity.id) : freeSlug(tx, categories, name, "category"),
    visible,
    itemCounter: 0,
    parentCategory: { id: parent?.id, index: childrenOf(tx, parent?.id).length },
    treeReference: storesTree,
    searchText: name,
    managingAppId: given.managingAppId || undefined,
  };
  return insertEntity(tx, categoryKind, withDetails(blank, given));
}

/** Applies a PATCH. Parent, position and visibility have their own calls. */
export function changeCategory(tx: Tx, given: Partial<Category>): StoredCategory {
  const before = beforeOf(tx, categoryKind, given);
  rejectManaged(before);
  const name = given.name === undefined ? before.name : requiredName("category.name", given.name);
  const slug = given.slug ? claimedSlug(tx, given.slug, before.id) : before.slug;
  return replaceEntity(tx, categoryKind, withDetails({ ...before, name, slug }, given));
}

/** Shows a category, or hides it with all its descendants. */
export function setVisible(tx: Tx, category: StoredCategory, visible: boolean): StoredCategory {
  const parent = category.parentCategory.id && tx.get(categories, category.parentCategory.id);
  if (visible && parent) rejectHidden(parent);
  if (!visible)
    for (const child of childrenOf(tx, category.id)) if (child.visible) setVisible(tx, child, false);
  return replaceEntity(tx, categoryKind, { ...category, visible });
}

/** Moves a category to a parent (or the root) and a position among its children. Returns the ids of the children. */
export function moveCategory(
  tx: Tx,
  category: StoredCategory,
  {
    parentId,
    position,
    after,
  }: { parentId?: string | undefined; position: string; after?: string | undefined },
): string[] {
  const parent = parentId === undefined ? undefined : parentOf(tx, parentId);
  if (parent && withAncestors(tx, [parent.id]).includes(category.id)) {
    const message = `The category ${category.id} cannot be moved below itself`;
    throw new PlatformError(400, "TREE_CYCLE_DETECTED", message, { categoryId: category.id });
  }
  if (parent) rejectDepth(tx, parent.id, heightOf(tx, category));
  const others = childrenOf(tx, parent?.id)
    .map(({ id }) => id)
    .filter((id) => id !== category.id);
  const index = position === "FIRST" ? 0 : position === "LAST" ? others.length : indexAfter(others, after);
  const order = others.toSpliced(index, 0, category.id);
  const { id } = replaceEntity(tx, categoryKind, {
    ...category,
    parentCategory: { id: parent?.id, index: index },
  });
  for (const [index, one] of order.entries()) setIndex(tx, one, index);
  renumber(tx, category.parentCategory.id);
  const body = { categoryId: id, parentCategory: tx.get(categories, id)?.parentCategory };
  emitDomainEvent(tx, categoryFqdn, "category_moved", id, {
    actionEvent: { body: { ...body, treeReference: storesTree } },
  });
  return order;
}

/** Deletes an empty category, emits its deleted event and renumbers its siblings. */
export function removeCategory(tx: Tx, category: StoredCategory): void {
  removeEntity(tx, categoryKind, category);
  renumber(tx, category.parentCategory.id);
}

/** Closes the gap that a category leaves among the children of its parent. */
function renumber(tx: Tx, parentId: string | undefined): void {
  for (const [index, { id }] of childrenOf(tx, parentId).entries()) setIndex(tx, id, index);
}

/** Returns the children of a category, or the root categories, in their order. */
function childrenOf(tx: Tx, parentId: string | undefined): StoredCategory[] {
  const filter = { "parentCategory.id": parentId ?? null };
  const sort = [{ fieldName: "parentCategory.index", order: "ASC" }];
  return tx.query(categories, { filter, sort, limit: maxChildren }).items;
}

/** Returns a category followed by all its descendants. */
export function branchOf(tx: Tx, category: StoredCategory): StoredCategory[] {
  return [category, ...childrenOf(tx, category.id).flatMap((child) => branchOf(tx, child))];
}

/** Throws PlatformError 400 for the built-in category and categories that are managed by an app. */
export function rejectManaged({ id, managingAppId }: StoredCategory): void {
  if (!managingAppId && id !== allProductsCategory) return;
  const message = managingAppId
    ? `The category ${id} is managed by the app ${managingAppId}`
    : 'The built-in category "All Products" cannot be changed';
  throw new PlatformError(400, "MANAGED_CATEGORY_OPERATION_NOT_ALLOWED", message, { id, managingAppId });
}

/** Fields stored as sent. Null clears them. */
const plain = ["description", "image", "seoData", "richContentDescription", "extendedFields"] as const;

function withDetails(before: StoredCategory, given: Partial<Category>): StoredCategory {
  const next = { ...before };
  takeSent(next, given, plain);
  next.searchText = [next.name, next.description].filter(Boolean).join("\n");
  return next;
}

function claimedSlug(tx: Tx, slug: string, id: string): string {
  if (!/^[^\s/?#]+$/.test(slug))
    throw ruleViolation("category.slug", "INVALID_SLUG_FORMAT", "must not contain spaces, slashes, ? or #");
  const owner = tx.findBy(categories, "slug", slug);
  if (owner === undefined || owner.id === id) return slug;
  throw new PlatformError(409, "DUPLICATE_SLUG", `The slug "${slug}" is taken`, { slug, id: owner.id });
}

function parentOf(tx: Tx, id: string): StoredCategory {
  const parent = tx.get(categories, id);
  if (parent !== undefined) return parent;
  const message = `There is no parent category ${id}`;
  throw new PlatformError(400, "PARENT_CATEGORY_NOT_IN_TREE", message, { parentCategoryId: id });
}

function rejectHidden({ id, visible }: StoredCategory): void {
  if (visible) return;
  const message = `The category ${id} is hidden, so its subcategories cannot be visible`;
  throw new PlatformError(400, "PARENT_CATEGORY_HIDDEN", message, { parentCategoryId: id });
}

/** Throws PlatformError 400 if a branch with some levels would exceed the maximum depth below a parent. */
function rejectDepth(tx: Tx, parentId: string, levels: number): void {
  const depth = withAncestors(tx, [parentId]).length + levels;
  if (depth <= maxDepth) return;
  const message = `Categories would be ${depth} levels deep; the maximum is ${maxDepth}`;
  throw new PlatformError(400, "CATEGORY_DEPTH_LIMIT_EXCEEDED", message, { parentCategoryId: parentId });
}

function heightOf(tx: Tx, { id }: StoredCategory): number {
  return 1 + Math.max(0, ...childrenOf(tx, id).map((child) => heightOf(tx, child)));
}

function indexAfter(ids: readonly string[], after: string | undefined): number {
  if (!after) throw new PlatformError(400, "MISSING_AFTER_CATEGORY", "moveAfterCategoryId is required", {});
  const index = ids.indexOf(after);
  if (index >= 0) return index + 1;
  const message = `The category ${after} is not a child of that parent`;
  throw new PlatformError(400, "AFTER_CATEGORY_NOT_IN_PARENT", message, { moveAfterCategoryId: after });
}

/** Sets the index without a new revision or an event, as it follows from other categories. */
function setIndex(tx: Tx, id: string, index: number): void {
  const category = tx.get(categories, id);
  if (category === undefined || category.parentCategory.index === index) return;
  tx.put(categories, id, { ...category, parentCategory: { ...category.parentCategory, index } });
}

/** Returns a category in API form with the requested field groups, without breadcrumbs. */
function showCategory(category: StoredCategory, includes: (field: string) => boolean): Category {
  const { searchText, description, richContentDescription, ...rest } = category;
  return {
    ...rest,
    description: includes("DESCRIPTION") && description ? description : undefined,
    richContentDescription:
      includes("RICH_CONTENT_DESCRIPTION") && richContentDescription ? richContentDescription : undefined,
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

/** Returns the built-in category of all products. It is stored with the first category or product. */
export function builtInCategory(tx: Tx): StoredCategory {
  const known = tx.get(categories, allProductsCategory);
  if (known !== undefined) return known;
  const now = tx.now.toISOString();
  return {
    id: allProductsCategory,
    revision: "1",
    createdDate: now,
    updatedDate: now,
    name: "All Products",
    slug: freeSlug(tx, categories, "All Products", "category"),
    visible: true,
    itemCounter: 0,
    parentCategory: { index: 0 },
    treeReference: storesTree,
    searchText: "All Products",
  };
}

/** Stores the built-in category of all products if it is missing, without an event. */
export function storeBuiltInCategory(tx: Tx): void {
  if (tx.get(categories, allProductsCategory) === undefined)
    tx.put(categories, allProductsCategory, builtInCategory(tx));
}

/** Adds a new product to the built-in category, without an event. */
export function addToAllProducts(tx: Tx, productId: string): void {
  storeBuiltInCategory(tx);
  addItemToCategory({ ...tx, emit: () => {} }, builtInCategory(tx), productItem(productId));
}
