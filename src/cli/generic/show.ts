import type { GenericResource, Typed } from "./generic-resource.ts";
import { type Row, shownFields } from "./to-resource.ts";

/** Prints the rows of one response. */
export async function printRows(typed: Typed, rows: object[]): Promise<void> {
  const { context, resource } = typed;
  const [first = {}] = rows;
  const { kind, fields, list } = viewOf(typed, first);
  const empty = `No ${resource.singular} matches.`;
  await context.print(rows as Row[], { kind, fields, list, empty, total: rows.length });
}

/** Prints one record. */
export async function printRecord(typed: Typed, record: object): Promise<void> {
  const { kind, fields, get: list } = viewOf(typed, record);
  await typed.context.printRecord(record as Row, { kind, fields, list });
}

/** Returns the declared fields and the names of those to show; without a declaration, the fields of a record. */
function viewOf(
  { resource, verb }: Typed,
  record: object,
): Pick<GenericResource, "kind" | "fields" | "list" | "get"> {
  const kind = verb.kind ?? resource.kind;
  if (verb.fields)
    return { kind, fields: shownFields(resource, verb.fields), list: verb.list, get: verb.list };
  if (verb.kind !== undefined && verb.list === undefined) {
    const plain = Object.keys(record).map((name) => [name, { label: name, heading: name }] as const);
    return { kind, fields: shownFields(resource, Object.fromEntries(plain)) };
  }
  const { list, get = list } = resource;
  return { kind, fields: shownFields(resource), list: verb.list ?? list, get: verb.list ?? get };
}
