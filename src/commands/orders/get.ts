import type { Order } from "../../api/services/orders/models/order.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderRecord } from "../../output/render.ts";
import { orderDetails } from "../../resources/orders/fields.ts";
import { findOrder } from "../../resources/orders/find.ts";
import { readingOrders } from "./reading.ts";

/** Prints one order by id or number. */
export async function run(context: Context, [reference = ""]: string[]): Promise<ExitCode | undefined> {
  await printOrder(context, await findOrder(await readingOrders(context), reference));
  return undefined;
}

/** Prints an order. */
export async function printOrder({ streams, format, globals, now }: Context, record: Order): Promise<void> {
  const view = { streams, format, kind: "order", fields: globals.fields, now: now() };
  await renderRecord<Order>({ ...view, columns: orderDetails, record });
}
