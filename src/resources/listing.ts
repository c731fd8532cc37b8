import type { Call } from "../api/caller.ts";
import { type Endpoint, valueAt } from "../api/endpoint.ts";
import {
  type Filter,
  type FilterExpression,
  type FilterField,
  operatorsIn,
  parseFilter,
  splitFilter,
} from "../api/query/filter.ts";
import { matchesFilter } from "../api/query/filter-match.ts";
import { toPlatformFilter } from "../api/query/filter-platform.ts";
import { pages } from "../api/query/pages.ts";
import { parseSort } from "../api/query/query.ts";
import type { SortKey } from "../api/query/query-builder.ts";
import { shapeOf } from "../api/schema-fields.ts";
import { ApiError, UsageError } from "../kernel/errors.ts";
import { fuzzyRank } from "../kernel/fuzzy.ts";

/** The flags of a list command. */
export interface ListQuery {
  /** A filter in the filter language, or the platform's JSON. */
  filter?: string | undefined;
  /** Only rows whose name contains this, in any case. */
  search?: string | undefined;
  /** Where the search is evaluated here, letters may be left out: `prdcts` finds `products`. */
  fuzzy?: boolean | undefined;
  sort?: string | undefined;
  /** Default 50. */
  limit?: number | undefined;
  offset?: number | undefined;
  all?: boolean | undefined;
  /** Whether a whole list is counted again at its end, so that `moved` is certain. Costs one request. */
  recount?: boolean | undefined;
  /** What the output names: the texts of `--fields`, `--jq` and `--template`. */
  output?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The query call of a list, with the fields that the platform can filter and sort by. */
export interface ListSource {
  call: Call;
  endpoint: Endpoint;
  fields: readonly FilterField[];
  /** The platform paths that can be sorted by. Default: the `fields` with operators. */
  sortPaths?: readonly string[];
  /** The default sort. Absent: by id. A whole list is read by id and sorted here, so that no row is missed. */
  sort?: string;
  /** The input besides the query. */
  input?: object;
  /** The path of a row's id. Default: `id`. */
  id?: string;
  /** Returns whether a row matches the part of the filter that is evaluated here. Default: `matchesFilter`. */
  matches?: (filter: FilterExpression, row: never) => boolean;
  /** Returns the text that `--search` searches. Default: the name. */
  searchText?: (row: never) => string;
  /** Counts the rows that match the platform's filter, for a list call that does not. */
  count?: (filter: object | undefined) => Promise<number | undefined>;
  /** Adds what the list call leaves out, to the listed rows or, with `beforeFilter`, to all that are read. */
  complete?: { rows(rows: AsyncIterable<never>): AsyncIterable<object>; beforeFilter: boolean } | undefined;
}

/** A stream of rows; the other members are complete when it has ended. */
export interface Listing<Row> {
  rows: AsyncIterable<Row>;
  total(): number | undefined;
  next(): string | undefined;
  /** Whether rows were added or removed while all of them were listed. */
  moved(): boolean;
  /** The number of rows that the platform counts at the end, if they were counted again and all of them are listed. */
  recounted?(): number | undefined;
  /** The fields that the platform cannot filter by, and how many rows were read to filter by them here. */
  scanned?(): { fields: readonly string[]; rows: number } | undefined;
  /** Whether rows can only be read from the start. */
  readonly inOrder: boolean;
}

/**
 * Lists the rows of a query call, by `id > last` if there is no sort. Filters here what the platform cannot filter.
 * `parsed` replaces the filter of the query.
 */
export function listRows<Row>(source: ListSource, query: ListQuery, parsed?: Filter): Listing<Row> {
  const { call, endpoint, input } = source;
  const { platform, local, fields } = filters<Row>(source, query, parsed);
  const shape = shapeOf(endpoint.input);
  const holder = ["query", "search"].find((one) => one in shape);
  // Numbered pages shift while rows are added or removed: a whole list is read by id and sorted here instead.
  const isWhole = query.all === true && endpoint.paging === "offset" && holder !== undefined;
  const order = query.sort ?? source.sort;
  const keys = order === undefined ? undefined : parseSort(order, sortFields(source));
  const sort = isWhole ? undefined : keys;
  const limit = query.all ? undefined : (query.limit ?? 50);
  const offset = query.offset ?? 0;
  // Rows that are filtered here, or paged by cursor, are counted here.
  const here = local !== undefined || endpoint.paging === "cursor";
  const start = offset > 0 && !here;
  const conditions = {
    ...(platform && { filter: platform }),
    ...(sort && { sort }),
    ...(start && (holder !== undefined || "paging" in shape ? { paging: { offset } } : { offset })),
  };
  const recount = async () =>
    await source.count?.(platform).catch((error: unknown) => {
      // The rows are complete without their number.
      if (error instanceof ApiError) return undefined;
      throw error;
    });
  const fixed = holder === undefined ? undefined : valueAt(input, holder);
  const paged = pages<Row>(
    call,
    endpoint,
    {
      ...input,
      ...(holder === undefined ? conditions : { [holder]: { ...(fixed as object), ...conditions } }),
    },
    {
      // A call without a query can neither sort nor filter by id.
      key: holder === undefined ? undefined : "id",
      id: source.id,
      limit: limit !== undefined && !here ? limit : undefined,
      signal: query.signal,
      recount: query.recount && query.all ? (source.count ? recount : true) : undefined,
    },
  );
  const { complete } = source;
  const completed = (rows: AsyncIterable<Row>) =>
    (complete?.rows(rows as AsyncIterable<never>) ?? rows) as AsyncIterable<Row>;
  const read = complete?.beforeFilter ? completed(paged) : paged;
  const matching = async function* () {
    for await (const row of read) if (!local || local(row)) yield row;
  };
  const slice = sliceRows(matching(), { limit, offset: here ? offset : undefined });
  const isById =
    offset === 0 && keys?.length === 1 && keys[0]?.fieldName === "id" && keys[0].order !== "DESC";
  // They come by id.
  const inOrder = (rows: AsyncIterable<Row>) =>
    isWhole && keys && !isById ? sorted(rows, keys, source.fields) : rows;
  const further = () => limit !== undefined && (paged.facts.total ?? 0) > offset + paged.facts.seen;
  return {
    rows: inOrder(complete?.beforeFilter ? slice.rows : completed(slice.rows)),
    total: () => (local ? undefined : paged.facts.total),
    next: () => (here ? slice.next() : further() ? String(offset + (limit ?? 0)) : undefined),
    moved: () => paged.facts.moved && limit === undefined,
    recounted: () => (local ? undefined : paged.facts.recounted),
    scanned: () => fields && { fields, rows: paged.facts.seen },
    inOrder: here,
  };
}

/** Yields all rows in an order. */
async function* sorted<Row>(
  rows: AsyncIterable<Row>,
  keys: readonly SortKey[],
  fields: readonly FilterField[],
): AsyncGenerator<Row> {
  const { sortRows } = await import("./sort-rows.ts");
  yield* sortRows(rows, keys, fields);
}

/** Returns a list that is opened when its rows are read, such as one whose filter needs a request first. */
export function listLater<Row>(open: () => Promise<Listing<Row>>): Listing<Row> {
  let listing: Listing<Row> | undefined;
  const rows = async function* () {
    listing = await open();
    yield* listing.rows;
  };
  return {
    rows: rows(),
    total: () => listing?.total(),
    next: () => listing?.next(),
    moved: () => listing?.moved() ?? false,
    recounted: () => listing?.recounted?.(),
    scanned: () => listing?.scanned?.(),
    inOrder: true,
  };
}

/** Returns the fields that a list can be sorted by. */
export function sortFields({
  fields,
  sortPaths,
}: Pick<ListSource, "fields" | "sortPaths">): readonly FilterField[] {
  return fields.filter(({ name, path, operators }) =>
    sortPaths ? sortPaths.includes(path ?? name) : operators !== undefined,
  );
}

/** Returns whether a search finds a text, whose lines are searched one by one. */
function isFound(search: string, text: string, fuzzy = false): boolean {
  return fuzzy
    ? text.split("\n").some((line) => fuzzyRank(search, line) !== undefined)
    : text.toLowerCase().includes(search.toLowerCase());
}

/** Returns the fields that a list can be filtered by: its own with the operators of the contract, and those that the local copy joins. */
export function listFilterFields({
  call,
  endpoint,
  fields,
}: Pick<ListSource, "call" | "endpoint" | "fields">): readonly FilterField[] {
  const joined = call.joined?.(endpoint) ?? [];
  const own = fields.filter(({ name }) => !joined.some((field) => field.name === name));
  return [...fieldsWithin(own, endpoint), ...joined];
}

/** Returns fields with those of their operators that the list has by the contract. What it does not document stays as it is. */
function fieldsWithin(fields: readonly FilterField[], { filter }: Endpoint): readonly FilterField[] {
  if (filter === undefined) return fields;
  const groups = Object.entries(filter);
  return fields.map((field) => {
    const path = field.path ?? field.name;
    const [group] = groups.find(([, paths]) => paths.includes(path)) ?? [];
    if (group === "any" || field.operators === undefined) return field;
    const allowed = group === undefined ? [] : operatorsIn(group);
    return { ...field, operators: field.operators.filter((operator) => allowed.includes(operator)) };
  });
}

/** Splits the filter into the platform's part and a test for the rest. */
function filters<Row>(
  source: ListSource,
  { filter, search, fuzzy }: ListQuery,
  parsed = filter === undefined ? undefined : parseFilter(filter, listFilterFields(source)),
): { platform?: object; local?: (row: Row) => boolean; fields?: readonly string[] } {
  const { searchText, matches = matchesFilter, call, endpoint } = source;
  const { platform, local } = parsed === undefined ? {} : splitFilter(parsed);
  const joined = new Set(call.joined?.(endpoint).map(({ name }) => name));
  const alone = local && fieldsIn(local).find((name) => joined.has(name));
  if (alone !== undefined)
    throw new UsageError(
      `A condition on ${alone} can be joined by "and" only to conditions on other fields.`,
      {
        field: "--filter",
        hint: "Or ask in SQL: till data sql --tables",
      },
    );
  const textOf = (row: Row) => (searchText ? searchText(row as never) : String(valueAt(row, "name") ?? ""));
  const test = (row: Row) =>
    (local === undefined || matches(local, row as never)) &&
    (search === undefined || isFound(search, textOf(row), fuzzy));
  return {
    ...(platform && { platform: toPlatformFilter(platform) }),
    ...((local !== undefined || search !== undefined) && { local: test }),
    ...(local && { fields: [...new Set(fieldsIn(local))] }),
  };
}

/** Returns the names of the fields in a filter. */
function fieldsIn(filter: FilterExpression): string[] {
  if ("filters" in filter) return filter.filters.flatMap(fieldsIn);
  return filter.kind === "not" ? fieldsIn(filter.filter) : [filter.field.name];
}

/** A part of a list. After the last row, `next` returns the offset of the next part, if there is one. */
export interface Slice<Row> {
  rows: AsyncIterable<Row>;
  next(): string | undefined;
}

/** Returns at most `limit` rows (default: all) from `offset` (default: 0). Reads one more row to know whether there is one. */
export function sliceRows<Row>(
  all: AsyncIterable<Row>,
  {
    offset = 0,
    limit = Number.POSITIVE_INFINITY,
  }: { offset?: number | undefined; limit?: number | undefined },
): Slice<Row> {
  let more = false;
  async function* rows() {
    let seen = 0;
    for await (const row of all) {
      seen += 1;
      if (seen <= offset) continue;
      more = seen > offset + limit;
      if (more) return;
      yield row;
    }
  }
  return { rows: rows(), next: () => (more ? String(offset + limit) : undefined) };
}
