import { sampleSet } from "./sample-set.ts";

const books = { dataCollectionId: "Books" };
const tags = { ...books, referringItemFieldName: "tags", referringItemId: "emma" };
const reference = { referringItemFieldName: "tags", referringItemId: "emma", referencedItemId: "new" };
const anyone = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" };
const fields = [
  { key: "title", type: "TEXT" },
  {
    key: "tags",
    type: "MULTI_REFERENCE",
    typeMetadata: { multiReference: { referencedCollectionId: "Tags" } },
  },
];
const emma = { id: "emma", data: { title: "Emma" } };
const patch = {
  dataItemId: "emma",
  fieldModifications: [{ fieldPath: "title", action: "SET_FIELD", setFieldOptions: { value: "Persuasion" } }],
};

/** Data collections and their items. */
export const siteData = sampleSet<{ revision: string }>({
  async prepare(ask) {
    await ask("dataCollections.create", { collection: { id: "Tags", permissions: anyone } });
    const { collection } = await ask("dataCollections.create", {
      collection: { id: "Books", fields, permissions: anyone },
    });
    for (const id of ["old", "new"])
      await ask("dataItems.insert", { dataCollectionId: "Tags", dataItem: { id, data: {} } });
    const dataItem = { id: "emma", data: { title: "Emma", tags: ["old"] } };
    await ask("dataItems.insert", { ...books, dataItem });
    return { revision: collection.revision };
  },
  samples: {
    "dataItems.query": () => ({ ...books, query: { filter: { title: "Emma" }, cursorPaging: { limit: 1 } } }),
    "dataItems.search": () => ({ ...books, search: { search: { expression: "emma" } } }),
    "dataItems.get": () => ({ ...books, dataItemId: "emma" }),
    "dataItems.count": () => ({ ...books, filter: { title: "Emma" } }),
    "dataItems.distinct": () => ({ ...books, fieldName: "title" }),
    "dataItems.aggregate": () => ({
      ...books,
      aggregation: { groupingFields: ["title"], operations: [{ resultFieldName: "count", itemCount: {} }] },
    }),
    "dataItems.insert": () => ({ ...books, dataItem: { data: { title: "Sanditon" } } }),
    "dataItems.save": () => ({ ...books, dataItem: emma }),
    "dataItems.update": () => ({ ...books, dataItem: emma }),
    "dataItems.replace": () => ({ ...books, dataItem: emma }),
    "dataItems.patch": () => ({ ...books, patch }),
    "dataItems.patchById": () => ({ ...books, patch }),
    "dataItems.remove": () => ({ ...books, dataItemId: "emma" }),
    "dataItems.removeById": () => ({ ...books, dataItemId: "emma" }),
    "dataItems.truncate": () => books,
    "dataItems.bulkInsert": () => ({ ...books, dataItems: [{ data: { title: "Sanditon" } }, emma] }),
    "dataItems.bulkSave": () => ({ ...books, dataItems: [emma], returnEntity: true }),
    "dataItems.bulkUpdate": () => ({ ...books, dataItems: [emma], returnEntity: true }),
    "dataItems.bulkPatch": () => ({ ...books, patches: [patch] }),
    "dataItems.bulkRemove": () => ({ ...books, dataItemIds: ["emma"] }),
    "dataItems.insertReferences": () => ({ ...books, dataItemReferences: [reference] }),
    "dataItems.removeReferences": () => ({ ...books, dataItemReferences: [reference] }),
    "dataItems.replaceReferences": () => ({ ...tags, newReferencedItemIds: ["new"] }),
    "dataItems.isReferenced": () => ({ ...tags, referencedItemId: "old" }),
    "dataItems.queryReferenced": () => tags,
    "dataCollections.create": () => ({ collection: { id: "Authors", fields } }),
    "dataCollections.get": () => books,
    "dataCollections.list": () => ({ paging: { limit: 5 } }),
    "dataCollections.update": ({ revision }) => ({ collection: { id: "Books", revision, fields } }),
    "dataCollections.patch": () => ({ dataCollection: { id: "Books", displayName: "Novels" } }),
    "dataCollections.remove": () => books,
    "dataCollections.createField": () => ({ ...books, field: { key: "year", type: "NUMBER" } }),
    "dataCollections.updateField": () => ({ ...books, field: { key: "title", displayName: "Name" } }),
    "dataCollections.removeField": () => ({ ...books, fieldKey: "title" }),
  },
});
