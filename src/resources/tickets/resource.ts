import type { Call } from "../../api/caller.ts";
import type { Ticket } from "../../api/services/tickets/models/ticket-order.ts";
import { tickets } from "../../api/services/tickets/tickets.ts";
import { column } from "../../output/table.ts";
import { listedWords, narrowedBy } from "../filter-flags.ts";
import { quoted, type Resource, type RowAction } from "../resource.ts";
import { codeOf, eventIdIn } from "./code.ts";
import { listTickets, narrowTickets, type SoldTicket, ticketFields } from "./list.ts";
import { ticketMoney } from "./orders-resource.ts";

/** What each field is called on the command line. */
const flags = { orderNumber: "--order", orderStatus: "--status", state: "--state" };

/** Sold tickets as people browse them, of all events. On a command line a ticket is `number,event`, so that actions know its event. */
export function ticketResource(call: Call): Resource<SoldTicket> {
  return {
    name: "tickets",
    singular: "ticket",
    title: "Tickets",
    columns: [
      column("TICKET", ({ ticketNumber }) => ticketNumber ?? "", { path: "ticketNumber", min: 15 }),
      column("KIND", ({ name }) => name ?? "", { path: "name", grow: true, min: 10 }),
      column("FOR", guestOf, { grow: true, min: 14 }),
      column("STATUS", statusOf, { path: "orderStatus", min: 10 }),
      column("CHECKED IN", ({ checkIn }) => checkIn?.created ?? "", { as: "ago", min: 10 }),
      column("ORDER", ({ orderNumber }) => orderNumber ?? "", { path: "orderNumber", min: 13 }),
    ],
    details: [
      column("Ticket", ({ ticketNumber }) => ticketNumber ?? ""),
      column("Kind", ({ name }) => name ?? ""),
      column("For", guestOf),
      column("E-mail", ({ guestDetails }) => guestDetails?.email ?? ""),
      column("Price", ({ price }) => ticketMoney(price)),
      column("Status", statusOf),
      column("Order", ({ orderNumber }) => orderNumber ?? ""),
      column("Ordered by", ({ orderFullName }) => orderFullName ?? ""),
      column("Checked in", ({ checkIn }) => checkIn?.created ?? "no", { as: "time" }),
      column("Archived", ({ archived }) => (archived ? true : "")),
      column("Event", ({ eventId }) => eventId ?? ""),
      column("Code", codeOf),
    ],
    fields: ticketFields,
    sortPaths: [],
    relations: [
      {
        resource: "guests",
        title: "its guests",
        filter: ({ orderNumber }) => (orderNumber ? `orderNumber = ${quoted(orderNumber)}` : undefined),
      },
      {
        resource: "events",
        title: "its event",
        filter: ({ eventId }) => (eventId ? `id = ${quoted(eventId)}` : undefined),
      },
      {
        resource: "tickets orders",
        title: "its order",
        filter: ({ orderNumber }) => (orderNumber ? `orderNumber = ${quoted(orderNumber)}` : undefined),
      },
    ],
    actions,
    emptyHint: "They come to be when somebody orders them: till tickets reserve --help",
    id: ({ ticketNumber }) => ticketNumber ?? "",
    label: (ticket) => `ticket ${ticket.ticketNumber ?? ""} ${guestOf(ticket)}`.trim(),
    reference: ({ ticketNumber, eventId }) => (eventId ? `${ticketNumber},${eventId}` : (ticketNumber ?? "")),
    code: codeOf,
    listArgs: ({ filter, search }) => listedWords(["tickets", "list"], narrowTickets(filter), flags, search),
    narrow: (args, options) =>
      narrowedBy(call, args, options, { order: "orderNumber", status: "orderStatus", state: "state" }),
    getArgs: (reference) => ["tickets", "show", numberIn(reference)],
    list: (query) => listTickets(call, query),
    async get(ticketNumber) {
      const input = { ticketNumber, fieldset: ["GUEST_DETAILS", "TICKET_DETAILS"] };
      const { body } = await call("tickets.get", tickets.get, input);
      const ticket = (body as { ticket?: Ticket }).ticket ?? {};
      return { ...ticket, eventId: eventIdIn(ticket.checkInUrl ?? "") };
    },
  };
}

const guestOf = ({ guestFullName, orderFullName }: SoldTicket) => guestFullName || orderFullName || "";
const statusOf = ({ orderStatus, canceled }: SoldTicket) => (canceled ? "CANCELED" : (orderStatus ?? ""));
const numberIn = (reference: string) => reference.split(",")[0] ?? "";

const actions: readonly RowAction<SoldTicket>[] = [
  {
    key: "i",
    name: "check in",
    help: "let them in",
    target: "rows",
    unavailable: (ticket) =>
      ticket.checkIn?.created ? "It is checked in already." : ticket.canceled ? "It is canceled." : undefined,
    conflict: atOneDoor,
    args: (references) => atDoor("check-in", references),
  },
  {
    key: "o",
    name: "undo check-in",
    help: "take the check-in back",
    target: "rows",
    unavailable: ({ checkIn }) => (checkIn?.created ? undefined : "It is not checked in."),
    conflict: atOneDoor,
    args: (references) => atDoor("undo-check-in", references),
  },
  {
    key: "s",
    name: "show",
    help: "print it with its QR code",
    target: "row",
    showsOutput: true,
    args: ([reference = ""]) => ["tickets", "show", numberIn(reference)],
  },
  {
    key: "p",
    name: "picture",
    help: "write the code as a picture",
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

/** Tickets of several events: the command works at the door of one. */
function atOneDoor(references: readonly string[]): string | undefined {
  const events = new Set(references.map((one) => one.split(",")[1]));
  return events.size < 2
    ? undefined
    : `They are for ${events.size} events, and this takes one: mark tickets of one event.`;
}

/** The command works at the door of one event, that of all these tickets. */
function atDoor(verb: string, references: readonly string[]): string[] {
  const event = references[0]?.split(",")[1] ?? "";
  return ["tickets", verb, event, ...references.map(numberIn)];
}
