import type { Call } from "../../api/caller.ts";
import type { FilterField } from "../../api/query/filter.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import {
  eventOrders,
  OrderTag,
  Ticket,
  TicketOrder,
  TicketOrderStatus,
  TicketState,
  tickets,
} from "../../api/services/tickets.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { ApiError } from "../../kernel/errors.ts";
import { wordFor } from "../../output/table.ts";
import { eventConditions, eventListArgs } from "../conditions.ts";
import { described, wordsFor } from "../described.ts";
import { eventsById } from "../events/read.ts";
import type { Listing, ListQuery } from "../listing.ts";
import { listNarrowed, type Narrowed, narrowFilter, narrowingField } from "../narrowing.ts";
import { shortWord } from "../orders/words.ts";
import { filterQuoted, type Resource, type RowAction } from "../resource.ts";
import { ticketCode, ticketEventId } from "./code.ts";
import { findTicketOrder } from "./gateway.ts";
import { ticketMoney, ticketOrderWord, ticketOrderWords } from "./words.ts";

const text = (name: string): FilterField => ({ name, type: "text" });
const flag = (name: string): FilterField => ({ name, type: "boolean" });
const statuses = TicketOrderStatus.enum ?? [];

/** The filter fields of sold tickets. The platform filters by fields with operators; the others are tested on each row. */
const ticketFields: readonly FilterField[] = [
  narrowingField("eventId"),
  narrowingField("state", TicketState.enum ?? []),
  narrowingField("orderStatus", statuses, wordsFor(ticketOrderWords)),
  narrowingField("orderNumber"),
  text("ticketNumber"),
  text("ticketDefinitionId"),
  text("memberId"),
  text("name"),
  text("guestFullName"),
  text("orderFullName"),
  text("guestDetails.email"),
  { name: "checkIn.created", type: "date" },
  flag("free"),
  flag("archived"),
  flag("canceled"),
];

/** The filter fields of ticket orders. */
const ticketOrderFields: readonly FilterField[] = [
  narrowingField("eventId"),
  narrowingField("status", statuses, wordsFor(ticketOrderWords)),
  narrowingField("tag", OrderTag.enum ?? []),
  narrowingField("orderNumber"),
  narrowingField("memberId"),
  narrowingField("contactId"),
  narrowingField("eventCreatorId"),
  text("fullName"),
  text("email"),
  { name: "created", type: "date" },
  { name: "totalPrice.value", type: "number" },
  { name: "ticketsQuantity", type: "number" },
  flag("confirmed"),
  flag("archived"),
  flag("fullyCheckedIn"),
];

/** Splits a filter of tickets. Throws UsageError if it cannot be evaluated. */
const narrowTickets = (filter: string | undefined): Narrowed => narrowFilter(filter, ticketFields, ["state"]);

/** Splits a filter of ticket orders. Throws UsageError if it cannot be evaluated. */
const narrowTicketOrders = (filter: string | undefined): Narrowed =>
  narrowFilter(filter, ticketOrderFields, ["tag", "eventCreatorId"]);

/** Lists sold tickets; of all events if the filter names none. */
function listTickets(call: Call, { filter, search, ...query }: ListQuery): Listing<Ticket> {
  const source = {
    call,
    endpoint: tickets.list,
    fields: ticketFields,
    sortPaths: [],
    id: "ticketNumber",
    input: { ...phrase(search), fieldset: ["GUEST_DETAILS"] },
  };
  // The platform does not return the event as a field, but filters know it.
  return listNarrowed<Ticket>(source, query, narrowTickets(filter), (ticket) => ({
    ...ticket,
    eventId: ticketEventId(ticket),
  }));
}

/** The options of `tickets orders list`. */
interface TicketOrderQuery extends ListQuery {
  fieldset?: readonly string[];
}

/** Lists ticket orders; of all events if the filter names none. */
function listTicketOrders(
  call: Call,
  { filter, search, sort, fieldset = ["DETAILS"], ...query }: TicketOrderQuery,
): Listing<TicketOrder> {
  const source = {
    call,
    endpoint: eventOrders.list,
    fields: ticketOrderFields,
    sortPaths: [],
    id: "orderNumber",
    input: { ...phrase(search), sort, fieldset },
  };
  return listNarrowed<TicketOrder>(source, query, narrowTicketOrders(filter));
}

const phrase = (search: string | undefined) => (search === undefined ? {} : { searchPhrase: search });

/** The options of `tickets list` that are conditions on a field. */
const ticketOptions = {
  fields: { order: "orderNumber", state: "state", status: "orderStatus" },
  filterFields: ticketFields,
};

/** A ticket with the title of its event, if that was read. */
interface ListedTicket extends Ticket {
  readonly eventTitle?: string | undefined;
}

const view = described<ListedTicket>(
  {
    ticketNumber: { label: "Ticket", min: 15 },
    name: { label: "Type", grow: true, min: 10 },
    guestFullName: { path: "guestFullName", label: "Guest", value: guestOf, grow: true, min: 14 },
    email: { path: "guestDetails.email" },
    price: { value: ({ price }) => ticketMoney(price) },
    orderStatus: { path: "orderStatus", label: "Status", value: statusOf, words: ticketOrderWords, min: 10 },
    orderNumber: { label: "Order", min: 13, spare: true },
    orderFullName: { label: "Ordered by" },
    checkedIn: { path: "checkIn.created", as: "date", min: 10 },
    isCheckedIn: { label: "Checked in", value: ({ checkIn }) => checkIn?.created ?? "no", as: "time" },
    archived: { value: ({ archived }) => archived || "" },
    event: { value: (ticket) => ticket.eventTitle ?? ticketEventId(ticket), grow: true, spare: true },
    code: { value: ticketCode },
  },
  {
    list: "ticketNumber name guestFullName orderNumber orderStatus checkedIn",
    screen: "ticketNumber name guestFullName orderStatus checkedIn event orderNumber",
    get: "ticketNumber name guestFullName email price orderStatus orderNumber orderFullName isCheckedIn archived event code",
  },
);

/**
 * Sold tickets of all events. The screen refers to a ticket as `number,event`, because actions need its event.
 */
export const ticketResource: Resource<ListedTicket> = {
  name: "tickets",
  kind: "ticket",
  singular: "ticket",
  title: "Tickets",
  ...view,
  recordFields: Object.keys(shapeOf(Ticket)),
  filterFields: ticketFields,
  sortPaths: [],
  relations: [
    { resource: "events guests", title: "guests", filter: ofOrder },
    {
      resource: "events",
      title: "event",
      filter(ticket) {
        const event = ticketEventId(ticket);
        return event === undefined ? undefined : `id = ${filterQuoted(event)}`;
      },
    },
    { resource: "tickets orders", title: "order", filter: ofOrder },
  ],
  emptyHint: "To reserve tickets: till tickets reserve --help",
  adminOnly: true,
  id: ({ ticketNumber }) => ticketNumber,
  label: (ticket) => `ticket ${ticket.ticketNumber} ${guestOf(ticket)}`.trim(),
  reference: (ticket) => [ticket.ticketNumber, ticketEventId(ticket)].filter(Boolean).join(","),
  code: ticketCode,
  async open(session) {
    const call = await session.call("admin");
    const titles = new Map<string, string | undefined>();
    return {
      list: (query) => listTickets(call, query),
      complete: (rows) => withEvents(call, rows, titles),
      page: async (ticket) => ({
        row: (await readEvents(call, [ticket], titles))[0] ?? ticket,
        sections: [],
      }),
      async get(ticketNumber) {
        const input = { ticketNumber, fieldset: ["GUEST_DETAILS", "TICKET_DETAILS"] };
        const body = await call(tickets.get, input);
        return body.ticket;
      },
      narrow: async (args, given) => ({
        conditions: await eventConditions(call, args, given, ticketOptions),
        query: given,
      }),
      actions: ticketActions,
      listArgs: ({ filter, search }) =>
        eventListArgs(["tickets", "list"], narrowTickets(filter), ticketOptions, search),
      getArgs: (reference) => ["tickets", "get", numberIn(reference)],
    };
  },
};

/** The tickets whose events are read at once. */
const batchSize = 100;

/** Adds the titles of their events to tickets; `titles` keeps those that were read. */
async function* withEvents(
  call: Call,
  tickets: AsyncIterable<Ticket>,
  titles: Map<string, string | undefined>,
): AsyncGenerator<ListedTicket> {
  for await (const batch of streamBatches(tickets, batchSize)) yield* await readEvents(call, batch, titles);
}

/** Returns tickets with the titles of their events. They stay as they are if the events cannot be read. */
async function readEvents(
  call: Call,
  tickets: readonly Ticket[],
  titles: Map<string, string | undefined>,
): Promise<ListedTicket[]> {
  const ids = new Set(tickets.flatMap((ticket) => ticketEventId(ticket) ?? []));
  const unread = [...ids].filter((id) => !titles.has(id));
  if (unread.length > 0) {
    const found = await eventsById(call, unread).catch((error) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    for (const id of unread) titles.set(id, found?.get(id)?.title ?? undefined);
  }
  return tickets.map((ticket) => ({ ...ticket, eventTitle: titles.get(ticketEventId(ticket) ?? "") }));
}

function guestOf({ guestFullName, orderFullName }: Ticket): string {
  return guestFullName || orderFullName || "";
}

function statusOf({ orderStatus, canceled }: Ticket): string {
  return canceled ? "CANCELED" : (orderStatus ?? "");
}

const numberIn = (reference: string) => reference.split(",")[0] ?? "";

const ticketActions: readonly RowAction<Ticket>[] = [
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
    args: ([reference = ""]) => ["tickets", "get", numberIn(reference)],
  },
  {
    key: "p",
    name: "picture",
    help: "save the QR code as a PNG file",
    target: "row",
    questions: [{ title: "File", hint: "ticket.png" }],
    args: ([reference = ""], [file]) => [
      "tickets",
      "get",
      numberIn(reference),
      "--png",
      file || "ticket.png",
    ],
  },
];

/** Returns why tickets cannot be checked in together: the command takes tickets of one event only. */
function severalEvents(references: readonly string[]): string | undefined {
  const events = new Set(references.map((reference) => reference.split(",")[1]));
  return events.size < 2
    ? undefined
    : `The tickets are for ${events.size} events. Mark tickets of one event only.`;
}

/** Returns the arguments of a check-in command for tickets of one event. */
function checkInArgs(verb: string, references: readonly string[]): string[] {
  const event = references[0]?.split(",")[1] ?? "";
  return ["tickets", verb, event, ...references.map(numberIn)];
}

/** Returns the filter for rows with the same order number. */
export function ofOrder({ orderNumber }: { orderNumber?: string | null | undefined }): string | undefined {
  return orderNumber ? `orderNumber = ${filterQuoted(orderNumber)}` : undefined;
}

/** The options of `tickets orders list` that are conditions on a field. */
const ticketOrderOptions = {
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

const orderView = described<TicketOrder>(
  {
    orderNumber: { label: "Order", min: 13 },
    eventId: { label: "Event" },
    fullName: { label: "Buyer", grow: true, min: 12 },
    email: {},
    status: {
      words: ticketOrderWord,
      status: true,
      brief: (order, times) => shortWord(ticketOrderWord(order, times)),
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
    page: "orderNumber eventId fullName email status confirmed total balanceDue fullyCheckedIn archived availableActions created tickets",
  },
);

/** Ticket orders of all events. */
export const ticketOrderResource: Resource<TicketOrder> = {
  name: "tickets orders",
  kind: "order",
  singular: "ticket order",
  title: "Ticket orders",
  ...orderView,
  recordFields: Object.keys(shapeOf(TicketOrder)),
  filterFields: ticketOrderFields,
  sortPaths: [],
  relations: [
    { resource: "tickets", title: "tickets", filter: ofOrder },
    { resource: "events guests", title: "guests", filter: ofOrder },
    {
      resource: "events",
      title: "event",
      filter: ({ eventId }) => (eventId ? `id = ${filterQuoted(eventId)}` : undefined),
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
        // Every ticket order has an event.
        const input = {
          eventId: eventId as string,
          orderNumber,
          fieldset: ["DETAILS", "TICKETS", "FORM", "INVOICE"],
        };
        const body = await call(eventOrders.get, input);
        return body.order;
      },
      narrow: async (args, given) => ({
        conditions: await eventConditions(call, args, given, ticketOrderOptions),
        query: given,
      }),
      actions: ticketOrderActions,
      listArgs: ({ filter, search }) =>
        eventListArgs(["tickets", "orders", "list"], narrowTicketOrders(filter), ticketOrderOptions, search),
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
const ticketOrderActions = (
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
