import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import { eventOrders } from "../../api/services/tickets/event-orders.ts";
import type { TicketOrder } from "../../api/services/tickets/models/ticket-order.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Account, Aim, Hold, PaymentDesk } from "../payments/account.ts";

const page = 100;
/** How the money of an order stands, by its payment status. */
const states: Readonly<Record<string, Hold["state"]>> = {
  AUTHORIZED: "AUTHORIZED",
  PAID: "CAPTURED",
  VOIDED: "VOIDED",
};

/** The authorized payments of ticket orders, one an order; their ids are the orders' numbers. */
export function ticketDesk(call: Call, signal?: AbortSignal): PaymentDesk {
  const options = signal ? { signal } : {};
  const list = async (orderNumber: readonly string[]) => {
    const input = { orderNumber, limit: page };
    const { body, requestId } = await call("eventOrders.list", eventOrders.list, input, options);
    return { found: ((body as { orders?: TicketOrder[] }).orders ?? []) as TicketOrder[], requestId };
  };
  const known = (requestId: string | undefined) => (requestId === undefined ? {} : { requestId });
  return {
    noun: "ticket order",
    page,
    async find(references) {
      const { found, requestId } = await list(references);
      const accounts = references.map((reference) =>
        found
          .filter(({ orderNumber }) => orderNumber === reference)
          .map((order) => accountOf(order, requestId)),
      );
      return { accounts, ...known(requestId) };
    },
    async *authorized() {
      const input = { status: ["AUTHORIZED"] };
      const orders = pages<TicketOrder>(call, "eventOrders.list", eventOrders.list, input, {
        id: "orderNumber",
        pageSize: page,
        ...options,
      });
      for await (const order of orders) yield [accountOf(order, undefined)];
    },
    async holds(ids) {
      const { found, requestId } = await list(ids);
      return {
        holds: new Map(found.map((order) => [order.orderNumber ?? "", holdsOf(order)])),
        ...known(requestId),
      };
    },
    async move(aim: Aim, id) {
      const endpoint = aim === "capture" ? eventOrders.capture : eventOrders.void;
      const { requestId } = await call(`eventOrders.${aim}`, endpoint, { orderNumber: id }, options);
      const { found } = await list([id]);
      return { holds: found[0] && holdsOf(found[0]), ...known(requestId) };
    },
  };
}

function accountOf(order: TicketOrder, requestId: string | undefined): Account {
  const { orderNumber, fullName, status, totalPrice } = order;
  return {
    id: orderNumber ?? "",
    number: orderNumber ?? "",
    currency: totalPrice?.currency ?? "USD",
    ...(fullName && { customer: fullName }),
    ...(status && { status }),
    holds: holdsOf(order),
    ...(requestId !== undefined && { requestId }),
  };
}

function holdsOf({ orderNumber, status, totalPrice, created, paymentDetails }: TicketOrder): Hold[] {
  const state = states[status ?? ""];
  if (state === undefined) return [];
  const { scheduledAction, scheduledActionExecutionDate: at } = paymentDetails?.transaction ?? {};
  const action = scheduledAction === "CAPTURE" ? "capture" : scheduledAction === "VOID" ? "void" : undefined;
  return [
    {
      id: orderNumber ?? "",
      amount: totalPrice?.value ?? "0",
      state,
      ...(created && { authorizedAt: created }),
      ...(action && at && { scheduled: { action, at } }),
    },
  ];
}

/** A ticket order by its number. TillError 5 where there is none. */
export async function findTicketOrder(call: Call, orderNumber: string): Promise<TicketOrder> {
  const { body } = await call("eventOrders.list", eventOrders.list, { orderNumber: [orderNumber], limit: 1 });
  const [order] = (body as { orders?: TicketOrder[] }).orders ?? [];
  if (order) return order;
  throw new TillError(exitCodes.notFound, `There is no ticket order ${orderNumber}.`, {
    code: "ORDER_NOT_FOUND",
    hint: "See them all: till tickets orders list",
  });
}
