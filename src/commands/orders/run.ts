import { orderInvoices, orders } from "../../api/services/orders.ts";
import type { Context } from "../../context/context.ts";
import { optionConditions, withConditions } from "../../resources/conditions.ts";
import { findOrder } from "../../resources/orders/find.ts";
import {
  paymentFields,
  paymentRows,
  readRefundability,
  readTransactions,
} from "../../resources/orders/payments.ts";
import { listOrders, orderOptions } from "../../resources/orders/resource.ts";
import { summarize, summaryFields } from "../../resources/orders/summary.ts";
import { activityDetails } from "../../resources/orders/words.ts";
import { sendOrderChange } from "./change-order.ts";

/** Prints the payments of an order, with scheduled actions and refundable amounts. */
export async function payments(context: Context, [reference = ""]: string[]): Promise<undefined> {
  const call = await context.call("admin");
  const { id, currency } = await findOrder(call, reference);
  const [transactions, refundability] = await Promise.all([
    readTransactions(call, id),
    readRefundability(call, id),
  ]);
  const rows = paymentRows(transactions, refundability, currency ?? "");
  await context.print(rows, {
    kind: "payment",
    fields: paymentFields,
    total: rows.length,
    empty: "The order has no payments.",
  });
}

/** Prints the invoices of an order; `--create` creates one first. */
export async function invoice(
  context: Context,
  [reference = ""]: string[],
  { create }: { create?: boolean },
): Promise<undefined> {
  const call = await context.call("admin");
  const order = await findOrder(call, reference);
  if (create) {
    await sendOrderChange(context, call, {
      endpoint: orderInvoices.generate,
      input: { orderId: order.id },
      check: `till orders invoice ${order.number}`,
    });
  }
  const body = await call(orderInvoices.list, { orderIds: [order.id] });
  const [found] = body.invoicesForOrder ?? [];
  await context.print(found?.invoicesInfo ?? [], {
    kind: "invoice",
    fields: {
      id: { label: "Invoice", min: 36 },
      status: { words: {} },
      appId: { label: "App", grow: true },
    },
    total: (found?.invoicesInfo ?? []).length,
    empty: `The order has no invoices. Create one: till orders invoice ${order.number} --create`,
  });
}

/** Prints the history of an order, oldest entry first; `--comment` adds a comment first. */
export async function activities(
  context: Context,
  [reference = ""]: string[],
  { comment }: { comment?: string },
): Promise<undefined> {
  const call = await context.call("admin");
  let order = await findOrder(call, reference);
  if (comment !== undefined) {
    const body = await sendOrderChange(context, call, {
      endpoint: orders.addActivity,
      input: { id: order.id, activity: { merchantComment: { message: comment } } },
      check: `till orders activities ${order.number}`,
    });
    order = body.order;
  }
  await context.print(order.activities ?? [], {
    kind: "activity",
    fields: {
      createdDate: { label: "Date", as: "time" },
      type: { path: "type", value: (one) => one.type ?? one.activityType ?? "" },
      details: { value: activityDetails, grow: true },
      authorEmail: { label: "By" },
    },
    total: order.activities?.length ?? 0,
    empty: "The order has no history.",
  });
}

/** Prints the number of orders and their totals by status. */
export async function summary(
  context: Context,
  _args: string[],
  options: { filter?: string },
): Promise<undefined> {
  const call = await context.call("admin");
  const filter = withConditions(optionConditions(options, orderOptions), options.filter);
  const { rows } = listOrders(call, { filter, all: true, signal: context.signal });
  const sums = await summarize(rows);
  await context.print(sums, { kind: "sum", fields: summaryFields, total: sums.length });
}
