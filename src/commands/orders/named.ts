import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders.ts";
import { readReferences } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { ordersByReference } from "../../resources/orders/work.ts";

/**
 * Reads the orders of a command line by number or id, each once; `-` stands for the records on stdin. Throws TillError for a
 * number that no order has, or several.
 */
export async function ordersNamed(context: Context, call: Call, args: readonly string[]): Promise<Order[]> {
  const given = await readReferences(context, args, "order");
  if (given.length === 0)
    throw new UsageError("No orders given.", { hint: "Name them by id or number: till orders list" });
  const references = given.map((one) => one.replace(/^#/, ""));
  const found = await ordersByReference(call, references);
  const orders = references.map((reference) => {
    const [order, other] = found.get(reference) ?? [];
    if (order !== undefined && other === undefined) return order;
    if (order === undefined) {
      throw new TillError(exitCodes.notFound, `No order has the id or number "${reference}".`, {
        code: "NOT_FOUND",
        hint: "List them: till orders list",
      });
    }
    throw new TillError(exitCodes.conflict, `Several orders have the number ${reference}.`, {
      hint: "Use the id.",
    });
  });
  return [...new Map(orders.map((order) => [order.id, order])).values()];
}
