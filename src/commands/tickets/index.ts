import type { Group } from "../../cli/command.ts";
import { constant, eventArg } from "../../cli/event-reference.ts";
import { filterFlag, interactiveFlag } from "../../cli/flags.ts";
import { answerFlag } from "../../cli/form-answers.ts";
import { type FieldFlag, listVerb, verbOf } from "../../cli/generic/generic-resource.ts";
import { definitions } from "./definitions.ts";
import { checkout, reservation, sold } from "./generic.ts";
import { paging, ticketOrders, withEvent } from "./orders.ts";

const reserved = "till tickets reserve raku-night Onlooker=1 --jq .id";
const promotions: readonly FieldFlag[] = [
  { flags: "--coupon <code>", field: "withDiscount.couponCode", describe: "a coupon" },
  { flags: "--gift-card <code>", field: "giftCardCode", describe: "a gift card" },
  { flags: "--plan-order <id>", field: "paidPlanBenefit.planOrderId", describe: "a paid plan of the buyer" },
  { flags: "--benefit <id>", field: "paidPlanBenefit.benefitId", describe: "the benefit of that plan" },
];
const buyer: readonly FieldFlag[] = [
  { flags: "--first <name>", field: "buyer.firstName", describe: "the buyer's first name" },
  { flags: "--last <name>", field: "buyer.lastName", describe: "the buyer's last name" },
  { flags: "--email <address>", field: "buyer.email", describe: "where the tickets go" },
];
const bill = [
  { header: "Tickets", path: "invoice.items.name" },
  { header: "Quantities", path: "invoice.items.quantity" },
  { header: "Subtotal", path: "invoice.subTotal.value" },
  { header: "Discount", path: "invoice.discount.amount.value" },
  { header: "Tax", path: "invoice.tax.amount.value" },
  { header: "Fees", path: "invoice.fees.amount.value" },
  { header: "Total", path: "invoice.grandTotal.value" },
  { header: "Currency", path: "invoice.grandTotal.currency" },
  { header: "Held until", path: "expires", as: "time" as const },
];

const door = {
  name: "[tickets...]",
  describe: "numbers or scanned codes; - (or none) reads lines from stdin",
};
const event = { name: "<event>", describe: "the event's id or slug" };
const newest = (state: string) =>
  `till tickets list raku-night --state ${state} --limit 1 --jq '.items[0].ticketNumber'`;

/** `till tickets …` */
export const tickets: Group = {
  name: "tickets",
  summary: "sell tickets, look after orders, and let people in",
  screen: true,
  verbs: [
    definitions,
    ticketOrders,
    verbOf(sold, {
      ...listVerb(
        sold,
        [
          { run: "till tickets list raku-night", does: "sold tickets of one event" },
          { run: "till tickets list raku-night --state NON_CHECKED_IN --json", does: "who is still to come" },
          { run: "till tickets list --filter 'name contains bowl' --all", does: "of a kind, of all events" },
        ],
        "list",
      ),
      args: [eventArg("eventId", "[event]")],
      flags: [
        { flags: "--order <number>", field: "orderNumber", describe: "of this order", repeat: true },
        {
          flags: "--state <state>",
          field: "state",
          describe: "CHECKED_IN, NON_CHECKED_IN, FREE, PAID …",
          repeat: true,
          parse: constant,
        },
        {
          flags: "--status <status>",
          field: "orderStatus",
          describe: "of orders: PAID, PENDING …",
          repeat: true,
          parse: constant,
        },
        { flags: "--search <text>", field: "searchPhrase", describe: "by name, e-mail address or number" },
        filterFlag,
        ...paging,
        interactiveFlag,
      ],
    }),
    {
      name: "show",
      summary: "show a ticket with its QR code",
      load: () => import("./show.ts"),
      args: [{ name: "<ticket>", describe: "its number, or a scanned code" }],
      flags: [{ flags: "--png <file>", describe: "also write the code as a picture" }],
      examples: [
        { run: `${newest("PAID")} | xargs till tickets show`, does: "drawn on a terminal" },
        { run: `${newest("PAID")} | xargs till tickets show --png ticket.png`, does: "as a picture, too" },
      ],
    },
    {
      name: "check-in",
      summary: "let people in, by numbers or scanned codes",
      args: [event, door],
      examples: [
        {
          run: `${newest("NON_CHECKED_IN")} | till tickets check-in raku-night`,
          does: "a line each, answered at once",
        },
        {
          run: `${newest("NON_CHECKED_IN")} | till tickets check-in raku-night - --output ndjson`,
          does: "for another program",
        },
      ],
      notes:
        "Answers come in the order of the lines: in, already, refused, unknown, or unsure where no answer came (scan it again). Exit 9 where some were not let in.",
      load: async () => ({ run: (await import("./check-in.ts")).checkIn }),
    },
    {
      name: "undo-check-in",
      summary: "take check-ins back",
      args: [event, door],
      examples: [
        {
          run: `${newest("CHECKED_IN")} | till tickets undo-check-in raku-night`,
          does: "as if they had not come",
        },
        { run: `${newest("CHECKED_IN")} | xargs till tickets undo-check-in raku-night`, does: "by number" },
      ],
      load: async () => ({ run: (await import("./check-in.ts")).undoCheckIn }),
    },
    verbOf(checkout, {
      name: "options",
      summary: "show what the ticket checkout of the site can do",
      call: "options",
      prints: "",
      kind: "checkoutOptions",
      examples: [
        { run: "till tickets options", does: "coupons, gift cards, payment" },
        { run: "till tickets options --json", does: "as JSON" },
      ],
    }),
    verbOf(checkout, {
      ...listVerb(
        checkout,
        [
          { run: "till tickets available raku-night", does: "what visitors can buy" },
          { run: "till tickets available raku-night --json", does: "as JSON" },
        ],
        "availableTickets",
      ),
      name: "available",
      summary: "list tickets that are on sale",
      args: [eventArg()],
      flags: [
        {
          flags: "--state <state>",
          field: "state",
          describe: "INCLUDE_HIDDEN_NOT_ON_SALE: also those not on sale",
          parse: constant,
        },
        { flags: "--sort <field>", field: "sort", describe: "order: orderIndex:asc" },
        ...paging,
      ],
    }),
    {
      name: "reserve",
      summary: "hold tickets for a buyer for some minutes",
      args: [
        event,
        { name: "<tickets...>", describe: "names or ids with numbers: 'Two bowls'=2, 'Kiln fund'=1@20" },
      ],
      flags: [
        { flags: "--ignore-limits", describe: "more than the limits allow, for those who may" },
        { flags: "--allow-hidden", describe: "tickets that visitors do not see, for those who may" },
      ],
      examples: [
        { run: "till tickets reserve raku-night 'Two bowls'=2 Onlooker=1", does: "three tickets" },
        {
          run: "till tickets reserve raku-night Crew=1 --allow-hidden --json",
          does: "one that visitors do not see",
        },
      ],
      load: () => import("./reserve.ts"),
    },
    verbOf(checkout, {
      name: "release",
      summary: "let reserved tickets go",
      call: "cancelReservation",
      args: [eventArg(), { ...reservation, field: "id" }],
      done: "The tickets are free again",
      examples: [
        { run: `${reserved} | xargs till tickets release raku-night`, does: "by the reservation's id" },
        { run: "till tickets release --help", does: "what it takes" },
      ],
    }),
    verbOf(checkout, {
      name: "invoice",
      summary: "show what reserved tickets would cost",
      call: "invoice",
      args: [eventArg(), reservation],
      flags: promotions,
      into: "",
      prints: "",
      kind: "invoice",
      columns: bill,
      examples: [
        { run: `${reserved} | xargs till tickets invoice raku-night`, does: "with fees and tax" },
        { run: "till tickets invoice --help", does: "what it takes" },
      ],
    }),
    {
      name: "checkout",
      summary: "order reserved tickets",
      load: () => import("./checkout.ts"),
      args: [event, { name: "<reservation>", describe: "the reservation's id" }],
      flags: [
        ...buyer.map(({ flags, describe }) => ({ flags, describe })),
        answerFlag,
        ...promotions.map(({ flags, describe }) => ({ flags, describe })),
        { flags: "--member <id>", describe: "the member who buys" },
        { flags: "--pay-in-person", describe: "they pay at the door" },
        { flags: "--mark-as-paid", describe: "they have paid already, for those who may say so" },
        { flags: "--marketing-consent", describe: "they want to hear more" },
      ],
      examples: [
        {
          run: `${reserved} | xargs -I ID till tickets checkout raku-night ID --first Noa --last Berg --email noa@example.com --pay-in-person`,
          does: "who pays at the door",
        },
        { run: "till tickets checkout --help", does: "what it takes" },
      ],
      notes: "What the event's form asks beyond that is asked on a terminal, or given with --answer.",
    },
    verbOf(checkout, {
      name: "update",
      summary: "change an order of tickets that is not paid yet",
      call: "updateCheckout",
      args: [{ name: "<order>", describe: "the order's number", field: "orderNumber" }],
      flags: [
        ...buyer,
        { flags: "--coupon <code>", field: "discount.couponCode", describe: "a coupon" },
        { flags: "--gift-card <code>", field: "giftCardCode", describe: "a gift card" },
        { flags: "--member <id>", field: "memberId", describe: "the member who buys" },
      ],
      into: "",
      prepare: withEvent,
      prints: "order",
      kind: "order",
      columns: [
        { header: "Order", path: "orderNumber" },
        { header: "Status", path: "status" },
        { header: "Buyer", path: "fullName" },
        { header: "Total", path: "totalPrice.value" },
      ],
      examples: [
        { run: "till tickets update --help", does: "what it takes" },
        { run: "till tickets update --help | head -3", does: "in short" },
      ],
    }),
    verbOf(checkout, {
      name: "pos",
      summary: "order reserved tickets at a point of sale",
      call: "posCheckout",
      args: [eventArg(), reservation],
      flags: [{ flags: "--payment <id>", field: "paymentDetailsId", describe: "how it was paid" }],
      into: "",
      prints: "order",
      kind: "order",
      columns: [
        { header: "Order", path: "orderNumber" },
        { header: "Status", path: "status" },
        { header: "Channel", path: "channel" },
        { header: "Total", path: "totalPrice.value" },
      ],
      examples: [
        { run: `${reserved} | xargs till tickets pos raku-night`, does: "sold over the counter" },
        { run: "till tickets pos --help", does: "what it takes" },
      ],
    }),
  ],
};
