import type { Call } from "../../api/caller.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { fillField } from "../../api/input-fields.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import type { FieldOptions } from "../field-flags.ts";
import { type GivenField, givenFields, noteUnknownFields, type ReadFields } from "../fields.ts";
import { flagForm } from "../notation.ts";
import { readJsonObject } from "../source.ts";
import type { FoundRecord } from "./find.ts";
import type { FieldFlag, Finder, Typed } from "./generic-resource.ts";

/** The input of an endpoint; `untouched` if only arguments and defaults are in it. */
export interface VerbInput extends ReadFields {
  untouched: boolean;
}

/**
 * Returns the input of an endpoint from, in this order: defaults, arguments, the revision of the record that was read,
 * `--input`, the verb's own flags, `-f` and `-F`. A nested field keeps the rest of its value in `before`.
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
  const own = await ownFields(verb.flags ?? [], options, call);
  const fields = [...own, ...(await givenFields(context, fieldOptions))];
  for (const top of new Set(fields.map(({ path }) => /^([^.[]+)[.[]/.exec(path)?.[1] ?? ""))) {
    const old = before?.record?.[top];
    if (old !== undefined && !Object.hasOwn(whole, top)) input = put(input, under(top), structuredClone(old));
  }
  const written = fields.map(({ path, value, label }) => set(under(path), value, label));
  return { input, written, untouched: Object.keys(whole).length === 0 };
}

/** Returns the path of the revision in the input, if it takes one. */
function revisionPlace({ input }: Endpoint, one: string): string | undefined {
  const shape = shapeOf(input);
  if ("revision" in shapeOf(shape[one])) return `${one}.revision`;
  return "revision" in shape ? "revision" : undefined;
}

/** Returns the fields that the verb's own flags set, with ids looked up. */
async function ownFields(flags: readonly object[], options: object, call: Call): Promise<GivenField[]> {
  const given: GivenField[] = [];
  for (const { field, also = {}, finds, name, text } of fieldFlagsOf(flags, options)) {
    const label = name;
    given.push(...Object.entries(also).map(([path, value]) => ({ path, value, label })));
    given.push({ path: field, value: finds ? await found(finds, call, text) : text, label });
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
    const { field, also, finds, ...form } = flag as FieldFlag;
    const { long } = flagForm(form);
    const text = (options as Record<string, string | undefined>)[camel(long)];
    return text === undefined ? [] : [{ field, also, finds, name: long, text }];
  });
}

/** Returns Commander's name of a flag: `validFrom` for `--valid-from`. */
export const camel = (long: string) =>
  long.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function put(input: unknown, path: string, value: unknown): unknown {
  const [key = "", ...rest] = path.split(".");
  const record = { ...(input as Record<string, unknown>) };
  return { ...record, [key]: rest.length === 0 ? value : put(record[key] ?? {}, rest.join("."), value) };
}
