import type { Product } from "../../api/services/products/models/product.ts";
import { runJob } from "../../cli/jobs/run.ts";
import type { SelectionOptions } from "../../cli/selection.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { deleteStep } from "../../resources/products/steps.ts";
import { selectProducts } from "./select.ts";

/** Deletes products. Undo recreates them with new ids. */
export async function run(
  context: Context,
  references: string[],
  options: SelectionOptions,
): Promise<CommandResult> {
  const catalog = await catalogClient(context, "admin");
  return await runJob<Product>(context, {
    kind: "products.delete",
    title: "Delete products (undo recreates them with new ids)",
    rows: await selectProducts(context, catalog, references, options, { costs: true }),
    toSteps: (product) => [deleteStep(product)],
    options,
    dangerous: true,
  });
}
