import type { Call } from "../../api/caller.ts";
import type { Flag, Group } from "../../cli/command.ts";
import { dryRunFlag, filterFlag, listFlags, yesFlag } from "../../cli/flags.ts";
import { type GenericResource, verbOf } from "../../cli/generic/generic-resource.ts";
import { drafts } from "./drafts.ts";
import { statusFlags } from "./narrow.ts";
import { paymentVerbs } from "./payment-verbs.ts";
import { trackingFlags } from "./tracking-flags.ts";

const reference = { name: "<order>", describe: "id or number" };
const searchFlags = listFlags.map((flag) =>
  flag.flags.startsWith("--search")
    ? { ...flag, describe: "only orders whose number, customer or items contain this" }
    : flag,
);
const itemFlag: Flag = {
  flags: "--item <item>",
  describe: "an item by name or id, and how many of it: Mug:2",
  repeat: true,
};
const notifyFlag: Flag = { flags: "--notify", describe: "write to the buyer" };
const restockFlag: Flag = { flags: "--restock", describe: "put the items back into stock" };

const resource: GenericResource = {
  name: "orders",
  summary: "",
  service: "orders",
  singular: "order",
  kind: "order",
  reference,
  columns: [
    { header: "Number", path: "number" },
    { header: "Id", path: "id" },
    { header: "Status", path: "status" },
    { header: "E-mail", path: "buyerInfo.email" },
    { header: "Note", path: "buyerNote" },
    { header: "Archived", path: "archived" },
    { header: "Seen", path: "seenByAHuman" },
  ],
};
/** The id of the order that a reference names; the orders are opened when it is asked. */
const orderId = async (call: Call, name: string): Promise<string> =>
  (await import("../../resources/orders/find.ts")).findOrderId(call, name);

/** `till orders …` */
export const orders: Group = {
  name: "orders",
  summary: "see orders, capture and void their payments, refund, fulfill",
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "list orders, newest first",
      flags: [...statusFlags, ...searchFlags],
      examples: [
        { run: "till orders list", does: "the newest" },
        { run: "till orders list --payment NOT_PAID --filter 'total > 50' --json", does: "what is not paid" },
        {
          run: "till orders list --fulfillment NOT_FULFILLED --sort createdDate --output csv",
          does: "what waits to be sent",
        },
        { run: "till orders list --filter 'authorized > 0'", does: "what waits for its capture" },
      ],
      load: () => import("./list.ts"),
    },
    {
      name: "get",
      summary: "show one order",
      args: [reference],
      examples: [
        { run: "till orders get 10007", does: "one order, by number" },
        { run: "till orders get 10007 --json", does: "all of it" },
      ],
      load: () => import("./get.ts"),
    },
    verbOf(resource, {
      name: "update",
      summary: "change an order",
      call: "update",
      into: "order",
      prints: "order",
      reads: true,
      args: [{ ...reference, field: "order.id", finds: orderId }],
      flags: [
        { flags: "--email <address>", field: "buyerInfo.email", describe: "the buyer's e-mail address" },
        { flags: "--note <text>", field: "buyerNote", describe: "what the buyer said" },
        {
          flags: "--archived <bool>",
          field: "archived",
          describe: "out of the way",
          choices: ["true", "false"],
        },
        { flags: "--seen <bool>", field: "seenByAHuman", describe: "looked at", choices: ["true", "false"] },
      ],
      examples: [
        { run: "till orders update 10012 --note 'Leave it at the door'", does: "a note" },
        { run: "till orders update 10001 --archived true --json", does: "out of the way" },
      ],
    }),
    ...paymentVerbs,
    {
      name: "cancel",
      summary: "cancel an order",
      args: [reference],
      flags: [
        restockFlag,
        notifyFlag,
        { flags: "--message <text>", describe: "what the buyer is told" },
        yesFlag,
      ],
      examples: [
        { run: "till orders cancel 10012 --restock", does: "after a question" },
        { run: "till orders cancel 10012 --restock --yes", does: "in a script" },
      ],
      load: () => import("./cancel.ts"),
    },
    {
      name: "refund",
      summary: "give money back",
      args: [reference],
      flags: [
        { flags: "--amount <amount>", describe: "so much" },
        { ...itemFlag, describe: "what an item is worth, by name or id, and how many of it: Mug:2" },
        { flags: "--all", describe: "all that is left" },
        { flags: "--payment <id>", describe: "of this payment only" },
        { flags: "--by-hand", describe: "it was given back outside: only write it down" },
        { flags: "--reason <text>", describe: "what the buyer is told" },
        restockFlag,
        notifyFlag,
        dryRunFlag,
        yesFlag,
      ],
      examples: [
        { run: "till orders refund 10001 --amount 5.00 --dry-run", does: "which payment it would come from" },
        { run: "till orders refund 10001 --amount 5.00 --reason Scratched --yes", does: "a part" },
        { run: "till orders refund 10014 --all --restock --yes", does: "all of it" },
      ],
      notes:
        "A refund is sent once. Where its answer is lost the order's refunds tell whether it was made; else exit 10.",
      load: () => import("./refund.ts"),
    },
    {
      name: "fulfill",
      summary: "send an order, or some of it",
      args: [reference],
      flags: [itemFlag, ...trackingFlags],
      examples: [
        {
          run: "till orders fulfill 10010 --tracking JD0146 --carrier dhl",
          does: "all that is left to send",
        },
        { run: "till orders fulfill 10014 --json", does: "without a tracking number" },
      ],
      load: async () => ({ run: (await import("./fulfill.ts")).fulfill }),
    },
    {
      name: "track",
      summary: "show the parcels of an order, or write how one is followed",
      args: [reference, { name: "[parcel]", describe: "which, where there are several" }],
      flags: trackingFlags,
      examples: [
        { run: "till orders track 10001", does: "its parcels" },
        { run: "till orders track 10001 --tracking JD0147 --carrier dhl", does: "another number" },
      ],
      load: async () => ({ run: (await import("./fulfill.ts")).track }),
    },
    {
      name: "invoice",
      summary: "show the invoices of an order, or make one",
      args: [reference],
      flags: [{ flags: "--create", describe: "make one" }],
      examples: [
        { run: "till orders invoice 10001", does: "its invoices" },
        { run: "till orders invoice 10001 --create", does: "one more" },
      ],
      load: () => import("./invoice.ts"),
    },
    {
      name: "payments",
      summary: "show the payments of an order, and what can be given back",
      args: [reference],
      examples: [
        { run: "till orders payments 10001", does: "every payment, and whether it can be given back" },
        {
          run: "till orders payments 10007 --json",
          does: "an authorized one, and what happens to it by itself",
        },
      ],
      load: () => import("./payments-of.ts"),
    },
    {
      name: "activities",
      summary: "show the history of an order",
      args: [reference],
      flags: [{ flags: "--comment <text>", describe: "add a comment" }],
      examples: [
        { run: "till orders activities 10001", does: "what happened, and when" },
        { run: "till orders activities 10001 --comment 'Called the buyer'", does: "a note for the others" },
      ],
      load: () => import("./activities.ts"),
    },
    {
      name: "summary",
      summary: "count and sum up orders by status",
      flags: [...statusFlags, filterFlag],
      examples: [
        { run: "till orders summary", does: "how many stand where, and what they come to" },
        { run: "till orders summary --filter 'createdDate > 2026-01-01' --json", does: "of a span of time" },
      ],
      load: () => import("./summary.ts"),
    },
    {
      name: "import",
      summary: "take over an order of another shop",
      flags: [
        { flags: "--input <json>", describe: "the order as JSON: @FILE, - for stdin, or the text itself" },
      ],
      examples: [
        { run: "till orders import --input @order.json", does: "one order" },
        { run: "cat order.json | till orders import --input - --json", does: "from a pipe" },
      ],
      load: () => import("./import.ts"),
    },
    drafts,
  ],
};
