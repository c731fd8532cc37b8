import type { Json } from "../../../bulk/journal/step.ts";
import type { Body } from "../references.ts";
import { type FlatFields, nestedFields } from "./flat-fields.ts";
import type { Item, Target } from "./writer.ts";

/** Returns what an update is made of. `item`: the object as it is; `after`: the fields that change. `withIds`: replaces keys. */
export async function targetOf(
  { id, revision, fields }: Pick<Item, "id" | "revision" | "fields">,
  after: FlatFields,
  withIds: (body: Body) => Promise<Body>,
): Promise<Target> {
  const whole = { ...fields, ...after };
  return {
    id,
    revision,
    whole: await withIds(nestedFields(whole)),
    touched: await withIds(nestedFields(touchedFields(whole, after), { nulls: true })),
    changed: nestedFields(after, { nulls: true }),
  };
}

/** Returns the fields below the names of which something changes. */
function touchedFields(fields: FlatFields, after: FlatFields): FlatFields {
  const rootOf = (path: string) => path.split(".")[0] ?? path;
  const names = new Set(Object.keys(after).map(rootOf));
  const kept = Object.entries(fields).filter(([path, value]) => names.has(rootOf(path)) && value !== null);
  const filled = new Set(kept.map(([path]) => rootOf(path)));
  const cleared = [...names].filter((name) => !filled.has(name));
  return Object.fromEntries([...kept, ...cleared.map((name): [string, Json] => [name, null])]);
}
