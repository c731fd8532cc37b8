import { valuesAt } from "../../kernel/documents/match.ts";
import { invalid } from "../../kernel/invalid.ts";
import type { StoreQuery, Table, Tx } from "../../kernel/tx.ts";

/** What of a field is asked for; an empty list asks for nothing. */
export const among = (field: string, values: readonly unknown[] | null | undefined): object[] =>
  values?.length ? [{ [field]: { $in: values } }] : [];

/** Words that must all stand in a text. */
export const containing = (field: string, phrase: string | null | undefined): object[] =>
  (phrase ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ [field]: { $contains: word } }));

type Dimension = Readonly<Partial<Record<string, object>>>;

/** Tags narrow a list: those of one dimension widen each other, dimensions all count. */
export function tagged(
  dimensions: readonly Dimension[],
  tags: readonly (string | null)[] | null | undefined,
): object[] {
  return dimensions.flatMap((dimension) => {
    const meant = (tags ?? []).flatMap((tag) =>
      tag && Object.hasOwn(dimension, tag) ? [dimension[tag]] : [],
    );
    return meant.length > 0 ? [{ $or: meant }] : [];
  });
}

/**
 * The older services write an order as text: `created:desc`, `-created`, some of them joined by commas. InvalidInput for
 * a field that is not among `fields` (name as written -> path).
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

/** How often a value comes up, and what comes with it. */
interface Tally {
  count: number;
  tickets: number;
  ticketsCheckIn: number;
}

/**
 * How often each value of some fields comes up among what a filter finds, by field; InvalidInput for any other field.
 * `weigh` says how many tickets (or guests) one of them stands for, and how many of these are in.
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

/** Facets as counts alone. */
export const countsOf = (facets: Record<string, Record<string, Tally>>) =>
  Object.fromEntries(
    Object.entries(facets).map(([name, tallies]) => [
      name,
      { counts: Object.fromEntries(Object.entries(tallies).map(([value, { count }]) => [value, count])) },
    ]),
  );
