import { shapeOf } from "../../api/schema-fields.ts";
import { eventOrders, TicketOrder } from "../../api/services/tickets/ticket-orders.ts";
import { wordFor } from "../../output/words.ts";
import { quoted } from "../command-line.ts";
import { eventConditions, eventListArgs } from "../conditions.ts";
import { described } from "../described.ts";
import { briefly } from "../orders/words.ts";
import type { Resource, RowAction } from "../resource.ts";
import { findTicketOrder } from "./gateway.ts";
import { listTicketOrders, narrowTicketOrders, ticketOrderFields } from "./list.ts";
import { ticketMoney, ticketOrderWord, ticketOrderWords } from "./words.ts";

/** Returns the filter for rows with the same order number. */
export function ofOrder({ orderNumber }: { orderNumber?: string | null | undefined }): string | undefined {
  return orderNumber ? `orderNumber = ${quoted(orderNumber)}` : undefined;
}

/** The options of `tickets orders list` that are conditions on a field. */
const options = {
  fields: {
    order: "orderNumber",
    status: "status",
    tag: "tag",
    member: "memberId",
    contact: "contactId",
    creator: "eventCreatorId",
  },
  filterFields: ticketOrderFields,
};

const view = described<TicketOrder>(
  {
    orderNumber: { label: "Order", min: 13 },
    eventId: { label: "Event" },
    fullName: { label: "Buyer", grow: true, min: 12 },
    email: {},
    status: {
      words: ticketOrderWord,
      brief: (order, times) => briefly(ticketOrderWord(order, times)),
      min: 14,
    },
    confirmed: {},
    ticketsQuantity: { label: "Tickets", absent: 0, as: "number" },
    amount: {
      path: "totalPrice.value",
      label: "Total",
      as: "money",
      words: ({ totalPrice }) => [ticketMoney(totalPrice).split(" ")[0] ?? ""],
    },
    currency: { path: "totalPrice.currency" },
    total: { value: ({ totalPrice }) => ticketMoney(totalPrice) },
    balanceDue: { value: ({ balanceSummary }) => ticketMoney(balanceSummary?.balance) },
    tickets: { value: ticketLines },
    fullyCheckedIn: { label: "Checked in", absent: false },
    archived: {},
    availableActions: {},
    created: { label: "Ordered", heading: "CREATED", as: "date", min: 12 },
  },
  {
    list: "orderNumber fullName status ticketsQuantity amount currency fullyCheckedIn created",
    get: "orderNumber eventId fullName email status confirmed total balanceDue tickets fullyCheckedIn archived availableActions created",
  },
);

/** Ticket orders of all events. */
export const ticketOrderResource: Resource<TicketOrder> = {
  name: "tickets orders",
  kind: "order",
  singular: "ticket order",
  title: "Ticket orders",
  ...view,
  recordFields: Object.keys(shapeOf(TicketOrder)),
  filterFields: ticketOrderFields,
  sortPaths: [],
  relations: [
    { resource: "tickets", title: "tickets", filter: ofOrder },
    { resource: "guests", title: "guests", filter: ofOrder },
    {
      resource: "events",
      title: "event",
      filter: ({ eventId }) => (eventId ? `id = ${quoted(eventId)}` : undefined),
    },
  ],
  adminOnly: true,
  id: ({ orderNumber }) => orderNumber,
  label: ({ orderNumber, fullName }) => `order ${orderNumber} ${fullName ?? ""}`.trim(),
  async open(session) {
    const call = await session.call("admin");
    return {
      list: (query) => listTicketOrders(call, query),
      async get(orderNumber) {
        const { eventId } = await findTicketOrder(call, orderNumber);
        const input = { eventId, orderNumber, fieldset: ["DETAILS", "TICKETS", "FORM", "INVOICE"] };
        const body = await call(eventOrders.get, input);
        return body.order;
      },
      narrow: async (args, given) => ({
        conditions: await eventConditions(call, args, given, options),
        query: given,
      }),
      actions,
      listArgs: ({ filter, search }) =>
        eventListArgs(["tickets", "orders", "list"], narrowTicketOrders(filter), options, search),
    };
  },
};

function ticketLines({ tickets }: TicketOrder): string {
  return (tickets ?? [])
    .map(({ ticketNumber, name, guestFullName }) =>
      [ticketNumber, name, guestFullName].filter(Boolean).join("  "),
    )
    .join("\n");
}

// The platform returns the available actions of each order.
const actions = (
  [
    ["c", "capture", "capture authorized payments", "CAPTURE"],
    ["v", "void", "void authorized payments", "VOID"],
    ["o", "confirm", "confirm an order that is paid elsewhere", "CONFIRM"],
    ["a", "archive", "archive the order", "ARCHIVE"],
    ["u", "unarchive", "restore the order from the archive", "UNARCHIVE"],
  ] as const
).map(
  ([key, name, help, action]): RowAction<TicketOrder> => ({
    key,
    name,
    help,
    target: "rows",
    unavailable: ({ availableActions, status }) =>
      availableActions?.includes(action) === false
        ? `The action is not available for this order (${wordFor(ticketOrderWords, status ?? "")[0]}).`
        : undefined,
    args: (references) => ["tickets", "orders", name, ...references],
  }),
);
