import { confirm } from "../../../cli/ask.ts";
import type { Context } from "../../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../../kernel/errors.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";
import { mediaOf } from "../../../resources/products/snapshot.ts";
import { run as list } from "./list.ts";

/** Removes the named media of a product, or all of it, and prints what is left. */
export async function run(
  context: Context,
  [reference = "", ...ids]: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const product = await findProduct(catalog, reference);
  const present = mediaOf(product);
  const missing = ids.find((id) => !present.includes(id));
  if (missing !== undefined) {
    throw new TillError(
      exitCodes.notFound,
      `"${product.name}" has no media "${missing}"; nothing was removed.`,
      {
        hint: `See what it has: till products media list ${product.slug}`,
      },
    );
  }
  if (ids.length === 0)
    await confirm(context, `Remove all ${present.length} media of "${product.name}"?`, yes);
  await catalog.client.products.removeMedia({
    id: product.id ?? "",
    mediaIds: ids.length > 0 ? ids : present,
  });
  return await list(context, [product.id ?? ""]);
}
