import type { Context } from "../../context.ts";
import { type ExitCode, exitCodes } from "../../errors.ts";
import { readFigures } from "../../resources/dashboard/read.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { printFigures } from "./print.ts";

/** The specification's five minutes. */
const freshMs = 5 * 60_000;

/** Shows what the shop did lately: on a screen where there is one, else in print. */
export async function run(
  context: Context,
  _args: string[],
  { days = 30, low = 5 }: { days?: number; low?: number },
): Promise<ExitCode | undefined> {
  const { streams, globals, format } = context;
  const { terminal, stderr, stdout } = streams;
  const timeZone = stdout.timeZone ?? "UTC";
  const call = await context.call("admin");
  const catalog = await catalogClient(context, "admin");
  const read = (signal: AbortSignal) =>
    readFigures({ call, catalog }, { now: context.now(), days, low, timeZone, signal });
  if (
    terminal === undefined ||
    format !== "table" ||
    globals.fields !== undefined ||
    globals.input === false
  ) {
    await printFigures(context, await read(context.signal));
    return undefined;
  }
  const [site, { showDashboard }] = await Promise.all([
    context.site(),
    import("../../ui/screens/dashboard.tsx"),
  ]);
  const left = await showDashboard(
    { ...terminal, colour: stderr.colour },
    {
      target: { profile: site.profile, site: site.hosted ? site.id : undefined, live: site.hosted },
      freshMs,
      now: () => context.now().getTime(),
      read: (signal) => read(AbortSignal.any([context.signal, signal])),
      signal: context.signal,
    },
  );
  return left === "interrupted" ? exitCodes.interrupted : undefined;
}
