import type { StepDraft } from "../../../bulk/journal/step.ts";
import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import type { SnapshotObject } from "../../../files/snapshot/format.ts";
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
  const known = Object.fromEntries(
    fieldNames.flatMap((field) => (collection[field] === undefined ? [] : [[field, collection[field]]])),
  );
  const base = { label: name, phase: phases.collections, source };
  if (present === undefined) {
    // A new collection has its name as slug, is visible and has no description.
    const { name: _, slug, ...others } = known;
    const rest = typeof slug === "string" && slug !== slugOf(name) ? { slug, ...others } : others;
    const fields = Object.entries(rest).filter(([, value]) => value !== null && value !== true);
    const create: StepDraft = {
      ...base,
      kind: "collection.create",
      key: name,
      before: null,
      after: { name },
    };
    if (fields.length === 0) return [create];
    const update = {
      kind: "collection.update",
      dependsOn: 0,
      before: null,
      after: Object.fromEntries(fields),
    };
    return [create, { ...base, ...update }];
  }
  const now = present.object as unknown as Record<string, string | boolean | null>;
  const changed = Object.entries(known).filter(
    ([field, value]) => !sameJson(now[field] ?? null, value ?? null),
  );
  if (changed.length === 0) return [];
  const before = Object.fromEntries(changed.map(([field]) => [field, now[field] ?? null]));
  return [{ ...base, kind: "collection.update", id: present.id, before, after: Object.fromEntries(changed) }];
}

/** Returns the step that deletes a collection, after its products have left it. */
export function collectionRemoval(
  { id, object }: { id: string; object: SnapshotObject },
  source: string,
): PlannedRow {
  const { name } = object as unknown as CollectionObject;
  const step = { kind: "collection.remove", id, label: name, phase: phases.removedCollections };
  return [{ ...step, before: { name }, after: null, source }];
}
