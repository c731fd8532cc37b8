import { isRecord } from "../kernel/json.ts";
import { isTime, type Schema } from "./schema.ts";

/** A value that does not match its schema. */
export interface Mismatch {
  /** `order.lineItems[0].quantity`; empty for the whole value. */
  path: string;
  /** What the value should be: `a number`. */
  expected: string;
}

/** A time in a value, and what it becomes. */
type Change = [owner: Record<string, unknown> | unknown[], key: string | number, value: Date];

/**
 * Decodes parsed JSON in place: times become dates. Returns what does not match its schema, in which case the value is left as it
 * is.
 */
export function decodeInPlace(schema: Schema, value: unknown): Mismatch | undefined {
  const changes: Change[] = [];
  const found = mismatchIn(schema, value, changes);
  if (found) return found;
  for (const [owner, key, time] of changes) (owner as Record<string | number, unknown>)[key] = time;
  return undefined;
}

function check(
  schema: Schema,
  value: unknown,
  owner: Change[0],
  key: Change[1],
  changes: Change[],
): Mismatch | undefined {
  const { type, properties, additionalProperties, items, anyOf } = schema;
  if (type === "object") {
    if (!isRecord(value)) return expected("an object");
    if (!properties && !additionalProperties) return undefined;
    for (const name of Object.keys(value)) {
      const field = properties
        ? Object.hasOwn(properties, name)
          ? properties[name]
          : undefined
        : additionalProperties;
      const inner = value[name];
      if (field === undefined || inner === undefined || inner === null) continue;
      const found = check(field, inner, value, name, changes);
      if (found) return { ...found, path: `.${name}${found.path}` };
    }
    return undefined;
  }
  if (type === "array") {
    if (!Array.isArray(value)) return expected("a list");
    if (items === undefined) return undefined;
    for (let index = 0; index < value.length; index++) {
      const found = check(items, value[index], value, index, changes);
      if (found) return { ...found, path: `[${index}]${found.path}` };
    }
    return undefined;
  }
  if (type === "string") {
    if (typeof value !== "string") return expected("text");
    if (!isTime(schema)) return undefined;
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) return expected("a time");
    changes.push([owner, key, time]);
    return undefined;
  }
  if (type === "boolean") return typeof value === "boolean" ? undefined : expected("true or false");
  if (type !== undefined) return typeof value === "number" ? undefined : expected("a number");
  if (anyOf?.every((one) => check(one, value, owner, key, []))) return expected("one of the allowed types");
  return undefined;
}

const expected = (what: string): Mismatch => ({ path: "", expected: what });

/** Returns what does not match its schema in parsed JSON, and adds its times to `changes`. */
export function mismatchIn(schema: Schema, value: unknown, changes: Change[] = []): Mismatch | undefined {
  const found = check(schema, value, [value], 0, changes);
  return found && { ...found, path: found.path.replace(/^\./, "") };
}

/** Returns a value as JSON: dates become times. */
export function toJson(schema: Schema | undefined, value: unknown): unknown {
  if (value instanceof Date)
    return schema && isTime(schema) && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
  if (Array.isArray(value)) return value.map((one) => toJson(schema?.items, one));
  if (!isRecord(value)) return value;
  const { properties, additionalProperties } = schema ?? {};
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      toJson(properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties, one),
    ]),
  );
}
