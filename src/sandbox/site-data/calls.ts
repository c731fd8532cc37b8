import type { Handlers } from "../../api/endpoint.ts";
import { compareFieldValues, matcher, valuesAt } from "../../api/query/filter-match.ts";
import type {
  dataCollections as collectionEndpoints,
  DataCollection,
  DataField,
  dataItems as itemEndpoints,
} from "../../api/services/site-data.ts";
import { isRecord } from "../../kernel/json.ts";
import { forEachItem } from "../kernel/bulk.ts";
import { checkRevision } from "../kernel/entities.ts";
import { invalidFilter } from "../kernel/filters.ts";
import { readCursor, scanPage, writeCursor } from "../kernel/lists.ts";
import { invalid, PlatformError, type StoreTx } from "../kernel/tx.ts";
import {
  collections,
  dataCollectionOf,
  givenPermissions,
  itemKey,
  items,
  newCollection,
  requirePermission,
  type StoredCollection,
  type StoredItem,
  showCollection,
  showItem,
  userFields,
} from "./collections.ts";
import {
  aggregateItems,
  changeReferences,
  dataItemOf,
  findItems,
  type ItemQuery,
  insertItem,
  patchItem,
  plain,
  referenceTarget,
  removeItem,
  saveItem,
  textIn,
  updateItem,
  withReferences,
} from "./items.ts";

type Given = { id?: string | null; data?: unknown } | null | undefined;
type Paging = { limit?: number | null; offset?: number | null } | null | undefined;
const pageSize = 50;

/** Returns the data of a request. Throws InvalidInput if it is not an object. */
function dataOf(item: Given, field = "dataItem"): Record<string, unknown> {
  if (isRecord(item?.data)) return item.data;
  throw invalid(`${field}.data`, "VALIDATION", "Expected an object", {
    type: "JSON_TYPE",
    expected: "an object",
  });
}

function pageOf<T>(all: readonly T[], paging: Paging) {
  const [limit, offset] = [paging?.limit ?? pageSize, paging?.offset ?? 0];
  const found = all.slice(offset, offset + limit);
  const count = found.length;
  const hasNext = limit > 0 && offset + count < all.length;
  return { found, pagingMetadata: { count, offset, total: all.length, tooManyToCount: false, hasNext } };
}

/** Items of the data collections. */
export const dataItems: Handlers<typeof itemEndpoints, StoreTx> = {
  query(tx, { dataCollectionId, query, includeReferences }) {
    const collection = dataCollectionOf(tx, dataCollectionId);
    const { cursorPaging, paging, fields, filter, sort } = query ?? {};
    const state = cursorPaging?.cursor
      ? readCursor<CursorState>(cursorPaging.cursor)
      : { filter, sort, offset: paging?.offset ?? 0 };
    const all = findItems(tx, collection, state);
    const limit = cursorPaging?.limit ?? paging?.limit;
    const { found, pagingMetadata } = pageOf(all, { limit, offset: state.offset });
    const next = state.offset + found.length;
    const cursors = pagingMetadata.hasNext ? { next: writeCursor({ ...state, offset: next }) } : {};
    return {
      dataItems: found.map((item) =>
        showItem(withReferences(tx, collection, item, includeReferences), fields),
      ),
      pagingMetadata: cursorPaging ? { ...pagingMetadata, cursors } : pagingMetadata,
    };
  },
  search(tx, { dataCollectionId, search, includeReferences }) {
    const collection = dataCollectionOf(tx, dataCollectionId);
    const words = (search?.search?.expression ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const isAll = search?.search?.mode === "AND";
    const all = findItems(tx, collection, search ?? {}, ({ data }) => {
      const text = textIn(plain(data)).toLowerCase();
      const has = (word: string) => text.includes(word);
      return words.length === 0 || (isAll ? words.every(has) : words.some(has));
    });
    const { found, pagingMetadata } = pageOf(all, search?.paging);
    const show = (item: StoredItem) =>
      showItem(withReferences(tx, collection, item, includeReferences), search?.fields);
    return { dataItems: found.map(show), pagingMetadata };
  },
  get(tx, { dataCollectionId, dataItemId, fields, includeReferences }) {
    const collection = dataCollectionOf(tx, dataCollectionId);
    const item = dataItemOf(tx, collection, dataItemId);
    requirePermission(tx, collection, "read", item.data._owner);
    return { dataItem: showItem(withReferences(tx, collection, item, includeReferences), fields) };
  },
  count(tx, { dataCollectionId, filter }) {
    return { totalCount: findItems(tx, dataCollectionOf(tx, dataCollectionId), { filter }).length };
  },
  distinct(tx, { dataCollectionId, fieldName, filter, order, paging }) {
    const found = findItems(tx, dataCollectionOf(tx, dataCollectionId), { filter });
    const values = new Map<string, unknown>();
    for (const { data } of found)
      for (const value of valuesAt(data, fieldName)) values.set(JSON.stringify(plain(value)), value);
    const sorted = [...values.values()].sort((one, other) => compareFieldValues(plain(one), plain(other)));
    const { found: page, pagingMetadata } = pageOf(order === "DESC" ? sorted.reverse() : sorted, paging);
    return { distinctValues: page, pagingMetadata };
  },
  aggregate(tx, { dataCollectionId, initialFilter, aggregation, finalFilter, sort, paging }) {
    const found = findItems(tx, dataCollectionOf(tx, dataCollectionId), { filter: initialFilter });
    const results = aggregateItems(found, aggregation ?? {}).filter(
      matcher(plain(finalFilter ?? {}), invalidFilter),
    );
    for (const { fieldName, order } of [...(sort ?? [])].reverse()) {
      const sign = order === "DESC" ? -1 : 1;
      results.sort((one, other) => sign * compareFieldValues(one[fieldName ?? ""], other[fieldName ?? ""]));
    }
    const { found: page, pagingMetadata } = pageOf(results, paging);
    return { results: page, pagingMetadata };
  },
  insert(tx, { dataCollectionId, dataItem }) {
    const collection = dataCollectionOf(tx, dataCollectionId);
    return { dataItem: showItem(insertItem(tx, collection, dataItem.id || undefined, dataOf(dataItem))) };
  },
  save(tx, { dataCollectionId, dataItem }) {
    const collection = dataCollectionOf(tx, dataCollectionId);
    const { item, isNew } = saveItem(tx, collection, dataItem.id || undefined, dataOf(dataItem));
    return { action: isNew ? "INSERTED" : "UPDATED", dataItem: showItem(item) };
  },
  update: (tx, input) => replaced(tx, input),
  replace: (tx, input) => replaced(tx, input),
  patch: (tx, input) => patched(tx, input),
  patchById: (tx, input) => patched(tx, input),
  remove: (tx, input) => removed(tx, input),
  removeById: (tx, input) => removed(tx, input),
  truncate(tx, { dataCollectionId }) {
    removeItems(tx, dataCollectionOf(tx, dataCollectionId).id);
    return {};
  },
  bulkInsert: (tx, { dataCollectionId, dataItems: given, returnEntity }) =>
    inBulk(tx, dataCollectionId, given, returnEntity, (collection, item) => ({
      action: "INSERT",
      item: insertItem(tx, collection, item?.id || undefined, dataOf(item)),
    })),
  bulkSave: (tx, { dataCollectionId, dataItems: given, returnEntity }) =>
    inBulk(tx, dataCollectionId, given, returnEntity, (collection, one) => {
      const { item, isNew } = saveItem(tx, collection, one?.id || undefined, dataOf(one));
      return { action: isNew ? "INSERT" : "UPDATE", item };
    }),
  bulkUpdate: (tx, { dataCollectionId, dataItems: given, returnEntity }) =>
    inBulk(tx, dataCollectionId, given, returnEntity, (collection, item) => ({
      action: "UPDATE",
      item: updateItem(tx, collection, item?.id || undefined, dataOf(item)),
    })),
  bulkPatch: (tx, { dataCollectionId, patches, returnEntity }) =>
    inBulk(tx, dataCollectionId, patches, returnEntity, (collection, patch) => ({
      action: "UPDATE",
      item: patchItem(tx, collection, patch?.dataItemId, patch?.fieldModifications ?? []),
    })),
  bulkRemove: (tx, { dataCollectionId, dataItemIds }) =>
    inBulk(tx, dataCollectionId, dataItemIds, false, (collection, id) => ({
      action: "DELETE",
      item: removeItem(tx, collection, id),
    })),
  insertReferences(tx, { dataCollectionId, dataItemReferences }) {
    return changedReferences(tx, dataCollectionId, dataItemReferences, "INSERT");
  },
  removeReferences(tx, { dataCollectionId, dataItemReferences }) {
    return changedReferences(tx, dataCollectionId, dataItemReferences, "DELETE");
  },
  replaceReferences(tx, { dataCollectionId, referringItemFieldName, referringItemId, newReferencedItemIds }) {
    const collection = dataCollectionOf(tx, dataCollectionId);
    const target = referenceTarget(tx, collection, referringItemFieldName);
    const ids = (newReferencedItemIds ?? []).map((id) => dataItemOf(tx, target, id).itemId);
    changeReferences(tx, collection, { itemId: referringItemId, field: referringItemFieldName }, () => ids);
    return {
      dataItemReferences: ids.map((referencedItemId) => ({
        referringItemFieldName: referringItemFieldName,
        referringItemId,
        referencedItemId,
      })),
    };
  },
  isReferenced(tx, { dataCollectionId, referringItemFieldName, referringItemId, referencedItemId }) {
    const collection = dataCollectionOf(tx, dataCollectionId);
    const ids = targetsOf(tx, collection, referringItemId, referringItemFieldName);
    return { isReferenced: ids.includes(referencedItemId) };
  },
  queryReferenced(tx, { dataCollectionId, referringItemFieldName, order, paging, fields, ...referring }) {
    const collection = dataCollectionOf(tx, dataCollectionId);
    const target = referenceTarget(tx, collection, referringItemFieldName);
    const from = referring.referringItemIds?.length
      ? referring.referringItemIds
      : [referring.referringItemId];
    const ids = [...new Set(from.flatMap((id) => targetsOf(tx, collection, id, referringItemFieldName)))];
    const all = ids.flatMap((id) => tx.get(items, itemKey(target.id, id)) ?? []);
    const { found, pagingMetadata } = pageOf(order === "DESC" ? all.reverse() : all, paging);
    return { results: found.map((item) => ({ dataItem: showItem(item, fields) })), pagingMetadata };
  },
};

/** As on the platform, a cursor contains filter and sort. */
interface CursorState extends ItemQuery {
  offset: number;
}

interface ItemRequest {
  dataCollectionId?: string | null;
  dataItem?: Given;
}

function replaced(tx: StoreTx, { dataCollectionId, dataItem }: ItemRequest) {
  const collection = dataCollectionOf(tx, dataCollectionId);
  return { dataItem: showItem(updateItem(tx, collection, dataItem?.id || undefined, dataOf(dataItem))) };
}

type RemoveRequest = Parameters<Handlers<typeof itemEndpoints, StoreTx>["remove"]>[1];

function removed(tx: StoreTx, { dataCollectionId, dataItemId }: RemoveRequest) {
  return { dataItem: showItem(removeItem(tx, dataCollectionOf(tx, dataCollectionId), dataItemId)) };
}

type PatchRequest = Parameters<Handlers<typeof itemEndpoints, StoreTx>["patch"]>[1];

function patched(tx: StoreTx, { dataCollectionId, patch }: PatchRequest) {
  const collection = dataCollectionOf(tx, dataCollectionId);
  const item = patchItem(tx, collection, patch?.dataItemId, patch?.fieldModifications ?? []);
  return { dataItem: showItem(item) };
}

type Outcome = { action: "INSERT" | "UPDATE" | "DELETE"; item: StoredItem };

/** Runs an action for each of the given items. A failed one is reported and does not affect the others. */
function inBulk<G>(
  tx: StoreTx,
  collectionId: string,
  given: readonly G[],
  returnEntity: boolean | null | undefined,
  act: (collection: StoredCollection, one: G) => Outcome,
) {
  const collection = dataCollectionOf(tx, collectionId);
  const outcomes = forEachItem(tx, given, (one) => {
    const outcome = act(collection, one);
    return { id: outcome.item.itemId, ...outcome };
  });
  const totalFailures = outcomes.filter(({ itemMetadata }) => !itemMetadata.success).length;
  const totalSuccesses = outcomes.length - totalFailures;
  return {
    results: outcomes.map(({ itemMetadata, done }) => ({
      action: done?.action,
      itemMetadata,
      dataItem: returnEntity && done ? showItem(done.item) : undefined,
    })),
    bulkActionMetadata: { totalSuccesses, totalFailures, undetailedFailures: 0 },
  };
}

type ReferenceRequest = Parameters<Handlers<typeof itemEndpoints, StoreTx>["insertReferences"]>[1];

function changedReferences(
  tx: StoreTx,
  collectionId: string,
  references: ReferenceRequest["dataItemReferences"],
  action: "INSERT" | "DELETE",
) {
  const collection = dataCollectionOf(tx, collectionId);
  const outcomes = forEachItem(
    tx,
    references,
    ({ referringItemFieldName, referringItemId, referencedItemId }) => {
      const field = referringItemFieldName ?? "";
      const id = dataItemOf(tx, referenceTarget(tx, collection, field), referencedItemId).itemId;
      changeReferences(tx, collection, { itemId: referringItemId, field }, (before) =>
        action === "INSERT" ? [...before, id] : before.filter((one) => one !== id),
      );
      return { id };
    },
  );
  return { results: outcomes.map(({ itemMetadata }) => ({ action, referenceMetadata: itemMetadata })) };
}

function targetsOf(
  tx: StoreTx,
  collection: StoredCollection,
  id: string | null | undefined,
  field: string,
): readonly string[] {
  requirePermission(tx, collection, "read");
  const { references, data } = dataItemOf(tx, collection, id);
  if (Object.hasOwn(references, field)) return references[field] ?? [];
  const single = data[field];
  return typeof single === "string" ? [single] : [];
}

/** The data collections of the site. */
export const dataCollections: Handlers<typeof collectionEndpoints, StoreTx> = {
  create(tx, { collection }) {
    const id = collection.id ?? "";
    if (tx.get(collections, id)) {
      const message = `WDE0104: The collection ${id} already exists.`;
      throw new PlatformError(409, "WDE0104", message, { dataCollectionId: id });
    }
    return { collection: put(tx, newCollection(tx, id, collection)) };
  },
  get: (tx, { dataCollectionId }) => ({ collection: showCollection(dataCollectionOf(tx, dataCollectionId)) }),
  list(tx, { paging }) {
    const { items: found, metadata } = scanPage([...tx.each(collections)], { paging });
    return { collections: found.map(showCollection), pagingMetadata: metadata };
  },
  update(tx, { collection }) {
    const before = dataCollectionOf(tx, collection.id);
    checkRevision(before, collection.revision, "data collection");
    return { collection: put(tx, { ...newCollection(tx, before.id, collection), ...next(tx, before) }) };
  },
  patch(tx, { dataCollection }) {
    const before = dataCollectionOf(tx, dataCollection.id);
    return { dataCollection: put(tx, { ...merged(before, dataCollection), ...next(tx, before) }) };
  },
  remove(tx, { dataCollectionId }) {
    const { id } = dataCollectionOf(tx, dataCollectionId);
    removeItems(tx, id);
    tx.remove(collections, id);
    return {};
  },
  createField(tx, { dataCollectionId, field }) {
    const before = dataCollectionOf(tx, dataCollectionId);
    if (before.fields.some(({ key }) => key === field.key))
      throw new PlatformError(409, "WDE0108", `The field ${field.key} already exists in ${before.id}.`, {
        fieldKey: field.key,
      });
    return changedFields(tx, before, [...before.fields, ...userFields(field ? [field] : [])]);
  },
  updateField(tx, { dataCollectionId, field }) {
    const before = dataCollectionOf(tx, dataCollectionId);
    requireField(before, field.key);
    return changedFields(
      tx,
      before,
      before.fields.map((one) => (one.key === field.key ? { ...one, ...field } : one)),
    );
  },
  removeField(tx, { dataCollectionId, fieldKey }) {
    const before = dataCollectionOf(tx, dataCollectionId);
    requireField(before, fieldKey);
    return changedFields(
      tx,
      before,
      before.fields.filter(({ key }) => key !== fieldKey),
    );
  },
};

function removeItems(tx: StoreTx, collectionId: string): void {
  for (const { itemId } of [...tx.each(items, { collectionId })])
    tx.remove(items, itemKey(collectionId, itemId));
}

function put(tx: StoreTx, collection: StoredCollection): DataCollection {
  tx.put(collections, collection.id, collection);
  return showCollection(collection);
}

/** Returns what a change of a collection keeps and counts. */
const next = (tx: StoreTx, { createdDate, revision }: StoredCollection) => ({
  createdDate,
  revision: String(Number(revision) + 1),
  updatedDate: tx.now.toISOString(),
});

function merged(before: StoredCollection, given: Partial<DataCollection>): StoredCollection {
  return {
    ...before,
    displayName: given.displayName || before.displayName,
    displayField: given.displayField || before.displayField,
    fields: given.fields ? userFields(given.fields) : before.fields,
    permissions: { ...before.permissions, ...givenPermissions(given.permissions) },
    plugins: given.plugins ?? before.plugins,
  };
}

const changedFields = (tx: StoreTx, before: StoredCollection, fields: DataField[]) => ({
  dataCollection: put(tx, { ...before, fields, ...next(tx, before) }),
});

function requireField({ id, fields }: StoredCollection, key: string | null | undefined): void {
  if (fields.some((field) => field.key === key)) return;
  throw new PlatformError(404, "WDE0107", `The field ${key} does not exist in ${id}.`, { fieldKey: key });
}
