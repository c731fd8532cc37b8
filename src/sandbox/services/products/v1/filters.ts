import { isRecord } from "../../../../kernel/json.ts";

/** The list fields, which support `$hasSome` and `$hasAll`. */
const lists = new Set(["collectionIds"]);

/**
 * Translates an API filter to a filter on product documents: renames fields, converts serial numbers to stored text, and
 * `$hasSome` on a scalar field to `$in`.
 */
export function storeFilter(filter: unknown, placeOf: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(filter)) return filter.map((part) => storeFilter(part, placeOf));
  if (!isRecord(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) =>
      key.startsWith("$")
        ? [key, storeFilter(value, placeOf)]
        : [placeOf[key] ?? key, operandsOf(key, value)],
    ),
  );
}

function operandsOf(field: string, operand: unknown): unknown {
  if (!isRecord(operand)) return field === "numericId" ? serialText(operand) : operand;
  return Object.fromEntries(
    Object.entries(operand).map(([operator, value]) => [
      operator === "$hasSome" && !lists.has(field) ? "$in" : operator,
      field === "numericId" ? serialText(value) : value,
    ]),
  );
}

function serialText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(serialText);
  return typeof value === "number" ? String(value) : value;
}
