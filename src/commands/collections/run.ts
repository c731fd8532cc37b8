import type { Collection } from "../../api/services/collections.ts";
import { readReferences } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { collectionView, findCollection } from "../../resources/collections/collections.ts";
import { findTargets } from "../../resources/products/change.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { sendOnce } from "../../resources/send-once.ts";

/** Product ids per call; the platform's limit. */
const batchSize = 1000;

interface CollectionOptions {
  name?: string;
  slug?: string;
  description?: string;
  visible?: "true" | "false";
}

/** Creates a collection and prints it. */
export async function create(
  context: Context,
  _args: string[],
  options: CollectionOptions,
): Promise<undefined> {
  if (options.name === undefined)
    throw new UsageError("--name is required.", { field: "--name", hint: "Add: --name 'Winter sale'" });
  const { collections } = await openCatalog(context, "admin");
  const { name } = options;
  const before = new Set((await collections.find("name", [name])).map(({ id }) => id));
  const created = await sendOnce({
    send: () => collections.create(collectionBody(options)),
    async look() {
      const [found] = (await collections.find("name", [name])).filter(({ id }) => !before.has(id));
      return found ? { done: found, id: found.id } : "absent";
    },
    check: "till collections list",
    sleep: context.sleep,
  });
  await printCollection(context, created);
}

/** Changes the given fields of a collection and prints it. */
export async function update(
  context: Context,
  [reference = ""]: string[],
  options: CollectionOptions,
): Promise<undefined> {
  const body = collectionBody(options);
  if (Object.keys(body).length === 0) {
    throw new UsageError("Nothing to change.", {
      hint: "Add --name, --slug, --description or --visible.",
    });
  }
  const { collections } = await openCatalog(context, "admin");
  const { id } = await findCollection(collections, reference);
  await printCollection(context, await collections.change(id, body));
}

function collectionBody({ visible, ...fields }: CollectionOptions): Partial<Collection> {
  return { ...fields, ...(visible !== undefined && { visible: visible === "true" }) };
}

async function printCollection(context: Context, record: Collection): Promise<void> {
  await context.printRecord(record, { kind: "collection", fields: collectionView.details });
}

/** Deletes a collection but keeps its products. */
export async function remove(
  context: Context,
  [reference = ""]: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const { collections } = await openCatalog(context, "admin");
  const { id, name, numberOfProducts } = await findCollection(collections, reference);
  await context.asks({
    text: `Delete the collection "${name}" and keep its ${countOf(numberOfProducts ?? 0, "product")}?`,
    yes,
  });
  await collections.remove(id);
  await context.notice(`Deleted the collection "${name}".`);
}

/** Adds products to a collection, after finding all of them. */
export async function addProducts(context: Context, args: string[]): Promise<undefined> {
  await changeProducts(context, args, "addProducts");
}

/** Removes products from a collection, after finding all of them. */
export async function removeProducts(context: Context, args: string[]): Promise<undefined> {
  await changeProducts(context, args, "removeProducts");
}

async function changeProducts(
  context: Context,
  [reference = "", ...products]: string[],
  action: "addProducts" | "removeProducts",
): Promise<void> {
  const references = await readReferences(context, products, "product");
  if (references.length === 0) {
    throw new UsageError("No products given.", {
      hint: "Give ids, handles or SKUs, or pipe in records with -",
    });
  }
  const catalog = await openCatalog(context, "admin");
  const { id, name } = await findCollection(catalog.collections, reference);
  const ids = new Set<string>();
  for await (const { product } of findTargets(catalog, references, { costs: false })) ids.add(product.id);
  const change = catalog.collections[action];
  for (const batch of batchesOf([...ids], batchSize)) await change(id, batch);
  const count = countOf(ids.size, "product");
  await context.notice(
    action === "addProducts" ? `Added ${count} to "${name}".` : `Removed ${count} from "${name}".`,
  );
}
