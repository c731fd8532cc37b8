import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { catalogClient, findProduct } from "../../resources/products/read.ts";
import { printProduct } from "./show.ts";

/** Prints one product by id, slug or SKU. */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  await printProduct(context, await findProduct(await catalogClient(context), reference));
  return undefined;
}
