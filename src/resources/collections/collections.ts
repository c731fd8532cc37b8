import { shapeOf } from "../../api/schema-fields.ts";
import { Collection } from "../../api/services/collections/collections.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { described } from "../described.ts";
import { type Listing, type ListQuery, type ListSource, listRows } from "../listing.ts";

/** The fields of collections. Those whose filter has no operators are filtered here. */
export const collectionView = described<Collection>(
  {
    id: { filter: "text" },
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
