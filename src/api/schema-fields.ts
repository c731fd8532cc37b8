import { isRecord } from "../kernel/json.ts";
import { nearest } from "../kernel/text.ts";
import { type Bounds, boundsOf, type Schema } from "./schema.ts";

/** A step into a value: the name of a field, or the index of an item (`undefined`: after the last item). */
export type Step = { key: string } | { at: number | undefined };

/** The type of JSON that a schema accepts; `json` is any type. */
export type Kind = "text" | "number" | "boolean" | "object" | "array" | "json";

/** Returns the type of JSON that a schema accepts. A map has any fields, so that it is `json`. */
export function schemaKind({ type, properties }: Schema): Kind {
  if (type === "object") return properties ? "object" : "json";
  return type === undefined ? "json" : kinds[type];
}

const kinds = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "array",
} as const;

/** Returns the fields of an object schema by name; empty for other schemas. */
export const shapeOf = (schema: Schema | undefined): Readonly<Record<string, Schema>> =>
  schema?.properties ?? {};

/** Returns the schema one step down, or undefined if there is none. Free-form JSON stays free-form. */
export function schemaBelow(schema: Schema, step: Step): Schema | undefined {
  const { properties, items, additionalProperties } = schema;
  if (items) return "at" in step ? items : undefined;
  if (additionalProperties) return "key" in step ? additionalProperties : undefined;
  if (properties)
    return "key" in step && Object.hasOwn(properties, step.key) ? properties[step.key] : undefined;
  return schemaKind(schema) === "json" ? anything : undefined;
}

/** Returns the paths of an input that are not in its schema, each with the closest known field. */
export function* unknownFields(
  schema: Schema,
  input: unknown,
  path = "",
): Generator<{ field: string; suggestion: string | undefined }> {
  if (Array.isArray(input)) {
    const item = schemaBelow(schema, { at: undefined });
    for (const [index, value] of item ? input.entries() : [])
      yield* unknownFields(item as Schema, value, `${path}[${index}]`);
  } else if (isRecord(input)) {
    for (const [key, value] of Object.entries(input)) {
      const field = path === "" ? key : `${path}.${key}`;
      const child = schemaBelow(schema, { key });
      if (child) yield* unknownFields(child, value, field);
      else if (schemaKind(schema) === "object")
        yield { field, suggestion: nearest(key, Object.keys(shapeOf(schema))) };
    }
  }
}

/** Returns the schema at a path such as `variants[].variant.sku`. Throws for a path that is not in the schema. */
export function schemaAt(schema: Schema, path: string): Schema {
  const steps = path.split(".").flatMap((part): Step[] => {
    const key = part.replace("[]", "");
    return part.endsWith("[]") ? [{ key }, { at: undefined }] : [{ key }];
  });
  return steps.reduce((current, step) => {
    const below = schemaBelow(current, step);
    if (below === undefined) throw new Error(`"${path}" is not in the schema`);
    return below;
  }, schema);
}

/** Returns the bounds of the field at a path. Throws for a path that is not in the schema. */
function boundsAt(schema: Schema, path: string): Bounds {
  return boundsOf(schemaAt(schema, path));
}

/** Returns the maximum of the field at a path: its items, characters or value. Throws if it has none. */
export function maximumOf(schema: Schema, path: string): number {
  const { maxSize, maxLength, max } = boundsAt(schema, path);
  const most = maxSize ?? maxLength ?? max;
  if (most === undefined) throw new Error(`"${path}" has no maximum`);
  return most;
}

const anything: Schema = {};
