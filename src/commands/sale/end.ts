import { undoJob } from "../../cli/jobs/undo.ts";
import { findSale, listSales } from "../../cli/products/sales.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes } from "../../kernel/errors.ts";

/** Ends a sale by undoing its job. Repeated, it tries again what was left, and does nothing if nothing was. */
export async function run(
  context: Context,
  [name = ""]: string[],
  options: { yes?: boolean; dryRun?: boolean; diff?: string },
): Promise<CommandResult> {
  const sales = await listSales(await context.jobs(), await context.place(), context.now());
  const { job, state, changes } = findSale(sales, name);
  if (state !== "ended" || changes > 0) return await undoJob(context, job, options);
  const summary = `The sale ${name} has ended already.`;
  await context.notice(summary);
  return { exitCode: exitCodes.ok, summary };
}
