import type { Flag, Group } from "../../cli/command.ts";
import { rangeFlags } from "../../cli/date-range.ts";
import { tableFlags } from "../../cli/export/table-flags.ts";
import { filterFlag, listFlags, strictFlag, viewFlag, yesFlag } from "../../cli/flags.ts";
import { countsResource, getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";
import { fileFlags } from "../../cli/import/file-flags.ts";
import { jobFlags } from "../../cli/job-flags.ts";
import { payFlag } from "../../cli/sandbox/payment.ts";
import { drafts } from "./drafts.ts";
import { statusFlags, trackingFlags } from "./flags.ts";
import { orderArg } from "./generic.ts";
import { paymentVerbs } from "./payment-verbs.ts";
import { statusVerbs } from "./status-verbs.ts";
import { updateVerb } from "./update-verb.ts";

const loadResource = async () => (await import("../../resources/orders/resource.ts")).orderResource;

const searchFlags = listFlags.map((flag) =>
  flag.flags.startsWith("--search")
    ? { ...flag, describe: "only orders whose number, customer or items contain this text" }
    : flag,
);
const itemFlag: Flag = {
  flags: "--item <item>",
  describe: "item by name or id, with an optional quantity: Mug:2 (repeatable)",
  repeat: true,
};
const notifyFlag: Flag = { flags: "--notify", describe: "email the buyer" };
const restockFlag: Flag = { flags: "--restock", describe: "return the items to stock" };

/** `till orders …` */
export const orders: Group = {
  name: "orders",
  summary: "List, capture, void, refund and fulfill orders",
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "List orders, newest first",
      flags: [...statusFlags, ...searchFlags],
      examples: [
        "till orders list # the newest orders",
        "till orders list --payment NOT_PAID --filter 'total > 50' --json # unpaid orders above 50",
        "till orders list --fulfillment NOT_FULFILLED --sort createdDate --output csv # unfulfilled orders, oldest first",
        "till orders list --filter 'authorized > 0' # orders with authorized payments",
      ],
      ...listsResource(loadResource),
    },
    {
      name: "count",
      summary: "Count orders",
      flags: searchFlags.filter(({ flags }) => /^--(filter|search) /.test(flags)),
      examples: [
        "till orders count # all orders",
        "till orders count --filter 'paymentStatus = PAID' --jq .count # only the number, for a script",
      ],
      ...countsResource(loadResource),
    },
    {
      name: "get",
      summary: "Show an order",
      args: [orderArg],
      examples: [
        "till orders get 10007 # by number",
        "till orders get 10007 --json # the full record as JSON",
      ],
      ...getsResource(loadResource),
    },
    updateVerb,
    ...paymentVerbs,
    ...statusVerbs,
    {
      name: "cancel",
      writes: true,
      summary: "Cancel an order",
      args: [orderArg],
      flags: [
        restockFlag,
        notifyFlag,
        { flags: "--message <text>", describe: "message to the buyer" },
        yesFlag,
      ],
      examples: [
        "till orders cancel 10012 --restock # asks for confirmation",
        "till orders cancel 10012 --restock --yes # without confirmation",
      ],
      load: () => import("./cancel.ts"),
    },
    {
      name: "refund",
      writes: true,
      summary: "Refund an order",
      args: [orderArg],
      flags: [
        { flags: "--amount <amount>", describe: "amount to refund" },
        {
          ...itemFlag,
          describe: "item to refund, or with --amount to restock, by name or id: Mug or Mug:2 (repeatable)",
        },
        { flags: "--all", describe: "refund all that is left" },
        { flags: "--payment <id>", describe: "refund only this payment" },
        {
          flags: "--external",
          aliases: ["--by-hand"],
          describe: "only record a refund that was paid outside the platform",
        },
        { flags: "--reason <text>", describe: "message to the buyer" },
        restockFlag,
        notifyFlag,
        payFlag(["approved", "declined", "pending", "scheduled"]),
        yesFlag,
      ],
      examples: [
        "till orders refund 10001 --amount 5.00 --dry-run # preview which payment would be refunded",
        "till orders refund 10001 --amount 5.00 --reason Scratched --yes # refund part of an order",
        "till orders refund 10014 --all --restock --yes # refund the whole order and restock the items",
      ],
      notes:
        "A refund is never sent twice. If the response is lost, the order's refunds are read again to find out whether it was made. If that is not clear, the exit code is 10.",
      load: () => import("./refund.ts"),
    },
    {
      name: "fulfill",
      summary: "Fulfill an order or some of its items, or the orders in a file",
      args: [{ name: "[order]", describe: "id or number" }],
      flags: [
        itemFlag,
        ...trackingFlags,
        {
          flags: "--from <file>",
          describe:
            "CSV file or Excel workbook of parcels: order, carrier, tracking, link, items; - reads stdin",
        },
        ...fileFlags,
        ...jobFlags,
      ],
      examples: [
        "till orders fulfill 10010 --tracking JD0146 --carrier dhl # all unfulfilled items, with tracking",
        "till orders fulfill 10014 --json # without tracking, as JSON",
        "till orders fulfill --from parcels.csv --dry-run # preview the parcels of a file",
      ],
      notes: "The columns of a file of parcels: till help guide orders",
      load: async () => ({ run: (await import("./fulfill.ts")).fulfill }),
    },
    {
      name: "track",
      writes: true,
      summary: "List the fulfillments of an order, or set tracking information",
      args: [orderArg, { name: "[parcel]", describe: "fulfillment id, if there is more than one" }],
      flags: trackingFlags,
      examples: [
        "till orders track 10001 # list the fulfillments",
        "till orders track 10001 --tracking JD0147 --carrier dhl # set the tracking number",
      ],
      load: async () => ({ run: (await import("./fulfill.ts")).track }),
    },
    {
      name: "unfulfill",
      writes: true,
      summary: "Delete a fulfillment of an order",
      args: [orderArg, { name: "[parcel]", describe: "fulfillment id, if there is more than one" }],
      flags: [yesFlag],
      examples: [
        "till orders unfulfill 10001 # asks for confirmation",
        "till orders unfulfill 10001 --yes --json # print what is left as JSON",
      ],
      load: async () => ({ run: (await import("./fulfill.ts")).unfulfill }),
    },
    {
      name: "invoice",
      writes: true,
      summary: "List the invoices of an order, or create one",
      args: [orderArg],
      flags: [{ flags: "--create", describe: "create an invoice" }],
      examples: [
        "till orders invoice 10001 # list the invoices",
        "till orders invoice 10001 --create # create an invoice",
      ],
      load: async () => ({ run: (await import("./run.ts")).invoice }),
    },
    {
      name: "payments",
      summary: "List the payments of an order and their refundable amounts",
      args: [orderArg],
      examples: [
        "till orders payments 10001 # all payments and refundable amounts",
        "till orders payments 10007 --json # scheduled actions of an authorized payment",
      ],
      load: async () => ({ run: (await import("./run.ts")).payments }),
    },
    {
      name: "activities",
      writes: true,
      summary: "Show the history of an order",
      args: [orderArg],
      flags: [{ flags: "--comment <text>", describe: "add a comment" }],
      examples: [
        "till orders activities 10001 # what happened and when",
        "till orders activities 10001 --comment 'Called the buyer' # add an internal comment",
      ],
      load: async () => ({ run: (await import("./run.ts")).activities }),
    },
    {
      name: "summary",
      summary: "Show the number of orders and their totals by status",
      flags: [...statusFlags, filterFlag],
      examples: [
        "till orders summary # number of orders and totals by status",
        "till orders summary --filter 'createdDate > 2026-01-01' --json # orders since a date, as JSON",
      ],
      load: async () => ({ run: (await import("./run.ts")).summary }),
    },
    {
      name: "export",
      summary: "Export orders for accounting",
      args: [{ name: "[file]", describe: "file to write: CSV, .xlsx or .ndjson (default: stdout)" }],
      flags: [
        {
          flags: "--per <what>",
          describe: "one row per line item or per order",
          choices: ["line", "order"],
          fallback: "line",
        },
        ...rangeFlags,
        ...statusFlags,
        filterFlag,
        viewFlag,
        {
          flags: "--format <kind>",
          describe: "file format (default: by file extension, else csv)",
          choices: ["csv", "xlsx", "ndjson"],
        },
        ...tableFlags,
        strictFlag,
      ],
      examples: [
        "till orders export orders.csv --since 2026-01-01 --until 2026-03-31 # one row per line item",
        "till orders export orders.xlsx --per order --status APPROVED # one row per order, as an Excel workbook",
        "till orders export umsatz.csv --excel de --since 30d # the last 30 days, for a German Excel",
      ],
      notes: "Columns and how they add up: till help guide orders",
      load: () => import("./export.ts"),
    },
    {
      name: "import",
      writes: true,
      summary: "Import an order from another shop",
      flags: [
        { flags: "--input <json>", describe: "the order as JSON: @FILE, - for stdin, or the JSON itself" },
      ],
      examples: [
        "till orders import --input @order.json # import an order from a file",
        "cat order.json | till orders import --input - --json # import an order from stdin",
      ],
      load: () => import("./import.ts"),
    },
    drafts,
  ],
};
