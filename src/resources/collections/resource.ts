import type { Collection } from "../../api/services/collections/models/collection.ts";
import { parseChanges } from "../../bulk/language/change.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { commandLine, type Edit, flagOf, isNamed } from "../edits.ts";
import { jobHistory, type ReadPast } from "../history.ts";
import type { Catalog } from "../products/read.ts";
import { missing, setsById } from "../products/resource.ts";
import { type Action, type Changes, quoted, type Resource } from "../resource.ts";
import { collectionChangeFields, collectionSteps, collectionsById } from "./changes.ts";
import {
  collectionColumns,
  collectionDetails,
  collectionFilterFields,
  listCollections,
} from "./collections.ts";

/** Collections as people browse and change them. */
export function collectionResource(catalog: Catalog, past?: ReadPast): Resource<Collection> {
  return {
    name: "collections",
    singular: "collection",
    title: "Collections",
    columns: collectionColumns,
    details: collectionDetails,
    fields: catalog.collections?.fields ?? collectionFilterFields,
    sortPaths: catalog.collections?.sortPaths,
    changes: catalog.admin ? collectionChanges(catalog) : undefined,
    relations: [
      {
        resource: "products",
        title: "its products",
        filter: ({ id }) => (id ? `collectionIds hasSome (${quoted(id)})` : undefined),
      },
    ],
    actions: catalog.admin ? collectionActions : [],
    id: ({ id }) => id ?? "",
    label: ({ name, id }) => name ?? id ?? "",
    reference: ({ slug, id }) => slug || (id ?? ""),
    list: (query) => listCollections(catalog, query),
    history: ({ id }, words) => jobHistory(past, id, words),
    async get(id) {
      const found = (await collectionsById(catalog.client, [id])).get(id);
      if (found) return found;
      throw new TillError(exitCodes.notFound, "The collection is not there any more.");
    },
  };
}

const products: Action["questions"] = [{ title: "Product", hint: "id, slug or SKU", required: true }];
const collectionActions: readonly Action[] = [
  {
    key: "p",
    name: "put in",
    help: "put a product into it",
    target: "row",
    questions: products,
    args: (collections, [product = ""]) => ["collections", "add", ...collections, product],
  },
  {
    key: "t",
    name: "take out",
    help: "take a product out of it",
    target: "row",
    questions: products,
    args: (collections, [product = ""]) => ["collections", "remove", ...collections, product],
  },
  {
    key: "d",
    name: "delete",
    help: "delete it; its products stay",
    target: "row",
    args: (collections) => ["collections", "delete", ...collections],
  },
];

function collectionChanges(catalog: Catalog): Changes {
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
