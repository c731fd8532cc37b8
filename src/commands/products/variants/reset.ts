import { confirm } from "../../../cli/ask.ts";
import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";
import { run as list } from "./list.ts";

/** Takes back all changes to the variants of a product and prints them. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const { id, name } = await findProduct(catalog, reference);
  await confirm(
    context,
    `Reset all variants of "${name}"? Their own prices, costs, weights and SKUs are lost.`,
    yes,
  );
  await catalog.client.products.resetVariants({ id: id ?? "" });
  return await list(context, [id ?? ""], {});
}
