import { fileArg, importFlags, jobFlags } from "../../cli/bulk-flags.ts";
import type { Flag, Group, Unnamed } from "../../cli/command.ts";
import { allFlag, filterFlag, listFlags, wholeNumber } from "../../cli/flags.ts";
import { countsResource, getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";
import { mapFlags, numberFlags } from "../../cli/product-flags.ts";

const loadResource = async () => (await import("../../resources/discounts/coupons.ts")).couponResource;

const filterExample = "status = LIVE and used > 0";
const flags = listFlags({
  filter: filterExample,
  sort: "used:desc",
  search: "only coupons whose code or name contains this text",
});

/** The flags that set fields of a coupon; they are the columns of files, too. */
const fieldFlags: readonly Flag[] = [
  { flags: "--percent <n>", describe: "percentage off" },
  { flags: "--amount <amount>", describe: "amount off: 5.00" },
  { flags: "--price <amount>", describe: "price that each item is reduced to: 9.90" },
  { flags: "--free-shipping", describe: "free shipping" },
  { flags: "--product <product>", describe: "only this product, by slug, SKU or id" },
  { flags: "--collection <name>", describe: "only products of this collection" },
  { flags: "--minimum <amount>", describe: "only orders from this subtotal" },
  { flags: "--until <time>", describe: "last day or time: friday, 2030-05-31" },
  { flags: "--uses-per-customer <n>", describe: "maximum number of orders of one customer" },
];

/** The flags of a new coupon. */
const newFlags: readonly Flag[] = [
  { flags: "--code <text>", describe: "code that buyers type, at most 20 characters" },
  { flags: "--name <text>", describe: "name in the dashboard (default: the code or the prefix)" },
  ...fieldFlags,
  { flags: "--from <time>", describe: "first day or time: 2030-05-01 (default: now)" },
  { flags: "--uses <n>", describe: "maximum number of orders with it (default: no limit; with --count 1)" },
  { flags: "--one-item", describe: "apply to one item of an order only" },
];

/** The flags that change a coupon. */
const changeFlags: readonly Flag[] = [
  { flags: "--name <text>", describe: "name in the dashboard" },
  ...fieldFlags,
  { flags: "--from <time>", describe: "first day or time: 2030-05-01" },
  { flags: "--uses <n>", describe: "maximum number of orders with it" },
  {
    flags: "--one-item <bool>",
    describe: "apply to one item of an order only",
    choices: ["true", "false"],
  },
  { flags: "--active <bool>", describe: "valid: false ends it", choices: ["true", "false"] },
];

/** `till coupons …` */
export const coupons: Unnamed<Group> = {
  screen: true,
  elsewhere: { export: "till coupons list --all --output csv" },
  verbs: [
    {
      name: "list",
      summary: "List coupons and how often they were used",
      flags,
      examples: [
        "till coupons list # the newest coupons, with their use",
        "till coupons list --filter \"name = 'Summer' and used > 0\" --json # codes of a batch that were used",
        "till coupons list --all --output csv > coupons.csv # a file that till coupons import reads",
      ],
      ...listsResource(loadResource),
    },
    {
      name: "count",
      summary: "Count coupons",
      flags: flags.filter((flag) => /^--(filter|search|local) /.test(flag.flags)),
      examples: [
        "till coupons count # all coupons",
        'till coupons count --filter "used > 0" --jq .count # only the number, for a script',
      ],
      ...countsResource(loadResource),
    },
    {
      name: "get",
      summary: "Show a coupon",
      args: [{ name: "<coupon>", describe: "code or id" }],
      examples: [
        "till coupons get WELCOME10 # by code",
        "till coupons get WELCOME10 --json --fields used,uses,until # how often it was used, and its limits",
      ],
      ...getsResource(loadResource),
    },
    {
      name: "create",
      summary: "Create a coupon, or many with random codes",
      flags: [
        ...newFlags,
        {
          flags: "--count <n>",
          describe: "create this many coupons with random codes, each for one order",
          parse: wholeNumber("--count", 1),
        },
        { flags: "--prefix <text>", describe: "what the random codes begin with: SUMMER" },
        { flags: "--codes <file>", describe: "write the created codes to this file: .csv or .txt" },
        ...jobFlags,
      ],
      examples: [
        "till coupons create --code AUTUMN15 --percent 15 --until 2099-11-30 --dry-run # preview a coupon for all products",
        "till coupons create --code MUGS5 --amount 5 --collection Tableware --uses 100 --yes # 5 off a collection, 100 times",
        "till coupons create --count 500 --prefix SUMMER --percent 20 --codes codes.csv --dry-run # preview 500 single-use codes",
        "till coupons create --code FREE50 --free-shipping --minimum 50 --yes # free shipping from 50",
      ],
      notes: `Random codes are ten characters after the prefix, without letters and digits that look alike. They are planned before the
first request, so till jobs resume continues a stopped run with the same codes. Until then, --count is refused. A job can be undone: its coupons are deleted, except for those that were used.

A coupon applies to all products, one product, one collection, or orders from a minimum subtotal.`,
      load: async () => ({ run: (await import("./coupons-run.ts")).create }),
    },
    {
      name: "update",
      summary: "Change coupons",
      args: [{ name: "[coupons...]", describe: "codes or ids; - reads NDJSON records from stdin" }],
      flags: [...changeFlags, filterFlag("name = Summer and used = 0"), allFlag, ...jobFlags],
      examples: [
        "till coupons update WELCOME10 --percent 15 --until 2099-12-31 --dry-run # preview it",
        "till coupons update SUMMER25 --until none --yes # valid again, without an end",
        "till coupons update --filter \"name = 'Summer'\" --uses 2 --yes # all codes of a batch",
      ],
      notes: `--percent, --amount, --price and --free-shipping replace one another, as do --product, --collection and --minimum. none
removes an end, a limit, or a restriction to a product, a collection or a minimum subtotal. Codes cannot be changed.`,
      load: async () => ({ run: (await import("./coupons-run.ts")).update }),
    },
    {
      name: "import",
      summary: "Create and change coupons from a file",
      args: [fileArg("CSV or Excel workbook")],
      flags: [...mapFlags, ...numberFlags, ...importFlags],
      examples: [
        "till coupons import coupons.csv --dry-run # preview new and changed coupons",
        'till coupons import newsletter.csv --map "Gutscheincode=code,Nachlass=percent" --excel de # a list with other columns',
      ],
      notes: `Rows are matched by code, in any case. A code that does not exist is created. An empty cell changes nothing; none or - removes
a limit, an end, or a restriction to a product, a collection or a minimum subtotal.

Columns: code, name, percent, amount, price, freeShipping, product, collection, minimum, from, until, uses, usesPerCustomer,
oneItem, active. Those of till coupons list --output csv that say how a coupon was used are ignored.`,
      load: async () => ({ run: (await import("./coupons-run.ts")).importCoupons }),
    },
    {
      name: "end",
      summary: "End coupons now",
      args: [{ name: "[coupons...]", describe: "codes or ids; - reads NDJSON records from stdin" }],
      flags: [filterFlag("name = Summer and used = 0"), allFlag, ...jobFlags],
      examples: [
        "till coupons end WELCOME10 --dry-run # preview it",
        "till coupons end --filter \"name = 'Summer'\" --yes # all codes of a batch",
      ],
      notes: "A coupon that has ended stays in the list with its use. Undo the job to make it valid again.",
      load: async () => ({ run: (await import("./coupons-run.ts")).end }),
    },
  ],
};
