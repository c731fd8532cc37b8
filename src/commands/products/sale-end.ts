import { undoJob } from "../../cli/jobs/undo.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes, UsageError } from "../../kernel/errors.ts";
import { findSale, isOpenSale, listSales, readableTime, type Sale } from "./sales.ts";

interface EndOptions {
  due?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  diff?: string;
}

/**
 * Ends a sale by undoing its job; with `--due`, only if its time is over, and without a name all sales whose time is over.
 * Repeated, it tries again what was left, and does nothing if nothing was.
 */
export async function run(
  context: Context,
  [name]: string[],
  { due = false, ...options }: EndOptions,
): Promise<CommandResult> {
  const now = context.now();
  const sales = await listSales(await context.jobs(), await context.place(), now);
  const isDue = ({ until }: Sale) => new Date(until) <= now;
  if (name === undefined) {
    if (!due)
      throw new UsageError("The name of the sale is missing.", {
        field: "sale",
        hint: "To end all sales whose time is over, add: --due",
      });
    return await endAll(
      context,
      sales.filter((sale) => isOpenSale(sale) && isDue(sale)),
      options,
    );
  }
  const sale = findSale(sales, name);
  if (due && isOpenSale(sale) && !isDue(sale))
    return await nothing(
      context,
      `The sale ${name} runs until ${readableTime(new Date(sale.until))}: it is not due.`,
    );
  if (sale.state !== "ended" || sale.changes > 0) return await undoJob(context, sale.job, options);
  return await nothing(context, `The sale ${name} has ended already.`);
}

/** Ends sales one after another. The exit code is the first one that is not 0. */
async function endAll(
  context: Context,
  sales: readonly Sale[],
  options: Omit<EndOptions, "due">,
): Promise<CommandResult> {
  if (sales.length === 0) return await nothing(context, "No sale is due.");
  const results: CommandResult[] = [];
  for (const { job } of sales) results.push(await undoJob(context, job, options));
  const failed = results.find(({ exitCode }) => exitCode !== exitCodes.ok);
  return {
    exitCode: failed?.exitCode ?? exitCodes.ok,
    summary: results.map(({ summary }) => summary).join(" "),
  };
}

async function nothing(context: Context, summary: string): Promise<CommandResult> {
  await context.notice(summary);
  return { exitCode: exitCodes.ok, summary };
}
