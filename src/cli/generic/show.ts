import { renderList, renderRecord } from "../../output/render.ts";
import type { Column } from "../../output/table.ts";
import type { Typed } from "./generic-resource.ts";
import { columnsOf, type Row } from "./to-resource.ts";

/** Prints the rows of one response. */
export async function printRows(typed: Typed, rows: object[]): Promise<void> {
  const [first = {}] = rows;
  await renderList<Row>({
    ...viewOf(typed, columnsFor(typed, first)),
    rows: rows as Row[],
    total: rows.length,
  });
}

/** Prints one record. */
export async function printRecord(typed: Typed, record: object): Promise<void> {
  const { resource, verb } = typed;
  const lines = verb.columns ?? (verb.kind === undefined ? resource.details : undefined);
  const columns = lines === undefined ? columnsFor(typed, record) : columnsOf(lines, resource.words);
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

/** Returns the declared columns, or one per field of a record. */
function columnsFor({ resource, verb }: Typed, record?: object): Column<Row>[] {
  const own = verb.columns ?? (verb.kind === undefined ? resource.columns : undefined);
  return columnsOf(own ?? Object.keys(record ?? {}).map((path) => ({ header: path, path })), resource.words);
}
