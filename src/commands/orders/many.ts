import type { Order } from "../../api/services/orders.ts";
import type { JobOptions } from "../../cli/bulk-flags.ts";
import { runJob } from "../../cli/jobs/run.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { countOf } from "../../kernel/text.ts";
import { fulfillRestSteps } from "../../resources/orders/fulfill.ts";
import type { PaymentMethodName } from "../../resources/orders/steps.ts";
import { fulfillmentsByOrder, paySteps, statusSteps } from "../../resources/orders/work.ts";
import { ordersNamed } from "./named.ts";

/** Fulfills all remaining items of several orders as one job. */
export async function fulfillOrders(
  context: Context,
  references: readonly string[],
  options: JobOptions,
): Promise<CommandResult> {
  const call = await context.call("admin");
  const rows = await ordersNamed(context, call, references);
  const fulfillments = await fulfillmentsByOrder(
    call,
    rows.map(({ id }) => id),
  );
  return await runJob<Order>(context, {
    kind: "orders.fulfill",
    title: `Fulfill ${countOf(rows.length, "order")} (final)`,
    rows,
    toSteps: (order) => fulfillRestSteps(order, fulfillments.get(order.id) ?? []),
    options,
    final: true,
  });
}

/** Records payments of all that is left to pay of several orders as one job. */
export async function markOrdersPaid(
  context: Context,
  references: readonly string[],
  { method, ...options }: JobOptions & { method: PaymentMethodName | undefined },
): Promise<CommandResult> {
  const rows = await ordersNamed(context, await context.call("admin"), references);
  return await runJob<Order>(context, {
    kind: "orders.mark-paid",
    title: `Mark ${countOf(rows.length, "order")} as paid (final)`,
    rows,
    toSteps: (order) => paySteps(order, method),
    options,
    final: true,
  });
}

/** The kinds of jobs that set the status of orders. */
const statuses = {
  approve: { status: "APPROVED", title: "Approve" },
  reject: { status: "REJECTED", title: "Reject" },
} as const;

/** Approves or rejects several orders as one job. */
export async function setOrderStatuses(
  context: Context,
  verb: keyof typeof statuses,
  references: readonly string[],
  options: JobOptions,
): Promise<CommandResult> {
  const { status, title } = statuses[verb];
  const rows = await ordersNamed(context, await context.call("admin"), references);
  return await runJob<Order>(context, {
    kind: `orders.${verb}`,
    title: `${title} ${countOf(rows.length, "order")} (final)`,
    rows,
    toSteps: (order) => statusSteps(order, status),
    options,
    final: true,
  });
}
