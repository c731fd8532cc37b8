import {
  exportFormatFlag,
  fileFlags,
  type JobOptions,
  jobFlags,
  needsJob,
  tableFlags,
  timeZoneFlag,
} from "../../cli/bulk-flags.ts";
import type { Flag, Group, Unnamed, Verb } from "../../cli/command.ts";
import { dateRange, rangeFlags } from "../../cli/date-range.ts";
import {
  allFlag,
  detailedExitcodeFlag,
  dryRunFlag,
  filterFlag,
  listFlags,
  planOutFlag,
  viewFlag,
  yesFlag,
} from "../../cli/flags.ts";
import { verbOf } from "../../cli/generic/generic-verbs.ts";
import { countsResource, getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";
import { maxTotalFlag, paymentFlags } from "../../cli/jobs/payment-flags.ts";
import { payFlag } from "../../cli/pay.ts";
import { mapFlags, markFlags } from "../../cli/product-flags.ts";
import { drafts } from "./drafts.ts";
import { orderArg, orderGeneric, orderId, statusFlags, trackingFlags } from "./flags.ts";
import { tags } from "./tags-group.ts";
import type { UpdateOptions } from "./update.ts";

const updateOrder = verbOf(orderGeneric, {
  name: "update",
  summary: "Change one or more orders",
  call: "update",
  into: "order",
  prints: "order",
  reads: true,
  args: [{ ...orderArg, field: "order.id", finds: orderId }],
  examples: [
    'till orders update 10012 --set "note=Leave it at the door" # set the buyer\'s note',
    "till orders update 10001 --set archived=true --yes # archive an order",
    'till orders update --filter "fulfillmentStatus = FULFILLED" --set archived=true --dry-run # preview a change of many',
    'till orders update 10012 10013 --set "tags += VIP" --yes # add a tag to two orders',
  ],
});

const orderExample = "paymentStatus = PAID and total > 50";
const orderFilterFlag = filterFlag(orderExample);
const searchFlags = listFlags({
  filter: orderExample,
  sort: "createdDate:desc",
  search: "only orders whose number, customer or items contain this text",
});

/** Changes one order by its fields, or several as a job. */
const updateVerb: Verb = {
  ...updateOrder,
  args: [{ name: "[orders...]", describe: "ids or numbers; - reads NDJSON records from stdin" }],
  flags: [
    ...(updateOrder.flags ?? []),
    {
      flags: "--set <change...>",
      describe:
        "archived=true, seen=true, note=TEXT, email=ADDRESS, 'tags += Gift wrap,VIP', 'privateTags -= VIP'",
    },
    orderFilterFlag,
    allFlag,
    ...jobFlags.filter(({ flags }) => !updateOrder.flags?.some((known) => known.flags === flags)),
  ],
  load: async () => ({
    async run(context, args, options: UpdateOptions) {
      const { set, filter, all, yes, dryRun, detailedExitcode } = options;
      const asJob = [set, filter, all, yes, dryRun, detailedExitcode].some((given) => given !== undefined);
      if (args.length === 1 && args[0] !== "-" && !asJob && !needsJob(options))
        return await (await updateOrder.load()).run(context, args, options);
      return await (await import("./update.ts")).updateOrders(context, args, options);
    },
  }),
};

const paymentArgs = [{ name: "[orders...]", describe: "ids or numbers; - reads them from stdin" }];
const paymentNotes = (done: string, already: string, not: string) =>
  `Prints the result for each order: ${done}, ${already}, ${not}, not_found, failed or unknown; as NDJSON with
request ids when stdout is not a terminal. ${already} counts as a success.

Each order is read first, and again right before its request. A request is never sent twice: if the response is lost,
the payment is read again, and if the outcome is still not clear the result is unknown (exit 10). It is safe to run the
same command again; with --authorized it finds none then, which is an error without --allow-empty. Exit 9 means partly done; exit 6 means that a guard failed and nothing was sent.`;

/** The verbs that capture and void authorized payments. */
const paymentVerbs: readonly Verb[] = [
  {
    name: "capture",
    summary: "Capture authorized payments",
    args: paymentArgs,
    flags: paymentFlags,
    examples: [
      "till orders capture 10006 10007 --dry-run # preview what would be captured",
      "till orders capture 10006 --max-total 100USD --yes # without confirmation, up to a maximum total",
      "till orders capture --authorized --older-than 2d --expires-before 7d --yes # payments older than two days that expire within a week",
      "printf 'id\\n10006\\n10007\\n' | till orders capture - --expect 2 --yes # read order numbers from stdin",
    ],
    notes: paymentNotes("captured", "already_captured", "not_capturable"),
    load: async () => ({
      run: (await import("../../cli/jobs/payments.ts")).paymentCommand("orders.capture"),
    }),
  },
  {
    name: "void",
    summary: "Void authorized payments",
    args: paymentArgs,
    flags: paymentFlags,
    examples: [
      "till orders void 10008 --dry-run # preview what would be voided",
      "till orders void 10008 --max-total 50USD --yes # without confirmation, up to a maximum total",
    ],
    notes: paymentNotes("voided", "already_voided", "not_voidable"),
    load: async () => ({ run: (await import("../../cli/jobs/payments.ts")).paymentCommand("orders.void") }),
  },
];

const statusArgs = [{ ...orderArg, field: "orderId", finds: orderId }];

/** The flags of jobs that a command which shows its first request has already. */
const previews = new Set([dryRunFlag, planOutFlag, detailedExitcodeFlag, yesFlag]);

const manyOrders = [{ name: "[orders...]", describe: "ids or numbers; - reads NDJSON records from stdin" }];

/** Returns a verb that sets the status of one order by its own call, and of several as one job. */
function statusVerb(name: "approve" | "reject", verb: Verb): Verb {
  return {
    ...verb,
    args: manyOrders,
    flags: [
      ...(verb.flags ?? []),
      ...jobFlags.filter(({ flags }) => !verb.flags?.some((flag) => flag.flags === flags)),
    ],
    load: async () => ({
      async run(context, args, options: JobOptions) {
        if (args.length === 1 && args[0] !== "-" && !needsJob(options))
          return await (await verb.load()).run(context, args, options);
        return await (await import("./many.ts")).setOrderStatuses(context, name, args, options);
      },
    }),
  };
}

/** The verbs that approve, reject and record payments of orders. */
const statusVerbs: readonly Verb[] = [
  statusVerb(
    "approve",
    verbOf(orderGeneric, {
      name: "approve",
      summary: "Approve a pending order",
      call: "updateStatus",
      args: statusArgs,
      defaults: { status: "APPROVED" },
      prints: "order",
      list: "number status paymentStatus",
      examples: [
        "till orders approve 10011 # approve a pending order",
        "till orders approve 10011 10012 --dry-run # preview the approval of several",
      ],
    }),
  ),
  statusVerb(
    "reject",
    verbOf(orderGeneric, {
      name: "reject",
      summary: "Reject an order and return its items to the stock",
      call: "updateStatus",
      args: statusArgs,
      defaults: { status: "REJECTED" },
      confirms: "Reject the order",
      prints: "order",
      list: "number status paymentStatus",
      examples: [
        "till orders reject 10011 # asks for confirmation",
        "till orders reject 10011 --yes # without confirmation",
      ],
    }),
  ),
  {
    name: "mark-paid",
    writes: true,
    summary: "Record payments that were made outside Wix",
    args: manyOrders,
    flags: [
      { flags: "--amount <amount>", describe: "amount of a partial payment (default: the unpaid amount)" },
      {
        flags: "--method <name>",
        describe: "how it was paid: cash, check, bank-transfer, or any other name",
      },
      ...jobFlags,
    ],
    examples: [
      "till orders mark-paid 10012 --dry-run # preview the payment",
      "till orders mark-paid 10012 --method bank-transfer --yes # the whole order, without confirmation",
      "till orders mark-paid 10012 --amount 20.00 --method cash --yes # a partial payment",
      "till orders mark-paid 10012 10001 --dry-run # preview the payments of several, as one job",
    ],
    notes:
      "Never sent twice. If the response is lost, the order is read again to find out whether it is paid.",
    load: () => import("./mark-paid.ts"),
  },
];

const loadResource = async () => (await import("../../resources/orders/resource.ts")).orderResource;

const itemFlag: Flag = {
  flags: "--item <item>",
  describe: "item by name or id, with an optional quantity: Mug:2 (repeatable)",
  repeat: true,
};
const notifyFlag: Flag = { flags: "--notify", describe: "email the buyer" };
const restockFlag: Flag = { flags: "--restock", describe: "return the items to stock" };

/** Adds --since and --until, the time of the order, to a verb that lists orders. */
function withRange(verb: Pick<Verb, "load" | "resource">): Pick<Verb, "load" | "resource"> {
  return {
    ...verb,
    load: async () => {
      const { run } = await verb.load();
      return {
        async run(context, args, { since, until, ...options }: RangeOptions) {
          if (since === undefined && until === undefined) return await run(context, args, options);
          const { platformTime } = await import("../../resources/platform-time.ts");
          const filter = dateRange(
            "createdDate",
            { since, until },
            options.filter,
            await platformTime(context),
          );
          return await run(context, args, { ...options, filter });
        },
      };
    },
  };
}

interface RangeOptions {
  since?: string;
  until?: string;
  filter?: string;
}

/** `till orders …` */
export const orders: Unnamed<Group> = {
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "List orders, newest first",
      flags: [...statusFlags, ...rangeFlags, ...searchFlags],
      examples: [
        "till orders list # the newest orders",
        'till orders list --payment-status NOT_PAID --filter "total > 50" --json # unpaid orders above 50',
        "till orders list --fulfillment NOT_FULFILLED --sort createdDate --output csv # unfulfilled orders, oldest first",
        'till orders list --since 7d --filter "authorized > 0" # authorized payments of the last week',
      ],
      ...withRange(listsResource(loadResource)),
    },
    {
      name: "count",
      summary: "Count orders",
      flags: [
        ...statusFlags,
        ...rangeFlags,
        ...searchFlags.filter(({ flags }) => /^--(filter|search|local) /.test(flags)),
      ],
      examples: [
        "till orders count # all orders",
        'till orders count --filter "paymentStatus = PAID" --jq .count # only the number, for a script',
      ],
      ...withRange(countsResource(loadResource)),
    },
    {
      name: "get",
      summary: "Show an order",
      args: [orderArg],
      examples: [
        "till orders get 10007 # by number",
        "till orders get 10007 --json --fields number,recipientInfo # where to send it, as JSON",
      ],
      ...getsResource(loadResource),
    },
    updateVerb,
    tags,
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
      summary: "Refund an order, or those in a file",
      args: [{ name: "[order]", describe: "id or number" }],
      flags: [
        { flags: "--amount <amount>", describe: "amount to refund" },
        {
          ...itemFlag,
          describe: "item to refund, or with --amount to restock, by name or id: Mug or Mug:2 (repeatable)",
        },
        { flags: "--all", describe: "refund the remaining amount" },
        { flags: "--payment <id>", describe: "refund only this payment" },
        {
          flags: "--external",
          describe: "only record a refund that was paid outside Wix",
        },
        { flags: "--reason <text>", describe: "message to the buyer" },
        restockFlag,
        notifyFlag,
        payFlag(["approved", "declined", "pending", "scheduled"]),
        yesFlag,
        {
          flags: "--file <file>",
          describe: "CSV file or Excel workbook of refunds: order, amount or items, reason; - reads stdin",
        },
        maxTotalFlag,
        ...mapFlags,
        ...markFlags,
        ...fileFlags,
        ...jobFlags.filter((flag) => !previews.has(flag)),
      ],
      examples: [
        "till orders refund 10001 --amount 5.00 --dry-run # preview which payment would be refunded",
        "till orders refund 10001 --amount 5.00 --reason Scratched --yes # refund part of an order",
        "till orders refund 10014 --all --restock --yes # refund the whole order and restock the items",
        "till orders refund --file refunds.csv --max-total 500USD --dry-run # preview the refunds of a list",
      ],
      notes:
        "In a list, the amount is a number or the word all, and an order that already has that refund is skipped. A command sends each refund once: if the response is lost, the order's refunds are read again to find out whether it was made. If that is not clear, the exit code is 10. Without a list, the same command is another refund.",
      load: () => import("./refund.ts"),
    },
    {
      name: "fulfill",
      summary: "Fulfill an order or some of its items, several orders, or those in a file",
      args: manyOrders,
      flags: [
        itemFlag,
        ...trackingFlags,
        {
          flags: "--file <file>",
          describe:
            "CSV file or Excel workbook of parcels: order, carrier, tracking, link, items; - reads stdin",
        },
        ...mapFlags,
        ...fileFlags,
        ...jobFlags,
      ],
      examples: [
        "till orders fulfill 10010 --tracking JD0146 --carrier dhl # all unfulfilled items, with tracking",
        "till orders fulfill 10014 --json # without tracking, as JSON",
        "till orders fulfill 10010 10014 --dry-run # preview several, each with all remaining items",
        "till orders fulfill --file parcels.csv --dry-run # preview the parcels of a file",
        'till orders fulfill --file dhl.csv --map "Referenz=order,Sendungsnummer=tracking" --ignore-unknown # a list of a carrier',
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
        "till orders unfulfill 10001 --yes --json # print the remaining ones as JSON",
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
        'till orders activities 10001 --comment "Called the buyer" # add an internal comment',
      ],
      load: async () => ({ run: (await import("./run.ts")).activities }),
    },
    {
      name: "summary",
      summary: "Show the number of orders and their totals by status",
      flags: [...statusFlags, orderFilterFlag],
      examples: [
        "till orders summary # number of orders and totals by status",
        'till orders summary --filter "createdDate > 2026-01-01" --json # orders since a date, as JSON',
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
        orderFilterFlag,
        viewFlag,
        exportFormatFlag,
        ...tableFlags,
        timeZoneFlag,
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
    { ...drafts, summary: "Draft new orders and changes to existing orders" },
  ],
};
