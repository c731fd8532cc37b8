import { boundsOf, isTime, type Schema } from "./schema.ts";
import { schemaBelow, schemaKind, shapeOf } from "./schema-fields.ts";

const depth = 4;

/**
 * Returns a valid value for a schema, with all fields set down to four levels. Of mutually exclusive fields only the first
 * is set. The value depends on the schema and the time only.
 */
export function sampleValue(schema: Schema, now: Date, level = 0, name = ""): unknown {
  const facts = boundsOf(schema);
  switch (schemaKind(schema)) {
    case "text":
      return sampleText(schema, now, name);
    case "number":
      return facts.min !== undefined && facts.min > 1 ? facts.min : 1;
    case "boolean":
      return true;
    case "array": {
      const item = schemaBelow(schema, { at: undefined });
      return item === undefined || level >= depth ? [] : [sampleValue(item, now, level + 1, name)];
    }
    case "object":
      return sampleObject(schema, now, level);
    case "json":
      return {};
  }
}

function sampleObject(schema: Schema, now: Date, level: number): object {
  if (level >= depth) return {};
  const omitted = new Set((boundsOf(schema).oneOf ?? []).flatMap((group) => group.slice(1)));
  const fields = Object.entries(shapeOf(schema)).filter(([name]) => !omitted.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, sampleValue(field, now, level + 1, name)]));
}

const texts: Readonly<Record<string, string>> = {
  GUID: "00000000-0000-4000-8000-000000000001",
  EMAIL: "ada@example.com",
  WEB_URL: "https://shop.example/",
  CURRENCY: "USD",
  COUNTRY: "US",
  LANGUAGE: "en",
  PHONE: "+1 202 555 0100",
  LOCAL_DATE: "2030-01-01",
  DECIMAL: "1.00",
  SLUG: "sample-slug",
};

function sampleText(schema: Schema, now: Date, name: string): string {
  const { values, format, maxLength } = boundsOf(schema);
  if (values?.[0] !== undefined) return values[0];
  if (format !== undefined) return texts[format] ?? "";
  if (isTime(schema)) return now.toISOString();
  if (name === "revision" || name === "entityEventSequence") return "1";
  return `Sample ${name}`.trim().slice(0, maxLength ?? 100);
}
