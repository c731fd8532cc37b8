import { isPlainDecimal } from "./currency.ts";

/** The functions that SQL of every database can use. */
export const sqlFunctions = { fold, instant, numeric } as const;

/** Returns text in Unicode lower case, which SQLite's lower() does not; null for other values. */
export function fold(value: unknown): string | null {
  return typeof value === "string" ? value.toLowerCase() : null;
}

/** Returns a time with a zone in the form `2024-01-01T00:00:00.000Z`, and other text unchanged; null for other values. */
export function instant(value: unknown): string | null {
  if (typeof value !== "string") return null;
  if (!isInstant(value)) return value;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

/** Returns whether text has the form of a time with a zone. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);

/** Returns a number, or decimal text as a number; null for other values. */
export function numeric(value: unknown): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "bigint" || typeof value === "boolean") return Number(value);
  return typeof value === "string" && isPlainDecimal(value) ? Number(value) : null;
}
