import type { Journal } from "../../bulk/journal.ts";
import type { Context } from "../../context.ts";
import { collectionNames } from "../../resources/products/collection-names.ts";
import { rememberImport } from "../../resources/products/handles.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { stepWords } from "../../resources/products/words.ts";
import { productWork } from "../../resources/products/work.ts";
import type { JobOptions } from "../job-flags.ts";
import type { JobView } from "./request.ts";

/** How a job of the past is shown and carried on. Every kind of job so far works on the catalog. */
export async function jobView(
  context: Context,
  { id, job }: Journal,
  options: JobOptions = {},
): Promise<JobView> {
  const catalog = await catalogClient(context, "admin");
  return {
    title: `Job ${id}: ${job.command}`,
    work: productWork(catalog.client, collectionNames(catalog.client)),
    words: stepWords,
    options,
    begin: (begun) => rememberImport(begun, context.paths.state),
  };
}
