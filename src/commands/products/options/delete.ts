import { confirm } from "../../../cli/ask.ts";
import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";
import { printProduct } from "../show.ts";

/** Deletes the options of a product and prints it. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const { id = "", name, productOptions } = await findProduct(catalog, reference);
  const names = (productOptions ?? []).map((option) => option.name).join(", ");
  await confirm(context, `Delete the options of "${name}" (${names || "it has none"})?`, yes);
  await catalog.client.products.removeOptions({ id });
  await printProduct(context, await findProduct(catalog, id ?? ""));
  return undefined;
}
