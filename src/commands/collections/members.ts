import { readReferences } from "../../cli/references.ts";
import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { findCollection } from "../../resources/collections/collections.ts";
import { catalogClient, findProduct } from "../../resources/products/read.ts";

/** The platform takes at most this many products a call. */
const most = 1000;

/** Puts products into a collection or takes them out, after all of them were found. */
export async function changeMembers(
  context: Context,
  [reference = "", ...products]: string[],
  verb: "add" | "remove",
): Promise<void> {
  const references = await readReferences(context, products, "product");
  if (references.length === 0) {
    throw new UsageError("No product is named.", {
      hint: "Name products by id, slug or SKU, or pipe records in with: -",
    });
  }
  const catalog = await catalogClient(context, "admin");
  const { id, name } = await findCollection(catalog.call, reference);
  const ids: string[] = [];
  for (const one of references) ids.push((await findProduct(catalog, one)).id ?? "");
  await announceWriting(context);
  const { client } = catalog;
  const change = verb === "add" ? client.collections.addProducts : client.collections.removeProducts;
  for (let start = 0; start < ids.length; start += most) {
    await change({ id: id ?? "", productIds: ids.slice(start, start + most) });
  }
  const count = ids.length === 1 ? "1 product" : `${ids.length} products`;
  await context.notice(verb === "add" ? `Put ${count} into "${name}".` : `Took ${count} out of "${name}".`);
}
