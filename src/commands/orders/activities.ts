import type { Order } from "../../api/services/orders/models/order.ts";
import type { OrderActivity } from "../../api/services/orders/models/order-activity.ts";
import { orders } from "../../api/services/orders/orders.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { activityWords } from "../../resources/orders/activity-words.ts";
import { findOrder } from "../../resources/orders/find.ts";
import { act } from "./acting.ts";

/** Prints the history of an order, the oldest entry first; with `--comment` adds one first. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  { comment }: { comment?: string },
): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  const call = await context.call("admin");
  let order = await findOrder(call, reference);
  if (comment !== undefined) {
    const body = await act(context, call, {
      name: "orders.addActivity",
      endpoint: orders.addActivity,
      input: { id: order.id, activity: { merchantComment: { message: comment } } },
      look: `till orders activities ${order.number}`,
    });
    order = body.order as Order;
  }
  const rows = order.activities ?? [];
  await renderList<OrderActivity>({
    streams,
    format,
    kind: "activity",
    fields: globals.fields,
    rows,
    total: rows.length,
    quiet: globals.quiet,
    now: context.now(),
    empty: "Nothing has happened to the order.",
    columns: [
      column("DATE", ({ createdDate }) => createdDate ?? "", { as: "time", path: "createdDate" }),
      column("WHAT", (one) => one.type ?? one.activityType ?? "", { path: "type" }),
      column("DETAILS", activityWords, { grow: true }),
      column("BY", ({ authorEmail }) => authorEmail ?? "", { path: "authorEmail" }),
    ],
  });
  return undefined;
}
