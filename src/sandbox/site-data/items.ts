import type { WireInput } from "../../api/endpoint.ts";
import { compareFieldValues, matcher, valuesAt } from "../../api/query/filter-match.ts";
import type { FieldModification, dataItems as itemEndpoints } from "../../api/services/site-data.ts";
import { isRecord } from "../../kernel/json.ts";
import { invalidFilter } from "../kernel/filters.ts";
import { invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import {
  collections,
  dataCollectionOf,
  itemKey,
  items,
  multiReferences,
  referredCollection,
  requirePermission,
  type StoredCollection,
  type StoredItem,
} from "./collections.ts";

type Data = Record<string, unknown>;

/** Returns an item. Throws PlatformError 404 `WDE0073` if it does not exist. */
export function dataItemOf(tx: Tx, { id }: StoredCollection, itemId: string | null | undefined): StoredItem {
  const found = tx.get(items, itemKey(id, itemId ?? ""));
  if (found) return found;
  const message = `WDE0073: Item [${itemId}] does not exist in collection [${id}].`;
  throw new PlatformError(404, "WDE0073", message, { itemId, dataCollectionId: id });
}

/** Inserts an item. Throws PlatformError 409 `WDE0074` if there is one with its ID. */
export function insertItem(
  tx: Tx,
  collection: StoredCollection,
  id: string | undefined,
  given: Data,
): StoredItem {
  requirePermission(tx, collection, "insert");
  const itemId = id || textOf(given._id) || tx.newId();
  if (tx.get(items, itemKey(collection.id, itemId))) {
    const message = `WDE0074: An item with _id [${itemId}] already exists in collection [${collection.id}].`;
    throw new PlatformError(409, "WDE0074", message, { itemId, dataCollectionId: collection.id });
  }
  const now = { $date: tx.now.toISOString() };
  const { memberId, visitorId } = tx.caller;
  return store(tx, collection, {
    collectionId: collection.id,
    itemId,
    place: tx.next("data item"),
    data: {
      _createdDate: now,
      _owner: memberId ?? visitorId ?? tx.setting("siteId"),
      ...given,
      _updatedDate: now,
    },
    references: {},
  });
}

/** Replaces the data of an item. The time of its creation and its owner stay. */
export function updateItem(
  tx: Tx,
  collection: StoredCollection,
  id: string | undefined,
  given: Data,
): StoredItem {
  const before = dataItemOf(tx, collection, id || textOf(given._id));
  const { _createdDate, _owner } = before.data;
  requirePermission(tx, collection, "update", _owner);
  const data = { _createdDate, _owner, ...given, _updatedDate: { $date: tx.now.toISOString() } };
  return store(tx, collection, { ...before, data });
}

/** Inserts an item, or replaces the one with its ID. */
export function saveItem(tx: Tx, collection: StoredCollection, id: string | undefined, given: Data) {
  const known = id || textOf(given._id);
  const exists = known !== undefined && tx.get(items, itemKey(collection.id, known)) !== undefined;
  const item = exists ? updateItem(tx, collection, known, given) : insertItem(tx, collection, known, given);
  return { item, isNew: !exists };
}

/** Changes fields of an item in their order. Throws InvalidInput for a change that the value of a field does not allow. */
export function patchItem(
  tx: Tx,
  collection: StoredCollection,
  id: string | null | undefined,
  changes: readonly FieldModification[],
): StoredItem {
  const before = dataItemOf(tx, collection, id);
  requirePermission(tx, collection, "update", before.data._owner);
  const data = structuredClone(before.data);
  for (const [index, change] of changes.entries()) modify(data, change, `patch.fieldModifications[${index}]`);
  return store(tx, collection, {
    ...before,
    data: { ...data, _updatedDate: { $date: tx.now.toISOString() } },
  });
}

function modify(data: Data, change: FieldModification, field: string): void {
  const path = (change.fieldPath ?? "").split(".");
  if (path.includes("__proto__"))
    throw invalid(`${field}.fieldPath`, "FORMAT", `must not contain "__proto__"`, {});
  const key = path.pop() ?? "";
  let holder = data;
  for (const step of path) {
    if (!isRecord(holder[step])) holder[step] = {};
    holder = holder[step] as Data;
  }
  const value = holder[key];
  const listed = Array.isArray(value) ? value : value === undefined || value === null ? [] : undefined;
  const list = () => {
    if (listed) return listed;
    throw invalid(`${field}.fieldPath`, "OTHER", `names "${change.fieldPath}", which is not a list`, {});
  };
  if (change.action === "REMOVE_FIELD") delete holder[key];
  else if (change.action === "INCREMENT_FIELD") {
    if (value != null && typeof value !== "number")
      throw invalid(`${field}.fieldPath`, "OTHER", `names "${change.fieldPath}", which is not a number`, {});
    holder[key] = (typeof value === "number" ? value : 0) + (change.incrementFieldOptions?.value ?? 0);
  } else if (change.action === "APPEND_TO_ARRAY")
    holder[key] = [...list(), change.appendToArrayOptions?.value];
  else if (change.action === "REMOVE_FROM_ARRAY") {
    const removed = JSON.stringify(change.removeFromArrayOptions?.value);
    holder[key] = list().filter((one) => JSON.stringify(one) !== removed);
  } else holder[key] = change.setFieldOptions?.value;
}

/** Deletes an item and returns it. */
export function removeItem(tx: Tx, collection: StoredCollection, id: string): StoredItem {
  const item = dataItemOf(tx, collection, id);
  requirePermission(tx, collection, "remove", item.data._owner);
  tx.remove(items, itemKey(collection.id, item.itemId));
  return item;
}

/** Stores an item. Values of multi-reference fields, items or their IDs, become references. */
function store(tx: Tx, collection: StoredCollection, item: StoredItem): StoredItem {
  const data: Data = { ...item.data, _id: item.itemId };
  const references = { ...item.references };
  for (const [key] of multiReferences(collection)) {
    const value = data[key];
    delete data[key];
    if (Array.isArray(value)) references[key] = value.flatMap((one) => idOf(one) ?? []);
  }
  const stored = { ...item, data, references };
  tx.put(items, itemKey(collection.id, item.itemId), stored);
  return stored;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
const idOf = (value: unknown): string | undefined => textOf(isRecord(value) ? value._id : value);

/** A query of a collection. */
export interface ItemQuery {
  filter?: unknown;
  sort?: readonly { fieldName?: string | null; order?: string | null }[] | null;
}

/** Returns the items of a collection that match a filter, sorted; by default in the order in which they were inserted. */
export function findItems(
  tx: Tx,
  collection: StoredCollection,
  { filter, sort }: ItemQuery,
  matches: (item: StoredItem) => boolean = () => true,
): StoredItem[] {
  requirePermission(tx, collection, "read");
  const meetsFilter = matcher(plain(filter ?? {}), invalidFilter);
  const isOwnOnly = collection.permissions.read === "SITE_MEMBER_AUTHOR" && tx.caller.role !== "admin";
  const views = [...tx.each(items, { collectionId: collection.id })]
    .filter((item) => !isOwnOnly || item.data._owner === tx.caller.memberId)
    .map((item) => ({ item, view: plain({ ...item.data, ...item.references }) }))
    .filter(({ item, view }) => matches(item) && meetsFilter(view))
    .sort((one, other) => one.item.place - other.item.place);
  for (const { fieldName, order } of [...(sort ?? [])].reverse()) {
    const sign = order === "DESC" ? -1 : 1;
    const path = fieldName ?? "_id";
    views.sort(
      (one, other) => sign * compareFieldValues(valuesAt(one.view, path)[0], valuesAt(other.view, path)[0]),
    );
  }
  return views.map(({ item }) => item);
}

/** Replaces times such as `{ "$date": "2026-01-31T12:00:00.000Z" }` with their text, which filters and sorts compare. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  if (typeof value.$date === "string") return inMilliseconds(value.$date);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

function inMilliseconds(time: string): string {
  const parsed = new Date(time);
  return Number.isNaN(parsed.getTime()) ? time : parsed.toISOString();
}

/** Returns the text in a value, which searches read: without the names of fields. */
export function textIn(value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return String(value);
  return value !== null && typeof value === "object" ? Object.values(value).map(textIn).join("\n") : "";
}

type Included = readonly { field?: string | null; limit?: number | null }[] | null | undefined;
const includedItems = 50;

/** Returns an item with the items that it refers to in place of their IDs. */
export function withReferences(
  tx: Tx,
  collection: StoredCollection,
  item: StoredItem,
  included: Included,
): StoredItem {
  const data = { ...item.data };
  for (const { field, limit } of included ?? []) {
    const key = field ?? "";
    const target = tx.get(collections, referredCollection(collection, key) ?? "");
    if (!target) throw notReference(collection, key);
    const find = (id: string) => tx.get(items, itemKey(target.id, id))?.data;
    const targets = item.references[key];
    if (targets) data[key] = targets.slice(0, limit ?? includedItems).flatMap((id) => find(id) ?? []);
    else if (multiReferences(collection).has(key)) data[key] = [];
    else data[key] = find(idOf(data[key]) ?? "") ?? data[key];
  }
  return { ...item, data };
}

const notReference = ({ id }: StoredCollection, key: string) =>
  new PlatformError(
    400,
    "WDE0020",
    `WDE0020: Provided property [${key}] is not a reference field of [${id}].`,
    {
      field: key,
      dataCollectionId: id,
    },
  );

/** Returns the collection that a multi-reference field refers to. Throws PlatformError 400 `WDE0020` for other fields. */
export function referenceTarget(tx: Tx, collection: StoredCollection, field: string): StoredCollection {
  const target = multiReferences(collection).get(field) ?? referredCollection(collection, field);
  if (target === undefined) throw notReference(collection, field);
  return dataCollectionOf(tx, target);
}

/** Changes the references of a field of an item and returns the item. */
export function changeReferences(
  tx: Tx,
  collection: StoredCollection,
  { itemId, field }: { itemId: string | null | undefined; field: string },
  change: (before: readonly string[]) => readonly string[],
): StoredItem {
  if (!multiReferences(collection).has(field)) throw notReference(collection, field);
  const item = dataItemOf(tx, collection, itemId);
  requirePermission(tx, collection, "update", item.data._owner);
  const after = [...new Set(change(item.references[field] ?? []))];
  const changed = { ...item, references: { ...item.references, [field]: after } };
  tx.put(items, itemKey(collection.id, item.itemId), changed);
  return changed;
}

type Aggregated = NonNullable<WireInput<(typeof itemEndpoints)["aggregate"]>["aggregation"]>;

/** Groups items by the values of fields and computes the operations for each group. */
export function aggregateItems(
  found: readonly StoredItem[],
  { groupingFields, operations }: Aggregated,
): Data[] {
  const keys = (groupingFields ?? []).flatMap((key) => (key ? [key] : []));
  const groups = new Map<string, { values: Data; views: unknown[] }>();
  for (const item of found) {
    const view = plain(item.data);
    const values = Object.fromEntries(keys.map((key) => [key, valuesAt(view, key)[0] ?? null]));
    const name = JSON.stringify(values);
    const group = groups.get(name) ?? { values, views: [] };
    group.views.push(view);
    groups.set(name, group);
  }
  return [...groups.values()].map(({ values, views }) => {
    const [first] = keys;
    const _id = keys.length === 0 ? "all" : keys.length === 1 && first ? values[first] : values;
    const results = (operations ?? []).map((operation) => [
      operation.resultFieldName ?? "result",
      resultOf(operation, views),
    ]);
    return { _id, ...values, ...Object.fromEntries(results) };
  });
}

function resultOf(
  { average, min, max, sum }: NonNullable<Aggregated["operations"]>[number],
  views: readonly unknown[],
): unknown {
  const field = (average ?? min ?? max ?? sum)?.itemFieldName;
  if (!field) return views.length;
  const values = views.flatMap((view) => valuesAt(view, field)).filter((value) => value !== null);
  const sorted = values.toSorted(compareFieldValues);
  if (min) return sorted[0] ?? null;
  if (max) return sorted.at(-1) ?? null;
  const numbers = values.filter((value): value is number => typeof value === "number");
  const total = numbers.reduce((all, value) => all + value, 0);
  return sum ? total : numbers.length > 0 ? total / numbers.length : null;
}
