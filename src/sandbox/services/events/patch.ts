import { valueAt } from "../../../api/endpoint.ts";
import { isRecord } from "../../../kernel/json.ts";

type Fields = Record<string, unknown>;

/** The fields that are replaced as a whole. */
const wholes = new Set([
  "location.address",
  "mainImage",
  "description",
  "seoSettings.advancedSeoData",
  "registration.tickets.taxSettings",
]);

/**
 * Applies a PATCH: null clears a field, and objects are merged. With a mask (comma-separated paths) only its paths change,
 * and those missing in the change are cleared.
 */
export function patched<T extends object>(before: T, change: object, mask?: string | null): T {
  const paths = (mask ?? "").split(",").filter(Boolean);
  if (paths.length === 0) return merge(before, change, "") as T;
  const changes = paths.map((path) => nested(path.split("."), valueAt(change, path) ?? null));
  return changes.reduce<unknown>((after, one) => merge(after, one, ""), before) as T;
}

function merge(before: unknown, change: unknown, path: string): unknown {
  if (!isRecord(change) || wholes.has(path)) return change;
  const after = new Map(Object.entries(isRecord(before) ? before : {}));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) after.delete(key);
    else after.set(key, merge(after.get(key), value, path === "" ? key : `${path}.${key}`));
  }
  return Object.fromEntries(after);
}

function nested([key = "", ...rest]: readonly string[], value: unknown): Fields {
  return { [key]: rest.length === 0 ? value : nested(rest, value) };
}
