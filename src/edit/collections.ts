import * as z from "zod/mini";
import type { Collection } from "../api/services/collections.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import { readReferences, readSelection } from "../cli/selection.ts";
import type { Context } from "../context/context.ts";
import type { Mistake } from "../files/edit.ts";
import { UsageError } from "../kernel/errors.ts";
import { sameJson } from "../kernel/json.ts";
import { collectionValues, findCollection, listCollections } from "../resources/collections/collections.ts";
import { fieldProblems } from "../resources/products/bounds.ts";
import type { Catalog } from "../resources/products/catalog.ts";
import { allProductsId } from "../resources/products/collection-names.ts";
import { openCatalog } from "../resources/products/read.ts";
import { phases } from "../resources/products/steps.ts";
import {
  type Chosen,
  checkEditedFields,
  type Edit,
  type EditKind,
  editCommand,
  maxObjects,
  type PlannedEdits,
  tooMany,
} from "./command.ts";

/** A collection in an edited text. */
const EditedCollection = z.strictObject({
  id: z.optional(z.string()),
  name: z.optional(z.string()),
  slug: z.optional(z.string()),
  description: z.optional(z.nullable(z.string())),
  visible: z.optional(z.boolean()),
});
interface EditedCollection extends z.output<typeof EditedCollection> {}

/** Edits collections. */
export const run = editCommand(open);

async function open(context: Context, chosen: Chosen): Promise<EditKind<EditedCollection>> {
  checkEditedFields(context, "collections");
  const catalog = await openCatalog(context, "admin");
  const shown = new Map(
    (await openCollections(context, catalog, chosen)).map((one) => [one.id, collectionValues(one)]),
  );
  return {
    plural: "collections",
    singular: "collection",
    job: "collections.update",
    schema: EditedCollection,
    objects: [...shown].map(([id, values]) => ({
      id,
      label: String(values.name ?? ""),
      handle: String(values.slug ?? ""),
      fields: values,
    })),
    notes: ["Products join a collection with: till collections add, or till products edit"],
    plan: async (edits) => planCollections(edits, shown, catalog),
    work: () => catalog.work(),
  };
}

async function openCollections(
  context: Context,
  catalog: Catalog,
  { args, options }: Chosen,
): Promise<Collection[]> {
  if (args.length > 0) {
    if (options.filter !== undefined || options.all)
      throw new UsageError("Give collections or --filter, not both.", { field: "--filter" });
    const found = new Map<string, Collection>();
    for (const reference of await readReferences(context, args, "collection")) {
      const collection = await findCollection(catalog.collections, reference);
      if (isBuiltIn(collection))
        throw new UsageError(
          `"${collection.name}" is the collection of all products, which cannot be changed.`,
        );
      found.set(collection.id, collection);
    }
    return [...found.values()];
  }
  const filter = readSelection(
    context,
    { ...options, dryRun: true },
    {
      plural: "collections",
      fields: catalog.collections.list.fields,
      hint: "Give ids, slugs or names, or add --all",
    },
  );
  const query = { filter, all: true, signal: context.signal };
  const collections: Collection[] = [];
  for await (const collection of listCollections(catalog.collections, query).rows) {
    if (!isBuiltIn(collection)) collections.push(collection);
    if (collections.length > maxObjects) throw tooMany("collections", "till collections update --help");
  }
  return collections;
}

/** On catalog v3, the built-in category of all products is recognized by its slug only. */
const isBuiltIn = ({ id, slug }: Collection): boolean => id === allProductsId || slug === "all-products";

type Values = ReturnType<typeof collectionValues>;

function planCollections(
  edits: readonly Edit<EditedCollection>[],
  shown: ReadonlyMap<string, Values>,
  { version }: Catalog,
): PlannedEdits {
  const mistakes: Mistake[] = [];
  const rows = edits.map(({ object, document }): PlannedRow => {
    const { id, ...values } = document.values;
    const edited: Values = {
      ...values,
      ...("description" in values && { description: values.description || null }),
    };
    const present = shown.get(object.id) ?? {};
    const names = Object.keys(edited).filter((name) => !sameJson(edited[name], present[name]));
    for (const name of names) {
      const report = (message: string) =>
        mistakes.push({ line: document.lineOf([name]), message: `${name}: ${message}` });
      if ((name === "name" || name === "slug") && !edited[name]) report(`a collection needs a ${name}`);
      if (name === "name")
        for (const { message } of fieldProblems("collections", edited.name ?? null, version)) report(message);
    }
    const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
    if (names.length === 0) return [];
    const step = { kind: "collection.update", id: object.id, label: object.label, phase: phases.collections };
    return [{ ...step, before: pick(present), after: pick(edited), source: object.handle }];
  });
  return mistakes.length > 0 ? { mistakes } : { rows };
}
