import type { Order } from "../../api/services/orders/models.ts";
import type { Question } from "../../ui/screens/browse/browse-resource.ts";
import type { RowAction } from "../resource.ts";
import { isMoney, paymentWord } from "./words.ts";

const tracking: readonly Question[] = [
  { title: "Tracking number", hint: "such as JD0146" },
  { title: "Carrier", hint: "dhl, ups, post" },
];

/** The actions on orders. The commands ask for confirmation themselves. */
export const orderActions: readonly RowAction<Order>[] = [
  {
    key: "c",
    name: "capture",
    help: "capture authorized payments",
    target: "rows",
    unavailable: notAuthorized,
    args: (orders) => ["orders", "capture", ...orders],
  },
  {
    key: "v",
    name: "void",
    help: "void authorized payments",
    target: "rows",
    unavailable: notAuthorized,
    args: (orders) => ["orders", "void", ...orders],
  },
  {
    key: "f",
    name: "fulfill",
    help: "fulfill all remaining items",
    target: "row",
    questions: tracking,
    unavailable: ({ status, fulfillmentStatus }) => {
      if (status === "CANCELED") return "It is canceled.";
      return fulfillmentStatus === "FULFILLED" ? "It is already fulfilled." : undefined;
    },
    args: (orders, answers) => ["orders", "fulfill", ...orders, ...trackingFlags(answers)],
  },
  {
    key: "t",
    name: "track",
    help: "set the tracking information",
    target: "row",
    questions: tracking.map((one, index) => ({ ...one, ...(index === 0 && { required: true }) })),
    unavailable: ({ fulfillmentStatus }) =>
      fulfillmentStatus === "NOT_FULFILLED" || fulfillmentStatus === "CANCELED"
        ? "It has no fulfillments yet."
        : undefined,
    args: (orders, answers) => ["orders", "track", ...orders, ...trackingFlags(answers)],
  },
  {
    key: "r",
    name: "refund",
    help: "refund payments",
    target: "row",
    questions: [
      { title: "Amount", hint: "5.00, or all", required: true },
      { title: "Reason", hint: "shown to the buyer" },
    ],
    unavailable: ({ balanceSummary }) =>
      isMoney(balanceSummary?.paid) ? undefined : "It has no paid amount to refund.",
    args: (orders, [amount = "", reason]) => [
      ...["orders", "refund", ...orders],
      ...(amount === "all" ? ["--all"] : ["--amount", amount]),
      ...(reason ? ["--reason", reason] : []),
    ],
  },
  {
    key: "k",
    name: "cancel",
    help: "cancel the order",
    target: "row",
    unavailable: ({ status, balanceSummary }) => {
      if (status === "CANCELED") return "It is already canceled.";
      return isMoney(balanceSummary?.authorized)
        ? "It has an authorized payment. Capture or void it first."
        : undefined;
    },
    args: (orders) => ["orders", "cancel", ...orders],
  },
  {
    key: "p",
    name: "payments",
    help: "show payments and refundable amounts",
    target: "row",
    showsOutput: true,
    args: (orders) => ["orders", "payments", ...orders],
  },
  {
    key: "i",
    name: "invoice",
    help: "create an invoice",
    target: "row",
    showsOutput: true,
    args: (orders) => ["orders", "invoice", ...orders, "--create"],
  },
  {
    key: "n",
    name: "note",
    help: "add a comment to the history",
    target: "row",
    questions: [{ title: "Comment", required: true }],
    args: (orders, [comment = ""]) => ["orders", "activities", ...orders, "--comment", comment],
  },
  {
    key: "m",
    name: "mark seen",
    help: "mark as seen",
    target: "row",
    unavailable: ({ seenByAHuman }) => (seenByAHuman ? "It is already marked as seen." : undefined),
    args: (orders) => ["orders", "update", ...orders, "--seen", "true"],
  },
  {
    key: "a",
    name: "archive",
    help: "archive the order",
    target: "row",
    unavailable: ({ archived }) => (archived ? "It is already archived." : undefined),
    args: (orders) => ["orders", "update", ...orders, "--archived", "true"],
  },
  {
    key: "u",
    name: "unarchive",
    help: "restore the order from the archive",
    target: "row",
    unavailable: ({ archived }) => (archived ? undefined : "It is not archived."),
    args: (orders) => ["orders", "update", ...orders, "--archived", "false"],
  },
];

function trackingFlags([number, carrier]: readonly string[]): string[] {
  return [...(number ? ["--tracking", number] : []), ...(carrier ? ["--carrier", carrier] : [])];
}

function notAuthorized(order: Order): string | undefined {
  const { balanceSummary, paymentStatus } = order;
  if (isMoney(balanceSummary?.authorized)) return undefined;
  return `It has no authorized payment${paymentStatus ? ` (${paymentWord(order, {})[0]})` : ""}.`;
}
