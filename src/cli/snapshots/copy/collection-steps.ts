import type { Json } from "../../../bulk/journal/step.ts";
import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import type { CollectionObject } from "../../../files/snapshot/schema.ts";
import { sameJson } from "../../../kernel/json.ts";
import { slugOf } from "../../../resources/products/slug.ts";
import { phases } from "../../../resources/products/steps.ts";

const fieldNames = ["name", "slug", "description", "visible"] as const;

/** Returns the steps that create a collection or give it the fields of another shop's. `present`: the one of the target. */
export function collectionSteps(
  collection: CollectionObject,
  present: { id: string; object: CollectionObject } | undefined,
  source: string,
): PlannedRow {
  const { name } = collection;
  const wanted = fieldsOf(collection);
  const base = { label: name, phase: phases.collections, source };
  if (present === undefined) {
    // A new collection has a slug made of its name, is visible and has no description.
    const isDefault = ([field, value]: [string, Json]) =>
      value === null ||
      (field === "visible" && value === true) ||
      (field === "slug" && value === slugOf(name));
    const after = Object.fromEntries(Object.entries(wanted).filter((entry) => !isDefault(entry)));
    return [{ ...base, kind: "collection.create", key: name, before: null, after }];
  }
  const now = fieldsOf(present.object);
  const changed = Object.entries(wanted).filter(([field, value]) => !sameJson(now[field] ?? null, value));
  if (changed.length === 0) return [];
  const before = Object.fromEntries(changed.map(([field]) => [field, now[field] ?? null]));
  return [{ ...base, kind: "collection.update", id: present.id, before, after: Object.fromEntries(changed) }];
}

/** Returns the step that deletes a collection, after its products have left it, with all that undo creates it again with. */
export function collectionRemoval(
  { id, object }: { id: string; object: CollectionObject },
  source: string,
): PlannedRow {
  const step = { kind: "collection.remove", id, label: object.name, phase: phases.removedCollections };
  return [{ ...step, before: fieldsOf(object), after: null, source }];
}

/** Returns the fields of a collection that a snapshot has and requests can set. */
const fieldsOf = (collection: CollectionObject): Record<string, Json> =>
  Object.fromEntries(
    fieldNames.flatMap((field) => (collection[field] === undefined ? [] : [[field, collection[field]]])),
  );
