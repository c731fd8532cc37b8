import type { Collection } from "../../api/models/collection.ts";
import { parseChanges } from "../../bulk/change.ts";
import { exitCodes, TillError } from "../../errors.ts";
import { collectionChangeFields, collectionSteps, collectionsById } from "../collection-changes.ts";
import {
  collectionColumns,
  collectionDetails,
  collectionFilterFields,
  listCollections,
} from "../collections.ts";
import type { Catalog } from "../products/read.ts";
import { commandLine, type Edit, flagOf, isNamed } from "./edits.ts";
import { type Changing, type NounSpec, quoted } from "./noun.ts";
import { missing, setsById } from "./products.ts";

/** Collections as people browse and change them. */
export function collectionNoun(catalog: Catalog): NounSpec<Collection> {
  return {
    name: "collections",
    one: "collection",
    title: "Collections",
    columns: collectionColumns,
    details: collectionDetails,
    fields: catalog.collections?.fields ?? collectionFilterFields,
    sortPaths: catalog.collections?.sortPaths,
    changes: catalog.admin ? collectionChanging(catalog) : undefined,
    relations: [
      {
        noun: "products",
        title: "its products",
        filter: ({ id }) => (id ? `collectionIds hasSome (${quoted(id)})` : undefined),
      },
    ],
    id: ({ id }) => id ?? "",
    label: ({ name, id }) => name ?? id ?? "",
    reference: ({ slug, id }) => slug || (id ?? ""),
    list: (query) => listCollections(catalog, query),
    async get(id) {
      const found = (await collectionsById(catalog.client, [id])).get(id);
      if (found) return found;
      throw new TillError(exitCodes.notFound, "The collection is not there any more.");
    },
  };
}

function collectionChanging(catalog: Catalog): Changing {
  return {
    kind: "collections.update",
    fields: collectionChangeFields,
    async *plan(edits, signal) {
      for (const { sets, rows } of edits) {
        if (isNamed(rows)) continue;
        const changes = parseChanges(sets, collectionChangeFields);
        for await (const one of listCollections(catalog, { ...rows, all: true, signal }).rows)
          yield collectionSteps(one, changes);
      }
      const named = setsById(edits);
      const found = await collectionsById(catalog.client, [...named.keys()]);
      for (const [id, one] of found)
        yield collectionSteps(one, parseChanges(named.get(id)?.sets ?? [], collectionChangeFields));
      yield* missing(named, [...named.keys()], found);
    },
    commands,
  };
}

function commands({ sets, rows }: Edit): string[] {
  if (!isNamed(rows)) return [];
  const flags = sets.flatMap(flagOf);
  return rows.map(({ reference }) => commandLine("collections", "update", reference, ...flags));
}
