import { type Endpoint, valueAt } from "../api/endpoint.ts";
import { fillField, literal } from "../api/input-fields.ts";
import { unknownFields } from "../api/schema-fields.ts";
import { type Violation, violationText } from "../api/violations.ts";
import type { Context } from "../context/context.ts";
import { ApiError, UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import type { FieldOptions } from "./flags.ts";
import { readJsonObject, readText } from "./source.ts";

/** A value for a field, and the flag or argument that gave it. */
export interface GivenField {
  path: string;
  /** Text is parsed according to the schema; any other value is used as it is. */
  value: unknown;
  /** Its name in errors: `-f product.name`. */
  label: string;
}

/** The input of a call, and the flag that wrote each field. */
export interface ReadFields {
  input: unknown;
  written: readonly { field: string; label: string }[];
}

/** Returns the fields that `-f`, `-F` and `--set` give, with files read. Throws UsageError for a value without `=`. */
export async function readFieldOptions(context: Context, options: FieldOptions): Promise<GivenField[]> {
  const fields = (options.field ?? []).map((text): GivenField => splitField("-f", text));
  for (const text of options.set ?? []) {
    const field = splitField("--set", text);
    fields.push(field.value === "null" ? { ...field, value: null } : field);
  }
  for (const text of options.jsonField ?? []) {
    const { path, value, label } = splitField("-F", text);
    const isFile = value.startsWith("@");
    fields.push({ path, label, value: isFile ? await readText(context, value.slice(1)) : literal(value) });
  }
  return fields;
}

function splitField(flag: string, text: string): { path: string; value: string; label: string } {
  const at = text.indexOf("=");
  if (at < 1) {
    throw new UsageError(`${flag} takes field=value, not "${text}".`, {
      field: flag,
      hint: `For example: ${flag} product.name=Mug`,
    });
  }
  const path = text.slice(0, at);
  return { path, value: text.slice(at + 1), label: `${flag} ${path}` };
}

/**
 * Returns the input of a call: `base` (the command's own values), then `--input`, then the fields in order. Throws
 * UsageError for an unknown field in `-f` and `-F`; an unknown field in `--input` is sent with a notice.
 */
export async function readFields(
  context: Context,
  endpoint: Pick<Endpoint, "input">,
  options: FieldOptions,
  fields: readonly GivenField[],
  base: object = {},
): Promise<ReadFields> {
  const given = options.input === undefined ? {} : await readJsonObject(context, "--input", options.input);
  await noteUnknownFields(context, endpoint, given);
  let input: unknown = { ...base, ...given };
  const written = fields.map(({ path, value, label }) => {
    const filled = fillField(endpoint.input, input, path, value, label);
    input = filled.input;
    return { field: filled.field, label };
  });
  return { input, written };
}

/** Prints a notice for each field of `--input` that the call does not have; it is sent anyway. */
export async function noteUnknownFields(
  context: Context,
  endpoint: Pick<Endpoint, "input">,
  input: unknown,
): Promise<void> {
  for (const { field, suggestion } of unknownFields(endpoint.input, input)) {
    const guess = suggestion === undefined ? "" : ` Did you mean ${suggestion}?`;
    await context.notice(`--input: unknown field "${field}".${guess} Sending it anyway.`);
  }
}

/**
 * Returns the error with hints that name the flags at fault, if the platform or the check before sending names fields.
 * `into` is the path in the input that the paths of flags are relative to.
 */
export function pointAtFlags(error: unknown, { input, written }: ReadFields, into = ""): unknown {
  if (!(error instanceof ApiError) || error.code !== "INVALID_ARGUMENT") return error;
  const { validationError } = (error.details ?? {}) as {
    validationError?: { fieldViolations?: Violation[] };
  };
  const violations = validationError?.fieldViolations ?? [];
  const lines = violations.flatMap((violation) => {
    const { field, violatedRule, data } = violation;
    const isMissing = violatedRule === "REQUIRED_FIELD" || violatedRule === "REQUIRED_ONE_OF_FIELD";
    const label = flagOf(field, written);
    if (label === undefined) return isMissing ? [`Add: -f ${below(into, field)}=…`] : [];
    const values = Array.isArray(data?.values) ? data.values.map(String) : [];
    const value = valueAt(input, field);
    const suggestion = nearest(String(value), values);
    const given = label.startsWith("--") && isShort(value) ? ` ${value}` : "";
    return [
      `${label}${given}: ${violationText(violation)}${suggestion === undefined ? "" : `. Did you mean ${suggestion}?`}`,
    ];
  });
  if (lines.length === 0) return error;
  const said = lines.every((line) => line.startsWith("--")) && lines.length === violations.length;
  const [first = "", ...others] = lines;
  const further = said ? others : [first, ...others];
  const { hint } = error;
  return error.forPeople({
    plain: said ? first : undefined,
    hint: [...further, ...(hint === undefined ? [] : [hint])].join("\n  "),
  });
}

const isShort = (value: unknown): value is string | number =>
  typeof value === "number" || (typeof value === "string" && value !== "" && value.length <= 40);

const below = (into: string, field: string) =>
  into !== "" && field.startsWith(`${into}.`) ? field.slice(into.length + 1) : field;

/** Returns the last flag that wrote this field, a field around it, or a field in it. */
function flagOf(field: string, written: ReadFields["written"]): string | undefined {
  const isIn = (inner: string, outer: string) =>
    inner === outer || (/^[.[]/.test(inner.slice(outer.length)) && inner.startsWith(outer));
  return (
    written.findLast((one) => isIn(field, one.field)) ?? written.findLast((one) => isIn(one.field, field))
  )?.label;
}
