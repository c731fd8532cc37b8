import type { Call } from "../../api/caller.ts";
import { createWireClient } from "../../api/client.ts";
import { type FilterField, textOperators } from "../../api/query/filter.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { collections } from "../../api/services/collections/collections.ts";
import { Collection } from "../../api/services/collections/models/collection.ts";
import { ApiError, exitCodes, TillError } from "../../kernel/errors.ts";
import { type Column, column } from "../../output/table.ts";
import { type Listing, type ListQuery, type ListSource, listRows } from "../listing.ts";

/** The fields of collections for `--filter`. Fields without operators are filtered here. */
export const collectionFilterFields: readonly FilterField[] = [
  { name: "id", type: "text", operators: textOperators },
  { name: "name", type: "text", operators: textOperators },
  { name: "slug", type: "text" },
  { name: "description", type: "text" },
  { name: "visible", type: "boolean" },
  { name: "numberOfProducts", type: "number" },
];

/** The fields of a collection for `--fields`. */
export const collectionFields: readonly string[] = Object.keys(shapeOf(Collection));

/** The columns of `till collections list`. */
export const collectionColumns: readonly Column<Collection>[] = [
  column("NAME", ({ name }) => name ?? "", { grow: true, min: 12, path: "name" }),
  column("SLUG", ({ slug }) => slug ?? "", { path: "slug" }),
  column("PRODUCTS", ({ numberOfProducts }) => numberOfProducts ?? 0, {
    as: "number",
    path: "numberOfProducts",
  }),
  column("SHOWN", ({ visible }) => visible ?? true, { path: "visible" }),
  column("ID", ({ id }) => id ?? "", { path: "id" }),
];

/** The lines of `till collections get`. */
export const collectionDetails: readonly Column<Collection>[] = [
  column("Name", ({ name }) => name ?? ""),
  column("Id", ({ id }) => id ?? ""),
  column("Slug", ({ slug }) => slug ?? ""),
  column("Products", ({ numberOfProducts }) => numberOfProducts ?? 0),
  column("Shown", ({ visible }) => visible ?? true),
  column("Description", ({ description }) => description ?? ""),
];

/** The list call of a catalog version, with the fields that it can filter and sort by. */
export type CollectionSource = Pick<ListSource, "endpoint" | "fields" | "sortPaths">;

const listV1: CollectionSource = { endpoint: collections.query, fields: collectionFilterFields };

/** Lists collections, by default sorted by name. */
export function listCollections(
  { call, collections: source = listV1 }: { call: Call; collections?: CollectionSource | undefined },
  query: ListQuery,
): Listing<Collection> {
  return listRows({ call, name: "collections.query", ...source, sort: "name" }, query);
}

/** Returns a collection by id, slug or exact name. Throws TillError 5 if there is none, 6 if several have the name. */
export async function findCollection(call: Call, reference: string): Promise<Collection> {
  const client = createWireClient({ collections }, call);
  const query = async (filter: object) =>
    (await client.collections.query({ query: { filter, paging: { limit: 2 } } })).collections ?? [];
  // The platform cannot filter by slug.
  const bySlug = async () => {
    try {
      const { collection } = await client.collections.getBySlug({ slug: reference });
      return collection ? [collection] : [];
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    }
  };
  for (const find of [() => query({ id: reference }), bySlug, () => query({ name: reference })]) {
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
