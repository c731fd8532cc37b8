import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { findOrder } from "../../resources/orders/find.ts";
import {
  type PaymentRow,
  paymentColumns,
  paymentRows,
  readRefundability,
  readTransactions,
} from "../../resources/orders/money.ts";

/** Prints the payments of an order: what happens to them by themselves, and whether they can be given back. */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  const call = await context.call("admin");
  const { id = "", currency } = await findOrder(call, reference);
  const [money, told] = await Promise.all([
    readTransactions(call, id ?? ""),
    readRefundability(call, id ?? ""),
  ]);
  const rows = paymentRows(money, told, currency ?? "");
  await renderList<PaymentRow>({
    streams,
    format,
    kind: "payment",
    columns: paymentColumns,
    fields: globals.fields,
    rows,
    total: rows.length,
    quiet: globals.quiet,
    now: context.now(),
    empty: "The order has no payment.",
  });
  return undefined;
}
