import type { Context } from "../../../context/context.ts";
import { type ExitCode, UsageError } from "../../../kernel/errors.ts";
import { parseChoice } from "../../../resources/products/choice.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";
import { printProduct } from "../show.ts";

/** Shows media of a product with one choice of an option, and prints the product. */
export async function run(
  context: Context,
  [reference = "", ...mediaIds]: string[],
  { choice }: { choice?: string },
): Promise<ExitCode | undefined> {
  if (choice === undefined) {
    throw new UsageError("Which choice do the media belong to?", {
      field: "--choice",
      hint: "For example: --choice Colour=Ink",
    });
  }
  const catalog = await catalogClient(context);
  const product = await findProduct(catalog, reference);
  const [option, chosen] = parseChoice(choice, product);
  const id = product.id ?? "";
  await catalog.client.products.addChoicesMedia({ id, media: [{ option, choice: chosen, mediaIds }] });
  await printProduct(context, await findProduct(catalog, id));
  return undefined;
}
