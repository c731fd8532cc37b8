import { listSales } from "../../cli/products/sales.ts";
import type { Context } from "../../context/context.ts";

/** Prints the sales of the shop, newest first. */
export async function run(context: Context): Promise<undefined> {
  const { jobs, place, now } = context;
  await context.print(await listSales(await jobs(), await place(), now()), {
    kind: "sale",
    fields: {
      name: { label: "Sale" },
      state: {},
      until: { as: "time" },
      changes: { path: "changes", value: ({ changes, total }) => `${changes}/${total}`, align: "right" },
      startedAt: { label: "Started", as: "date" },
      job: {},
      command: { grow: true },
    },
    empty: "No sales yet.",
  });
  return undefined;
}
