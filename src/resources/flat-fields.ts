import type { Json } from "../bulk/journal/step.ts";

/** The fields of an object by path: `scope.group.name`. Lists are values. Null: absent. */
export type FlatFields = Readonly<Record<string, Json>>;

/** Their fields have names with dots. */
const opaque: ReadonlySet<string> = new Set(["extendedFields"]);

/** Returns the fields of an object by path, without those that are null or empty objects. */
export function flatFields(object: Record<string, unknown>, prefix = ""): FlatFields {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, Json][] => {
      if (value === null || value === undefined) return [];
      const isNested = typeof value === "object" && !Array.isArray(value) && !opaque.has(name);
      const path = `${prefix}${name}`;
      return isNested
        ? Object.entries(flatFields(value as Record<string, unknown>, `${path}.`))
        : [[path, value as Json]];
    }),
  );
}

/** Returns the object with these fields. `null`: what becomes of fields that are null; default: they are left out. */
export function nestedFields(fields: FlatFields, { nulls = false } = {}): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nulls) continue;
    const names = path.split(".");
    const last = names.pop() ?? "";
    let parent = object;
    for (const name of names) {
      parent[name] ??= {};
      parent = parent[name] as Record<string, unknown>;
    }
    parent[last] = value;
  }
  return object;
}
