import { diffFlag, jobFlags } from "../../cli/bulk-flags.ts";
import type { Flag, Group, Unnamed } from "../../cli/command.ts";
import { allFlag, dryRunFlag, yesFlag } from "../../cli/flags.ts";
import { productFilterFlag } from "../../cli/product-flags.ts";

const startFlags: readonly Flag[] = [
  productFilterFlag,
  allFlag,
  {
    flags: "--set <change...>",
    describe: '"salePrice = price * 0.8", ribbon=Sale, "collections += Sale"; as in till products update',
  },
  { flags: "--from <time>", describe: "start later, by itself: both its start and its end are scheduled" },
  {
    flags: "--until <time>",
    describe: "last day or time: sunday, 2026-12-31, 2026-12-31T18:00 in your time zone, or with an offset",
  },
  { flags: "--name <name>", describe: "name of the sale (default: the id of its job)" },
  {
    flags: "--schedule",
    describe: "end it by itself: schedule till sale end on this computer, or for workers",
  },
  { flags: "--floor <expression>", describe: "reject prices below this: 'cost * 1.2'" },
  { flags: "--cap-change <percent>", describe: "reject changes larger than this: 30%" },
  ...jobFlags.filter(({ flags }) => !flags.startsWith("--plan-out")),
];

/** `till sale …` */
export const sale: Unnamed<Group> = {
  verbs: [
    {
      name: "start",
      summary: "Start a sale: change products until a time",
      args: [{ name: "[products...]", describe: "ids, handles or SKUs; - reads NDJSON records from stdin" }],
      flags: startFlags,
      examples: [
        'till sale start --filter "collections = Tableware" --set "salePrice = price * 0.8" --until 2099-12-31T23:59 --name winter --dry-run # preview a sale',
        'till sale start --filter "price > 100" --set "salePrice = price * 0.9" --from 2099-12-01T00:00 --until 2099-12-31T23:59 --name winter --dry-run # a sale that starts later',
        "till sale start coffee-scale --set salePrice=49 --set ribbon=Sale --until 2099-12-31T23:59+01:00 --yes # one product",
      ],
      notes: "Run a sale: till help guide sales\nFields, changes and expressions: till help guide changes",
      load: () => import("./sale-start.ts"),
    },
    {
      name: "end",
      summary: "End a sale: restore what it changed",
      args: [{ name: "[sale]", describe: "name of the sale, or id of its job" }],
      flags: [
        { flags: "--due", describe: "only if its time is over; without a name, all such sales" },
        dryRunFlag,
        diffFlag,
        yesFlag,
      ],
      examples: [
        "till sale end xmas --dry-run # preview what will be restored",
        "till sale end xmas --yes # without confirmation",
        "till sale end --due --yes # all sales whose time is over, for schedules",
      ],
      notes: "Values that someone else has changed since are skipped, and the products are named.",
      undoes: true,
      load: () => import("./sale-end.ts"),
    },
    {
      name: "list",
      summary: "List sales, newest first",
      examples: [
        "till sale list # names, states and ends",
        "till sale list --json --fields name,state,until # when each sale ends, as JSON",
      ],
      load: () => import("./sales.ts"),
    },
  ],
};
