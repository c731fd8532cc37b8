import type { Context } from "../../context/context.ts";
import { minute } from "../../kernel/durations.ts";
import { type EarlierOrders, figureParts, readEarlier, readFigures } from "../../resources/dashboard.ts";
import { lowStock } from "../../resources/products/fields.ts";
import { openCatalog } from "../../resources/products/read.ts";
import type { FigurePart, Figures } from "../../ui/screens/dashboard.state.ts";
import type { DashboardLeft, DashboardOptions as ScreenOptions } from "../../ui/screens/dashboard.tsx";
import { targetOf } from "../confirm.ts";
import { quietly } from "./quietly.ts";

/** The period in days (30), the highest quantity that counts as low stock (5), and the parts to read (all). */
export interface DashboardOptions {
  days?: number;
  low?: number;
  only?: readonly FigurePart[];
  /** Whether the period before is read as well, and what is to do. */
  overview?: boolean;
}

/** The time after which figures are read again; longer if reading takes long. */
const freshMs = { hosted: 30_000, local: 2_000 };
/** For how long the orders of the period before are kept. */
const earlierMs = 5 * minute;
/** The lists that can be opened from the dashboard. */
const lists = ["orders", "products stock", "events", "products"];

/** Shows the dashboard until the user leaves it or opens a list. Does nothing without a terminal. */
export async function openDashboard(
  context: Context,
  options: DashboardOptions,
  place: Pick<ScreenOptions, "tabs" | "more" | "welcome" | "isAbove">,
): Promise<DashboardLeft | "interrupted"> {
  const { terminal, stderr } = context.streams;
  if (terminal === undefined) return "quit";
  const [site, read, { showDashboard }] = await Promise.all([
    context.site(),
    figureReader(await quietly(context), { ...options, overview: true }),
    import("../../ui/screens/dashboard.tsx"),
  ]);
  return await showDashboard(
    { ...terminal, color: stderr.color },
    {
      target: targetOf(site),
      freshMs: site.hosted ? freshMs.hosted : freshMs.local,
      lists,
      ...place,
      mouse: context.choices.setting("mouse").value,
      now: () => context.now().getTime(),
      read: (signal) => read(AbortSignal.any([context.signal, signal])),
      signal: context.signal,
    },
  );
}

/** Returns a function that reads the current figures. */
export async function figureReader(
  context: Context,
  { days = 30, low = lowStock, only = figureParts, overview }: DashboardOptions,
): Promise<(signal: AbortSignal) => Promise<Figures>> {
  const timeZone = context.streams.stdout.timeZone ?? "UTC";
  const call = await context.call("admin");
  const catalog = await openCatalog(context, "admin");
  const { hosted } = await context.site();
  let known: { at: number; earlier: EarlierOrders } | undefined;
  /** Orders of the period before change rarely: each reading of them would be as many requests as all of the present one. */
  const earlierOrders = async (now: Date, signal: AbortSignal) => {
    if (known === undefined || !hosted || now.getTime() - known.at >= earlierMs)
      known = { at: now.getTime(), earlier: await readEarlier(call, { now, days, signal }) };
    return known.earlier;
  };
  return async (signal) => {
    const now = context.now();
    const earlier = overview ? () => earlierOrders(now, signal) : undefined;
    return await readFigures({ call, catalog }, { now, days, low, timeZone, earlier, parts: only, signal });
  };
}
