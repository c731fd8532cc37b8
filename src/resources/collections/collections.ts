import { shapeOf } from "../../api/schema-fields.ts";
import { Collection } from "../../api/services/collections.ts";
import type { Json, Step } from "../../bulk/journal/step.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { described } from "../described.ts";
import { type Listing, type ListQuery, type ListSource, listRows } from "../listing.ts";

/** The fields of collections. Those whose filter has no operators are filtered here. */
export const collectionView = described<Collection>(
  {
    id: { spare: true, filter: "text" },
    name: { grow: true, min: 12, filter: "text", set: { type: "text" } },
    slug: { filter: { here: "text" }, set: { type: "text" } },
    description: { filter: { here: "text" }, set: { type: "text", nullable: true } },
    visible: { label: "Shown", absent: true, filter: { here: "boolean" }, set: { type: "boolean" } },
    numberOfProducts: { label: "Products", absent: 0, as: "number", filter: { here: "number" } },
  },
  {
    list: "name slug numberOfProducts visible id",
    get: "name id slug numberOfProducts visible description",
  },
);

export const collectionFilterFields = collectionView.filterFields;

/** The fields of a collection for `--fields`. */
export const collectionFields: readonly string[] = Object.keys(shapeOf(Collection));

/** The collections of a shop; on catalog v3, its categories. */
export interface Collections {
  /** The list call, with the fields that it can filter and sort by. */
  list: ListSource;
  /** Returns the collections with these ids or names, at most 100. */
  find(field: "id" | "name", values: readonly string[]): Promise<Collection[]>;
  /** Returns a collection by its slug, by which the list cannot be filtered; undefined if there is none. */
  bySlug(slug: string): Promise<Collection | undefined>;
  create(collection: Partial<Collection>): Promise<Collection>;
  /** Sets the given fields of a collection. */
  change(id: string, fields: Partial<Collection>): Promise<Collection>;
  remove(id: string): Promise<unknown>;
  addProducts(id: string, productIds: readonly string[]): Promise<unknown>;
  removeProducts(id: string, productIds: readonly string[]): Promise<unknown>;
}

/** Lists collections, by default sorted by name. */
export function listCollections({ list }: Collections, query: ListQuery): Listing<Collection> {
  return listRows({ ...list, sort: "name" }, query);
}

/** Returns a collection by id, slug or exact name. Throws TillError 5 if there is none, 6 if several have the name. */
export async function findCollection(collections: Collections, reference: string): Promise<Collection> {
  const finders = [
    () => collections.find("id", [reference]),
    async () => [(await collections.bySlug(reference)) ?? []].flat(),
    () => collections.find("name", [reference]),
  ];
  for (const find of finders) {
    const [first, second] = await find();
    if (first && second) {
      throw new TillError(exitCodes.conflict, `Several collections are named "${reference}".`, {
        hint: "Use the slug or the id.",
      });
    }
    if (first) return first;
  }
  throw new TillError(exitCodes.notFound, `No collection has the id, slug or name "${reference}".`, {
    hint: "List them: till collections list",
  });
}

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
