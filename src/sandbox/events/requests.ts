import { valueAt } from "../../api/endpoint.ts";
import { events as endpoints, type OffsetQuery } from "../../api/services/events.ts";
import type { PagingMetadata } from "../../api/services/models.ts";
import { isRecord } from "../../kernel/json.ts";
import { checkedQuery, fieldsOfList, findPage, type Listed } from "../kernel/lists.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import { eventCategories } from "./categories.ts";
import { events, type StoredEvent } from "./events.ts";

/** The queryable fields of events. */
export const eventFields = fieldsOfList(() => endpoints.query, {
  paths: { "categories.id": "categories.id", "categories._id": "categories.id" },
});

/** Returns a filter for the events that the caller may see. Admins can include drafts. */
export function visibleEvents(tx: Tx, includeDrafts: boolean | null | undefined): object {
  return includeDrafts && tx.caller.role === "admin" ? {} : { status: { $ne: "DRAFT" } };
}

/** Returns a page of events, by default newest first. */
export function queryEvents(
  tx: Tx,
  query: OffsetQuery | null | undefined,
  includeDrafts: boolean | null | undefined,
): { items: StoredEvent[]; pagingMetadata: PagingMetadata } {
  const sort = query?.sort?.length ? query.sort : [{ fieldName: "createdDate", order: "DESC" }];
  const checked = eventsQuery({ ...query, sort }, eventFields);
  const storeQuery = { ...checked, filter: inCategories(tx, checked.filter) };
  const { items, metadata } = findPage(tx, events, storeQuery, visibleEvents(tx, includeDrafts));
  return { items, pagingMetadata: metadata };
}

/** Returns a filter of a request for events. Throws PlatformError 400 for fields that events cannot be filtered by. */
export const eventFilter = (tx: Tx, filter: unknown): object =>
  inCategories(tx, eventsQuery({ filter }, eventFields).filter);

/** Returns a filter with its conditions on categories replaced by the ids of the events in these categories. */
function inCategories(tx: Tx, filter: unknown): object {
  if (!isRecord(filter)) return {};
  const conditions = Object.entries(filter).map(([key, operand]) => {
    if (key === "categories.id") return ofCategories(tx, operand);
    if (Array.isArray(operand) && key.startsWith("$"))
      return { [key]: operand.map((part) => inCategories(tx, part)) };
    return { [key]: key === "$not" ? inCategories(tx, operand) : operand };
  });
  return conditions.length > 0 ? { $and: conditions } : {};
}

/** Returns the condition for events in the categories that an operand on their ids selects. */
function ofCategories(tx: Tx, operand: unknown): object {
  const { $ne, $nin, $hasAll, $hasSome, ...rest } = isRecord(operand) ? operand : { $eq: operand };
  const eventsOf = (id: unknown) => ({
    id: { $in: [...tx.each(eventCategories, { id })].flatMap(({ internal }) => internal.eventIds) },
  });
  const all = Array.isArray($hasAll) ? $hasAll.map((id: unknown) => eventsOf(id)) : [];
  const some = $hasSome === undefined ? [] : [eventsOf({ $in: $hasSome })];
  const none = [
    ...($ne === undefined ? [] : [{ $not: eventsOf($ne) }]),
    ...($nin === undefined ? [] : [{ $not: eventsOf({ $in: $nin }) }]),
  ];
  const other = Object.keys(rest).length > 0 ? [eventsOf(rest)] : [];
  return { $and: [...all, ...some, ...none, ...other] };
}

/** Returns the conditions for what belongs to events by these creators; an empty list does not filter. */
export function createdBy(tx: Tx, creators: readonly (string | null)[] | null | undefined): object[] {
  if (!creators?.length) return [];
  return [{ eventId: { $in: [...tx.each(events, { userId: { $in: creators } })].map(({ id }) => id) } }];
}

/** Returns a page of a table by offset or cursor; other fields than those of the list cause `FILTER_PARSER_ERROR`. `scope` is a filter for what the caller may see. */
export function eventsPage<T>(
  tx: Tx,
  table: Table<T>,
  query: Parameters<typeof findPage>[2],
  fields: Listed,
  scope?: object,
) {
  const { items, metadata } = findPage<T>(tx, table, eventsQuery(query ?? {}, fields), scope);
  return { items, pagingMetadata: metadata };
}

/** Returns a query in terms of documents. Throws PlatformError 400 for other fields than those of the list. */
export const eventsQuery = <Q extends Parameters<typeof checkedQuery>[0]>(query: Q, fields: Listed) =>
  checkedQuery(query, fields, (_path, field, what, declared = []) => {
    const done = what === "sortable" ? "sorted" : "filtered";
    const message = `The list cannot be ${done} by "${field}", only by ${declared.join(", ")}`;
    return new PlatformError(400, "FILTER_PARSER_ERROR", message, { field });
  });

type Fields = Record<string, unknown>;

/** The fields that are replaced as a whole. */
const wholes = new Set([
  "location.address",
  "mainImage",
  "description",
  "seoSettings.advancedSeoData",
  "registration.tickets.taxSettings",
]);

/**
 * Applies a PATCH: null clears a field, and objects are merged. With a mask (comma-separated paths) only its paths change,
 * and those missing in the change are cleared.
 */
export function patched<T extends object>(before: T, change: object, mask?: string | null): T {
  const paths = (mask ?? "").split(",").filter(Boolean);
  if (paths.length === 0) return merge(before, change, "") as T;
  const changes = paths.map((path) => nested(path.split("."), valueAt(change, path) ?? null));
  return changes.reduce<unknown>((after, one) => merge(after, one, ""), before) as T;
}

function merge(before: unknown, change: unknown, path: string): unknown {
  if (!isRecord(change) || wholes.has(path)) return change;
  const after = new Map(Object.entries(isRecord(before) ? before : {}));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) after.delete(key);
    else after.set(key, merge(after.get(key), value, path === "" ? key : `${path}.${key}`));
  }
  return Object.fromEntries(after);
}

function nested([key = "", ...rest]: readonly string[], value: unknown): Fields {
  return { [key]: rest.length === 0 ? value : nested(rest, value) };
}

/**
 * Moves an id before or after another one, by default to the front. Throws PlatformError 400
 * `INVALID_REORDER_INSTRUCTION` if an id is missing.
 */
export function reordered(
  ids: readonly string[],
  id: string,
  { before, after }: { before?: string | null | undefined; after?: string | null | undefined },
): string[] {
  const neighbor = before ?? after;
  const missing = [id, neighbor].find((one) => one != null && !ids.includes(one));
  if (missing !== undefined || id === neighbor) {
    const message = missing ? `${missing} is not in this list` : `${id} cannot be moved next to itself`;
    throw new PlatformError(400, "INVALID_REORDER_INSTRUCTION", message, { id, before, after });
  }
  const others = ids.filter((one) => one !== id);
  const index = neighbor ? others.indexOf(neighbor) + (before ? 0 : 1) : 0;
  return [...others.slice(0, index), id, ...others.slice(index)];
}
