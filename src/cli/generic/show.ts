import { columnsOf, linesOf } from "../../output/field.ts";
import { renderList, renderRecord } from "../../output/render.ts";
import type { GenericResource, Typed } from "./generic-resource.ts";
import { type Row, shownFields } from "./to-resource.ts";

/** Prints the rows of one response. */
export async function printRows(typed: Typed, rows: object[]): Promise<void> {
  const [first = {}] = rows;
  const { fields, list } = viewOf(typed, first);
  await renderList<Row>({
    ...settingsOf(typed),
    columns: columnsOf(fields, list),
    rows: rows as Row[],
    total: rows.length,
  });
}

/** Prints one record. */
export async function printRecord(typed: Typed, record: object): Promise<void> {
  const { fields, get } = viewOf(typed, record);
  await renderRecord<Row>({
    ...settingsOf(typed),
    columns: linesOf(fields, get),
    record: record as Row,
  });
}

function settingsOf({ context, resource, verb }: Typed) {
  const { streams, format, globals } = context;
  const empty = `No ${resource.singular} matches.`;
  const kind = verb.kind ?? resource.kind;
  return { streams, format, kind, fields: globals.fields, empty, quiet: globals.quiet, now: context.now() };
}

/** Returns the declared fields and the names of those to show; without a declaration, the fields of a record. */
function viewOf({ resource, verb }: Typed, record: object): Pick<GenericResource, "fields" | "list" | "get"> {
  if (verb.fields) return { fields: shownFields(resource, verb.fields), list: verb.list, get: verb.list };
  if (verb.kind !== undefined && verb.list === undefined) {
    const plain = Object.keys(record).map((name) => [name, { label: name, heading: name }] as const);
    return { fields: shownFields(resource, Object.fromEntries(plain)) };
  }
  const { list, get = list } = resource;
  return { fields: shownFields(resource), list: verb.list ?? list, get: verb.list ?? get };
}
