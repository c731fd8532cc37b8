import type { Call } from "../api/caller.ts";
import { createWireClient } from "../api/client.ts";
import { collections } from "../api/endpoints/collections.ts";
import type { FilterField } from "../api/filter.ts";
import { splitFilter } from "../api/filter.ts";
import { matchesFilter } from "../api/filter-match.ts";
import { parseFilter } from "../api/filter-parse.ts";
import { toPlatformFilter } from "../api/filter-platform.ts";
import type { Collection } from "../api/models/collection.ts";
import { pages } from "../api/pages.ts";
import { parseSort } from "../api/query.ts";
import { exitCodes, TillError } from "../errors.ts";
import { type Column, column } from "../output/table.ts";
import { type Slice, sliceRows } from "./slice.ts";

const textOperators = [
  "$eq",
  "$ne",
  "$gt",
  "$lt",
  "$gte",
  "$lte",
  "$isEmpty",
  "$exists",
  "$in",
  "$nin",
  "$startsWith",
];

/** What `--filter` knows of collections. Fields without operators are filtered here. */
export const collectionFilterFields: readonly FilterField[] = [
  { name: "id", type: "text", operators: textOperators },
  { name: "name", type: "text", operators: textOperators },
  { name: "slug", type: "text" },
  { name: "description", type: "text" },
  { name: "visible", type: "boolean" },
  { name: "numberOfProducts", type: "number" },
];

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

/** How to list collections; `filter`, `sort` and the rest as in the list flags. */
export interface CollectionQuery {
  filter?: string | undefined;
  search?: string | undefined;
  sort?: string | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  all?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** Collections in the order of their names unless another is asked for. */
export function listCollections(call: Call, query: CollectionQuery): Slice<Collection> {
  const { platform, local } =
    query.filter === undefined ? {} : splitFilter(parseFilter(query.filter, collectionFilterFields));
  const sort = parseSort(
    query.sort ?? "name",
    collectionFilterFields.filter(({ operators }) => operators),
  );
  const word = query.search?.toLowerCase();
  const found = pages<Collection>(
    call,
    "collections.query",
    collections.query,
    { query: { sort, ...(platform && { filter: toPlatformFilter(platform) }) } },
    { key: "id", ...(query.signal && { signal: query.signal }) },
  );
  const matching = async function* () {
    for await (const collection of found) {
      if (local && !matchesFilter(local, collection)) continue;
      if (word === undefined || (collection.name ?? "").toLowerCase().includes(word)) yield collection;
    }
  };
  return sliceRows(matching(), { offset: query.offset, limit: query.all ? undefined : (query.limit ?? 50) });
}

/** One collection by id, slug or exact name. */
export async function findCollection(call: Call, reference: string): Promise<Collection> {
  const client = createWireClient({ collections }, call);
  const query = async (filter: object) =>
    (await client.collections.query({ query: { filter, paging: { limit: 2 } } })).collections ?? [];
  for (const filter of [{ id: reference }, { slug: reference }, { name: reference }]) {
    const [first, second] = await query(filter);
    if (first && second) {
      throw new TillError(exitCodes.conflict, `Several collections are named "${reference}".`, {
        hint: "Name it by its slug or id.",
      });
    }
    if (first) return first;
  }
  throw new TillError(exitCodes.notFound, `No collection has the id, slug or name "${reference}".`, {
    hint: "See them all: till collections list",
  });
}
