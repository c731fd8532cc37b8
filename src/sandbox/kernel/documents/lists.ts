import type * as z from "zod/mini";
import type { CursorMetadata, SearchDetails } from "../../../api/models/catalog-query.ts";
import { invalid } from "../invalid.ts";
import { PlatformError, type Table, type Tx } from "../tx.ts";
import { valuesAt } from "./match.ts";
import { findPage } from "./pages.ts";

/** What a list call can be asked by. */
export interface ListFields {
  filterable: readonly string[];
  sortable: readonly string[];
  /** Paths into lists of objects; `listsOf` keeps their values as plain lists. */
  lists?: readonly string[];
  /** Paths of lists of plain values. */
  plainLists?: readonly string[];
  /** Decimal text that is compared as a number, by a column. */
  amounts?: readonly string[];
}

/** A query or search as it came. */
export interface Asked {
  filter?: unknown;
  sort?: { fieldName?: string | null; order?: string | null }[] | null;
  cursorPaging?: { limit?: number | null; cursor?: string | null } | null;
  search?: SearchDetails | null;
  aggregations?: unknown[] | null;
}

/** One page of a table. `scope` is a filter of what the caller may see; without a sort the newest come first. */
export function listPage<T>(
  tx: Tx,
  table: Table<T>,
  asked: Asked | null | undefined,
  fields: ListFields,
  scope?: unknown,
): { items: T[]; pagingMetadata: z.input<typeof CursorMetadata> } {
  if (asked?.aggregations?.length)
    throw new PlatformError(501, "NOT_EMULATED", "The sandbox does not emulate aggregations");
  const sort = sortOf(asked?.sort, fields);
  const query = {
    filter: listFilter(asked ?? {}, fields),
    ...(sort?.length && { sort }),
    cursorPaging: asked?.cursorPaging ?? {},
  };
  const { items, metadata } = findPage(tx, table, query, scope);
  const cursors = metadata.cursors ?? {};
  return { items, pagingMetadata: { count: items.length, cursors, hasNext: cursors.next !== undefined } };
}

/** The same by offset, and how many there are in all. */
export function offsetPage<T>(
  tx: Tx,
  table: Table<T>,
  { filter, sort, limit, offset }: Pick<Asked, "filter" | "sort"> & { limit: number; offset: number },
  fields: ListFields,
  scope?: unknown,
): { items: T[]; total: number } {
  const page = findPage(
    tx,
    table,
    { filter: listFilter({ filter }, fields), sort: sortOf(sort, fields), paging: { limit, offset } },
    scope,
  );
  return { items: page.items, total: page.metadata.total ?? page.items.length };
}

/** How many documents of a table a filter and free text find. */
export function countOf<T>(
  tx: Tx,
  table: Table<T>,
  asked: Asked,
  fields: ListFields,
  scope?: unknown,
): number {
  const filter = listFilter(asked, fields);
  return tx.query(table, { filter: scope === undefined ? filter : { $and: [filter, scope] }, limit: 1 })
    .total;
}

/** The documents of a table that a filter and free text find. */
export function found<T>(tx: Tx, table: Table<T>, asked: Asked, fields: ListFields): Iterable<T> {
  return tx.each(table, listFilter(asked, fields));
}

/** The values at paths into lists of objects, as `lists` of a document has them. */
export function listsOf(doc: object, paths: readonly string[]): Record<string, unknown[]> {
  return Object.fromEntries(paths.map((path) => [keyOf(path), valuesAt(doc, path)]));
}

function sortOf(sort: Asked["sort"], fields: ListFields) {
  return sort?.map((one, index) => {
    if (fields.sortable.includes(one.fieldName ?? "")) return one;
    throw undeclared(`query.sort[${index}]`, one.fieldName ?? "", "sortable");
  });
}

const keyOf = (path: string) => path.replaceAll(".", "-");

/** What a list call asks for as a filter of the store. InvalidInput for a field that it cannot be asked by. */
export function listFilter({ filter, search }: Asked, fields: ListFields): unknown {
  const words = search?.expression?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const own = translate(filter ?? {}, fields);
  if (words.length === 0) return own;
  const text = words.map((word) => ({ searchText: { $contains: word } }));
  return { $and: [own, search?.mode === "AND" ? { $and: text } : { $or: text }] };
}

function translate(filter: unknown, fields: ListFields): unknown {
  if (Array.isArray(filter)) return filter.map((part) => translate(part, fields));
  if (!isRecord(filter)) return filter;
  const parts = Object.entries(filter).map(([key, operand]) => {
    if (key.startsWith("$")) return { [key]: translate(operand, fields) };
    if (isRecord(operand) && "$matchItems" in operand) return onItems(key, operand.$matchItems, fields);
    if (fields.lists?.includes(key)) return { [`lists.${keyOf(key)}`]: onList(operand) };
    if (fields.plainLists?.includes(key)) return { [key]: onList(operand) };
    if (!fields.filterable.includes(key)) throw undeclared("query.filter", key, "filterable");
    return { [key]: fields.amounts?.includes(key) ? numbers(operand) : onValue(operand) };
  });
  return parts.length > 1 ? { $and: parts } : (parts[0] ?? {});
}

/** Conditions on the items of a list of objects: each item is described by one field, as `[{ id: { $in: [...] } }]`. */
function onItems(path: string, items: unknown, fields: ListFields): object {
  const conditions = (Array.isArray(items) ? items : [items]).map((item) => {
    const [[field, operand] = ["", undefined], ...more] = Object.entries(isRecord(item) ? item : {});
    const key = `${path}.${field}`;
    if (more.length === 0 && fields.lists?.includes(key)) return { [`lists.${keyOf(key)}`]: onList(operand) };
    throw undeclared("query.filter", key, "filterable with $matchItems");
  });
  return { $and: conditions };
}

/** One value of a list stands for the whole, as the platform takes it. */
function onList(operand: unknown): unknown {
  if (!isRecord(operand)) return { $hasSome: [operand] };
  return Object.fromEntries(
    Object.entries(operand).map(([operator, value]) => {
      if (operator === "$eq") return ["$hasSome", [value]];
      return [operator === "$in" ? "$hasSome" : operator, value];
    }),
  );
}

function onValue(operand: unknown): unknown {
  if (!isRecord(operand) || !("$hasSome" in operand)) return operand;
  const { $hasSome, ...others } = operand;
  return { ...others, $in: $hasSome };
}

function numbers(operand: unknown): unknown {
  if (Array.isArray(operand)) return operand.map(numbers);
  if (isRecord(operand))
    return Object.fromEntries(Object.entries(operand).map(([key, value]) => [key, numbers(value)]));
  return typeof operand === "string" && operand.trim() !== "" ? Number(operand) : operand;
}

function undeclared(place: string, field: string, what: string) {
  return invalid(place, "FORMAT", `Field '${field}' is not declared as ${what}`, { type: "FIELD" });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
