import { listSales, type Sale } from "../../cli/products/sales.ts";
import type { Context } from "../../context/context.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** Prints the sales of the shop, newest first. */
export async function run(context: Context): Promise<undefined> {
  const { streams, format, globals, jobs, place, now } = context;
  await renderList<Sale>({
    streams,
    format,
    kind: "sale",
    fields: globals.fields,
    columns: [
      column<Sale>("SALE", ({ name }) => name, { path: "name" }),
      column<Sale>("STATE", ({ state }) => state, { path: "state" }),
      column<Sale>("UNTIL", ({ until }) => until, { as: "time", path: "until" }),
      column<Sale>("CHANGES", ({ changes, total }) => `${changes}/${total}`, {
        align: "right",
        path: "changes",
      }),
      column<Sale>("STARTED", ({ startedAt }) => startedAt, { as: "ago", path: "startedAt" }),
      column<Sale>("JOB", ({ job }) => job, { path: "job" }),
      column<Sale>("COMMAND", ({ command }) => command, { grow: true, path: "command" }),
    ],
    rows: await listSales(await jobs(), await place(), now()),
    now: now(),
    empty: "No sales yet.",
  });
  return undefined;
}
