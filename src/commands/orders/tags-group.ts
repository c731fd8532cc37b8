import { fileArg, importFlags, jobFlags } from "../../cli/bulk-flags.ts";
import type { Group } from "../../cli/command.ts";
import { allFlag, filterFlag } from "../../cli/flags.ts";
import { mapFlags } from "../../cli/product-flags.ts";
import type { SelectionOptions } from "../../cli/selection.ts";

const selection = [filterFlag("total > 100"), allFlag, ...jobFlags];
const targets = { name: "[orders...]", describe: "ids or numbers; - reads NDJSON records from stdin" };
const tagArg = { name: "<tag>", describe: "name or id; several with commas" };

/** `till orders tags …` */
export const tags: Group = {
  name: "tags",
  summary: "Tag orders",
  verbs: [
    {
      name: "list",
      summary: "List the tags of orders",
      examples: [
        "till orders tags list # names and ids",
        "till orders tags list --output csv > order-tags.csv # for a spreadsheet",
      ],
      load: async () => ({ run: (await import("./tags.ts")).printTags }),
    },
    {
      name: "add",
      summary: "Add tags to orders",
      args: [tagArg, targets],
      flags: selection,
      examples: [
        'till orders tags add "Gift wrap" 10012 10013 --yes # by number',
        'till orders tags add Wholesale --filter "total > 100" --dry-run # preview it for many',
      ],
      load: async () => {
        const { changeTags } = await import("./tags.ts");
        return {
          run: (context, args, options: SelectionOptions) => changeTags(context, "+=", args, options),
        };
      },
    },
    {
      name: "remove",
      summary: "Remove tags from orders",
      args: [tagArg, targets],
      flags: selection,
      examples: [
        'till orders tags remove "Gift wrap" 10012 --yes # from one order',
        'till orders tags remove Wholesale --filter "total < 100" --dry-run # preview it for many',
      ],
      load: async () => {
        const { changeTags } = await import("./tags.ts");
        return {
          run: (context, args, options: SelectionOptions) => changeTags(context, "-=", args, options),
        };
      },
    },
    {
      name: "import",
      summary: "Add and remove the tags of orders in a file",
      args: [fileArg("CSV or Excel workbook")],
      flags: [...mapFlags, ...importFlags],
      examples: [
        "till orders tags import tags.csv --dry-run # preview it",
        'till orders tags import list.csv --map "Bestellnr=order,Vermerk=tags" --yes # a file with other columns',
      ],
      notes: `Columns: order, tags (to add), privateTags (to add, seen by the shop only) and removeTags. Several tags in a cell are separated
by semicolons. An empty cell changes nothing.`,
      load: async () => ({ run: (await import("./tags.ts")).importTags }),
    },
  ],
};
