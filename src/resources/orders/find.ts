import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders/models.ts";
import { orders } from "../../api/services/orders/orders.ts";
import { ApiError, exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/guid.ts";

/** Finds an order by id or number (`10007`, `#10007`). Throws TillError 5 if there is none, 6 if several match. */
export async function findOrder(call: Call, reference: string): Promise<Order> {
  const name = reference.trim().replace(/^#/, "");
  if (isGuid(name)) {
    try {
      const body = await call(orders.get, { id: name });
      return body.order;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound(name, error);
      throw error;
    }
  }
  const search = { filter: { number: name }, cursorPaging: { limit: 2 } };
  const body = await call(orders.search, { search });
  const [order, other] = body.orders ?? [];
  if (!order) throw notFound(name);
  if (other) {
    throw new TillError(
      exitCodes.conflict,
      `Several orders have the number ${name}: ${order.id}, ${other.id}.`,
      {
        hint: "Use the id.",
      },
    );
  }
  return order;
}

/** Returns the id of an order by id or number. */
export async function findOrderId(call: Call, reference: string): Promise<string> {
  return isGuid(reference) ? reference : (await findOrder(call, reference)).id;
}

function notFound(reference: string, cause?: unknown): TillError {
  return new TillError(exitCodes.notFound, `No order has the id or number "${reference}".`, {
    code: "NOT_FOUND",
    hint: "List them: till orders list",
    cause,
  });
}
