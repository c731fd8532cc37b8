import type { Verb } from "../../cli/command.ts";
import { constant, eventArg } from "../../cli/event-reference.ts";
import { answerFlag } from "../../cli/form-answers.ts";
import type { FieldFlag, GenericFields } from "../../cli/generic/generic-resource.ts";
import { listVerb, verbOf } from "../../cli/generic/generic-verbs.ts";
import { payFlag } from "../../cli/sandbox/payment.ts";
import { checkout, reservation } from "./generic.ts";
import { paging, withEvent } from "./orders.ts";
import { orderFields } from "./print.ts";

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
  { flags: "--first <name>", field: "buyer.firstName", describe: "the buyer's first name" },
  { flags: "--last <name>", field: "buyer.lastName", describe: "the buyer's last name" },
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
      "till tickets options --json # print JSON",
    ],
  }),
  verbOf(checkout, {
    ...listVerb(
      checkout,
      [
        "till tickets available raku-night # list tickets that visitors can buy",
        "till tickets available raku-night --json # print JSON",
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
      "till tickets reserve raku-night 'Two bowls'=2 Onlooker=1 # reserve three tickets",
      "till tickets reserve raku-night Crew=1 --allow-hidden --json # reserve a hidden ticket",
    ],
    load: () => import("./reserve.ts"),
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
      `${reserved} | xargs till tickets invoice raku-night --json # print JSON`,
    ],
  }),
  {
    name: "checkout",
    writes: true,
    summary: "Order reserved tickets",
    load: () => import("./checkout.ts"),
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
      `${reserved} | xargs -I ID till tickets checkout raku-night ID --first Noa --last Berg --email noa@example.com --pay-in-person # order tickets with payment in person`,
      `${reserved} | xargs -I ID till tickets checkout raku-night ID --first Noa --last Berg --email noa@example.com --json # order and pay in the sandbox, and print JSON`,
    ],
    notes: "Further questions of the event's form are prompted for on a terminal, or answered with --answer.",
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
      "till tickets orders list --status DECLINED --jq '.items[0].orderNumber' | xargs till tickets update --first Noa # change the buyer's first name",
      "till tickets orders list --status DECLINED --jq '.items[0].orderNumber' | xargs till tickets update --email noa@example.com --json # change the email address and print JSON",
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
      `${reserved} | xargs till tickets pos raku-night --json # print JSON`,
    ],
  }),
];
