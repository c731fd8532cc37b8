import { type FilterExpression, type FilterField, parseFilter, splitFilter } from "../api/query/filter.ts";
import { matchesFilter } from "../api/query/filter-match.ts";
import { UsageError } from "../kernel/errors.ts";
import { type Listing, type ListQuery, type ListSource, listRows, sliceRows } from "./listing.ts";

/** A filter as the input of a list call, and the rest that is tested on the rows. */
export interface Narrowed {
  input: Readonly<Record<string, readonly string[]>>;
  rest: readonly FilterExpression[];
}

/** Returns a field that a list call without a filter takes as an input of the same name. */
export function narrowingField(
  name: string,
  values?: readonly string[],
  words?: FilterField["words"],
): FilterField {
  const type = values ? { type: "enum" as const, values, words } : { type: "text" as const };
  return { name, ...type, operators: ["$eq", "$in"] };
}

/**
 * Extracts the conditions that the call takes as input (`field = a`, `field in (a, b)`, joined by `and`) from a filter.
 * Throws UsageError if the rest uses `hidden` fields, which rows do not have.
 */
export function narrowFilter(
  filter: string | undefined,
  fields: readonly FilterField[],
  hidden: readonly string[] = [],
): Narrowed {
  if (filter === undefined) return { input: {}, rest: [] };
  const parsed = parseFilter(filter, fields);
  if (parsed.kind === "platform")
    throw new UsageError("This list does not support JSON filters.", {
      hint: `For example: ${fields[0]?.name} = "…"`,
    });
  const { platform, local } = splitFilter(parsed) as {
    platform?: FilterExpression;
    local?: FilterExpression;
  };
  const input: Record<string, readonly string[]> = {};
  const rest = partsOf(local);
  for (const part of partsOf(platform)) {
    const [name, values] = equalValues(part) ?? [];
    if (name === undefined || values === undefined || name in input) rest.push(part);
    else input[name] = values;
  }
  const unsupported = rest.flatMap(names).find((name) => hidden.includes(name));
  if (unsupported === undefined) return { input, rest };
  throw new UsageError(`Conditions on ${unsupported} can only be joined with "and".`, {
    hint: `Supported: ${unsupported} = X, or ${unsupported} in (X, Y)`,
  });
}

/** Lists rows of a narrowed call; if a rest of the filter remains, all rows are read and tested as `toTested` returns them. */
export function listNarrowed<Row>(
  source: ListSource,
  { limit, offset, all, ...query }: Omit<ListQuery, "filter" | "search">,
  { input, rest }: Narrowed,
  toTested: (row: Row) => object = (row) => row as object,
): Listing<Row> {
  const narrowed = { ...source, input: { ...source.input, ...input } };
  if (rest.length === 0) return listRows<Row>(narrowed, { ...query, limit, offset, all });
  const found = listRows<Row>(narrowed, { ...query, all: true });
  async function* matching() {
    for await (const row of found.rows) {
      const tested = toTested(row);
      if (rest.every((part) => matchesFilter(part, tested))) yield row;
    }
  }
  const slice = sliceRows(matching(), { limit: all ? undefined : limit, offset });
  return { ...slice, total: () => undefined, moved: found.moved, inOrder: true };
}

function partsOf(filter: FilterExpression | undefined): FilterExpression[] {
  if (filter === undefined) return [];
  return filter.kind === "and" ? [...filter.filters] : [filter];
}

function equalValues(part: FilterExpression): [name: string, values: readonly string[]] | undefined {
  if (part.kind === "compare" && typeof part.value === "string") return [part.field.name, [part.value]];
  if (part.kind !== "list" || !part.values.every((value) => typeof value === "string")) return undefined;
  return [part.field.name, part.values];
}

function names(part: FilterExpression): string[] {
  if ("filters" in part) return part.filters.flatMap(names);
  return "filter" in part ? names(part.filter) : [part.field.name];
}
