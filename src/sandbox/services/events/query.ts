import type * as z from "zod/mini";
import type { OffsetQuery, PagingMetadata } from "../../../api/models/query.ts";
import { isRecord } from "../../../kernel/json.ts";
import { findPage } from "../../kernel/documents/pages.ts";
import { PlatformError, type Table, type Tx } from "../../kernel/tx.ts";
import { eventCategories } from "./categories.ts";
import { events, type StoredEvent } from "./tables.ts";

const sortable = [
  "id",
  "createdDate",
  "updatedDate",
  "dateAndTimeSettings.startDate",
  "dateAndTimeSettings.endDate",
  "slug",
  "title",
];
/** The queryable fields of events. */
export const eventFields = {
  filterable: [
    ...sortable,
    "status",
    "userId",
    "registration.initialType",
    "categories.id",
    "categories._id",
  ],
  sortable,
};

/** Returns a filter for the events that the caller may see. Admins can include drafts. */
export function visibleEvents(tx: Tx, includeDrafts: boolean | null | undefined): object {
  return includeDrafts && tx.caller.role === "admin" ? {} : { status: { $ne: "DRAFT" } };
}

/** Returns a page of events, by default newest first. */
export function queryEvents(
  tx: Tx,
  query: z.input<typeof OffsetQuery> | null | undefined,
  includeDrafts: boolean | null | undefined,
): { items: StoredEvent[]; pagingMetadata: z.input<typeof PagingMetadata> } {
  const sort = query?.sort?.length ? query.sort : [{ fieldName: "createdDate", order: "DESC" }];
  checkFilter(query?.filter, eventFields.filterable);
  const storeQuery = { ...query, filter: eventFilter(tx, query?.filter), sort };
  return offsetPage(tx, events, storeQuery, eventFields, visibleEvents(tx, includeDrafts));
}

/** Returns a filter of events with its conditions on `categories.id` replaced by the ids of the events in these categories. */
export function eventFilter(tx: Tx, filter: unknown): object {
  if (filter === null || typeof filter !== "object") return {};
  const conditions = Object.entries(filter).map(([key, operand]) => {
    if (key === "categories.id" || key === "categories._id") return inCategories(tx, operand);
    if (Array.isArray(operand) && key.startsWith("$"))
      return { [key]: operand.map((part) => eventFilter(tx, part)) };
    return { [key]: key === "$not" ? eventFilter(tx, operand) : operand };
  });
  return conditions.length > 0 ? { $and: conditions } : {};
}

/** Returns the condition for events in the categories that an operand on their ids selects. */
function inCategories(tx: Tx, operand: unknown): object {
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

/** The queryable fields of a list. Other fields cause `FILTER_PARSER_ERROR`. */
export interface AskableFields {
  filterable: readonly string[];
  sortable: readonly string[];
}

/** Returns a page of a table by offset or cursor. `scope` is a filter for what the caller may see. */
export function offsetPage<T>(
  tx: Tx,
  table: Table<T>,
  query: Parameters<typeof findPage>[2],
  { filterable, sortable: orders }: AskableFields,
  scope?: object,
) {
  checkFilter(query?.filter, filterable);
  for (const { fieldName } of query?.sort ?? [])
    if (!orders.includes(fieldName ?? "")) throw unknownField(fieldName ?? "", "sorted", orders);
  const { items, metadata } = findPage<T>(tx, table, query, scope);
  return { items, pagingMetadata: metadata };
}

/** Throws PlatformError 400 for a filter on another field. */
export function checkFilter(filter: unknown, filterable: readonly string[]): void {
  for (const part of Array.isArray(filter) ? filter : [filter]) {
    if (part === null || typeof part !== "object") continue;
    for (const [key, operand] of Object.entries(part)) {
      if (key.startsWith("$")) checkFilter(operand, filterable);
      else if (!filterable.includes(key)) throw unknownField(key, "filtered", filterable);
    }
  }
}

function unknownField(field: string, what: string, known: readonly string[]): PlatformError {
  const message = `The list cannot be ${what} by "${field}", only by ${known.join(", ")}`;
  return new PlatformError(400, "FILTER_PARSER_ERROR", message, { field });
}
