import { announceWriting } from "../../cli/writing.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { ask, itemOf } from "./item.ts";

interface Options {
  variant?: string;
  requests?: string;
}

/** Tells those who wait that a product is back in stock. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { variant, requests }: Options,
): Promise<ExitCode | undefined> {
  const { name, catalogReference, itemDetails } = await itemOf(context, reference, variant);
  const requestIds = requests?.split(",").map((id) => id.trim());
  await announceWriting(context);
  const whom = requestIds ? { requestIds } : { catalogReference };
  await ask(context, "reportItemsBackInStock", { ...whom, itemDetails });
  await context.notice(`Reported "${name}" as back in stock.`);
  return undefined;
}
