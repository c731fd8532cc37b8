import { type DashboardOptions, figureReader, openDashboard } from "../../cli/screen/dashboard.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { printFigures } from "./print.ts";

/** Shows the dashboard on a screen if there is a terminal; otherwise prints it. */
export async function run(
  context: Context,
  _args: string[],
  options: DashboardOptions,
): Promise<ExitCode | undefined> {
  const { streams, globals, format } = context;
  if (
    streams.terminal === undefined ||
    format !== "table" ||
    globals.fields !== undefined ||
    globals.input === false
  ) {
    // CSV output has only the rows of days.
    const only = format === "csv" && options.only === undefined ? (["sales"] as const) : options.only;
    const read = await figureReader(context, { ...options, ...(only && { only }) });
    const figures = await read(context.signal);
    await printFigures(context, figures);
    return figures.errors === undefined ? undefined : exitCodes.partial;
  }
  const left = await openDashboard(context, options);
  if (left === "interrupted") return exitCodes.interrupted;
  if (left === "quit") return undefined;
  return (await context.command([left.list], streams)).exitCode;
}
