import { minute } from "../../../kernel/durations.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { requestedOutcome } from "../orders/index.ts";
import { advanceOrder, notAvailable } from "./orders.ts";
import { orders, type StoredOrder } from "./tables.ts";

const settleAfter = minute;
const statuses = { CAPTURE: "PAID", VOID: "VOIDED" } as const;

/**
 * Captures or voids an authorized payment. Throws PlatformError 409 `ORDER_STATUS_NOT_AUTHORIZED` with the status. If the
 * provider declines (`x-sandbox-payment`), nothing changes; if it is pending, the order settles a minute later.
 */
export function settleAuthorized(tx: StoreTx, order: StoredOrder, action: "CAPTURE" | "VOID"): StoredOrder {
  const { orderNumber, status, internal } = order;
  const what = action === "CAPTURE" ? "be captured" : "be voided";
  if (status !== "AUTHORIZED") throw notAvailable(order, what, "ORDER_STATUS_NOT_AUTHORIZED");
  if (internal.waiting) {
    const message = `The ticket order ${orderNumber} is ${status} with a pending ${internal.waiting} and cannot ${what}`;
    throw new PlatformError(409, "ORDER_STATUS_NOT_AUTHORIZED", message, { orderNumber, status });
  }
  const requested = requestedOutcome(tx);
  if (requested === "DECLINED") {
    const message = `The provider declined the ${action.toLowerCase()}; the ticket order ${orderNumber} stays ${status}`;
    throw new PlatformError(409, "PAYMENT_DECLINED", message, { orderNumber, status });
  }
  if (requested !== "PENDING") return advanceOrder(tx, order, statuses[action]);
  const after = { ...order, internal: { ...internal, waiting: action } };
  tx.put(orders, orderNumber, after);
  tx.schedule(new Date(tx.now.getTime() + settleAfter), "eventOrders.settle", orderNumber);
  return after;
}

/** Due work: voids expired authorizations and settles pending captures and voids. */
export const due = {
  void(tx: StoreTx, orderNumber: string) {
    const order = tx.get(orders, orderNumber);
    if (order?.status === "AUTHORIZED") advanceOrder(tx, order, "VOIDED");
  },
  settle(tx: StoreTx, orderNumber: string) {
    const order = tx.get(orders, orderNumber);
    const waiting = order?.internal.waiting;
    if (order?.status === "AUTHORIZED" && waiting) advanceOrder(tx, order, statuses[waiting]);
  },
};
