import type { Product } from "../../api/models/product.ts";
import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { collectionNames } from "../../resources/products/collection-names.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { deleteStep } from "../../resources/products/steps.ts";
import { stepWords } from "../../resources/products/words.ts";
import { productWork } from "../../resources/products/work.ts";
import { runJob } from "../job/run.ts";
import type { JobOptions } from "../job-flags.ts";
import { selectProducts } from "./select.ts";

/** Deletes products; undoing it creates them again under new ids. */
export async function run(
  context: Context,
  references: string[],
  options: JobOptions & { filter?: string },
): Promise<ExitCode | undefined> {
  const catalog = await catalogClient(context, "admin");
  return await runJob<Product>(context, {
    kind: "products.delete",
    title: "Delete products (undo creates them again, under new ids)",
    rows: await selectProducts(context, catalog, references, options.filter, { variants: true }),
    toSteps: (product) => [deleteStep(product)],
    work: productWork(catalog.client, collectionNames(catalog.client)),
    words: stepWords,
    options,
    dangerous: true,
  });
}
