/**
 * Normalizes every time in a value to `2030-05-01T19:00:00.000Z`, because stored times are compared as text.
 */
export function inStoredTimes<T>(value: T): T {
  return walk(value) as T;
}

function walk(value: unknown): unknown {
  if (typeof value === "string") return isTime(value) ? new Date(value).toISOString() : value;
  if (Array.isArray(value)) return value.map(walk);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(text) &&
  !Number.isNaN(Date.parse(text));
