/** Lists stand in their documents as lists: `$hasSome` and `$hasAll` are for them. */
const lists = new Set(["collectionIds"]);

/**
 * A caller's filter in the terms of the product documents: fields that are called otherwise there get
 * their names, serial numbers become the text that they are stored as, and `$hasSome` on a field
 * of one value is what the store calls `$in`.
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
