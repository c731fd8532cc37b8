import type { Flag, Group } from "../../cli/command.ts";
import { constant, eventArg, withValue } from "../../cli/event-reference.ts";
import { filterFlag, interactiveFlag, viewFlag, wholeNumber } from "../../cli/flags.ts";
import type { PrepareOptions } from "../../cli/generic/generic-resource.ts";
import { genericGroup } from "../../cli/generic/generic-verbs.ts";
import { getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";
import { paymentFlags } from "../../cli/jobs/payment-flags.ts";

const loadResource = async () => (await import("../../resources/tickets/resource.ts")).ticketOrderResource;
const order = { name: "<order>", describe: "order number", field: "orderNumber" };
const orders = { name: "<orders...>", describe: "order numbers" };
const selection = { name: "[orders...]", describe: "order numbers, or - for stdin" };
const filters: readonly Flag[] = [
  {
    flags: "--status <status>",
    repeat: true,
    parse: constant,
    describe: "status (repeatable): PAID, PENDING, AUTHORIZED, …",
  },
  {
    flags: "--tag <tag>",
    repeat: true,
    parse: constant,
    describe: "tag (repeatable): CONFIRMED, ARCHIVED, FULLY_CHECKED_IN, …",
  },
  { flags: "--order <number>", describe: "only this order (repeatable)", repeat: true },
  {
    flags: "--member <id>",
    describe: "only orders of this member (repeatable)",
    repeat: true,
  },
  {
    flags: "--contact <id>",
    describe: "only orders of this contact (repeatable)",
    repeat: true,
  },
  {
    flags: "--creator <id>",
    describe: "only orders of events created by this user (repeatable)",
    repeat: true,
  },
  { flags: "--search <text>", describe: "search by name, email address or number" },
  { flags: "--sort <field>", describe: "sort order: created:asc" },
  {
    flags: "--fieldset <name>",
    describe: "fieldset to request (repeatable): TICKETS, DETAILS, FORM, INVOICE",
    repeat: true,
    parse: constant,
  },
];
/** The paging flags of lists without a platform filter. */
export const paging = [
  { flags: "--limit <n>", describe: "maximum number of rows", parse: wholeNumber("--limit", 1) },
  { flags: "--offset <n>", describe: "number of rows to skip", parse: wholeNumber("--offset") },
  { flags: "--all", describe: "list all rows" },
];

/** Adds the event of the order, which the calls require. */
export async function withEvent(input: unknown, { call }: PrepareOptions): Promise<unknown> {
  const { findTicketOrder } = await import("../../resources/tickets/gateway.ts");
  const { orderNumber } = input as { orderNumber: string };
  return withValue(input, ["eventId"], (await findTicketOrder(call, orderNumber)).eventId);
}

/** Adds the field mask, so that only the given fields change. */
async function withFieldMask(input: unknown, options: PrepareOptions): Promise<unknown> {
  const { orderNumber: _, fields: __, ...changes } = input as Record<string, unknown>;
  return withValue(await withEvent(input, options), ["fields"], Object.keys(changes).join(","));
}

const group = genericGroup({
  name: "orders",
  summary: "Manage ticket orders and their payments",
  service: "eventOrders",
  singular: "ticket order",
  kind: "order",
  idField: "orderNumber",
  idPath: "orderNumber",
  reference: order,
  fields: {
    orderNumber: { label: "Order" },
    eventId: { label: "Event" },
    fullName: { label: "Buyer" },
    email: {},
    status: {},
    contactId: { label: "Contact" },
    archived: {},
  },
  verbs: () => [
    {
      name: "list",
      summary: "List ticket orders",
      args: [eventArg("eventId", "[event]")],
      flags: [...filters, filterFlag, viewFlag, ...paging, interactiveFlag],
      examples: [
        "till tickets orders list raku-night # list the orders of an event",
        "till tickets orders list --status AUTHORIZED --tag NON_ARCHIVED # filter by status and tag",
        "till tickets orders list --all --output ndjson # print all orders as NDJSON",
      ],
      ...listsResource(loadResource),
    },
    {
      name: "get",
      summary: "Show a ticket order",
      args: [order],
      examples: [
        "till tickets orders list --limit 1 --jq '.items[0].orderNumber' | xargs till tickets orders get # show the newest order",
        "till tickets orders list --limit 1 --jq '.items[0].orderNumber' | xargs till tickets orders get --json # the same as JSON",
      ],
      ...getsResource(loadResource),
    },
    {
      name: "update",
      summary: "Change a ticket order",
      call: "update",
      args: [order],
      prints: "order",
      flags: [{ flags: "--contact <id>", field: "contactId", describe: "contact id of the buyer" }],
      into: "",
      prepare: withFieldMask,
      examples: [
        "till tickets orders list --limit 1 --jq '.items[0].orderNumber' | xargs till tickets orders update -f archived=true # archive the newest order",
        "till tickets orders list --limit 1 --jq '.items[0].orderNumber' | xargs till tickets orders update -f archived=false --json # unarchive the newest order and print JSON",
      ],
    },
    ...(["confirm", "archive", "unarchive"] as const).map((name) => ({
      name,
      writes: true as const,
      summary: `${name[0]?.toUpperCase()}${name.slice(1)} ticket orders`,
      args: [orders],
      examples: [
        `till tickets orders list --status OFFLINE_PENDING --jq '.items[].orderNumber' | xargs till tickets orders ${name} # ${name} pending orders`,
        `till tickets orders list --status OFFLINE_PENDING --limit 1 --jq '.items[].orderNumber' | xargs till tickets orders ${name} --json # ${name} one order and print JSON`,
      ],
      load: async () => ({ run: (await import("./bulk.ts")).bulkOrders(name) }),
    })),
    ...(["capture", "void"] as const).map((action) => ({
      name: action,
      summary:
        action === "capture"
          ? "Capture authorized payments of ticket orders"
          : "Void authorized payments of ticket orders",
      args: [selection],
      flags: paymentFlags,
      examples: [
        `till tickets orders ${action} --status AUTHORIZED --dry-run # preview the changes`,
        `till tickets orders ${action} --status AUTHORIZED --max-total 500USD --yes # ${action} them in a script`,
      ],
      notes: `Works like till orders ${action}. Learn more: till orders ${action} --help`,
      load: async () => ({
        run: (await import("../../cli/jobs/payments.ts")).paymentCommand(`tickets.${action}`),
      }),
    })),
    {
      name: "summary",
      summary: "Show ticket sales by ticket type and day",
      args: [{ name: "[event]", describe: "event id or slug (default: all events)" }],
      examples: [
        "till tickets orders summary raku-night # show sales as a chart on a terminal",
        "till tickets orders summary --json # print the sales of all events as JSON",
      ],
      load: () => import("./summary.ts"),
    },
  ],
});

/** `till tickets orders …` */
export const ticketOrders: Group = { ...group, screen: true };
