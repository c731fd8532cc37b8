import { type Call, callWithRequestId } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import { eventOrders, type TicketOrder } from "../../api/services/tickets.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Authorization, PaymentGateway, PaymentOrder } from "../payments/gateway.ts";

const pageSize = 100;
/** The state of a ticket order's payment by the payment status of the order. */
const states: Readonly<Record<string, Authorization["state"]>> = {
  AUTHORIZED: "AUTHORIZED",
  PAID: "CAPTURED",
  VOIDED: "VOIDED",
};

/** Returns the gateway to the authorized payments of ticket orders. Each order has one payment, with the order number as id. */
export function ticketGateway(call: Call): PaymentGateway {
  const list = async (orderNumber: readonly string[]) => {
    const input = { orderNumber: [...orderNumber], limit: pageSize };
    const { result, requestId } = await callWithRequestId(call, eventOrders.list, input);
    return { found: result.orders ?? [], requestId };
  };
  const known = (requestId: string | undefined) => (requestId === undefined ? {} : { requestId });
  return {
    itemName: "ticket order",
    pageSize,
    async find(references) {
      const { found, requestId } = await list(references);
      const orders = references.map((reference) =>
        found
          .filter(({ orderNumber }) => orderNumber === reference)
          .map((order) => paymentOrder(order, requestId)),
      );
      return { orders, ...known(requestId) };
    },
    async *authorized() {
      const input = { status: ["AUTHORIZED"] };
      const orders = pages<TicketOrder>(call, eventOrders.list, input, {
        id: "orderNumber",
        pageSize,
      });
      for await (const order of orders) yield [paymentOrder(order, undefined)];
    },
    async authorizations(ids) {
      const { found, requestId } = await list(ids);
      return {
        authorizations: new Map(found.map((order) => [order.orderNumber, authorizationsOf(order)])),
        ...known(requestId),
      };
    },
    async perform(action, id) {
      const endpoint = action === "capture" ? eventOrders.capture : eventOrders.void;
      const { requestId } = await callWithRequestId(call, endpoint, { orderNumber: id });
      // A failed read must not look like a failed capture: without states, the caller reads the payments again.
      const { found } = await list([id]).catch(() => ({ found: [] }));
      return { authorizations: found[0] && authorizationsOf(found[0]), ...known(requestId) };
    },
  };
}

function paymentOrder(order: TicketOrder, requestId: string | undefined): PaymentOrder {
  const { orderNumber, fullName, status, totalPrice } = order;
  return {
    id: orderNumber,
    number: orderNumber,
    currency: totalPrice?.currency ?? "USD",
    customer: fullName || undefined,
    status: status || undefined,
    authorizations: authorizationsOf(order),
    requestId,
  };
}

function authorizationsOf({
  orderNumber,
  status,
  totalPrice,
  created,
  paymentDetails,
}: TicketOrder): Authorization[] {
  const state = states[status ?? ""];
  if (state === undefined) return [];
  const { scheduledAction, scheduledActionExecutionDate: at } = paymentDetails?.transaction ?? {};
  const action = scheduledAction === "CAPTURE" ? "capture" : scheduledAction === "VOID" ? "void" : undefined;
  return [
    {
      id: orderNumber,
      amount: totalPrice?.value ?? "0",
      state,
      authorizedAt: created || undefined,
      scheduled: action && at ? { action, at } : undefined,
    },
  ];
}

/** Returns a ticket order by its number. Throws ORDER_NOT_FOUND (exit 5). */
export async function findTicketOrder(call: Call, orderNumber: string): Promise<TicketOrder> {
  const body = await call(eventOrders.list, { orderNumber: [orderNumber], limit: 1 });
  const [order] = body.orders ?? [];
  if (order) return order;
  throw new TillError(exitCodes.notFound, `There is no ticket order ${orderNumber}.`, {
    code: "ORDER_NOT_FOUND",
    hint: "See them all: till tickets orders list",
  });
}
