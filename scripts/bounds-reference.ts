import type { Schema } from "../src/api/schema.ts";
import { type Bounds, boundsOf } from "../src/api/schema.ts";
import { schemaBelow, schemaKind, shapeOf } from "../src/api/schema-fields.ts";
import { boundedFields } from "../src/resources/products/bounds.ts";

/** The parts of list fields that files set; the schemas have more. */
const parts = new Set([
  "title",
  "description",
  "plainDescription",
  "name",
  "value",
  "choices",
  "choicesSettings",
]);

/** Returns the page of product fields with their bounds, by catalog version. */
export function boundsPage(): string {
  const rows = Object.entries(boundedFields).flatMap(([field, { v1, v3 }]) => [
    ...(v1 ? rowsOf(field, v1.schema, "v1") : []),
    ...rowsOf(field, v3.schema, "v3"),
  ]);
  return `# Bounds of product fields

Values beyond these bounds are refused when a command is planned, in a dry run too, and by the sandbox. Amounts may have as
many decimals as the currency.

| field | catalog | bounds |
|---|---|---|
${merged(rows)
  .map(([field, catalog, text]) => `| ${field} | ${catalog} | ${text} |`)
  .join("\n")}
`;
}

type Row = [field: string, catalog: string, text: string];

/** Joins rows that are the same in both catalog versions. */
function merged(rows: readonly Row[]): Row[] {
  return rows.flatMap(([field, catalog, text]): Row[] => {
    const same = rows.filter((row) => row[0] === field && row[2] === text);
    if (same.length === 1) return [[field, catalog, text]];
    return catalog === "v1" ? [[field, "v1, v3", text]] : [];
  });
}

function rowsOf(field: string, schema: Schema, catalog: string): Row[] {
  const text = boundText(boundsOf(schema));
  const own: Row[] = text === "" ? [] : [[field, catalog, text]];
  const item = schemaKind(schema) === "array" ? schemaBelow(schema, { at: undefined }) : undefined;
  const shape = Object.entries(shapeOf(item ?? schema)).filter(([name]) => parts.has(name));
  const inner = shape.flatMap(([name, below]) =>
    rowsOf(`${field}${item ? "[]" : ""}.${name}`, below, catalog),
  );
  return [...own, ...inner];
}

const formats: Partial<Record<NonNullable<Bounds["format"]>, string>> = {
  WEB_URL: "a web address",
  SLUG: "lowercase letters, digits and dashes",
};

/** Returns bounds in words: `1 to 80 characters`. */
export function boundText(bounds: Bounds): string {
  const { minLength, maxLength, minSize, maxSize, min, max, whole, maxScale, format } = bounds;
  return [
    range(minLength, maxLength, "characters"),
    range(minSize, maxSize, "entries"),
    range(min, max),
    whole ? "a whole number" : "",
    maxScale === undefined ? "" : `at most ${maxScale} decimals`,
    (format && formats[format]) ?? "",
  ]
    .filter((text) => text !== "")
    .join(", ");
}

function range(from: number | undefined, to: number | undefined, unit = ""): string {
  if (to === undefined) return from === undefined ? "" : `${from} or more ${unit}`.trim();
  return (from === undefined ? `at most ${to} ${unit}` : `${from} to ${to} ${unit}`).trim();
}
