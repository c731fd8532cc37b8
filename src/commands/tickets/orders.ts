import type { Group } from "../../cli/command.ts";
import { constant, eventArg, withValue } from "../../cli/event-reference.ts";
import { filterFlag, interactiveFlag, wholeNumber } from "../../cli/flags.ts";
import { type FieldFlag, genericGroup, type PrepareOptions } from "../../cli/generic/generic-resource.ts";
import { paymentFlags } from "../../cli/jobs/payment-flags.ts";

const order = { name: "<order>", describe: "the order's number", field: "orderNumber" };
const orders = { name: "<orders...>", describe: "numbers of orders" };
const some = { name: "[orders...]", describe: "numbers of orders; - reads them from stdin" };
const filters: readonly FieldFlag[] = [
  {
    flags: "--status <status>",
    field: "status",
    repeat: true,
    parse: constant,
    describe: "PAID, PENDING, AUTHORIZED …",
  },
  {
    flags: "--tag <tag>",
    field: "tag",
    repeat: true,
    parse: constant,
    describe: "CONFIRMED, ARCHIVED, FULLY_CHECKED_IN …",
  },
  { flags: "--order <number>", field: "orderNumber", describe: "this one", repeat: true },
  { flags: "--member <id>", field: "memberId", describe: "of this member", repeat: true },
  { flags: "--contact <id>", field: "contactId", describe: "of this contact", repeat: true },
  {
    flags: "--creator <id>",
    field: "eventCreatorId",
    describe: "of events that this user made",
    repeat: true,
  },
  { flags: "--search <text>", field: "searchPhrase", describe: "by name, e-mail address or number" },
  { flags: "--sort <field>", field: "sort", describe: "order: created:asc" },
  {
    flags: "--fieldset <name>",
    field: "fieldset",
    describe: "TICKETS, DETAILS, FORM, INVOICE",
    repeat: true,
    parse: constant,
  },
];
export const paging = [
  { flags: "--limit <n>", describe: "at most this many rows", parse: wholeNumber("--limit", 1) },
  { flags: "--offset <n>", describe: "skip this many rows", parse: wholeNumber("--offset") },
  { flags: "--all", describe: "every row, page after page" },
];

/** The calls want the event, too: it is the one that the order is for. */
export async function withEvent(input: unknown, { call }: PrepareOptions): Promise<unknown> {
  const { findTicketOrder } = await import("../../resources/tickets/gateway.ts");
  const { orderNumber } = input as { orderNumber: string };
  return withValue(input, ["eventId"], (await findTicketOrder(call, orderNumber)).eventId);
}

/** Only what is given is changed. */
async function masked(input: unknown, asking: PrepareOptions): Promise<unknown> {
  const { orderNumber: _, fields: __, ...given } = input as Record<string, unknown>;
  return withValue(await withEvent(input, asking), ["fields"], Object.keys(given).join(","));
}

const group = genericGroup({
  name: "orders",
  summary: "what was bought: list, confirm, archive, capture, void",
  service: "eventOrders",
  singular: "ticket order",
  kind: "order",
  idField: "orderNumber",
  idPath: "orderNumber",
  reference: order,
  columns: [
    { header: "ORDER", path: "orderNumber" },
    { header: "BUYER", path: "fullName", grow: true },
    { header: "STATUS", path: "status" },
    { header: "TICKETS", path: "ticketsQuantity", as: "number" },
    { header: "TOTAL", path: "totalPrice.value", as: "money" },
    { header: "CURRENCY", path: "totalPrice.currency" },
    { header: "ALL IN", path: "fullyCheckedIn" },
    { header: "WHEN", path: "created", as: "ago" },
  ],
  filters: {
    fullName: { here: "text" },
    email: { here: "text" },
    created: { here: "date" },
    "totalPrice.value": { here: "number" },
    ticketsQuantity: { here: "number" },
    confirmed: { here: "boolean" },
    archived: { here: "boolean" },
    fullyCheckedIn: { here: "boolean" },
  },
  details: [
    { header: "Order", path: "orderNumber" },
    { header: "Event", path: "eventId" },
    { header: "Buyer", path: "fullName" },
    { header: "E-mail", path: "email" },
    { header: "Status", path: "status" },
    { header: "Confirmed", path: "confirmed" },
    { header: "Total", path: "totalPrice.value" },
    { header: "Currency", path: "totalPrice.currency" },
    { header: "Tickets", path: "tickets.ticketNumber" },
    { header: "For", path: "tickets.guestFullName" },
    { header: "All in", path: "fullyCheckedIn" },
    { header: "Archived", path: "archived" },
    { header: "Can be", path: "availableActions" },
    { header: "Ordered", path: "created", as: "time" },
  ],
  verbs: () => [
    {
      name: "list",
      summary: "list ticket orders",
      call: "list",
      args: [eventArg("eventId", "[event]")],
      flags: [...filters, filterFlag, ...paging, interactiveFlag],
      defaults: { fieldset: ["DETAILS"] },
      examples: [
        { run: "till tickets orders list raku-night", does: "of one event" },
        {
          run: "till tickets orders list --status AUTHORIZED --tag NON_ARCHIVED",
          does: "by status and tag",
        },
        {
          run: "till tickets orders list --all --output ndjson",
          does: "every order, one JSON object a line",
        },
      ],
    },
    {
      name: "get",
      summary: "show one ticket order",
      call: "get",
      args: [order],
      prints: "order",
      prepare: withEvent,
      defaults: { fieldset: ["DETAILS", "TICKETS", "FORM", "INVOICE"] },
      examples: [
        {
          run: "till tickets orders list --limit 1 --jq '.items[0].orderNumber' | xargs till tickets orders get",
          does: "the newest",
        },
        { run: "till tickets orders get --help", does: "what it takes" },
      ],
    },
    {
      name: "update",
      summary: "change a ticket order",
      call: "update",
      args: [order],
      prints: "order",
      flags: [{ flags: "--contact <id>", field: "contactId", describe: "whose it is" }],
      into: "",
      prepare: masked,
      examples: [
        {
          run: "till tickets orders list --limit 1 --jq '.items[0].orderNumber' | xargs till tickets orders update -f archived=true",
          does: "put it aside",
        },
        { run: "till tickets orders update --help", does: "what it takes" },
      ],
    },
    ...(["confirm", "archive", "unarchive"] as const).map((name) => ({
      name,
      summary: `${name} ticket orders`,
      args: [orders],
      examples: [
        {
          run: `till tickets orders list --status OFFLINE_PENDING --jq '.items[].orderNumber' | xargs till tickets orders ${name}`,
          does: "by their numbers",
        },
        { run: `till tickets orders ${name} --help`, does: "what it takes" },
      ],
      load: async () => ({ run: (await import("./bulk.ts")).bulkOrders(name) }),
    })),
    ...(["capture", "void"] as const).map((aim) => ({
      name: aim,
      summary:
        aim === "capture" ? "take the money that was authorized" : "let go the money that was authorized",
      args: [some],
      flags: paymentFlags,
      examples: [
        { run: `till tickets orders ${aim} --status AUTHORIZED --dry-run`, does: "what that would do" },
        {
          run: `till tickets orders ${aim} --status AUTHORIZED --max-total 500USD --yes`,
          does: "in a script",
        },
      ],
      notes: "It works as till orders capture and void do: see their help.",
      load: async () => ({ run: (await import("./payments.ts")).ticketPayments(aim) }),
    })),
    {
      name: "summary",
      summary: "show what was sold: by kind of ticket, and day by day",
      args: [{ name: "[event]", describe: "the event's id or slug; all events when absent" }],
      examples: [
        { run: "till tickets orders summary raku-night", does: "bars on a terminal, numbers elsewhere" },
        { run: "till tickets orders summary --json", does: "of all events" },
      ],
      load: () => import("./summary.ts"),
    },
  ],
});

/** `till tickets orders …`: its call takes no filter, so that its noun for the screen is one of its own. */
export const ticketOrders: Group = { ...group, screen: true };
