import { compareFieldValues, valuesAt } from "../../api/query/filter-match.ts";
import type { Aggregation } from "../../api/services/models.ts";
import { amountFromJson, amountText, sum } from "../../kernel/money.ts";
import { invalid } from "./tx.ts";

/** An aggregation of a search request. */
export type AggregationRequest = Aggregation;

interface Detail {
  limit?: number | null;
  sortType?: string;
  sortDirection?: string;
  missingValues?: string;
  includeOptions?: { addToBucket?: string };
  buckets?: { from?: number | null; to?: number | null }[];
  type?: string;
  interval?: string;
  nestedAggregations?: AggregationRequest[];
}

/** The documents with one value, range or interval. */
interface Bucket {
  docs: unknown[];
  entry: { value?: string; from?: number; to?: number };
}

const valueLimit = 10;
/** Characters of an ISO time that an interval keeps. */
const intervals: Readonly<Record<string, number>> = {
  YEAR: 4,
  MONTH: 7,
  DAY: 10,
  HOUR: 13,
  MINUTE: 16,
  SECOND: 19,
};

/** Returns the results of aggregations over the documents that match a search. Decimal text counts as a number. */
export function aggregate(docs: readonly unknown[], requests: readonly AggregationRequest[]): object[] {
  return requests.map((request, index) => {
    const { name, fieldPath, type } = request;
    const path = `search.aggregations[${index}]`;
    const named = { name: name ?? "", type: typeOf(request), fieldPath: fieldPath || undefined };
    if (typeOf(request) === "NESTED") return { ...named, nested: nestedResults(docs, request, path) };
    if (!fieldPath) throw invalid(`${path}.fieldPath`, "REQUIRED_FIELD", "must not be empty");
    if (typeOf(request) === "SCALAR") {
      const scalar = (request.scalar ?? {}) as Detail;
      return { ...named, scalar: { type: scalar.type ?? type, value: scalarOf(docs, fieldPath, scalar) } };
    }
    const results = bucketsOf(docs, request, path).map(({ docs: found, entry }) => ({
      ...entry,
      count: found.length,
    }));
    const key =
      { VALUE: "values", RANGE: "ranges", DATE_HISTOGRAM: "dateHistogram" }[typeOf(request)] ?? "values";
    return { ...named, [key]: { results } };
  });
}

function typeOf({ type, range, scalar, dateHistogram, nested }: AggregationRequest): string {
  if (type) return type;
  if (range) return "RANGE";
  if (scalar) return "SCALAR";
  if (dateHistogram) return "DATE_HISTOGRAM";
  return nested ? "NESTED" : "VALUE";
}

function bucketsOf(docs: readonly unknown[], request: AggregationRequest, path: string): Bucket[] {
  const { fieldPath } = request;
  const field = fieldPath ?? "";
  const type = typeOf(request);
  if (type === "RANGE") return ranges(docs, field, (request.range ?? {}) as Detail);
  if (type === "DATE_HISTOGRAM") return dates(docs, field, (request.dateHistogram ?? {}) as Detail, path);
  if (type === "VALUE") return byValue(docs, field, (request.value ?? {}) as Detail);
  throw invalid(`${path}.type`, "INVALID_ENUM_VALUE", "must be VALUE, RANGE or DATE_HISTOGRAM here", {
    values: ["VALUE", "RANGE", "DATE_HISTOGRAM"],
  });
}

/** Groups documents by value, the most frequent value first unless requested otherwise. */
function byValue(docs: readonly unknown[], field: string, detail: Detail): Bucket[] {
  const missing = detail.missingValues === "INCLUDE" ? (detail.includeOptions?.addToBucket ?? "") : undefined;
  const groups = group(docs, (doc) => {
    const values = distinct(valuesAt(doc, field)).map(String);
    return values.length === 0 && missing !== undefined ? [missing] : values;
  });
  const sign = detail.sortDirection === "ASC" ? 1 : -1;
  const keyOf = ({ entry }: Bucket) => entry.value ?? "";
  groups.sort((a, b) =>
    detail.sortType === "VALUE"
      ? sign * compareFieldValues(keyOf(a), keyOf(b))
      : sign * (a.docs.length - b.docs.length) || compareFieldValues(keyOf(a), keyOf(b)),
  );
  return groups.slice(0, detail.limit ?? valueLimit);
}

/** Groups documents by ranges that include `from` and exclude `to`. */
function ranges(docs: readonly unknown[], field: string, { buckets }: Detail): Bucket[] {
  return (buckets ?? []).map(({ from, to }) => ({
    docs: docs.filter((doc) =>
      numbersAt(doc, field).some(
        (value) => value >= (from ?? Number.NEGATIVE_INFINITY) && value < (to ?? Number.POSITIVE_INFINITY),
      ),
    ),
    entry: { ...(typeof from === "number" && { from }), ...(typeof to === "number" && { to }) },
  }));
}

/** Groups documents by the start of the interval of a time, in time order. */
function dates(docs: readonly unknown[], field: string, { interval }: Detail, path: string): Bucket[] {
  const startOf = (time: string) => {
    const at = new Date(time);
    if (Number.isNaN(at.getTime()))
      throw invalid(`${path}.fieldPath`, "FORMAT", "must be a field with dates", { type: "FIELD" });
    if (interval === "WEEK") at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
    const kept = intervals[interval === "WEEK" ? "DAY" : (interval ?? "DAY")] ?? 10;
    return at.toISOString().slice(0, kept) + "0000-01-01T00:00:00.000Z".slice(kept);
  };
  const groups = group(docs, (doc) => distinct(valuesAt(doc, field)).map((time) => startOf(String(time))));
  return groups.sort((a, b) => compareFieldValues(a.entry.value, b.entry.value));
}

function group(docs: readonly unknown[], keysOf: (doc: unknown) => readonly string[]): Bucket[] {
  const groups = new Map<string, unknown[]>();
  for (const doc of docs)
    for (const key of new Set(keysOf(doc))) {
      const found = groups.get(key);
      if (found) found.push(doc);
      else groups.set(key, [doc]);
    }
  return [...groups].map(([value, found]) => ({ docs: found, entry: { value } }));
}

function scalarOf(docs: readonly unknown[], field: string, { type }: Detail): number {
  if (type === "COUNT_DISTINCT") return distinct(docs.flatMap((doc) => valuesAt(doc, field))).length;
  const numbers = docs.flatMap((doc) => numbersAt(doc, field));
  if (numbers.length === 0) return 0;
  const total = sum(numbers.map(amountFromJson));
  if (type === "SUM") return Number(amountText(total));
  if (type === "AVG") return Number(amountText(total.div(amountFromJson(numbers.length))));
  return numbers.reduce((best, one) => (type === "MAX" ? Math.max(best, one) : Math.min(best, one)));
}

/** Returns a row for each combination of values of the nested aggregations. */
function nestedResults(docs: readonly unknown[], request: AggregationRequest, path: string): object {
  const parts = ((request.nested ?? {}) as Detail).nestedAggregations ?? [];
  const rowsOf = (found: readonly unknown[], rest: readonly AggregationRequest[]): object[] => {
    const [part, ...deeper] = rest;
    if (part === undefined) return [{}];
    const name = part.name ?? part.fieldPath ?? "";
    if (typeOf(part) === "SCALAR") {
      const value = scalarOf(found, part.fieldPath ?? "", (part.scalar ?? {}) as Detail);
      return rowsOf(found, deeper).map((row) => ({ [name]: { scalar: { value } }, ...row }));
    }
    const key = { RANGE: "range", DATE_HISTOGRAM: "dateHistogram" }[typeOf(part)] ?? "value";
    return bucketsOf(found, part, `${path}.nested`).flatMap(({ docs: inside, entry }) =>
      rowsOf(inside, deeper).map((row) => ({
        [name]: { [key]: { ...entry, count: inside.length } },
        ...row,
      })),
    );
  };
  return { results: rowsOf(docs, parts).map((results) => ({ results })) };
}

const distinct = (values: readonly unknown[]) => [...new Set(values.filter((value) => value !== null))];

function numbersAt(doc: unknown, field: string): number[] {
  return valuesAt(doc, field)
    .filter((value) => value !== null && value !== "" && typeof value !== "object")
    .map(Number)
    .filter(Number.isFinite);
}
