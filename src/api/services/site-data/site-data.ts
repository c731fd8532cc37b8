import { endpoint, service } from "../../endpoint.ts";
import { BulkActionMetadata, ItemMetadata } from "../../models/errors.ts";
import { bool, date, draft, enumOf, json, list, num, obj, readonly, text } from "../../models/fields.ts";
import { cursorPaging, Filter, OffsetPaging, Paging, PagingMetadata, Sorting } from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";

const collectionId = text({ minLength: 1, maxLength: 256 });
const itemId = text({ minLength: 1, maxLength: 128 });

/** An item of a data collection. Its fields are in `data`, times as `{ "$date": … }`. */
export const DataItem = obj({ id: text({ maxLength: 128 }), dataCollectionId: collectionId, data: json() });
export interface DataItem extends WireOf<typeof DataItem> {}

const PagedMetadata = obj({
  count: num(),
  offset: num(),
  total: num(),
  tooManyToCount: bool(),
  hasNext: bool(),
  cursors: obj({ next: text(), prev: text() }),
});
const includeReferences = list(obj({ field: text(), limit: num({ min: 0, max: 1000 }) }));
/** Options that the sandbox accepts and that change nothing there. */
const options = { consistentRead: bool(), suppressHooks: bool(), language: text(), appOptions: json() };
const ofCollection = { dataCollectionId: collectionId, ...options };
const item = obj({ dataItem: DataItem }, { always: ["dataItem"] });
const page = obj({ dataItems: list(DataItem), pagingMetadata: PagedMetadata });

const FieldModification = obj({
  fieldPath: text({ minLength: 1 }),
  action: enumOf("SET_FIELD", "REMOVE_FIELD", "INCREMENT_FIELD", "APPEND_TO_ARRAY", "REMOVE_FROM_ARRAY"),
  setFieldOptions: obj({ value: json() }),
  incrementFieldOptions: obj({ value: num() }),
  appendToArrayOptions: obj({ value: json() }),
  removeFromArrayOptions: obj({ value: json() }),
});
export interface FieldModification extends WireOf<typeof FieldModification> {}
const Patch = obj({ dataItemId: itemId, fieldModifications: list(FieldModification) });

const DataReference = obj({
  referringItemFieldName: text({ minLength: 1 }),
  referringItemId: itemId,
  referencedItemId: itemId,
});
const bulk = {
  result: obj({
    results: list(
      obj({ action: enumOf("INSERT", "UPDATE", "DELETE"), itemMetadata: ItemMetadata, dataItem: DataItem }),
    ),
    bulkActionMetadata: BulkActionMetadata,
  }),
  role: "visitor",
} as const;
const referred = {
  referringItemFieldName: text({ minLength: 1 }),
  referringItemId: itemId,
};

const updated = {
  input: obj({ ...ofCollection, dataItem: DataItem }),
  result: item,
  required: ["dataCollectionId", "dataItem.id", "dataItem.data"],
  effect: "set",
  role: "visitor",
  summary: "Replace an item",
} as const;
const patched = {
  input: obj({ ...ofCollection, patch: Patch }),
  result: item,
  required: ["dataCollectionId", "patch.dataItemId"],
  role: "visitor",
} as const;
const removed = {
  input: obj({ ...ofCollection, dataItemId: itemId }),
  result: item,
  required: ["dataCollectionId", "dataItemId"],
  effect: "delete",
  role: "visitor",
  summary: "Delete an item",
} as const;

/** Items of the site's data collections. The permissions of a collection say who may read and change them. */
export const dataItems = service("dataItems", {
  query: endpoint("GET /wix-data/v2/items/query", {
    fallback: { method: "POST", public: "/wix-data/v2/items/query" },
    complexQuery: true,
    input: obj({
      ...ofCollection,
      query: obj({
        filter: Filter,
        sort: list(Sorting),
        paging: OffsetPaging,
        cursorPaging: cursorPaging(1000),
        fields: list(text()),
      }),
      includeReferences,
      returnTotalCount: bool(),
    }),
    result: page,
    required: ["dataCollectionId"],
    paging: "offset",
    items: "dataItems",
    metadata: "pagingMetadata",
    limitMax: 1000,
    summary: "List items that match a query",
  }),
  search: endpoint("POST /wix-data/v2/items/search", {
    input: obj({
      ...ofCollection,
      search: obj({
        filter: Filter,
        sort: list(Sorting),
        paging: OffsetPaging,
        fields: list(text()),
        search: obj({ expression: text(), mode: enumOf("OR", "AND"), fuzzy: bool() }),
      }),
      includeReferences,
    }),
    result: page,
    required: ["dataCollectionId"],
    effect: "read",
    role: "visitor",
    summary: "Search items by text",
  }),
  get: endpoint("GET /wix-data/v2/items/{dataItemId}", {
    complexQuery: true,
    input: obj({ ...ofCollection, dataItemId: itemId, fields: list(text()), includeReferences }),
    result: item,
    required: ["dataCollectionId", "dataItemId"],
    summary: "Get an item",
  }),
  count: endpoint("POST /wix-data/v2/items/count", {
    input: obj({ ...ofCollection, filter: Filter }),
    result: obj({ totalCount: num() }),
    required: ["dataCollectionId"],
    summary: "Count items that match a filter",
  }),
  distinct: endpoint("POST /wix-data/v2/items/query-distinct-values", {
    input: obj({
      ...ofCollection,
      fieldName: text({ minLength: 1 }),
      filter: Filter,
      order: enumOf("ASC", "DESC"),
      paging: OffsetPaging,
      returnTotalCount: bool(),
    }),
    result: obj({ distinctValues: list(json()), pagingMetadata: PagedMetadata }),
    required: ["dataCollectionId", "fieldName"],
    effect: "read",
    role: "visitor",
    summary: "List the distinct values of a field",
  }),
  aggregate: endpoint("POST /wix-data/v2/items/aggregate", {
    input: obj({
      ...ofCollection,
      initialFilter: Filter,
      aggregation: obj({
        groupingFields: list(text()),
        operations: list(
          obj({
            resultFieldName: text(),
            average: obj({ itemFieldName: text() }),
            min: obj({ itemFieldName: text() }),
            max: obj({ itemFieldName: text() }),
            sum: obj({ itemFieldName: text() }),
            itemCount: json(),
          }),
        ),
      }),
      finalFilter: Filter,
      sort: list(Sorting),
      paging: OffsetPaging,
      returnTotalCount: bool(),
    }),
    result: obj({ results: list(json()), pagingMetadata: PagedMetadata }),
    required: ["dataCollectionId"],
    effect: "read",
    role: "visitor",
    summary: "Group items and compute sums, averages, bounds and counts",
  }),
  insert: endpoint("POST /wix-data/v2/items", {
    input: obj({ ...ofCollection, dataItem: DataItem }),
    result: item,
    required: ["dataCollectionId", "dataItem.data"],
    role: "visitor",
    summary: "Insert an item",
  }),
  save: endpoint("POST /wix-data/v2/items/save", {
    input: obj({ ...ofCollection, dataItem: DataItem }),
    result: obj({ action: enumOf("INSERTED", "UPDATED"), dataItem: DataItem }),
    required: ["dataCollectionId", "dataItem.data"],
    effect: "set",
    role: "visitor",
    summary: "Insert an item, or replace the one with the same ID",
  }),
  update: endpoint("POST /wix-data/v2/items/update", updated),
  replace: endpoint("PUT /wix-data/v2/items/{dataItem.id}", updated),
  patch: endpoint("POST /wix-data/v2/items/patch", {
    ...patched,
    effect: "add",
    summary: "Change some fields of an item",
  }),
  patchById: endpoint("PATCH /wix-data/v2/items/{patch.dataItemId}", {
    ...patched,
    effect: "add",
    summary: "Change some fields of an item by its ID",
  }),
  remove: endpoint("POST /wix-data/v2/items/remove", removed),
  removeById: endpoint("DELETE /wix-data/v2/items/{dataItemId}", removed),
  truncate: endpoint("POST /wix-data/v2/items/truncate", {
    input: obj(ofCollection),
    result: obj({}),
    required: ["dataCollectionId"],
    effect: "delete",
    summary: "Delete all items of a collection",
  }),
  bulkInsert: endpoint("POST /wix-data/v2/bulk/items/insert", {
    ...bulk,
    input: obj({
      ...ofCollection,
      dataItems: list(DataItem, { minSize: 1, maxSize: 1000 }),
      returnEntity: bool(),
    }),
    required: ["dataCollectionId", "dataItems"],
    summary: "Insert up to 1000 items",
  }),
  bulkSave: endpoint("POST /wix-data/v2/bulk/items/save", {
    ...bulk,
    input: obj({
      ...ofCollection,
      dataItems: list(DataItem, { minSize: 1, maxSize: 1000 }),
      returnEntity: bool(),
    }),
    required: ["dataCollectionId", "dataItems"],
    effect: "set",
    summary: "Insert or replace up to 1000 items",
  }),
  bulkUpdate: endpoint("POST /wix-data/v2/bulk/items/update", {
    ...bulk,
    input: obj({
      ...ofCollection,
      dataItems: list(DataItem, { minSize: 1, maxSize: 1000 }),
      returnEntity: bool(),
    }),
    required: ["dataCollectionId", "dataItems"],
    effect: "set",
    summary: "Replace up to 1000 items",
  }),
  bulkPatch: endpoint("POST /wix-data/v2/bulk/items/patch", {
    ...bulk,
    input: obj({
      ...ofCollection,
      patches: list(Patch, { minSize: 1, maxSize: 1000 }),
      returnEntity: bool(),
    }),
    required: ["dataCollectionId", "patches"],
    summary: "Change some fields of up to 1000 items",
  }),
  bulkRemove: endpoint("POST /wix-data/v2/bulk/items/remove", {
    ...bulk,
    input: obj({ ...ofCollection, dataItemIds: list(itemId, { minSize: 1, maxSize: 1000 }) }),
    required: ["dataCollectionId", "dataItemIds"],
    effect: "delete",
    summary: "Delete up to 1000 items",
  }),
  insertReferences: endpoint("POST /wix-data/v2/bulk/items/insert-references", {
    input: obj({ ...ofCollection, dataItemReferences: list(DataReference, { minSize: 1, maxSize: 1000 }) }),
    result: obj({ results: list(obj({ action: text(), referenceMetadata: ItemMetadata })) }),
    required: ["dataCollectionId", "dataItemReferences"],
    effect: "set",
    role: "visitor",
    summary: "Add references between items",
  }),
  removeReferences: endpoint("POST /wix-data/v2/bulk/items/remove-references", {
    input: obj({ ...ofCollection, dataItemReferences: list(DataReference, { minSize: 1, maxSize: 1000 }) }),
    result: obj({ results: list(obj({ action: text(), referenceMetadata: ItemMetadata })) }),
    required: ["dataCollectionId", "dataItemReferences"],
    effect: "delete",
    role: "visitor",
    summary: "Remove references between items",
  }),
  replaceReferences: endpoint("POST /wix-data/v2/items/replace-references", {
    input: obj({ ...ofCollection, ...referred, newReferencedItemIds: list(itemId) }),
    result: obj({ dataItemReferences: list(DataReference) }),
    required: ["dataCollectionId", "referringItemFieldName", "referringItemId"],
    effect: "set",
    role: "visitor",
    summary: "Replace the references of a field",
  }),
  isReferenced: endpoint("POST /wix-data/v2/items/is-referenced", {
    input: obj({ ...ofCollection, ...referred, referencedItemId: itemId }),
    result: obj({ isReferenced: bool() }),
    required: ["dataCollectionId", "referringItemFieldName", "referringItemId", "referencedItemId"],
    effect: "read",
    role: "visitor",
    summary: "Tell whether an item refers to another",
  }),
  queryReferenced: endpoint("POST /wix-data/v2/items/query-referenced", {
    input: obj({
      ...ofCollection,
      ...referred,
      referringItemIds: list(itemId),
      order: enumOf("ASC", "DESC"),
      paging: OffsetPaging,
      fields: list(text()),
    }),
    result: obj({ results: list(obj({ dataItem: DataItem })), pagingMetadata: PagedMetadata }),
    required: ["dataCollectionId", "referringItemFieldName"],
    effect: "read",
    role: "visitor",
    summary: "List the items that an item refers to",
  }),
});

/** The types of fields that the sandbox can infer, and those that a collection can declare. */
export const fieldTypes = [
  "TEXT",
  "NUMBER",
  "DATE",
  "DATETIME",
  "TIME",
  "IMAGE",
  "BOOLEAN",
  "DOCUMENT",
  "URL",
  "RICH_TEXT",
  "RICH_CONTENT",
  "VIDEO",
  "AUDIO",
  "ANY",
  "ARRAY_STRING",
  "ARRAY_DOCUMENT",
  "ARRAY",
  "OBJECT",
  "LANGUAGE",
  "MEDIA_GALLERY",
  "ADDRESS",
  "PAGE_LINK",
  "REFERENCE",
  "MULTI_REFERENCE",
] as const;
export type FieldType = (typeof fieldTypes)[number];

const DataField = obj({
  key: text({ minLength: 1, maxLength: 256 }),
  displayName: text({ maxLength: 256 }),
  type: enumOf(...fieldTypes),
  typeMetadata: obj({
    reference: obj({ referencedCollectionId: text() }),
    multiReference: obj({
      referencedCollectionId: text(),
      referencingFieldKey: text(),
      referencingDisplayName: text(),
    }),
  }),
  systemField: readonly(bool()),
  required: bool(),
  description: text(),
});
export interface DataField extends WireOf<typeof DataField> {}

const Access = enumOf("ADMIN", "SITE_MEMBER_AUTHOR", "SITE_MEMBER", "ANYONE");
export const DataPermissions = obj({ insert: Access, update: Access, remove: Access, read: Access });

/** A collection of data: its fields, and who may read and change its items. */
export const DataCollection = obj(
  {
    id: collectionId,
    revision: text(),
    displayName: text({ maxLength: 256 }),
    displayField: text(),
    collectionType: readonly(enumOf("NATIVE", "WIX_APP", "BLOCKS_APP", "EXTERNAL")),
    fields: list(DataField),
    permissions: DataPermissions,
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
  },
  { always: ["id"] },
);
export interface DataCollection extends WireOf<typeof DataCollection> {}

const collection = obj({ collection: DataCollection }, { always: ["collection"] });
const fieldChange = { result: collection, effect: "set" } as const;

/** The data collections of the site. */
export const dataCollections = service("dataCollections", {
  create: endpoint("POST /wix-data/v2/collections", {
    input: obj({ collection: draft(DataCollection) }),
    result: collection,
    required: ["collection.id"],
    summary: "Create a data collection",
  }),
  get: endpoint("GET /wix-data/v2/collections/{dataCollectionId}", {
    input: obj({ dataCollectionId: collectionId, consistentRead: bool(), fields: list(text()) }),
    result: collection,
    role: "admin",
    summary: "Get a data collection",
  }),
  list: endpoint("GET /wix-data/v2/collections", {
    input: obj({ paging: Paging, consistentRead: bool(), fields: list(text()) }),
    result: obj({ collections: list(DataCollection), pagingMetadata: PagingMetadata }),
    role: "admin",
    summary: "List the data collections",
  }),
  update: endpoint("PUT /wix-data/v2/collections", {
    input: obj({ collection: draft(DataCollection) }),
    result: collection,
    required: ["collection.id", "collection.revision"],
    effect: "set",
    summary: "Replace a data collection (requires its revision)",
  }),
  patch: endpoint("PATCH /wix-data/v2/collections/{dataCollection.id}", {
    input: obj({ dataCollection: draft(DataCollection) }),
    result: collection,
    summary: "Update a data collection",
  }),
  remove: endpoint("DELETE /wix-data/v2/collections/{dataCollectionId}", {
    input: obj({ dataCollectionId: collectionId }),
    result: obj({}),
    summary: "Delete a data collection with its items",
  }),
  createField: endpoint("POST /wix-data/v2/collections/create-field", {
    ...fieldChange,
    input: obj({ dataCollectionId: collectionId, field: DataField }),
    required: ["dataCollectionId", "field.key"],
    summary: "Add a field to a data collection",
  }),
  updateField: endpoint("POST /wix-data/v2/collections/update-field", {
    ...fieldChange,
    input: obj({ dataCollectionId: collectionId, field: DataField }),
    required: ["dataCollectionId", "field.key"],
    summary: "Change a field of a data collection",
  }),
  removeField: endpoint("POST /wix-data/v2/collections/delete-field", {
    ...fieldChange,
    input: obj({ dataCollectionId: collectionId, fieldKey: text({ minLength: 1 }) }),
    required: ["dataCollectionId", "fieldKey"],
    summary: "Delete a field of a data collection",
  }),
});
