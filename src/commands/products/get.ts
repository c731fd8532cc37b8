import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { renderRecord } from "../../output/render.ts";
import { productDetails } from "../../resources/products/fields.ts";
import { catalogClient, findProduct } from "../../resources/products/read.ts";

/** Prints one product, found by id, slug or SKU. */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context);
  const record = await findProduct(catalog, reference);
  await renderRecord({
    streams: context.streams,
    format: context.format,
    kind: "product",
    columns: productDetails.filter((one) => one.value(record) !== ""),
    fields: context.globals.fields,
    record,
  });
  return undefined;
}
