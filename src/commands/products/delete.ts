import type { Product } from "../../api/services/products/models/product.ts";
import type { JobOptions } from "../../cli/job-flags.ts";
import { runJob } from "../../cli/jobs/run.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { collectionNames } from "../../resources/products/collection-names.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { deleteStep } from "../../resources/products/steps.ts";
import { stepWords } from "../../resources/products/words.ts";
import { productWork } from "../../resources/products/work.ts";
import { selectProducts } from "./select.ts";

/** Deletes products. Undo recreates them with new ids. */
export async function run(
  context: Context,
  references: string[],
  options: JobOptions & { filter?: string },
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context, "admin");
  return await runJob<Product>(context, {
    kind: "products.delete",
    title: "Delete products (undo recreates them with new ids)",
    rows: await selectProducts(context, catalog, references, options.filter, { variants: true }),
    toSteps: (product) => [deleteStep(product)],
    work: productWork(catalog.client, collectionNames(catalog.client)),
    words: stepWords,
    options,
    dangerous: true,
  });
}
