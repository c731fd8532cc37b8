import { UsageError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { nearest } from "../kernel/text.ts";
import { boundsOf, type Schema } from "./schema.ts";
import { type Step, schemaBelow, schemaKind, shapeOf } from "./schema-fields.ts";

/** The input with one field set, and the path of that field (`ids[2]`). */
export interface Filled {
  input: unknown;
  field: string;
}

/**
 * Returns the input with one value set at `product.name`, `lineItems[0].quantity` or `ids[]` (appends an item). Text is
 * converted to the schema's type; a list without brackets appends an item. `label` names the flag in errors. Throws
 * UsageError for a path that is invalid or not in the schema.
 */
export function fillField(
  schema: Schema,
  input: unknown,
  path: string,
  value: unknown,
  label: string,
): Filled {
  const steps = parsePath(path, label);
  let current = schema;
  for (const [index, step] of steps.entries()) {
    const next = schemaBelow(current, step);
    if (next === undefined) throw noSuchField(current, steps.slice(0, index), step, label);
    current = next;
  }
  const isWholeList = Array.isArray(value) || (typeof value === "string" && /^\s*\[/.test(value));
  if (schemaKind(current) === "array" && !isWholeList) {
    const more = { at: undefined };
    steps.push(more);
    current = schemaBelow(current, more) ?? current;
  }
  const setPath: Step[] = [];
  const parsed = typeof value === "string" ? readText(current, value, label) : value;
  return { input: put(input, steps, parsed, setPath, label), field: pathText(setPath) };
}

/**
 * Returns the input without the fields that exclude a field on the path, of which the platform takes only one: a percentage off
 * replaces an amount off. Throws UsageError for a path that is invalid.
 */
export function withoutAlternatives(schema: Schema, input: unknown, path: string, label: string): unknown {
  return clear(schema, input, parsePath(path, label));
}

function clear(schema: Schema | undefined, value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (schema === undefined || step === undefined) return value;
  const below = schemaBelow(schema, step);
  if ("at" in step)
    return Array.isArray(value)
      ? value.map((item, index) => (index === step.at ? clear(below, item, rest) : item))
      : value;
  if (!isRecord(value)) return value;
  const { key } = step;
  const group = (boundsOf(schema).oneOf ?? []).filter((names) => names.includes(key)).flat();
  const kept = Object.entries(value).filter(([name]) => name === key || !group.includes(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, name === key ? clear(below, one, rest) : one]));
}

/** Parses `true`, `false`, `null`, a number, or JSON in quotes, brackets or braces; other text is returned unchanged. */
export function literal(text: string): unknown {
  if (!/^\s*(?:true|false|null|-?\d|[[{"])/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    // A JSON number cannot hold more digits: the platform sends such numbers as text.
    const isTooLong = typeof value === "number" && text.replace(/\D/g, "").replace(/^0+/, "").length > 15;
    return isTooLong ? text : value;
  } catch {
    return text;
  }
}

/** Text that does not match its schema stays text: validation reports it in the platform's wording. */
function readText(schema: Schema, text: string, label: string): unknown {
  const kind = schemaKind(schema);
  if (kind === "text") return text;
  const value = literal(text);
  if (/^\s*[[{]/.test(text) && typeof value === "string")
    throw new UsageError(`${label}: this is not valid JSON.`, { field: label });
  const fits = typeof value === "object" || kind === "json" || typeof value === kind;
  return fits ? value : text;
}

function noSuchField(schema: Schema, before: readonly Step[], step: Step, label: string): UsageError {
  const where = before.length === 0 ? "this call" : `"${pathText(before)}"`;
  if ("at" in step) return new UsageError(`${label}: ${where} is not a list.`, { field: label });
  if (schemaKind(schema) === "array") {
    const hint = `Specify the item: ${pathText(before)}[0].${step.key}`;
    return new UsageError(`${label}: ${where} is a list.`, { field: label, hint });
  }
  const fields = Object.keys(shapeOf(schema));
  const suggestion = nearest(step.key, fields);
  const message = `${label}: ${where} has no field "${step.key}".`;
  return new UsageError(suggestion === undefined ? message : `${message} Did you mean ${suggestion}?`, {
    code: "UNKNOWN_FIELD",
    field: label,
    hint:
      fields.length === 0
        ? "It has no fields."
        : `Fields: ${fields.join(", ")}. Pass undocumented fields with --input.`,
  });
}

function parsePath(path: string, label: string): Step[] {
  return path.split(".").flatMap((part) => {
    const [, key, brackets = ""] = /^([^[\]]+)((?:\[\d*\])*)$/.exec(part) ?? [];
    if (key === undefined) {
      throw new UsageError(`${label}: "${path}" is not the path of a field.`, {
        field: label,
        hint: "Use a path such as product.name, lineItems[0].quantity or ids[].",
      });
    }
    const indexes = [...brackets.matchAll(/\[(\d*)\]/g)].map(([, at]) => ({
      at: at ? Number(at) : undefined,
    }));
    return [{ key }, ...indexes];
  });
}

/** Copies the objects and lists on the path. `setPath` receives the steps with every index as a number. */
function put(
  current: unknown,
  [step, ...rest]: readonly Step[],
  value: unknown,
  setPath: Step[],
  label: string,
): unknown {
  if (step === undefined) return value;
  if ("key" in step) {
    setPath.push(step);
    const record = isRecord(current) ? current : {};
    const inner = Object.hasOwn(record, step.key) ? record[step.key] : undefined;
    return { ...record, [step.key]: put(inner, rest, value, setPath, label) };
  }
  const items: unknown[] = Array.isArray(current) ? current : [];
  const at = step.at ?? items.length;
  if (at > items.length)
    throw new UsageError(`${label}: item ${at} cannot be set before item ${items.length}.`, { field: label });
  setPath.push({ at });
  return [...items.slice(0, at), put(items[at], rest, value, setPath, label), ...items.slice(at + 1)];
}

const pathText = (steps: readonly Step[]): string =>
  steps
    .map((step) => ("key" in step ? `.${step.key}` : `[${step.at ?? ""}]`))
    .join("")
    .replace(/^\./, "");
