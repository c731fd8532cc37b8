import type { Call } from "../../../api/caller.ts";
import { batchesOf } from "../../../kernel/batches.ts";
import { completeProducts, type Needs, productFieldsFor, type WholeProduct } from "./whole.ts";
import { v3Client } from "./write.ts";

/** The maximum number of values in a filter. */
const most = 100;

/** Reads products by id, as an admin, a hundred a call, with the variants and inventory items that are needed. */
export async function readProducts(
  call: Call,
  ids: readonly string[],
  needs: Needs,
): Promise<Map<string, WholeProduct>> {
  const found = new Map<string, WholeProduct>();
  for (const batch of batchesOf(ids, most)) {
    const { products } = await v3Client(call).query({
      query: { filter: { id: { $in: batch } }, cursorPaging: { limit: most } },
      fields: productFieldsFor(true),
    });
    for (const whole of await completeProducts(call, products ?? [], true, needs))
      found.set(whole.product.id ?? "", whole);
  }
  return found;
}

/** Returns the ids of the products that have these slugs, a hundred a call. */
export async function productIdsBySlug(call: Call, slugs: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const chunk of batchesOf(slugs, most)) {
    const { products } = await v3Client(call).query({
      query: { filter: { slug: { $in: chunk } }, cursorPaging: { limit: most } },
    });
    for (const { id, slug } of products ?? []) if (id && slug) found.set(slug, id);
  }
  return found;
}
