import { type Endpoint, valueAt } from "../api/endpoint.ts";
import { fillField, literal, unknownFields } from "../api/input-fields.ts";
import type { Violation } from "../api/violations.ts";
import type { Context } from "../context/context.ts";
import { ApiError, UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import type { FieldOptions } from "./field-flags.ts";
import { readJsonObject, readText } from "./json-source.ts";

/** A value for a field, and the flag (or argument) that it came from. */
export interface GivenField {
  path: string;
  /** Text is read as the schema says; any other value is taken as it is. */
  value: unknown;
  /** How to name it in errors: `-f product.name`. */
  label: string;
}

/** The input of a call, and which flag wrote which field of it. */
export interface ReadFields {
  input: unknown;
  written: readonly { field: string; label: string }[];
}

/** The fields that `-f` and `-F` give, files read. UsageError for what has no `=`. */
export async function givenFields(context: Context, options: FieldOptions): Promise<GivenField[]> {
  const fields = (options.field ?? []).map((text): GivenField => splitField("-f", text));
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
    throw new UsageError(`${flag} takes a field and its value, not "${text}".`, {
      field: flag,
      hint: `For example: ${flag} product.name=Mug`,
    });
  }
  const path = text.slice(0, at);
  return { path, value: text.slice(at + 1), label: `${flag} ${path}` };
}

/**
 * The input of a call: `base` (what the command says by itself), then `--input`, then the fields in their order. A field that the call does not know is a
 * UsageError under `-f` and `-F`; under `--input` it is sent, and said.
 */
export async function readFields(
  context: Context,
  endpoint: Pick<Endpoint, "input">,
  options: FieldOptions,
  fields: readonly GivenField[],
  base: object = {},
): Promise<ReadFields> {
  const given = options.input === undefined ? {} : await readJsonObject(context, "--input", options.input);
  for (const { field, meant } of unknownFields(endpoint.input, given)) {
    const guess = meant === undefined ? "" : ` Did you mean ${meant}?`;
    await context.notice(
      `--input: till knows no field "${field}" of this call.${guess} It is sent all the same.`,
    );
  }
  let input: unknown = { ...base, ...given };
  const written = fields.map(({ path, value, label }) => {
    const filled = fillField(endpoint.input, input, path, value, label);
    input = filled.input;
    return { field: filled.field, label };
  });
  return { input, written };
}

/**
 * The error with the flags at fault below it, where the platform (or the check before sending) names fields. `into` is the
 * place in the input that the paths of flags start from.
 */
export function pointAtFlags(error: unknown, { input, written }: ReadFields, into = ""): unknown {
  if (!(error instanceof ApiError) || error.code !== "INVALID_ARGUMENT") return error;
  const { validationError } = (error.details ?? {}) as {
    validationError?: { fieldViolations?: Violation[] };
  };
  const lines = (validationError?.fieldViolations ?? []).flatMap(
    ({ field, description, violatedRule, data }) => {
      const isMissing = violatedRule === "REQUIRED_FIELD" || violatedRule === "REQUIRED_ONE_OF_FIELD";
      const label = flagOf(field, written);
      if (label === undefined) return isMissing ? [`Add: -f ${below(into, field)}=…`] : [];
      const values = Array.isArray(data?.values) ? data.values.map(String) : [];
      const meant = nearest(String(valueAt(input, field)), values);
      return [`${label}: ${description}${meant === undefined ? "" : `. Did you mean ${meant}?`}`];
    },
  );
  if (lines.length === 0) return error;
  const { message, status, code, field, details, requestId, hint } = error;
  return new ApiError(message, {
    status,
    code,
    field,
    details,
    requestId,
    hint: [...lines, ...(hint === undefined ? [] : [hint])].join("\n  "),
  });
}

const below = (into: string, field: string) =>
  into !== "" && field.startsWith(`${into}.`) ? field.slice(into.length + 1) : field;

/** The flag that wrote this field, what is around it, or something in it: the last word counts. */
function flagOf(field: string, written: ReadFields["written"]): string | undefined {
  const isIn = (inner: string, outer: string) =>
    inner === outer || (/^[.[]/.test(inner.slice(outer.length)) && inner.startsWith(outer));
  return (
    written.findLast((one) => isIn(field, one.field)) ?? written.findLast((one) => isIn(one.field, field))
  )?.label;
}
