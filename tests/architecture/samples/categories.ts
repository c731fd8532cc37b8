import { storesAppId } from "../../../src/api/models/app-ids.ts";
import { storesTree as treeReference } from "../../../src/api/services/collections.ts";
import { sampleSet } from "./sample-set.ts";

/** Categories of catalog v3. */
export const categories = sampleSet({
  catalog: "v3",
  async prepare(ask) {
    const { products } = await ask("productsV3.query", { query: { filter: { slug: "stoneware-mug" } } });
    const bySlug = async (slug: string) =>
      (await ask("storeCategories.getBySlug", { slug, treeReference })).category;
    const table = await bySlug("tableware");
    const item = { catalogItemId: products[0].id, appId: storesAppId };
    return { table, gifts: await bySlug("gifts-under-25"), item };
  },
  samples: {
    "storeCategories.create": ({ table }) => ({
      category: { name: "Cups", description: "To drink from", parentCategory: { id: table.id } },
      treeReference,
      fields: ["BREADCRUMBS_INFO", "DESCRIPTION"],
    }),
    "storeCategories.get": ({ table }) => ({ categoryId: table.id, treeReference, fields: ["DESCRIPTION"] }),
    "storeCategories.getBySlug": ({ table }) => ({ slug: table.slug, treeReference }),
    "storeCategories.update": ({ table }) => ({
      category: { id: table.id, revision: table.revision, name: "Table" },
      treeReference,
    }),
    "storeCategories.remove": ({ table }) => ({ categoryId: table.id, treeReference }),
    "storeCategories.query": () => ({ query: { cursorPaging: { limit: 2 } }, treeReference }),
    "storeCategories.search": () => ({ search: { search: { expression: "coffee" } }, treeReference }),
    "storeCategories.count": () => ({ filter: { name: { $exists: true } }, treeReference }),
    "storeCategories.move": ({ table, gifts }) => ({
      categoryId: table.id,
      parentCategoryId: gifts.id,
      position: "FIRST",
      treeReference,
    }),
    "storeCategories.bulkUpdate": ({ table }) => ({
      categories: [{ category: { id: table.id, revision: table.revision, name: "Table" } }],
      treeReference,
      returnEntity: true,
    }),
    "storeCategories.updateVisibility": ({ table }) => ({
      categoryId: table.id,
      visible: false,
      revision: table.revision,
      treeReference,
    }),
    "storeCategories.bulkShow": ({ table }) => ({ categoryIds: [table.id], treeReference }),
    "storeCategories.addItems": ({ gifts, item }) => ({
      categoryId: gifts.id,
      items: [item],
      treeReference,
    }),
    "storeCategories.removeItems": ({ table, item }) => ({
      categoryId: table.id,
      items: [item],
      treeReference,
    }),
    "storeCategories.addItem": ({ gifts, item }) => ({ item, categoryIds: [gifts.id], treeReference }),
    "storeCategories.removeItem": ({ table, item }) => ({ item, categoryIds: [table.id], treeReference }),
    "storeCategories.setItemCategories": ({ gifts, item }) => ({
      item,
      categoryIds: [gifts.id],
      treeReference,
    }),
    "storeCategories.listItems": ({ table }) => ({
      categoryId: table.id,
      cursorPaging: { limit: 2 },
      treeReference,
    }),
    "storeCategories.listForItem": ({ item }) => ({ item, treeReference }),
    "storeCategories.listForItems": ({ item }) => ({ items: [item], treeReference }),
    "storeCategories.listTrees": () => ({}),
    "storeCategories.setArrangedItems": ({ table, item }) => ({
      categoryId: table.id,
      items: [item],
      treeReference,
    }),
    "storeCategories.getArrangedItems": ({ table }) => ({ categoryId: table.id, treeReference }),
  },
});
