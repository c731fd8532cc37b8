import type { Call } from "../../api/caller.ts";
import { type Endpoint, valueAt } from "../../api/endpoint.ts";
import { fillField, withoutAlternatives } from "../../api/input-fields.ts";
import { pages } from "../../api/query/pages.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { loadEndpoint, loadService } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/ids.ts";
import { nearest } from "../../kernel/text.ts";
import { flagForm } from "../command.ts";
import { type GivenField, noteUnknownFields, type ReadFields, readFieldOptions } from "../fields.ts";
import { type FieldOptions, flagKey } from "../flags.ts";
import { readJsonObject } from "../source.ts";
import {
  type FieldFlag,
  type Finder,
  type GenericResource,
  type GenericVerb,
  resourcePlural,
  type Typed,
} from "./generic-resource.ts";

/** The input of an endpoint; `untouched` if only arguments and defaults are in it. */
export interface VerbInput extends ReadFields {
  untouched: boolean;
}

/**
 * Returns the input of an endpoint from, in this order: defaults, arguments, the revision of the record that was read,
 * `--input`, the verb's own flags, `-f` and `-F`. A nested field keeps the rest of its value in `before`, except what it excludes.
 */
export async function readInput(
  { context, resource, verb, options, call }: Typed & { call: Call },
  endpoint: Endpoint,
  values: readonly [field: string, value: string][],
  before: FoundRecord | undefined,
  fieldOptions: FieldOptions,
): Promise<VerbInput> {
  const { into, defaults = {} } = verb;
  let input: unknown = structuredClone(defaults);
  const set = (path: string, value: unknown, label: string) => {
    const filled = fillField(endpoint.input, input, path, value, label);
    input = filled.input;
    return { field: filled.field, label };
  };
  for (const [field, value] of values) set(field, value, `"${value}"`);
  const revision = before?.record?.revision;
  const revisionPath = revisionPlace(endpoint, resource.kind);
  if (revisionPath !== undefined && revision !== undefined) set(revisionPath, revision, "revision");
  if (into === undefined) return { input, written: [], untouched: true };

  const under = (path: string) => (into === "" ? path : `${into}.${path}`);
  const whole =
    fieldOptions.input === undefined ? {} : await readJsonObject(context, "--input", fieldOptions.input);
  for (const [key, value] of Object.entries(whole)) input = put(input, under(key), value);
  await noteUnknownFields(context, endpoint, input);
  const own = await flagFields(context, call, verb.flags ?? [], options);
  const fields = [...own, ...(await readFieldOptions(context, fieldOptions))];
  for (const top of new Set(fields.map(({ path }) => nestedIn(path)))) {
    const old = before?.record?.[top];
    if (old === undefined || Object.hasOwn(whole, top)) continue;
    input = put(input, under(top), structuredClone(old));
    for (const { path, label } of fields)
      if (nestedIn(path) === top) input = withoutAlternatives(endpoint.input, input, under(path), label);
  }
  const written = fields.map(({ path, value, label }) => set(under(path), value, label));
  return { input, written, untouched: Object.keys(whole).length === 0 };
}

/** Returns the first field of the path of a nested one: `trigger` of `trigger.subtotalRange.from`; empty for other paths. */
const nestedIn = (path: string) => /^([^.[]+)[.[]/.exec(path)?.[1] ?? "";

/** Returns the path of the revision in the input, if it takes one. */
function revisionPlace({ input }: Endpoint, one: string): string | undefined {
  const shape = shapeOf(input);
  if ("revision" in shapeOf(shape[one])) return `${one}.revision`;
  return "revision" in shape ? "revision" : undefined;
}

/** Returns the fields that the verb's own flags set, with ids looked up and times in the zone of the setting. */
export async function flagFields(
  context: Context,
  call: Call,
  flags: readonly object[],
  options: object,
): Promise<GivenField[]> {
  const given: GivenField[] = [];
  for (const { field, also = {}, finds, time, name: label, text } of fieldFlagsOf(flags, options)) {
    given.push(...Object.entries(also).map(([path, value]) => ({ path, value, label })));
    let value: unknown = finds ? await found(finds, call, text) : text;
    if (time !== undefined) {
      const { dayTime, parseZoned } = await import("../../kernel/zoned-time.ts");
      const zone = context.choices.setting("timeZone").value;
      value = parseZoned(dayTime(text, time, zone, context.now()), zone, label).toISOString();
    }
    given.push({ path: field, value, label });
  }
  return given;
}

/** Looks up the id of a flag's value, or the ids of its values. */
async function found(finds: Finder, call: Call, text: string | readonly string[]): Promise<unknown> {
  if (typeof text === "string") return await finds(call, text);
  const ids: string[] = [];
  for (const one of text) ids.push(await finds(call, one));
  return ids;
}

/** Returns the given flags that set a field, each with its value, or values if repeatable. */
export function fieldFlagsOf(flags: readonly object[], options: object) {
  return flags.flatMap((flag) => {
    if (!("field" in flag)) return [];
    const { field, also, finds, time, ...form } = flag as FieldFlag;
    const { long } = flagForm(form);
    const text = (options as Record<string, string | undefined>)[flagKey(long)];
    return text === undefined ? [] : [{ field, also, finds, time, name: long, text }];
  });
}

/** Returns an object with a value at a path. Objects on the way that are missing are made. */
export function put(input: unknown, path: string, value: unknown): Record<string, unknown> {
  const [key = "", ...rest] = path.split(".");
  const record = { ...(input as Record<string, unknown>) };
  return { ...record, [key]: rest.length === 0 ? value : put(record[key] ?? {}, rest.join("."), value) };
}

/** The record that an argument names: its id, and its fields if it was read. */
export interface FoundRecord {
  id: string;
  /** The reference as typed. */
  reference: string;
  record?: Record<string, unknown>;
}

/**
 * Finds the record that an argument names. Reads a record given by id only if `whole` is set, with those of `defaults` that the
 * endpoint takes, such as the groups of fields to return. Throws TillError 5 or 6.
 */
export async function findRecord(
  { context, resource, call }: { context: Context; resource: GenericResource; call: Call },
  reference: string,
  whole: boolean,
  defaults: GenericVerb["defaults"] = {},
): Promise<FoundRecord> {
  if (isGuid(reference)) {
    if (!whole) return { id: reference, reference };
    const record = await readRecord(resource, call, { id: reference, defaults, signal: context.signal });
    return { id: reference, reference, record };
  }
  const known = resource.matchKeys ?? [];
  const names = new Set<string>();
  const found: Record<string, unknown>[] = [];
  const lowerCase = reference.toLowerCase();
  if (known.length > 0) {
    const endpoint = await loadEndpoint(`${resource.service}.query`);
    const all = pages<Record<string, unknown>>(call, endpoint, { query: {} }, { signal: context.signal });
    for await (const record of all) {
      const own = known.flatMap((path) => namesAt(record, path));
      for (const one of own) names.add(one);
      if (own.some((one) => one.toLowerCase() === lowerCase)) found.push(record);
    }
  }
  const [record] = found;
  if (found.length === 1 && record) return { id: String(record.id), reference, record };
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(", ");
    const message = `${found.length} ${resourcePlural(resource)} match "${reference}": ${ids}.`;
    throw new TillError(exitCodes.conflict, message, { hint: "Use the id." });
  }
  const suggestion = nearest(reference, names);
  const guess = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
  throw new TillError(
    exitCodes.notFound,
    `No ${resource.singular} has the ${resource.reference.describe} "${reference}".${guess}`,
    {
      code: "NOT_FOUND",
      hint: `List them: ${await listCommand(context, resource)}`,
    },
  );
}

/** Returns the names in a field: its text, or the name of the field if it is true (`default`). */
function namesAt(record: object, path: string): string[] {
  const value = valueAt(record, path);
  if (value === true) return [path];
  return typeof value === "string" && value !== "" ? [value] : [];
}

/** Returns the name of a record for questions and notices. */
export function recordName({ matchKeys = [] }: GenericResource, { reference, record }: FoundRecord): string {
  const [name] = matchKeys.flatMap((path) => (record ? namesAt(record, path) : []));
  return `"${name ?? reference}"`;
}

/** Reads a record by id, with a query if the service has no `get` call. */
async function readRecord(
  { service, kind, idField: field = `${kind}Id`, singular }: GenericResource,
  call: Call,
  { id, defaults, signal }: { id: string; defaults: object; signal: AbortSignal },
) {
  const isKnown = Object.hasOwn(await loadService(service), "get");
  const endpoint = await loadEndpoint(`${service}.${isKnown ? "get" : "query"}`);
  const taken = Object.entries(defaults).filter(([name]) => Object.hasOwn(shapeOf(endpoint.input), name));
  const input = isKnown ? { ...Object.fromEntries(taken), [field]: id } : { query: { filter: { id } } };
  const body = await call(endpoint, input, { signal });
  const record = valueAt(body, isKnown ? kind : `${endpoint.items}.0`);
  if (typeof record === "object" && record !== null) return record as Record<string, unknown>;
  throw new TillError(exitCodes.notFound, `There is no ${singular} ${id}.`, { code: "NOT_FOUND" });
}

/** Returns the list command of the group that was typed: `till discounts list`. A screen has no command line. */
async function listCommand({ argv, parse }: Context, { name }: GenericResource): Promise<string> {
  const typed = await parse(argv).then(
    ({ command }) => command.split(" "),
    () => [name, "get"],
  );
  const own = typed.indexOf(name) + 1;
  return ["till", ...typed.slice(0, own || -1), "list"].join(" ");
}
