import type { Call } from "../../api/caller.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { type FilterField, orderOperators, textOperators } from "../../api/query/filter.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { formatZoned, isTimeZone } from "../../kernel/zoned-time.ts";
import { cellAt } from "../../output/fields.ts";
import { renderList, renderRecord } from "../../output/render.ts";
import { type Column, column } from "../../output/table.ts";
import { listRows } from "../../resources/listing.ts";
import { type ListOptions, moreRows } from "../flags.ts";
import type { GenericColumn, GenericFilter } from "./generic-resource.ts";
import type { Typed } from "./run.ts";

type Row = Record<string, unknown>;

/** Prints the rows of a list call, page after page. Exit 9 under --strict where they moved. */
export async function printList(
  typed: Typed & { call: Call; name: string; endpoint: Endpoint; input: object; options: ListOptions },
): Promise<ExitCode | undefined> {
  const { context, resource, call, name, endpoint, input, options } = typed;
  const fields = Object.entries(resource.filters ?? {}).map(([field, filter]) => filterField(field, filter));
  const source = {
    call,
    name,
    endpoint,
    fields,
    input,
    ...(resource.idPath !== undefined && { id: resource.idPath }),
  };
  const { rows, total, next, moved } = listRows<Row>(source, { ...options, signal: context.signal });
  await renderList<Row>({ ...viewOf(typed, columnsOf(typed)), rows, total, next, more: moreRows });
  if (!options.strict || !moved()) return undefined;
  await context.notice("The list changed while it was read; run it again for an exact list.");
  return exitCodes.partial;
}

/** Prints rows that came in one answer. */
export async function printRows(typed: Typed, rows: object[]): Promise<void> {
  const [first = {}] = rows;
  await renderList<Row>({
    ...viewOf(typed, columnsOf(typed, first)),
    rows: rows as Row[],
    total: rows.length,
  });
}

/** Prints one record. */
export async function printRecord(typed: Typed, record: object): Promise<void> {
  const { resource, verb } = typed;
  const lines = verb.columns ?? (verb.kind === undefined ? resource.details : undefined);
  const columns = lines?.map(columnOf) ?? columnsOf(typed, record);
  await renderRecord<Row>({ ...viewOf(typed, columns), record: record as Row });
}

function viewOf({ context, resource, verb }: Typed, columns: readonly Column<Row>[]) {
  const { streams, format, globals } = context;
  const empty = `No ${resource.singular} matches.`;
  const kind = verb.kind ?? resource.kind;
  return {
    streams,
    format,
    kind,
    columns,
    fields: globals.fields,
    empty,
    quiet: globals.quiet,
    now: context.now(),
  };
}

/** The declared columns, or one for every field of a record. */
function columnsOf({ resource, verb }: Typed, record?: object): Column<Row>[] {
  const own = verb.columns ?? (verb.kind === undefined ? resource.columns : undefined);
  return own?.map(columnOf) ?? Object.keys(record ?? {}).map((path) => columnOf({ header: path, path }));
}

/** A declared column as lists print it. */
export function columnOf({ header, path, as, grow, zone }: GenericColumn): Column<Row> {
  // A few letters of a word or an id are of no use: where there is no room, the columns on the right are left out.
  const min = /(^id|Id)$/.test(path) ? 36 : 18;
  const value = (row: Row) => {
    const cell = cellAt(row, path);
    const where = zone === undefined ? undefined : cellAt(row, zone);
    const isTime = typeof cell === "string" && typeof where === "string" && isTimeZone(where);
    return isTime ? formatZoned(new Date(cell), where) : cell;
  };
  return column(header, value, {
    path,
    min,
    ...(as && { as }),
    ...(grow && { grow }),
  });
}

const choiceOperators = ["$eq", "$ne", "$in", "$nin", "$exists"];

/** A declared field as filters know it. */
export function filterField(name: string, filter: GenericFilter): FilterField {
  const here = typeof filter === "object" && "here" in filter;
  const what = here ? filter.here : (filter as Exclude<GenericFilter, { here: unknown }>);
  if (typeof what !== "string")
    return { name, type: "enum", values: what, ...(!here && { operators: choiceOperators }) };
  const operators = what === "text" ? textOperators : what === "boolean" ? choiceOperators : orderOperators;
  return { name, type: what, ...(!here && { operators }) };
}
