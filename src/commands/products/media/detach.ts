import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { parseChoice } from "../../../resources/products/choice.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";
import { printProduct } from "../show.ts";

/** Takes media off one choice, or off every choice, and prints the product; the media stay with the product. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { choice }: { choice?: string },
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const product = await findProduct(catalog, reference);
  const belongs = choice === undefined ? undefined : parseChoice(choice, product);
  const id = product.id ?? "";
  const media = belongs && [{ option: belongs[0], choice: belongs[1] }];
  await catalog.client.products.removeChoicesMedia({ id, ...(media && { media }) });
  await printProduct(context, await findProduct(catalog, id));
  return undefined;
}
