import type { Order } from "../../api/services/orders/models/order.ts";
import type { Question } from "../../ui/screens/browse/browse-resource.ts";
import type { RowAction } from "../resource.ts";

const tracking: readonly Question[] = [
  { title: "Tracking number", hint: "such as JD0146" },
  { title: "Carrier", hint: "dhl, ups, post" },
];

/** What can be done with orders. Questions about money and the last word are the command's own. */
export const orderActions: readonly RowAction<Order>[] = [
  {
    key: "c",
    name: "capture",
    help: "take the money that was authorized",
    target: "rows",
    unavailable: notAuthorized,
    args: (orders) => ["orders", "capture", ...orders],
  },
  {
    key: "v",
    name: "void",
    help: "let go the money that was authorized",
    target: "rows",
    unavailable: notAuthorized,
    args: (orders) => ["orders", "void", ...orders],
  },
  {
    key: "f",
    name: "fulfill",
    help: "send all that is left of it",
    target: "row",
    questions: tracking,
    unavailable: ({ status, fulfillmentStatus }) => {
      if (status === "CANCELED") return "It was canceled.";
      return fulfillmentStatus === "FULFILLED" ? "All of it was sent already." : undefined;
    },
    args: (orders, answers) => ["orders", "fulfill", ...orders, ...trackingFlags(answers)],
  },
  {
    key: "t",
    name: "track",
    help: "write how its parcel is followed",
    target: "row",
    questions: tracking.map((one, index) => ({ ...one, ...(index === 0 && { required: true }) })),
    unavailable: ({ fulfillmentStatus }) =>
      fulfillmentStatus === "NOT_FULFILLED" || fulfillmentStatus === "CANCELED"
        ? "Nothing of it was sent yet."
        : undefined,
    args: (orders, answers) => ["orders", "track", ...orders, ...trackingFlags(answers)],
  },
  {
    key: "r",
    name: "refund",
    help: "give money back",
    target: "row",
    questions: [
      { title: "Amount", hint: "5.00, or all", required: true },
      { title: "Reason", hint: "what the buyer is told" },
    ],
    unavailable: ({ balanceSummary }) =>
      isMoney(balanceSummary?.paid) ? undefined : "Nothing was paid that could be given back.",
    args: (orders, [amount = "", reason]) => [
      ...["orders", "refund", ...orders],
      ...(amount === "all" ? ["--all"] : ["--amount", amount]),
      ...(reason ? ["--reason", reason] : []),
    ],
  },
  {
    key: "k",
    name: "cancel",
    help: "cancel it",
    target: "row",
    unavailable: ({ status, balanceSummary }) => {
      if (status === "CANCELED") return "It was canceled already.";
      return isMoney(balanceSummary?.authorized)
        ? "Money is authorized: capture it or void it first."
        : undefined;
    },
    args: (orders) => ["orders", "cancel", ...orders],
  },
  {
    key: "p",
    name: "payments",
    help: "show its payments, and what can be given back",
    target: "row",
    showsOutput: true,
    args: (orders) => ["orders", "payments", ...orders],
  },
  {
    key: "i",
    name: "invoice",
    help: "make an invoice",
    target: "row",
    showsOutput: true,
    args: (orders) => ["orders", "invoice", ...orders, "--create"],
  },
  {
    key: "n",
    name: "note",
    help: "write a comment into its history",
    target: "row",
    questions: [{ title: "Comment", required: true }],
    args: (orders, [comment = ""]) => ["orders", "activities", ...orders, "--comment", comment],
  },
  {
    key: "m",
    name: "mark seen",
    help: "mark it as looked at",
    target: "row",
    unavailable: ({ seenByAHuman }) => (seenByAHuman ? "It is marked as seen." : undefined),
    args: (orders) => ["orders", "update", ...orders, "--seen", "true"],
  },
  {
    key: "a",
    name: "archive",
    help: "put it out of the way",
    target: "row",
    unavailable: ({ archived }) => (archived ? "It is archived already." : undefined),
    args: (orders) => ["orders", "update", ...orders, "--archived", "true"],
  },
  {
    key: "u",
    name: "unarchive",
    help: "put it back among the others",
    target: "row",
    unavailable: ({ archived }) => (archived ? undefined : "It is not archived."),
    args: (orders) => ["orders", "update", ...orders, "--archived", "false"],
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
