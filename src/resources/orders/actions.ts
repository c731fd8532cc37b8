import type { Order } from "../../api/services/orders/models/order.ts";
import type { Asked, RowAct } from "../resource.ts";

const tracking: readonly Asked[] = [
  { title: "Tracking number", hint: "such as JD0146" },
  { title: "Carrier", hint: "dhl, ups, post" },
];

/** What can be done with orders. Questions about money and the last word are the command's own. */
export const orderActs: readonly RowAct<Order>[] = [
  {
    key: "c",
    does: "capture",
    help: "take the money that was authorized",
    about: "rows",
    unless: notAuthorized,
    words: (orders) => ["orders", "capture", ...orders],
  },
  {
    key: "v",
    does: "void",
    help: "let go the money that was authorized",
    about: "rows",
    unless: notAuthorized,
    words: (orders) => ["orders", "void", ...orders],
  },
  {
    key: "f",
    does: "fulfill",
    help: "send all that is left of it",
    about: "row",
    asks: tracking,
    unless: ({ status, fulfillmentStatus }) => {
      if (status === "CANCELED") return "It was canceled.";
      return fulfillmentStatus === "FULFILLED" ? "All of it was sent already." : undefined;
    },
    words: (orders, answers) => ["orders", "fulfill", ...orders, ...trackingFlags(answers)],
  },
  {
    key: "t",
    does: "track",
    help: "write how its parcel is followed",
    about: "row",
    asks: tracking.map((one, index) => ({ ...one, ...(index === 0 && { needed: true }) })),
    unless: ({ fulfillmentStatus }) =>
      fulfillmentStatus === "NOT_FULFILLED" || fulfillmentStatus === "CANCELED"
        ? "Nothing of it was sent yet."
        : undefined,
    words: (orders, answers) => ["orders", "track", ...orders, ...trackingFlags(answers)],
  },
  {
    key: "r",
    does: "refund",
    help: "give money back",
    about: "row",
    asks: [
      { title: "Amount", hint: "5.00, or all", needed: true },
      { title: "Reason", hint: "what the buyer is told" },
    ],
    unless: ({ balanceSummary }) =>
      isMoney(balanceSummary?.paid) ? undefined : "Nothing was paid that could be given back.",
    words: (orders, [amount = "", reason]) => [
      ...["orders", "refund", ...orders],
      ...(amount === "all" ? ["--all"] : ["--amount", amount]),
      ...(reason ? ["--reason", reason] : []),
    ],
  },
  {
    key: "k",
    does: "cancel",
    help: "cancel it",
    about: "row",
    unless: ({ status, balanceSummary }) => {
      if (status === "CANCELED") return "It was canceled already.";
      return isMoney(balanceSummary?.authorized)
        ? "Money is authorized: capture it or void it first."
        : undefined;
    },
    words: (orders) => ["orders", "cancel", ...orders],
  },
  {
    key: "p",
    does: "payments",
    help: "show its payments, and what can be given back",
    about: "row",
    shows: true,
    words: (orders) => ["orders", "payments", ...orders],
  },
  {
    key: "i",
    does: "invoice",
    help: "make an invoice",
    about: "row",
    shows: true,
    words: (orders) => ["orders", "invoice", ...orders, "--create"],
  },
  {
    key: "n",
    does: "note",
    help: "write a comment into its history",
    about: "row",
    asks: [{ title: "Comment", needed: true }],
    words: (orders, [comment = ""]) => ["orders", "activities", ...orders, "--comment", comment],
  },
  {
    key: "m",
    does: "mark seen",
    help: "mark it as looked at",
    about: "row",
    unless: ({ seenByAHuman }) => (seenByAHuman ? "It is marked as seen." : undefined),
    words: (orders) => ["orders", "update", ...orders, "--seen", "true"],
  },
  {
    key: "a",
    does: "archive",
    help: "put it out of the way",
    about: "row",
    unless: ({ archived }) => (archived ? "It is archived already." : undefined),
    words: (orders) => ["orders", "update", ...orders, "--archived", "true"],
  },
  {
    key: "u",
    does: "unarchive",
    help: "put it back among the others",
    about: "row",
    unless: ({ archived }) => (archived ? undefined : "It is not archived."),
    words: (orders) => ["orders", "update", ...orders, "--archived", "false"],
  },
];

function trackingFlags([number, carrier]: readonly string[]): string[] {
  return [...(number ? ["--tracking", number] : []), ...(carrier ? ["--carrier", carrier] : [])];
}

function notAuthorized({ balanceSummary, paymentStatus }: Order): string | undefined {
  if (isMoney(balanceSummary?.authorized)) return undefined;
  return `It has no authorized payment${paymentStatus ? ` (payment status ${paymentStatus})` : ""}.`;
}

const isMoney = (price: { amount?: string | null } | null | undefined) => Number(price?.amount ?? 0) > 0;
