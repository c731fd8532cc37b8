import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import type { Cell } from "./csv.ts";
import { jsonText } from "./json.ts";

/** Parses `id, priceData.price` to paths, in order and without duplicates. */
export function parseFields(text: string): string[] {
  const paths = text.split(",").map((path) => path.trim());
  const bad = paths.find((path) => path.split(".").some((name) => name === ""));
  if (bad !== undefined) {
    throw new UsageError(`--fields has an empty name in "${text}"`, {
      field: "--fields",
      hint: "Separate names with commas: --fields id,name,priceData.price",
    });
  }
  return [...new Set(paths)];
}

/**
 * Throws UsageError for a path that no record can have. `known` are all paths of the record; paths below or above a known
 * path are known as well.
 */
export function checkFieldPaths(paths: readonly string[], known: readonly string[]): void {
  const unknown = paths.find((path) => !known.some((one) => covers(one, path) || covers(path, one)));
  if (unknown === undefined) return;
  const guess = nearest(unknown, known);
  throw new UsageError(
    `Unknown field "${unknown}".${guess === undefined ? "" : ` Did you mean "${guess}"?`}`,
    {
      code: "UNKNOWN_FIELD",
      field: "--fields",
      hint: `Fields are: ${known.join(", ")}`,
    },
  );
}

function covers(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`);
}

/** Returns the record with only these paths, nested as in the record. A path through a list applies to each item. Missing values are null. */
export function pick(record: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(record)) return record.map((item) => pick(item, paths));
  if (!isObject(record)) return null;
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const [name = "", ...rest] = path.split(".");
    below.set(name, [...(below.get(name) ?? []), rest.join(".")]);
  }
  return Object.fromEntries(
    [...below].map(([name, rests]) => {
      const value = Object.hasOwn(record, name) ? record[name] : undefined;
      return [name, rests.includes("") ? (value ?? null) : pick(value, rests)];
    }),
  );
}

/** Returns the value at a path; that of each item of a list on the way. */
export function dataAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => dataAt(item, [name, ...rest]));
  return isObject(value) && Object.hasOwn(value, name) ? dataAt(value[name], rest) : undefined;
}

/** Returns the paths of the values of a record, through its members that are objects: `id`, `rows.ok`. */
export function leafPaths(record: object): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    isObject(value) && !Array.isArray(value) && !(value instanceof Date)
      ? leafPaths(value).map((path) => `${name}.${path}`)
      : value === undefined
        ? []
        : [name],
  );
}

/** Returns the value at a path as one cell: lists of plain values joined by ", ", nested values as JSON. */
export function cellAt(record: unknown, path: string): Cell {
  // Most fields are plain, and lists of many rows read many of them.
  const plain = isObject(record) && Object.hasOwn(record, path) ? record[path] : undefined;
  if (plain !== undefined && !isObject(plain)) return valueCell(plain);
  const found = valuesAt(record, path === "" ? [] : path.split("."));
  return found.length > 1 ? found.map(valueCell).join(", ") : valueCell(found[0]);
}

function valuesAt(value: unknown, names: readonly string[]): unknown[] {
  if (Array.isArray(value))
    return names.length === 0 && value.some(isObject)
      ? [value]
      : value.flatMap((item) => valuesAt(item, names));
  const [name, ...rest] = names;
  if (name === undefined) return [value];
  return isObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
}

/** Returns a value as one cell: a list of plain values joined by ", ", nested values as JSON. */
export function valueCell(value: unknown): Cell {
  if (Array.isArray(value) && !value.some(isObject))
    return value.length === 0 ? null : value.map(valueCell).join(", ");
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value instanceof Date ? value.toISOString() : jsonText(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object";
}
