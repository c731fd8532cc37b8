import type { Order } from "../../api/services/orders/models/order.ts";
import { orders } from "../../api/services/orders/orders.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { listRows } from "../../resources/listing.ts";
import { orderFilterFields, wordsOfOrder } from "../../resources/orders/fields.ts";
import { type StatusSum, summarise, summaryColumns } from "../../resources/orders/summary.ts";
import { narrowed, type StatusOptions } from "./narrow.ts";

/** Prints how many orders stand where, and what they come to. */
export async function run(
  context: Context,
  _args: string[],
  options: StatusOptions & { filter?: string },
): Promise<ExitCode | undefined> {
  const { streams, format, globals, signal } = context;
  const call = await context.call("admin");
  const source = { call, name: "orders.search", endpoint: orders.search };
  const { rows } = listRows<Order>(
    { ...source, fields: orderFilterFields, words: wordsOfOrder },
    { ...narrowed(options), all: true, signal },
  );
  const sums = await summarise(rows);
  await renderList<StatusSum>({
    streams,
    format,
    kind: "sum",
    columns: summaryColumns,
    fields: globals.fields,
    rows: sums,
    total: sums.length,
    quiet: globals.quiet,
  });
  return undefined;
}
