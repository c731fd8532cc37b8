import { valuesAt } from "../../api/query/filter-match.ts";
import { invalid, type StoreQuery, type Table, type Tx } from "./tx.ts";

/** Returns the filters of fields for lists of values, by their paths; an empty list does not filter. */
export const inFilters = (lists: Readonly<Record<string, readonly unknown[] | null | undefined>>): object[] =>
  Object.entries(lists).flatMap(([field, values]) => (values?.length ? [{ [field]: { $in: values } }] : []));

/** Returns a filter for texts that contain all words. */
export const containing = (field: string, phrase: string | null | undefined): object[] =>
  (phrase ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ [field]: { $contains: word } }));

type Dimension = Readonly<Partial<Record<string, object>>>;

/** Returns a filter for tags: tags of one dimension are combined with OR, dimensions with AND. */
export function tagged(
  dimensions: readonly Dimension[],
  tags: readonly (string | null)[] | null | undefined,
): object[] {
  return dimensions.flatMap((dimension) => {
    const requested = (tags ?? []).flatMap((tag) =>
      tag && Object.hasOwn(dimension, tag) ? [dimension[tag]] : [],
    );
    return requested.length > 0 ? [{ $or: requested }] : [];
  });
}

/**
 * Parses the text sort of legacy services: `created:desc` or `-created`, comma-separated. `fields` maps names to paths.
 * Throws InvalidInput for other fields.
 */
export function sortOf(
  text: string | null | undefined,
  fields: Readonly<Record<string, string>>,
  byDefault: string,
): NonNullable<StoreQuery["sort"]> {
  return (text || byDefault).split(",").map((part) => {
    const [, minus, name = "", , order] = /^(-?)([\w.]+)(:(asc|desc))?$/i.exec(part.trim()) ?? [];
    const path = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (path === undefined) {
      const known = Object.keys(fields).join(", ");
      const description = `must be one of: ${known}, with :asc or :desc, not "${part}"`;
      throw invalid("sort", "FORMAT", description, { values: Object.keys(fields) });
    }
    const down = minus === "-" || order?.toLowerCase() === "desc";
    return { fieldName: path, order: down ? "DESC" : "ASC" };
  });
}

/** The count of a facet value. */
export interface Tally {
  count: number;
  tickets: number;
  ticketsCheckIn: number;
}

/**
 * Counts the values of fields among the documents that match a filter. Throws InvalidInput for other fields. `weigh`
 * returns the number of tickets (or guests) of a document and how many of them are checked in.
 */
export function facetsOf<T>(
  tx: Tx,
  table: Table<T>,
  filter: object,
  { asked, known }: { asked: readonly (string | null)[] | null | undefined; known: readonly string[] },
  weigh: (one: T) => readonly [number, number] = () => [1, 0],
): Record<string, Record<string, Tally>> {
  const names = (asked ?? []).map((name) => name ?? "");
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalid("facet", "INVALID_ENUM_VALUE", `must be one of: ${known.join(", ")}, not "${unknown}"`, {
      values: known,
    });
  const facets = new Map(names.map((name) => [name, new Map<string, Tally>()]));
  if (names.length === 0) return {};
  for (const one of tx.each(table, filter)) {
    const [tickets, ticketsCheckIn] = weigh(one);
    for (const [name, tallies] of facets)
      for (const value of valuesAt(one, name)) {
        const before = tallies.get(String(value)) ?? { count: 0, tickets: 0, ticketsCheckIn: 0 };
        tallies.set(String(value), {
          count: before.count + 1,
          tickets: before.tickets + tickets,
          ticketsCheckIn: before.ticketsCheckIn + ticketsCheckIn,
        });
      }
  }
  return Object.fromEntries([...facets].map(([name, tallies]) => [name, Object.fromEntries(tallies)]));
}

/** A list of a legacy service: what it can be sorted by, and what it counts. */
export interface PlainList<T> {
  table: Table<T>;
  /** Paths by the names that requests sort by. */
  sortable: Readonly<Record<string, string>>;
  sortedBy: string;
  facets: readonly string[];
  weigh?: Parameters<typeof facetsOf<T>>[4];
}

/** Returns a page of the documents that match a filter, and the facets that are asked for. Throws InvalidInput for other sorts and facets. */
export function plainPage<T>(
  tx: Tx,
  { table, sortable, sortedBy, facets, weigh }: PlainList<T>,
  filter: object,
  request: {
    limit?: number | null;
    offset?: number | null;
    sort?: string | null;
    facet?: readonly (string | null)[] | null;
  },
) {
  const [limit, offset] = [request.limit ?? pageSize, request.offset ?? 0];
  const sort = sortOf(request.sort, sortable, sortedBy);
  const { items, total } = tx.query(table, { filter, sort, limit, offset });
  const tallies = facetsOf(tx, table, filter, { asked: request.facet, known: facets }, weigh);
  return { items, page: { total, offset, limit }, tallies };
}

const pageSize = 50;

/** Returns facets with counts only. */
export const countsOf = (facets: Record<string, Record<string, Tally>>) =>
  Object.fromEntries(
    Object.entries(facets).map(([name, tallies]) => [
      name,
      { counts: Object.fromEntries(Object.entries(tallies).map(([value, { count }]) => [value, count])) },
    ]),
  );

/** Returns whether a field mask (comma-separated paths) names a field. Without a mask, all are. */
export function maskOf(fields: string | null | undefined): (name: string) => boolean {
  const paths = (fields ?? "").split(",").filter(Boolean);
  return (name) => paths.length === 0 || paths.some((path) => path.startsWith(name));
}
