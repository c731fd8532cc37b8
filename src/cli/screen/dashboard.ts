import type { Context } from "../../context/context.ts";
import { figureParts, readFigures } from "../../resources/dashboard/read.ts";
import { catalogClient } from "../../resources/products/read.ts";
import type { FigurePart, Figures } from "../../ui/screens/dashboard.figures.ts";
import { targetOf } from "../target.ts";

/** What the dashboard is about: days (30), what counts as little stock (5), and parts (all). */
export interface DashboardOptions {
  days?: number;
  low?: number;
  only?: readonly FigurePart[];
}

/** The specification's five minutes. */
const freshMs = 5 * 60_000;
/** The lists that the figures come from, as the screen to browse with names them. */
const lists = ["orders", "inventory", "events"];

/** Shows the dashboard on the terminal until it is left: for good, or for a list. Only where there is a terminal. */
export async function openDashboard(
  context: Context,
  options: DashboardOptions = {},
): Promise<"quit" | "interrupted" | { list: string }> {
  const { terminal, stderr } = context.streams;
  if (terminal === undefined) return "quit";
  const [site, read, { showDashboard }] = await Promise.all([
    context.site(),
    figureReader(context, options),
    import("../../ui/screens/dashboard.tsx"),
  ]);
  return await showDashboard(
    { ...terminal, colour: stderr.colour },
    {
      target: targetOf(site),
      freshMs,
      lists,
      now: () => context.now().getTime(),
      read: (signal) => read(AbortSignal.any([context.signal, signal])),
      signal: context.signal,
    },
  );
}

/** A function that reads the figures as they are when it is called. */
export async function figureReader(
  context: Context,
  { days = 30, low = 5, only = figureParts }: DashboardOptions,
): Promise<(signal: AbortSignal) => Promise<Figures>> {
  const timeZone = context.streams.stdout.timeZone ?? "UTC";
  const call = await context.call("admin");
  const catalog = await catalogClient(context, "admin");
  return (signal) =>
    readFigures({ call, catalog }, { now: context.now(), days, low, timeZone, parts: only, signal });
}
