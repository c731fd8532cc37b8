import type { Flag, Verb } from "../../cli/command.ts";
import { constant, eventArg, withValue } from "../../cli/event-reference.ts";
import { answerFlag, filterFlag, interactiveFlag, viewFlag, wholeNumber } from "../../cli/flags.ts";
import type {
  FieldFlag,
  GenericFields,
  GenericResource,
  PrepareOptions,
} from "../../cli/generic/generic-resource.ts";
import { genericGroup, listVerb, verbOf } from "../../cli/generic/generic-verbs.ts";
import { getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";
import { paymentFlags } from "../../cli/jobs/payment-flags.ts";
import { payFlag } from "../../cli/pay.ts";
import { saleWords } from "../../resources/tickets/sale-words.ts";
import { orderFields } from "./order-fields.ts";

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
async function withEvent(input: unknown, { call }: PrepareOptions): Promise<unknown> {
  const { findTicketOrder } = await import("../../resources/tickets/gateway.ts");
  const { orderNumber } = input as { orderNumber: string };
  return withValue(input, ["eventId"], (await findTicketOrder(call, orderNumber)).eventId);
}

/** Adds the field mask, so that only the given fields change. */
async function withFieldMask(input: unknown, options: PrepareOptions): Promise<unknown> {
  const { orderNumber, fields, ...changes } = input as Record<string, unknown>;
  return withValue(await withEvent(input, options), ["fields"], Object.keys(changes).join(","));
}

const group = genericGroup({
  name: "orders",
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
      flags: [...filters, filterFlag("status = PAID"), viewFlag, ...paging, interactiveFlag],
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
        'till tickets orders list --limit 1 --jq ".items[0].orderNumber" | xargs till tickets orders get # show the newest order',
        'till tickets orders list --limit 1 --jq ".items[0].orderNumber" | xargs till tickets orders get --json --fields fullName,email,totalPrice # who paid how much, as JSON',
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
        'till tickets orders list --limit 1 --jq ".items[0].orderNumber" | xargs till tickets orders update -f archived=true # archive the newest order',
        'till tickets orders list --limit 1 --jq ".items[0].orderNumber" | xargs till tickets orders update -f archived=false --json # unarchive the newest order and print JSON',
      ],
    },
    ...(["confirm", "archive", "unarchive"] as const).map((name) => ({
      name,
      writes: true as const,
      summary: `${name[0]?.toUpperCase()}${name.slice(1)} ticket orders`,
      args: [orders],
      examples: [
        `till tickets orders list --status OFFLINE_PENDING --jq ".items[].orderNumber" | xargs till tickets orders ${name} # ${name} pending orders`,
        `till tickets orders list --status OFFLINE_PENDING --limit 1 --jq ".items[].orderNumber" | xargs till tickets orders ${name} --json # ${name} one order and print JSON`,
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
        `till tickets orders ${action} --authorized --dry-run # preview the changes`,
        `till tickets orders ${action} --authorized --max-total 500USD --yes # ${action} them in a script`,
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
export const ticketOrders = { ...group, screen: true };

/** The argument that names a reservation. */
const reservation = {
  name: "<reservation>",
  describe: "id",
  field: "reservationId",
};

/** The generic resource for tickets on sale and reserved tickets. */
const checkout: GenericResource = {
  name: "checkout",
  service: "eventCheckout",
  singular: "ticket",
  kind: "ticket",
  reference: reservation,
  fields: {
    name: { grow: true },
    price: { path: "price.value", as: "money" },
    currency: { path: "price.currency" },
    limitPerCheckout: { label: "Max", as: "number" },
    saleStatus: { label: "Sale", words: saleWords },
    id: {},
  },
};

const reserved = "till tickets reserve raku-night Onlooker=1 --jq .id";
const promotions: readonly FieldFlag[] = [
  { flags: "--coupon <code>", field: "withDiscount.couponCode", describe: "coupon code" },
  { flags: "--gift-card <code>", field: "giftCardCode", describe: "gift card code" },
  {
    flags: "--plan-order <id>",
    field: "paidPlanBenefit.planOrderId",
    describe: "order of the buyer's paid plan",
  },
  { flags: "--benefit <id>", field: "paidPlanBenefit.benefitId", describe: "benefit of the paid plan" },
];
const buyer: readonly FieldFlag[] = [
  { flags: "--first-name <name>", field: "buyer.firstName", describe: "the buyer's first name" },
  { flags: "--last-name <name>", field: "buyer.lastName", describe: "the buyer's last name" },
  { flags: "--email <address>", field: "buyer.email", describe: "email address for the tickets" },
];
const invoiceFields: GenericFields = {
  "invoice.items.name": { label: "Tickets" },
  "invoice.items.quantity": { label: "Quantities" },
  "invoice.subTotal.value": { label: "Subtotal" },
  "invoice.discount.amount.value": { label: "Discount" },
  "invoice.tax.amount.value": { label: "Tax" },
  "invoice.fees.amount.value": { label: "Fees" },
  "invoice.grandTotal.value": { label: "Total" },
  "invoice.grandTotal.currency": {},
  expires: { label: "Reserved until", as: "time" },
};

const event = { name: "<event>", describe: "event id or slug" };

/** The verbs that sell tickets, from listing what is on sale to the order. */
export const saleVerbs: readonly Verb[] = [
  verbOf(checkout, {
    name: "options",
    summary: "Show the ticket checkout options of the site",
    call: "options",
    readOnly: true,
    prints: "",
    kind: "checkoutOptions",
    examples: [
      "till tickets options # show coupons, gift cards and payment options",
      "till tickets options --jq .acceptCoupons # whether buyers can enter a coupon",
    ],
  }),
  verbOf(checkout, {
    ...listVerb(
      checkout,
      [
        "till tickets available raku-night # list tickets that visitors can buy",
        "till tickets available raku-night --state INCLUDE_HIDDEN_NOT_ON_SALE # also hidden tickets and those not on sale",
      ],
      "availableTickets",
    ),
    name: "available",
    summary: "List tickets on sale",
    args: [eventArg()],
    flags: [
      {
        flags: "--state <state>",
        field: "state",
        describe: "INCLUDE_HIDDEN_NOT_ON_SALE to include hidden tickets and tickets not on sale",
        parse: constant,
      },
      { flags: "--sort <field>", field: "sort", describe: "sort order: orderIndex:asc" },
      ...paging,
    ],
  }),
  {
    name: "reserve",
    writes: true,
    summary: "Reserve tickets for a few minutes",
    args: [
      event,
      {
        name: "<tickets...>",
        describe:
          "ticket name or id with quantity, and price if buyers choose it: 'Two bowls'=2, 'Kiln fund'=1@20",
      },
    ],
    flags: [
      { flags: "--ignore-limits", describe: "exceed the limits (requires permission)" },
      { flags: "--allow-hidden", describe: "allow hidden tickets (requires permission)" },
    ],
    examples: [
      'till tickets reserve raku-night "Two bowls=2" Onlooker=1 # reserve three tickets',
      "till tickets reserve raku-night Crew=1 --allow-hidden --json # reserve a hidden ticket",
    ],
    load: async () => ({ run: (await import("./sale.ts")).reserve }),
  },
  verbOf(checkout, {
    name: "release",
    summary: "Release reserved tickets",
    call: "cancelReservation",
    args: [eventArg(), { ...reservation, field: "id" }],
    done: "Released the tickets",
    examples: [
      `${reserved} | xargs till tickets release raku-night # release by reservation id`,
      `${reserved} | xargs till tickets release raku-night --quiet # release without a message`,
    ],
  }),
  verbOf(checkout, {
    name: "invoice",
    summary: "Show the invoice of reserved tickets",
    call: "invoice",
    readOnly: true,
    args: [eventArg(), reservation],
    flags: promotions,
    into: "",
    prints: "",
    kind: "invoice",
    fields: invoiceFields,
    examples: [
      `${reserved} | xargs till tickets invoice raku-night # show the total with fees and tax`,
      `${reserved} | xargs till tickets invoice raku-night --coupon WELCOME10 # show the total with a coupon`,
    ],
  }),
  {
    name: "checkout",
    writes: true,
    summary: "Order reserved tickets",
    load: async () => ({ run: (await import("./sale.ts")).checkout }),
    args: [event, { name: "<reservation>", describe: "reservation id" }],
    flags: [
      ...buyer.map(({ flags, describe }) => ({ flags, describe })),
      answerFlag,
      ...promotions.map(({ flags, describe }) => ({ flags, describe })),
      { flags: "--member <id>", describe: "member id of the buyer" },
      { flags: "--pay-in-person", describe: "payment in person" },
      { flags: "--mark-as-paid", describe: "mark the order as paid (requires permission)" },
      payFlag(["approved", "declined", "authorized", "offline", "pending"]),
      { flags: "--marketing-consent", describe: "the buyer agrees to marketing emails" },
    ],
    examples: [
      `${reserved} | xargs -I ID till tickets checkout raku-night ID --first-name Noa --last-name Berg --email noa@example.com --pay-in-person # order tickets with payment in person`,
      `${reserved} | xargs -I ID till tickets checkout raku-night ID --first-name Noa --last-name Berg --email noa@example.com --json # order and pay in the sandbox, and print JSON`,
    ],
    notes: "On a terminal, till asks the other questions of the event's form; --answer answers them.",
  },
  verbOf(checkout, {
    name: "update",
    summary: "Change an unpaid ticket order",
    call: "updateCheckout",
    args: [{ name: "<order>", describe: "order number", field: "orderNumber" }],
    flags: [
      ...buyer,
      { flags: "--coupon <code>", field: "discount.couponCode", describe: "coupon code" },
      { flags: "--gift-card <code>", field: "giftCardCode", describe: "gift card code" },
      { flags: "--member <id>", field: "memberId", describe: "member id of the buyer" },
    ],
    into: "",
    prepare: withEvent,
    prints: "order",
    kind: "order",
    fields: orderFields,
    list: "orderNumber status fullName total",
    examples: [
      'till tickets orders list --status DECLINED --jq ".items[0].orderNumber" | xargs till tickets update --first-name Noa # change the buyer\'s first name',
      'till tickets orders list --status DECLINED --jq ".items[0].orderNumber" | xargs till tickets update --email noa@example.com --json # change the email address and print JSON',
    ],
  }),
  verbOf(checkout, {
    name: "pos",
    summary: "Order reserved tickets at a point of sale",
    call: "posCheckout",
    args: [eventArg(), reservation],
    flags: [{ flags: "--payment <id>", field: "paymentDetailsId", describe: "payment details id" }],
    into: "",
    prints: "order",
    kind: "order",
    fields: orderFields,
    list: "orderNumber status channel total",
    examples: [
      `${reserved} | xargs till tickets pos raku-night # sell reserved tickets at the counter`,
      `${reserved} | xargs till tickets pos raku-night --jq .orderNumber # print the order number for the receipt`,
    ],
  }),
];
