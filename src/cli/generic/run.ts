import { valueAt } from "../../api/endpoint.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { bulkExit } from "../bulk-exit.ts";
import { pointAtFlags } from "../fields.ts";
import type { FieldOptions } from "../flags.ts";
import { callName, type GenericResource, type Typed } from "./generic-resource.ts";
import { type FoundRecord, findRecord, readInput, recordName } from "./input.ts";
import { printList } from "./print.ts";
import { readList } from "./resource-verbs.ts";
import { type Row, shownFields, toResource } from "./to-resource.ts";

/** Runs a generic verb: finds the records, asks for confirmation, makes the call and prints the response. */
export async function runVerb(typed: Typed): Promise<ExitCode | undefined> {
  const { context, resource, verb, options } = typed;
  const { call: operation, prints, reads, confirms, done } = verb;
  const endpoint = await loadEndpoint(callName(resource, operation));
  const isRead = endpoint.effect === "read";
  if (endpoint.paging && isRead) {
    return await readList(context, options, async (session, rest) => {
      const list = toResource(session, resource, verb);
      return await printList(context, list, await list.open(session), { ...typed, options: rest });
    });
  }

  const call = await context.call(endpoint.role === "visitor" ? undefined : endpoint.role);
  const records: FoundRecord[] = [];
  const values: [field: string, value: string][] = [];
  for (const [index, arg] of (verb.args ?? []).entries()) {
    const text = typed.args[index];
    if (text === undefined) continue;
    if (typeof arg.finds === "function") {
      values.push([arg.field, await arg.finds(call, text)]);
      continue;
    }
    const record = arg.finds
      ? await findRecord({ context, resource, call }, text, reads === true)
      : undefined;
    if (record) records.push(record);
    values.push([arg.field, record?.id ?? text]);
  }
  if (verb.site !== undefined) values.push([verb.site, (await context.site()).id]);
  const [found] = records;
  const before = reads ? found : undefined;
  const fields = await readInput({ ...typed, call }, endpoint, values, before, options as FieldOptions);
  if (reads && verb.into !== undefined && fields.written.length === 0 && fields.untouched) {
    const flags = (verb.flags ?? []).map(({ flags: form }) => form.split(" ")[0]);
    throw new UsageError("Nothing to change.", {
      hint: `Add ${["--set field=value", ...flags, "-f or --input"].join(", ")}.`,
    });
  }
  if (confirms !== undefined) {
    const { yes } = options as { yes?: boolean };
    const name = found ? recordName(resource, found) : undefined;
    const typed = endpoint.effect === "money" ? (name?.slice(1, -1) ?? resource.singular) : undefined;
    await context.asks({ text: `${confirms}${name ? ` ${name}` : ""}?`, typed: typed || undefined, yes });
  }
  const input =
    (await verb.prepare?.(fields.input, { context, call, before: before?.record })) ?? fields.input;
  try {
    const body = await call(endpoint, input, { signal: context.signal });
    if (done !== undefined) await context.notice(`${done}${found ? ` ${recordName(resource, found)}` : ""}.`);
    if (prints === undefined) return undefined;
    const shown = prints === "" ? body : valueAt(body, prints);
    if (Array.isArray(shown)) await printRows(typed, shown as object[]);
    else await printRecord(typed, (shown ?? {}) as object);
    if (verb.link) await noteSandboxPage(context, shown);
    return await bulkExit(context, endpoint, input, body);
  } catch (error) {
    throw pointAtFlags(error, fields, verb.into);
  }
}

/** Prints the rows of one response. */
async function printRows(typed: Typed, rows: object[]): Promise<void> {
  const { context, resource } = typed;
  const [first = {}] = rows;
  const { kind, fields, list } = viewOf(typed, first);
  const empty = `No ${resource.singular} matches.`;
  await context.print(rows as Row[], { kind, fields, list, empty, total: rows.length });
}

/** Prints one record. */
async function printRecord(typed: Typed, record: object): Promise<void> {
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

/** Prints how to open a page of the embedded sandbox, if the response holds the URL of one: no server is running yet. */
async function noteSandboxPage(context: Context, response: unknown): Promise<void> {
  const [, page] = /"http:\/\/sandbox\.localhost(\/[^"]*)"/.exec(JSON.stringify(response)) ?? [];
  if (page === undefined) return;
  await context.notice(
    `No server is running at this URL yet. Run till sandbox start --port 8787, then open http://127.0.0.1:8787${page}`,
  );
}
