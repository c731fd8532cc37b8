import { shapeOf } from "../../api/schema-fields.ts";
import { Order } from "../../api/services/orders/models/order.ts";
import { orders } from "../../api/services/orders/orders.ts";
import { type ListOptions, moreRows } from "../../cli/flags.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { listRows } from "../../resources/listing.ts";
import {
  orderColumns,
  orderCsvColumns,
  orderFilterFields,
  wordsOfOrder,
} from "../../resources/orders/fields.ts";
import { type StatusOptions, statusFilter } from "./flags.ts";
import { readingOrders } from "./reading.ts";

/** Prints orders, the newest first unless another order is asked for. */
export async function run(
  context: Context,
  _args: string[],
  options: ListOptions & StatusOptions,
): Promise<ExitCode | undefined> {
  const { streams, format, globals, signal } = context;
  const call = await readingOrders(context);
  const { rows, total, next, moved } = listRows<Order>(
    { call, name: "orders.search", endpoint: orders.search, fields: orderFilterFields, words: wordsOfOrder },
    { ...options, ...statusFilter(options), signal },
  );
  await renderList<Order>({
    streams,
    format,
    kind: "order",
    columns: format === "csv" ? orderCsvColumns : orderColumns,
    fields: globals.fields,
    rows,
    total,
    next,
    paths: Object.keys(shapeOf(Order)),
    empty: "No order matches.",
    more: moreRows,
    quiet: globals.quiet,
    now: context.now(),
  });
  if (!options.strict || !moved()) return undefined;
  await context.notice("The list changed while it was read; run it again for an exact list.");
  return exitCodes.partial;
}
