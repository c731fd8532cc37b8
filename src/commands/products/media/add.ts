import type { Context } from "../../../context/context.ts";
import type { ExitCode } from "../../../kernel/errors.ts";
import { parseChoice } from "../../../resources/products/choice.ts";
import { catalogClient, findProduct } from "../../../resources/products/read.ts";
import { mediaSource } from "../../../resources/products/restore.ts";
import { run as list } from "./list.ts";

/** Adds media to a product and prints what it has now. */
export async function run(
  context: Context,
  [reference = "", ...sources]: string[],
  { choice }: { choice?: string },
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const product = await findProduct(catalog, reference);
  const belongs = choice === undefined ? undefined : parseChoice(choice, product);
  const media = sources.map((source) => ({
    ...mediaSource(source),
    ...(belongs && { choice: { option: belongs[0], choice: belongs[1] } }),
  }));
  await catalog.client.products.addMedia({ id: product.id ?? "", media });
  return await list(context, [product.id ?? ""]);
}
