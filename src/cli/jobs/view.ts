import type { Journal } from "../../bulk/journal/journal.ts";
import type { Context } from "../../context/context.ts";
import { eventWords } from "../../resources/events/words.ts";
import { eventWork } from "../../resources/events/work.ts";
import { paymentWords } from "../../resources/payments/words.ts";
import { paymentWork } from "../../resources/payments/work.ts";
import { collectionNames } from "../../resources/products/collection-names.ts";
import { rememberImport } from "../../resources/products/handles.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { stepWords } from "../../resources/products/words.ts";
import { productWork } from "../../resources/products/work.ts";
import type { JobOptions } from "../job-flags.ts";
import { paymentDesk } from "../payments/desk.ts";
import type { JobView } from "./request.ts";

/** How a job of the past is shown and carried on: captures and voids work on payments, others on events or the catalog. */
export async function jobView(
  context: Context,
  { id, job }: Journal,
  options: JobOptions = {},
): Promise<JobView> {
  const title = `Job ${id}: ${job.command}`;
  const money = await paymentDesk(context, job.kind);
  if (money) return { title, work: paymentWork(money.desk), words: paymentWords, options, dangerous: true };
  if (job.kind?.startsWith("events.")) {
    const work = eventWork(await context.call("admin"));
    return { title, work, words: eventWords, options };
  }
  const catalog = await catalogClient(context, "admin");
  return {
    title,
    work: productWork(catalog.client, collectionNames(catalog.client)),
    words: stepWords,
    options,
    begin: (begun) => rememberImport(begun, context.paths.state),
  };
}
