import { shapeOf } from "../../api/schema-fields.ts";
import { Ticket } from "../../api/services/tickets/ticket-orders.ts";
import { tickets } from "../../api/services/tickets/tickets.ts";
import { quoted } from "../command-line.ts";
import { eventConditions, eventListArgs } from "../conditions.ts";
import { described } from "../described.ts";
import type { Resource, RowAction } from "../resource.ts";
import { codeOf, eventOf } from "./code.ts";
import { listTickets, narrowTickets, ticketFields } from "./list.ts";
import { ofOrder } from "./orders-resource.ts";
import { ticketMoney, ticketOrderWords } from "./words.ts";

/** The options of `tickets list` that are conditions on a field. */
const options = {
  fields: { order: "orderNumber", state: "state", status: "orderStatus" },
  filterFields: ticketFields,
};

const view = described<Ticket>(
  {
    ticketNumber: { label: "Ticket", min: 15 },
    name: { label: "Type", grow: true, min: 10 },
    guestFullName: { path: "guestFullName", label: "Guest", value: guestOf, grow: true, min: 14 },
    email: { path: "guestDetails.email" },
    price: { value: ({ price }) => ticketMoney(price) },
    orderStatus: { path: "orderStatus", label: "Status", value: statusOf, words: ticketOrderWords, min: 10 },
    orderNumber: { label: "Order", min: 13 },
    orderFullName: { label: "Ordered by" },
    checkedIn: { path: "checkIn.created", as: "date", min: 10 },
    isCheckedIn: { label: "Checked in", value: ({ checkIn }) => checkIn?.created ?? "no", as: "time" },
    archived: { value: ({ archived }) => archived || "" },
    event: { value: (ticket) => eventOf(ticket) },
    code: { value: codeOf },
  },
  {
    list: "ticketNumber name guestFullName orderNumber orderStatus checkedIn",
    get: "ticketNumber name guestFullName email price orderStatus orderNumber orderFullName isCheckedIn archived event code",
  },
);

/**
 * Sold tickets of all events. The screen refers to a ticket as `number,event`, because actions need its event.
 */
export const ticketResource: Resource<Ticket> = {
  name: "tickets",
  kind: "ticket",
  singular: "ticket",
  title: "Tickets",
  ...view,
  recordFields: Object.keys(shapeOf(Ticket)),
  filterFields: ticketFields,
  sortPaths: [],
  relations: [
    { resource: "guests", title: "guests", filter: ofOrder },
    {
      resource: "events",
      title: "event",
      filter(ticket) {
        const event = eventOf(ticket);
        return event === undefined ? undefined : `id = ${quoted(event)}`;
      },
    },
    { resource: "tickets orders", title: "order", filter: ofOrder },
  ],
  emptyHint: "To reserve tickets: till tickets reserve --help",
  adminOnly: true,
  id: ({ ticketNumber }) => ticketNumber,
  label: (ticket) => `ticket ${ticket.ticketNumber} ${guestOf(ticket)}`.trim(),
  reference: (ticket) => [ticket.ticketNumber, eventOf(ticket)].filter(Boolean).join(","),
  code: codeOf,
  async open(session) {
    const call = await session.call("admin");
    return {
      list: (query) => listTickets(call, query),
      async get(ticketNumber) {
        const input = { ticketNumber, fieldset: ["GUEST_DETAILS", "TICKET_DETAILS"] };
        const body = await call(tickets.get, input);
        return body.ticket;
      },
      narrow: async (args, given) => ({
        conditions: await eventConditions(call, args, given, options),
        query: given,
      }),
      actions,
      listArgs: ({ filter, search }) =>
        eventListArgs(["tickets", "list"], narrowTickets(filter), options, search),
      getArgs: (reference) => ["tickets", "show", numberIn(reference)],
    };
  },
};

function guestOf({ guestFullName, orderFullName }: Ticket): string {
  return guestFullName || orderFullName || "";
}

function statusOf({ orderStatus, canceled }: Ticket): string {
  return canceled ? "CANCELED" : (orderStatus ?? "");
}

const numberIn = (reference: string) => reference.split(",")[0] ?? "";

const actions: readonly RowAction<Ticket>[] = [
  {
    key: "i",
    name: "check in",
    help: "check in the guest",
    target: "rows",
    unavailable: (ticket) =>
      ticket.checkIn?.created ? "It is already checked in." : ticket.canceled ? "It is canceled." : undefined,
    conflict: severalEvents,
    args: (references) => checkInArgs("check-in", references),
  },
  {
    key: "o",
    name: "undo check-in",
    help: "undo the check-in",
    target: "rows",
    unavailable: ({ checkIn }) => (checkIn?.created ? undefined : "It is not checked in."),
    conflict: severalEvents,
    args: (references) => checkInArgs("undo-check-in", references),
  },
  {
    key: "s",
    name: "show",
    help: "print the ticket with its QR code",
    target: "row",
    showsOutput: true,
    args: ([reference = ""]) => ["tickets", "show", numberIn(reference)],
  },
  {
    key: "p",
    name: "picture",
    help: "save the QR code as a PNG file",
    target: "row",
    questions: [{ title: "File", hint: "ticket.png" }],
    args: ([reference = ""], [file]) => [
      "tickets",
      "show",
      numberIn(reference),
      "--png",
      file || "ticket.png",
    ],
  },
];

/** Returns why tickets cannot be checked in together: the command takes tickets of one event only. */
function severalEvents(references: readonly string[]): string | undefined {
  const events = new Set(references.map((one) => one.split(",")[1]));
  return events.size < 2
    ? undefined
    : `The tickets are for ${events.size} events. Mark tickets of one event only.`;
}

/** Returns the arguments of a check-in command for tickets of one event. */
function checkInArgs(verb: string, references: readonly string[]): string[] {
  const event = references[0]?.split(",")[1] ?? "";
  return ["tickets", verb, event, ...references.map(numberIn)];
}
