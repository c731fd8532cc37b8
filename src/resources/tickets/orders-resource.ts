import type { Call } from "../../api/caller.ts";
import { eventOrders } from "../../api/services/tickets/event-orders.ts";
import type { TicketOrder } from "../../api/services/tickets/models/ticket-order.ts";
import { moneyText, parseAmount } from "../../kernel/money.ts";
import { column } from "../../output/table.ts";
import { listedWords, narrowedBy } from "../filter-flags.ts";
import { quoted, type Resource, type RowAction } from "../resource.ts";
import { findTicketOrder } from "./gateway.ts";
import { listTicketOrders, narrowTicketOrders, ticketOrderFields } from "./list.ts";

/** A price with all digits of its currency: `12.50 USD`. */
export function ticketMoney(price: TicketOrder["totalPrice"]): string {
  const amount = parseAmount(price?.value ?? "");
  return amount && price?.currency ? `${moneyText(amount, price.currency)} ${price.currency}` : "";
}

/** What each field is called on the command line. */
const flags = {
  orderNumber: "--order",
  status: "--status",
  tag: "--tag",
  memberId: "--member",
  contactId: "--contact",
  eventCreatorId: "--creator",
};
/** The options of the list command, and the fields they stand for. */
const options = {
  order: "orderNumber",
  status: "status",
  tag: "tag",
  member: "memberId",
  contact: "contactId",
  creator: "eventCreatorId",
};

/** Orders of tickets as people browse them, of all events. */
export function ticketOrderResource(call: Call): Resource<TicketOrder> {
  return {
    name: "tickets orders",
    singular: "ticket order",
    title: "Ticket orders",
    columns: [
      column("ORDER", ({ orderNumber }) => orderNumber ?? "", { path: "orderNumber", min: 13 }),
      column("BUYER", ({ fullName }) => fullName ?? "", { path: "fullName", grow: true, min: 12 }),
      column("STATUS", ({ status }) => status ?? "", { path: "status", min: 10 }),
      column("TICKETS", ({ ticketsQuantity }) => ticketsQuantity ?? 0, { as: "number" }),
      column("TOTAL", ({ totalPrice }) => ticketMoney(totalPrice), { align: "right", min: 10 }),
      column("WHEN", ({ created }) => created ?? "", { as: "ago", min: 12 }),
      column("ALL IN", ({ fullyCheckedIn }) => fullyCheckedIn ?? false),
    ],
    details: [
      column("Order", ({ orderNumber }) => orderNumber ?? ""),
      column("Buyer", ({ fullName }) => fullName ?? ""),
      column("E-mail", ({ email }) => email ?? ""),
      column("Status", ({ status }) => status ?? ""),
      column("Confirmed", ({ confirmed }) => confirmed ?? ""),
      column("Total", ({ totalPrice }) => ticketMoney(totalPrice)),
      column("Left to pay", ({ balanceSummary }) => ticketMoney(balanceSummary?.balance)),
      column("Tickets", ({ tickets }) =>
        (tickets ?? [])
          .map(({ ticketNumber, name, guestFullName }) =>
            [ticketNumber, name, guestFullName].filter(Boolean).join("  "),
          )
          .join("\n"),
      ),
      column("All in", ({ fullyCheckedIn }) => fullyCheckedIn ?? ""),
      column("Archived", ({ archived }) => archived ?? ""),
      column("Ordered", ({ created }) => created ?? "", { as: "time" }),
      column("Event", ({ eventId }) => eventId ?? ""),
    ],
    fields: ticketOrderFields,
    sortPaths: [],
    relations: [
      { resource: "tickets", title: "its tickets", filter: ofOrder },
      { resource: "guests", title: "its guests", filter: ofOrder },
      {
        resource: "events",
        title: "its event",
        filter: ({ eventId }) => (eventId ? `id = ${quoted(eventId)}` : undefined),
      },
    ],
    actions,
    id: ({ orderNumber }) => orderNumber ?? "",
    label: ({ orderNumber, fullName }) => `order ${orderNumber ?? ""} ${fullName ?? ""}`.trim(),
    listArgs: ({ filter, search }) =>
      listedWords(["tickets", "orders", "list"], narrowTicketOrders(filter), flags, search),
    narrow: (args, given) => narrowedBy(call, args, given, options),
    list: (query) => listTicketOrders(call, query),
    async get(orderNumber) {
      const { eventId } = await findTicketOrder(call, orderNumber);
      const input = { eventId, orderNumber, fieldset: ["DETAILS", "TICKETS"] };
      const { body } = await call("eventOrders.get", eventOrders.get, input);
      return (body as { order?: TicketOrder }).order ?? {};
    },
  };
}

const ofOrder = ({ orderNumber }: TicketOrder) =>
  orderNumber ? `orderNumber = ${quoted(orderNumber)}` : undefined;

/** The platform says of every order what can be done with it. */
const actions = (
  [
    ["c", "capture", "take the money that was authorized", "CAPTURE"],
    ["v", "void", "let go the money that was authorized", "VOID"],
    ["o", "confirm", "confirm an order that is paid elsewhere", "CONFIRM"],
    ["a", "archive", "put it aside", "ARCHIVE"],
    ["u", "unarchive", "put it back", "UNARCHIVE"],
  ] as const
).map(
  ([key, name, help, action]): RowAction<TicketOrder> => ({
    key,
    name,
    help,
    target: "rows",
    unavailable: ({ availableActions, status }) =>
      availableActions?.includes(action) === false
        ? `The shop does not offer that for this order (${status}).`
        : undefined,
    args: (references) => ["tickets", "orders", name, ...references],
  }),
);
