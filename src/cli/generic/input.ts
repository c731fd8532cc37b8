import type { Call } from "../../api/caller.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { fillField } from "../../api/input-fields.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import type { FieldOptions } from "../field-flags.ts";
import { type GivenField, givenFields, noteUnknownFields, type ReadFields } from "../fields.ts";
import { flagForm } from "../notation.ts";
import { readJsonObject } from "../source.ts";
import type { FoundRecord } from "./find.ts";
import type { FieldFlag, Finder } from "./generic-resource.ts";
import type { Typed } from "./run.ts";

/** The input of a verb's call; `untouched` where nothing but the arguments made it. */
export interface VerbInput extends ReadFields {
  untouched: boolean;
}

/**
 * The input of a verb's call: what it is given beforehand, the arguments, the revision of the thing that was read, then
 * `--input`, the verb's own flags, `-f` and `-F`. A nested field that is filled in keeps the neighbours it has in `before`.
 */
export async function readInput(
  { context, resource, verb, options, call }: Typed & { call: Call },
  endpoint: Endpoint,
  places: readonly [field: string, value: string][],
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
  for (const [field, value] of places) set(field, value, `"${value}"`);
  const revision = before?.record?.revision;
  const place = revisionPlace(endpoint, resource.kind);
  if (place !== undefined && revision !== undefined) set(place, revision, "revision");
  if (into === undefined) return { input, written: [], untouched: true };

  const under = (path: string) => (into === "" ? path : `${into}.${path}`);
  const whole =
    fieldOptions.input === undefined ? {} : await readJsonObject(context, "--input", fieldOptions.input);
  for (const [key, value] of Object.entries(whole)) input = put(input, under(key), value);
  await noteUnknownFields(context, endpoint, input);
  const own = await ownFields(verb.flags ?? [], options, call);
  const fields = [...own, ...(await givenFields(context, fieldOptions))];
  for (const top of new Set(fields.map(({ path }) => /^([^.[]+)[.[]/.exec(path)?.[1] ?? ""))) {
    const old = before?.record?.[top];
    if (old !== undefined && !Object.hasOwn(whole, top)) input = put(input, under(top), structuredClone(old));
  }
  const written = fields.map(({ path, value, label }) => set(under(path), value, label));
  return { input, written, untouched: Object.keys(whole).length === 0 };
}

/** Where a call takes the revision of what it changes: in the thing, or beside it. */
function revisionPlace({ input }: Endpoint, one: string): string | undefined {
  const shape = shapeOf(input);
  if ("revision" in shapeOf(shape[one])) return `${one}.revision`;
  return "revision" in shape ? "revision" : undefined;
}

/** The fields that the verb's own flags fill in; what they name is looked up. */
async function ownFields(flags: readonly object[], options: object, call: Call): Promise<GivenField[]> {
  const given: GivenField[] = [];
  for (const { field, also = {}, finds, name, text } of fieldFlagsOf(flags, options)) {
    const label = name;
    given.push(...Object.entries(also).map(([path, value]) => ({ path, value, label })));
    given.push({ path: field, value: finds ? await found(finds, call, text) : text, label });
  }
  return given;
}

/** The ids of what a flag names: one, or a list where it may be repeated. */
async function found(finds: Finder, call: Call, text: string | readonly string[]): Promise<unknown> {
  if (typeof text === "string") return await finds(call, text);
  const ids: string[] = [];
  for (const one of text) ids.push(await finds(call, one));
  return ids;
}

/** The flags that fill in a field and were given, each with its value; one that may be repeated has a list. */
export function fieldFlagsOf(flags: readonly object[], options: object) {
  return flags.flatMap((flag) => {
    if (!("field" in flag)) return [];
    const { field, also, finds, ...form } = flag as FieldFlag;
    const { long } = flagForm(form);
    const text = (options as Record<string, string | undefined>)[camel(long)];
    return text === undefined ? [] : [{ field, also, finds, name: long, text }];
  });
}

/** The name under which Commander keeps a flag: `--valid-from` as `validFrom`. */
export const camel = (long: string) =>
  long.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function put(input: unknown, path: string, value: unknown): unknown {
  const [key = "", ...rest] = path.split(".");
  const record = { ...(input as Record<string, unknown>) };
  return { ...record, [key]: rest.length === 0 ? value : put(record[key] ?? {}, rest.join("."), value) };
}
