import { valueAt } from "../api/endpoint.ts";
import type { FilterExpression, FilterField } from "../api/query/filter.ts";
import { type Column, cellText, type TimeDisplay } from "../output/table.ts";
import { timeFrom } from "../output/when.ts";
import { wordFor } from "../output/words.ts";
import {
  type BrowseRow,
  type ColumnValue,
  type Match,
  mostSortedRows,
  type RowParts,
} from "../ui/screens/browse/browse-resource.ts";

/**
 * Returns a function that returns the value of a column as it is compared and counted: that of its filter field, if it has one,
 * so that a filter finds the rows that were counted.
 */
export function columnValue<Row extends object>(
  column: Column<Row>,
  field: FilterField | undefined,
): (row: Row, times: TimeDisplay) => ColumnValue {
  return (row, times) => {
    const shown = column.value(row);
    const value: unknown = field === undefined ? shown : valueAt(row, field.path ?? field.name);
    if (value === undefined || value === null) return { kind: "none" };
    if (value === "") return { kind: "text", key: "", label: "(empty)" };
    const type = field?.type ?? typeOf(column, value);
    if (type === "number") {
      const amount = Number(String(value).split(" ")[0]);
      const currency = / ([A-Z]{3})$/.exec(String(shown))?.[1];
      if (Number.isFinite(amount)) return { kind: "number", amount, ...(currency && { currency }) };
    }
    if (type === "date") {
      const time = timeFrom(value as string)?.getTime();
      if (time !== undefined) return { kind: "time", time };
    }
    return { kind: "text", key: String(value), label: labelOf(column, field, { row, value, times }) };
  };
}

function typeOf<Row>({ as }: Column<Row>, value: unknown): FilterField["type"] {
  if (as === "number" || as === "money" || typeof value === "number") return "number";
  return as === "ago" || as === "time" ? "date" : "text";
}

/** The label is the same for all rows with the value: words that depend on more than the value are not used. */
function labelOf<Row>(
  column: Column<Row>,
  field: FilterField | undefined,
  { row, value, times }: { row: Row; value: unknown; times: TimeDisplay },
): string {
  const { words } = column;
  if (field === undefined) return cellText(column, row, times);
  if (typeof value === "boolean" && words === undefined) return value ? "yes" : "no";
  return words === undefined
    ? String(value)
    : wordFor(typeof words === "function" ? {} : words, String(value))[0];
}

/** Returns the filter for values of a field. */
export function matchFilter(field: FilterField, match: Match): FilterExpression {
  const compare = (operator: "=" | ">=" | "<", text: string): FilterExpression => ({
    kind: "compare",
    field,
    operator,
    value: field.type === "boolean" ? text === "true" : text,
  });
  if ("none" in match) return { kind: "exists", field, value: false };
  if ("equals" in match) return compare("=", match.equals);
  return { kind: "and", filters: [compare(">=", match.from), compare("<", match.to)] };
}

/** A row that was read, and its value. */
export interface ValuedRow {
  readonly row: BrowseRow;
  readonly value: ColumnValue;
}

/**
 * Reads all rows and returns them in the order of their values; rows without a value come first, as on the platform. Rejects if
 * there are more rows than `mostSortedRows`.
 */
export function sortedParts(
  open: (signal: AbortSignal) => AsyncIterable<ValuedRow>,
  descending: boolean,
  tooMany: () => Error,
): RowParts {
  const stop = new AbortController();
  let all: Promise<BrowseRow[]> | undefined;
  const readAll = async () => {
    const found: ValuedRow[] = [];
    for await (const one of open(stop.signal)) if (found.push(one) > mostSortedRows) throw tooMany();
    const sign = descending ? -1 : 1;
    return found.sort((one, other) => sign * compareValues(one.value, other.value)).map(({ row }) => row);
  };
  return {
    random: false,
    close: () => stop.abort(),
    async read(from, count) {
      all ??= readAll();
      const rows = await all;
      return { rows: rows.slice(from, from + count), total: rows.length };
    },
  };
}

const ranks = { none: 0, number: 1, time: 2, text: 3 } as const;
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Compares two values of a column: amounts and times by size, texts by the alphabet and the numbers in them. */
export function compareValues(one: ColumnValue, other: ColumnValue): number {
  if (one.kind === "number" && other.kind === "number") return one.amount - other.amount;
  if (one.kind === "time" && other.kind === "time") return one.time - other.time;
  if (one.kind === "text" && other.kind === "text") return collator.compare(one.label, other.label);
  return ranks[one.kind] - ranks[other.kind];
}
