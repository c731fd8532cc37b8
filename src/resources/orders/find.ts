import type { Call } from "../../api/caller.ts";
import { draftOrders, type Order, orders } from "../../api/services/orders.ts";
import { ApiError, exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/ids.ts";

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

/** Returns the id of a draft by id, by the number of the order that it changes, or the newest for `last`. Throws TillError 5. */
export async function findDraftId(call: Call, reference: string): Promise<string> {
  if (isGuid(reference)) return reference;
  const own = reference === "last" ? {} : { orderId: await findOrderId(call, reference) };
  const query = {
    filter: { status: "DRAFT", ...own },
    sort: [{ fieldName: "createdDate", order: "DESC" }],
    cursorPaging: { limit: 1 },
  };
  const body = await call(draftOrders.query, { query });
  const [draft] = body.draftOrders ?? [];
  if (draft?.id) return draft.id;
  const what = reference === "last" ? "There is no draft order" : `No draft changes order ${reference}`;
  throw new TillError(exitCodes.notFound, `${what}.`, {
    code: "NOT_FOUND",
    hint:
      reference === "last"
        ? "Create one: till orders drafts create"
        : `Create one: till orders drafts edit ${reference}`,
  });
}

function notFound(reference: string, cause?: unknown): TillError {
  return new TillError(exitCodes.notFound, `No order has the id or number "${reference}".`, {
    code: "NOT_FOUND",
    hint: "List them: till orders list",
    cause,
  });
}
