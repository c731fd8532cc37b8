import type { Collection } from "../../api/services/collections.ts";
import { applyChanges, type Change, parseChanges } from "../../bulk/language/change.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { commandLine } from "../../kernel/command-line.ts";
import { type BrowseAction, type Edit, hasRows } from "../../ui/screens/browse/browse-resource.ts";
import { planEdits } from "../edits.ts";
import { jobHistory } from "../history.ts";
import { openCatalog } from "../products/read.ts";
import { type Changes, filterQuoted, flagOf, type Resource } from "../resource.ts";
import {
  type Collections,
  collectionFields,
  collectionsById,
  collectionValues,
  collectionView,
  findCollection,
  listCollections,
} from "./collections.ts";

export const collectionResource: Resource<Collection> = {
  name: "collections",
  kind: "collection",
  singular: "collection",
  title: "Collections",
  ...collectionView,
  recordFields: collectionFields,
  matchKeys: ["slug", "name"],
  searched: { fields: "names", text: ({ name }) => name ?? "" },
  relations: [
    {
      resource: "products",
      title: "products",
      filter: ({ id }) => (id ? `collectionIds hasSome (${filterQuoted(id)})` : undefined),
    },
  ],
  id: ({ id }) => id,
  label: ({ name, id }) => name ?? id,
  reference: ({ slug, id }) => slug || id,
  async open(session) {
    const catalog = await openCatalog(session);
    const { collections } = catalog;
    const { fields, sortPaths } = collections.list;
    return {
      filterFields: fields,
      sortPaths,
      list: (query) => listCollections(collections, query),
      get: (reference) => findCollection(collections, reference),
      changes: catalog.admin ? collectionChanges(collections) : undefined,
      actions: catalog.admin ? adminActions : [],
      history: ({ id }, ...shown) => jobHistory(session, id, ...shown),
    };
  },
};

const product: BrowseAction["questions"] = [{ title: "Product", hint: "id, slug or SKU", required: true }];
const adminActions: readonly BrowseAction[] = [
  {
    key: "p",
    name: "add product",
    help: "add a product to the collection",
    target: "row",
    questions: product,
    args: (collections, [product = ""]) => ["collections", "add", ...collections, product],
  },
  {
    key: "t",
    name: "remove product",
    help: "remove a product from the collection",
    target: "row",
    questions: product,
    args: (collections, [product = ""]) => ["collections", "remove", ...collections, product],
  },
  {
    key: "d",
    name: "delete",
    help: "delete the collection; its products stay",
    target: "row",
    args: (collections) => ["collections", "delete", ...collections],
  },
];

function collectionChanges(collections: Collections): Changes {
  return {
    kind: "collections.update",
    plan: (edits, signal) =>
      planEdits(
        edits,
        {
          list: (query) => listCollections(collections, query),
          readByIds: (ids) => collectionsById(collections, ids),
          steps: (collection, sets) =>
            collectionSteps(collection, parseChanges(sets, collectionView.changeFields)),
        },
        signal,
      ),
    commands,
  };
}

function commands({ sets, rows }: Edit): string[] {
  if (!hasRows(rows)) return [];
  const flags = sets.flatMap(flagOf);
  return rows.map(({ reference }) => commandLine("collections", "update", reference, ...flags));
}

/** Returns the step that changes a collection. */
function collectionSteps(collection: Collection, changes: readonly Change[]): PlannedRow {
  const present = collectionValues(collection);
  const after = applyChanges(changes, present, { currency: "USD" }) as typeof present;
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, present[name] ?? null]));
  const id = collection.id;
  return [{ kind: "collection.update", id, label: collection.name ?? id, before, after }];
}
