import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { stockRecordFields, stockRows, stockView } from "../../resources/inventory/inventory.ts";
import { findProduct, openCatalog } from "../../resources/products/read.ts";

/** Prints the stock of one product, one row a variant. */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  await printStock(context, reference);
  return undefined;
}

/** Reads the stock of a product and prints it. */
async function printStock(context: Context, reference: string): Promise<void> {
  const product = await findProduct(await openCatalog(context), reference);
  await context.print(stockRows(product), {
    kind: "stock",
    fields: stockView.columns,
    paths: stockRecordFields,
  });
}
