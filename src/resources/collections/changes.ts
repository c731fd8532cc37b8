import type { Collection } from "../../api/services/collections/collections.ts";
import type { Json, Step } from "../../bulk/journal/step.ts";
import { applyChanges, type Change } from "../../bulk/language/change.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { batchesOf } from "../../kernel/batches.ts";
import type { Collections } from "./collections.ts";

type Fields = Record<string, string | boolean | null>;

/** Returns the fields of a collection that can be changed. */
export function collectionValues({ name, slug, description, visible }: Collection): Fields {
  return {
    name: name ?? null,
    slug: slug ?? null,
    description: description || null,
    visible: visible ?? true,
  };
}

/** Returns the step that changes a collection. */
export function collectionSteps(collection: Collection, changes: readonly Change[]): PlannedRow {
  const present = collectionValues(collection);
  const after = applyChanges(changes, present, { currency: "USD" }) as Fields;
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, present[name] ?? null]));
  const id = collection.id;
  return [{ kind: "collection.update", id, label: collection.name ?? id, before, after }];
}

/** Sends a step. */
export async function updateCollection(
  collections: Collections,
  { id, after }: Pick<Step, "id" | "after">,
): Promise<void> {
  const { description, ...fields } = after as Fields;
  const changed = { ...fields, ...(description !== undefined && { description: description ?? "" }) };
  await collections.change(id ?? "", changed as Collection);
}

/** Returns collections by id, read 100 per request. */
export async function collectionsById(
  collections: Collections,
  ids: readonly string[],
): Promise<Map<string, Collection>> {
  const found: Collection[] = [];
  for (const chunk of batchesOf(ids, 100)) found.push(...(await collections.find("id", chunk)));
  return new Map(found.map((collection) => [collection.id, collection]));
}

/** Returns the current values of the fields that steps change or that a deleted collection was created with, by seq. */
export async function presentCollections(
  collections: Collections,
  steps: readonly Pick<Step, "seq" | "id" | "before" | "after">[],
): Promise<Map<number, Json | undefined>> {
  const found = await collectionsById(collections, [...new Set(steps.map(({ id }) => id ?? ""))]);
  return new Map(
    steps.map(({ seq, id, before, after }) => {
      const collection = found.get(id ?? "");
      const present = collection && collectionValues(collection);
      const names = Object.keys((after ?? before ?? {}) as Fields);
      return [seq, present && Object.fromEntries(names.map((name) => [name, present[name] ?? null]))];
    }),
  );
}
