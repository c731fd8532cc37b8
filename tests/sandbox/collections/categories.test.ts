import { beforeEach, describe, expect, it } from "vitest";
import { storesAppId } from "../../../src/api/models/app-ids.ts";
import { storesTree as treeReference } from "../../../src/api/services/collections.ts";
import { openShopV3Sandbox, type ShopV3Sandbox } from "../support/shop-v3-sandbox.ts";

let shop: ShopV3Sandbox;
beforeEach(() => {
  shop = openShopV3Sandbox();
});
const rejection = (status: number, code: string) => expect.objectContaining({ status, code });
const item = (catalogItemId: string) => ({ catalogItemId, appId: storesAppId });

function addCategory(name: string, parentId?: string, more: object = {}) {
  const parentCategory = parentId === undefined ? undefined : { id: parentId };
  const category = { name, ...(parentCategory && { parentCategory }), ...more };
  return shop.categories.create({ category, treeReference }).category as { id: string; revision: string };
}
const put = (categoryId: string, ...ids: string[]) =>
  shop.categories.addItems({ categoryId, items: ids.map(item), treeReference });
const take = (categoryId: string, ...ids: string[]) =>
  shop.categories.removeItems({ categoryId, items: ids.map(item), treeReference });
const get = (categoryId: string, fields?: string[]) =>
  shop.categories.get({ categoryId, treeReference, ...(fields && { fields }) }).category;
const idsIn = (categoryId: string, more: object = {}) =>
  shop.categories
    .listItems({ categoryId, treeReference, ...more })
    .items?.map(({ catalogItemId }) => catalogItemId);
const categoriesOf = (productId: string) => {
  const fields = ["DIRECT_CATEGORIES_INFO", "ALL_CATEGORIES_INFO"];
  const { product } = shop.products.get({ productId, fields });
  const ids = (info?: { categories?: { id?: string | null }[] | null } | null) =>
    info?.categories?.map(({ id }) => id);
  return { direct: ids(product?.directCategoriesInfo), all: ids(product?.allCategoriesInfo)?.sort() };
};

describe("a category", () => {
  it("is created, read, changed, hidden and deleted, with an event each", () => {
    const { id } = addCategory("Cups", undefined, { description: "To drink from" });
    expect(get(id)).toMatchObject({
      name: "Cups",
      slug: "cups",
      revision: "1",
      visible: true,
      itemCounter: 0,
    });
    expect(get(id)).not.toHaveProperty("description");
    expect(get(id, ["DESCRIPTION"])).toMatchObject({ description: "To drink from" });
    const category = { id, revision: "1", name: "Mugs", slug: "mugs" };
    shop.categories.update({ category, treeReference });
    shop.categories.updateVisibility({ categoryId: id, visible: false, revision: "2", treeReference });
    expect(shop.categories.getBySlug({ slug: "mugs", treeReference }).category).toMatchObject({
      revision: "3",
      visible: false,
    });
    shop.categories.remove({ categoryId: id, treeReference });
    expect(() => get(id)).toThrow(rejection(404, "CATEGORY_NOT_FOUND"));
    const emitted = shop.events().map(([type]) => type);
    expect(emitted).toEqual(["category_created", "category_updated", "category_updated", "category_deleted"]);
  });

  it("rejects an old revision, a duplicate slug, an id and another tree", () => {
    const { id } = addCategory("Cups");
    addCategory("Mugs");
    const before = shop.everything();
    const change = (category: object) => () =>
      shop.categories.update({ category: { id, ...category }, treeReference });
    expect(change({ revision: "7", name: "A" })).toThrow(rejection(409, "REVISION_MISMATCH"));
    expect(change({ revision: "1", slug: "mugs" })).toThrow(rejection(409, "DUPLICATE_SLUG"));
    expect(change({ revision: "1", slug: "a b" })).toThrow("must not contain spaces");
    expect(() => addCategory("Jugs", undefined, { id })).toThrow("must not be set");
    expect(() =>
      shop.categories.get({ categoryId: id, treeReference: { appNamespace: "@wix/bookings" } }),
    ).toThrow(rejection(404, "NAMESPACE_NOT_FOUND_IN_DEV_CENTER"));
    expect(shop.everything()).toBe(before);
  });

  it("is neither moved nor hidden by a bulk update", () => {
    const [cups, mugs] = [addCategory("Cups"), addCategory("Mugs")];
    const update = (more: object) =>
      shop.categories.bulkUpdate({
        categories: [{ category: { id: cups.id, revision: "1", ...more } }],
        treeReference,
      }).results?.[0]?.itemMetadata?.error?.code;
    const refused = [{ visible: false }, { parentCategory: { id: mugs.id } }].map(update);
    expect(refused).toEqual(["UPDATE_OF_FIELD_NOT_ALLOWED", "UPDATE_OF_FIELD_NOT_ALLOWED"]);
    expect(update({ name: "Bowls", visible: true, parentCategory: { index: 1 } })).toBeUndefined();
    expect(get(cups.id)).toMatchObject({ name: "Bowls", visible: true, revision: "2" });
  });

  it("is shown to admins on request while hidden", () => {
    const { id } = addCategory("Cups", undefined, { visible: false });
    addCategory("Mugs");
    const names = (role: "admin" | "visitor", returnNonVisibleCategories: boolean) =>
      shop.categories
        .query({ query: {}, treeReference, returnNonVisibleCategories }, role)
        .categories?.map(({ name }) => name)
        .sort();
    expect(names("admin", true)).toEqual(["All Products", "Cups", "Mugs"]);
    expect(names("admin", false)).toEqual(["All Products", "Mugs"]);
    expect(names("visitor", true)).toEqual(["All Products", "Mugs"]);
    expect(() => shop.categories.get({ categoryId: id, treeReference }, "visitor")).toThrow(
      rejection(404, "CATEGORY_NOT_FOUND"),
    );
  });
});

it("a new shop has the built-in category, which is counted and searched", () => {
  const names = (answer: { categories?: { name?: string | null }[] | null }) =>
    answer.categories?.map(({ name }) => name);
  const page = shop.categories.query({ query: {}, treeReference });
  expect([names(page), page.pagingMetadata?.count]).toEqual([["All Products"], 1]);
  const found = (expression: string) =>
    names(shop.categories.search({ search: { search: { expression } }, treeReference }));
  expect([found("products"), found("cups")]).toEqual([["All Products"], []]);
  const count = (name: string) => shop.categories.count({ filter: { name }, treeReference }).count;
  expect([count("All Products"), count("Cups")]).toEqual([1, 0]);
});

describe("the tree", () => {
  it("returns breadcrumbs and moves whole branches", () => {
    const [top, other] = [addCategory("Kitchen"), addCategory("Table")];
    const cups = addCategory("Cups", top.id);
    const mugs = addCategory("Mugs", cups.id);
    const way = () =>
      get(mugs.id, ["BREADCRUMBS_INFO"])?.breadcrumbsInfo?.breadcrumbs?.map((one) => one.categoryName);
    expect(way()).toEqual(["Kitchen", "Cups"]);
    const { id: productId } = shop.create();
    put(mugs.id, productId);
    expect(categoriesOf(productId)).toEqual({
      direct: [mugs.id],
      all: [top.id, cups.id, mugs.id].sort(),
    });
    shop.categories.move({
      categoryId: cups.id,
      parentCategoryId: other.id,
      position: "LAST",
      treeReference,
    });
    expect(way()).toEqual(["Table", "Cups"]);
    expect(categoriesOf(productId).all).toEqual([other.id, cups.id, mugs.id].sort());
    expect(shop.events().at(-1)).toMatchObject(["category_category_moved", {}]);
  });

  it("keeps indexes without gaps", () => {
    const [a, b, c] = ["A", "B", "C"].map((name) => addCategory(name));
    const order = () =>
      [a, b, c]
        .map((one) => get(one?.id ?? ""))
        .sort((x, y) => (x?.parentCategory?.index ?? 0) - (y?.parentCategory?.index ?? 0))
        .map((one) => `${one?.name}${one?.parentCategory?.index}`);
    // The built-in category of all products has the index 0.
    expect(order()).toEqual(["A1", "B2", "C3"]);
    shop.categories.move({ categoryId: c?.id ?? "", position: "FIRST", treeReference });
    expect(order()).toEqual(["C0", "A2", "B3"]);
    const after = { position: "AFTER", moveAfterCategoryId: a?.id };
    shop.categories.move({ categoryId: c?.id ?? "", ...after, treeReference });
    expect(order()).toEqual(["A1", "C2", "B3"]);
    shop.categories.remove({ categoryId: a?.id ?? "", treeReference });
    const indexes = (...ids: (string | undefined)[]) => ids.map((id) => get(id ?? "")?.parentCategory?.index);
    expect(indexes(c?.id, b?.id)).toEqual([1, 2]);
    const below = { parentCategoryId: b?.id, position: "LAST" };
    shop.categories.move({ categoryId: c?.id ?? "", ...below, treeReference });
    expect(indexes(b?.id, c?.id, addCategory("D").id)).toEqual([1, 0, 2]);
  });

  it("rejects cycles, unknown and hidden parents, and too many levels", () => {
    const top = addCategory("Top");
    const below = addCategory("Below", top.id);
    const move = (more: object) => () =>
      shop.categories.move({ categoryId: top.id, position: "LAST", treeReference, ...more });
    expect(move({ parentCategoryId: below.id })).toThrow(rejection(400, "TREE_CYCLE_DETECTED"));
    expect(move({ position: "AFTER" })).toThrow(rejection(400, "MISSING_AFTER_CATEGORY"));
    expect(move({ position: "AFTER", moveAfterCategoryId: below.id })).toThrow(
      rejection(400, "AFTER_CATEGORY_NOT_IN_PARENT"),
    );
    const stranger = "00000000-0000-4000-8000-00000000000a";
    expect(() => addCategory("Lost", stranger)).toThrow(rejection(400, "PARENT_CATEGORY_NOT_IN_TREE"));
    let { id } = below;
    for (const name of ["3", "4", "5", "6"]) id = addCategory(name, id).id;
    expect(() => addCategory("7", id)).toThrow(rejection(400, "CATEGORY_DEPTH_LIMIT_EXCEEDED"));
    shop.categories.updateVisibility({ categoryId: top.id, visible: false, revision: "1", treeReference });
    expect(get(id)?.visible).toBe(false);
    expect(() => addCategory("Seen", below.id)).toThrow(rejection(400, "PARENT_CATEGORY_HIDDEN"));
    const { results } = shop.categories.bulkShow({ categoryIds: [below.id, top.id], treeReference });
    expect(results?.map(({ itemMetadata }) => itemMetadata?.error?.code ?? "done")).toEqual([
      "PARENT_CATEGORY_HIDDEN",
      "done",
    ]);
  });
});

describe("items", () => {
  it("are added and removed once, and show on products, variants and inventory", () => {
    const { id: categoryId } = addCategory("Cups");
    const { id } = shop.createSized();
    put(categoryId, id, id);
    expect(get(categoryId)?.itemCounter).toBe(1);
    expect(categoriesOf(id).direct).toEqual([categoryId]);
    const filter = { "directCategoriesInfo.categories": { $matchItems: [{ id: { $in: [categoryId] } }] } };
    expect(shop.products.search({ search: { filter } }).products).toHaveLength(1);
    const { variants } = shop.variants.query({ query: {} });
    expect(variants?.map(({ productData }) => productData?.directCategoryIds)).toEqual([
      [categoryId],
      [categoryId],
    ]);
    const inCategory = { filter: { "product.directCategoryIds": { $hasSome: [categoryId] } } };
    expect(shop.items.count(inCategory).count).toBe(2);
    expect(shop.get(id).revision).toBe("1");
    take(categoryId, id);
    take(categoryId, id);
    expect(get(categoryId)?.itemCounter).toBe(0);
    expect(shop.products.search({ search: { filter } }).products).toEqual([]);
    const emitted = shop.events().filter(([type]) => type.startsWith("category_item"));
    expect(emitted).toMatchObject([
      ["category_item_added_to_category", { actionEvent: { body: { categoryId, addedItem: item(id) } } }],
      ["category_item_removed_from_category", { actionEvent: { body: { removedItem: item(id) } } }],
    ]);
  });

  it("that are no products are rejected without affecting the others", () => {
    const { id: categoryId } = addCategory("Cups");
    const { id } = shop.create();
    const { results, bulkActionMetadata } = put(categoryId, "nothing", id);
    expect(results).toMatchObject([
      { itemMetadata: { item: item("nothing"), success: false, error: { code: "ITEM_NOT_FOUND" } } },
      { itemMetadata: { item: item(id), success: true } },
    ]);
    expect(bulkActionMetadata).toMatchObject({ totalSuccesses: 1, totalFailures: 1 });
  });

  it("are listed by page, in the requested order, with those of subcategories", () => {
    const top = addCategory("Top");
    const below = addCategory("Below", top.id);
    const [a = "", b = "", c = ""] = ["A", "B", "C"].map((name) => shop.create({ name }).id);
    put(top.id, a, b);
    put(below.id, b, c);
    expect(idsIn(top.id)).toEqual([a, b]);
    expect(idsIn(top.id, { includeItemsFromSubcategories: true })).toEqual([a, b, c]);
    const first = shop.categories.listItems({
      categoryId: top.id,
      cursorPaging: { limit: 1 },
      treeReference,
    });
    const cursor = first.pagingMetadata?.cursors?.next;
    expect(idsIn(top.id, { cursorPaging: { limit: 1, cursor } })).toEqual([b]);
    shop.categories.setArrangedItems({ categoryId: top.id, items: [item(b)], treeReference });
    expect(idsIn(top.id, { useCategoryArrangement: true })).toEqual([b, a]);
    expect(shop.categories.getArrangedItems({ categoryId: top.id, treeReference }).items).toEqual([item(b)]);
    expect(() =>
      shop.categories.setArrangedItems({ categoryId: top.id, items: [item(c)], treeReference }),
    ).toThrow(rejection(400, "ITEM_NOT_IN_CATEGORY"));
  });

  it("are set to a list of categories and removed from all others", () => {
    const [a, b, c] = ["A", "B", "C"].map((name) => addCategory(name).id) as [string, string, string];
    const { id } = shop.create();
    shop.categories.addItem({ item: item(id), categoryIds: [a, b], treeReference });
    shop.categories.setItemCategories({ item: item(id), categoryIds: [b, c], treeReference });
    expect(shop.categories.listForItem({ item: item(id), treeReference }).directCategoryIds).toEqual([b, c]);
    shop.categories.removeItem({ item: item(id), categoryIds: [c], treeReference });
    expect(categoriesOf(id).direct).toEqual([b]);
  });

  it("stay when their category is deleted; deleted products leave their categories", () => {
    const top = addCategory("Top");
    const below = addCategory("Below", top.id);
    const { id, revision } = shop.create();
    put(below.id, id);
    shop.products.update({ product: { id, revision, mainCategoryId: below.id } });
    shop.categories.remove({ categoryId: top.id, treeReference });
    expect(() => get(below.id)).toThrow(rejection(404, "CATEGORY_NOT_FOUND"));
    expect(categoriesOf(id)).toEqual({ direct: [], all: [] });
    expect(shop.get(id)).not.toHaveProperty("mainCategoryId");
    const other = addCategory("Other");
    put(other.id, id);
    shop.products.remove({ productId: id });
    expect(get(other.id)?.itemCounter).toBe(0);
    expect(idsIn(other.id)).toEqual([]);
  });
});
