import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { catalogClient, findProduct } from "../../resources/products/read.ts";
import { printProduct } from "./show.ts";

/** Removes the brand of a product and prints it. */
export async function removeBrand(
  context: Context,
  [reference = ""]: string[],
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const { id } = await findProduct(catalog, reference);
  await catalog.client.products.removeBrand({ id: id ?? "" });
  await printProduct(context, await findProduct(catalog, id ?? ""));
  return undefined;
}

/** Removes the ribbon of a product and prints it. */
export async function removeRibbon(
  context: Context,
  [reference = ""]: string[],
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const { id } = await findProduct(catalog, reference);
  await catalog.client.products.removeRibbon({ id: id ?? "" });
  await printProduct(context, await findProduct(catalog, id ?? ""));
  return undefined;
}
