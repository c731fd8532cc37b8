import type { Call } from "../api/caller.ts";
import { type Endpoint, valueAt } from "../api/endpoint.ts";
import { type FilterField, splitFilter } from "../api/query/filter.ts";
import { matchesFilter } from "../api/query/filter-match.ts";
import { parseFilter } from "../api/query/filter-parse.ts";
import { toPlatformFilter } from "../api/query/filter-platform.ts";
import { pages } from "../api/query/pages.ts";
import { parseSort } from "../api/query/query.ts";
import { shapeOf } from "../api/schema-fields.ts";
import { sliceRows } from "./slice.ts";

/** What a list command was asked for: the list flags. */
export interface ListQuery {
  /** In the language of `--filter`. */
  filter?: string | undefined;
  /** Only rows whose name contains this, in any case. */
  search?: string | undefined;
  sort?: string | undefined;
  /** Default 50. */
  limit?: number | undefined;
  offset?: number | undefined;
  all?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** Where the rows of a list come from, and what the platform can do with them. */
export interface ListSource {
  call: Call;
  /** The call's name, such as `products.query`, and the call. */
  name: string;
  endpoint: Endpoint;
  fields: readonly FilterField[];
  /** The platform paths that can be sorted by; all of `fields` that the platform knows where it is absent. */
  sortPaths?: readonly string[];
  /** The sort where none is asked for; absent: by id. */
  sort?: string;
  /** What the input carries besides the query. */
  input?: object;
  /** Where a row's identity stands; default `id`. */
  id?: string;
  /** What `--search` looks at; default: the name. */
  words?: (row: never) => string;
}

/** Rows as they come; the other members are complete when the rows have ended. */
export interface Listing<Row> {
  rows: AsyncIterable<Row>;
  total(): number | undefined;
  next(): string | undefined;
  /** Rows were added or removed while all of them were listed. */
  moved(): boolean;
  /** A later part can only be had by reading all that stands before it. */
  readonly inOrder: boolean;
}

/** Lists the rows of a query call, by `id > last` where no sort is asked for. What the platform cannot filter is filtered here, row by row. */
export function listRows<Row>(source: ListSource, query: ListQuery): Listing<Row> {
  const { call, name, endpoint, input } = source;
  const { platform, local } = filters<Row>(source, query);
  const order = query.sort ?? source.sort;
  const sort = order === undefined ? undefined : parseSort(order, sortFields(source));
  const limit = query.all ? undefined : (query.limit ?? 50);
  const offset = query.offset ?? 0;
  // What cannot be asked of the platform is counted here, row by row.
  const here = local !== undefined || endpoint.paging === "cursor";
  const shape = shapeOf(endpoint.input);
  const holder = ["query", "search"].find((one) => one in shape);
  const start = offset > 0 && !here;
  const asked = {
    ...(platform && { filter: platform }),
    ...(sort && { sort }),
    ...(start && (holder !== undefined || "paging" in shape ? { paging: { offset } } : { offset })),
  };
  const held = holder === undefined ? undefined : valueAt(input, holder);
  const paged = pages<Row>(
    call,
    name,
    endpoint,
    { ...input, ...(holder === undefined ? asked : { [holder]: { ...(held as object), ...asked } }) },
    {
      // A call without a query can neither sort nor filter by id.
      ...(holder !== undefined && { key: "id" }),
      ...(source.id !== undefined && { id: source.id }),
      ...(limit !== undefined && !here && { limit }),
      ...(query.signal && { signal: query.signal }),
    },
  );
  const matching = async function* () {
    for await (const row of paged) if (!local || local(row)) yield row;
  };
  const slice = sliceRows(matching(), { limit, ...(here && { offset }) });
  const further = () => limit !== undefined && (paged.facts.total ?? 0) > offset + paged.facts.seen;
  return {
    rows: slice.rows,
    total: () => (local ? undefined : paged.facts.total),
    next: () => (here ? slice.next() : further() ? String(offset + (limit ?? 0)) : undefined),
    moved: () => paged.facts.moved && limit === undefined,
    inOrder: here,
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

/** The part of the filter that the platform answers, and a test for the rest. */
function filters<Row>(
  { fields, words }: ListSource,
  { filter, search }: ListQuery,
): { platform?: object; local?: (row: Row) => boolean } {
  const { platform, local } = filter === undefined ? {} : splitFilter(parseFilter(filter, fields));
  const word = search?.toLowerCase();
  const test = (row: Row) =>
    (local === undefined || matchesFilter(local, row)) &&
    (word === undefined ||
      (words ? words(row as never) : String(valueAt(row, "name") ?? "")).toLowerCase().includes(word));
  return {
    ...(platform && { platform: toPlatformFilter(platform) }),
    ...((local !== undefined || word !== undefined) && { local: test }),
  };
}
