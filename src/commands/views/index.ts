import type { Group, LazyGroup } from "../../cli/command.ts";

const view = { name: "<view>", describe: "name of a saved view" };

/** Returns `till views …`; `groups` are all commands, whose lists a view can be of. */
export const views = (groups: () => readonly LazyGroup[]): Group => ({
  name: "views",
  summary: "Save filters and columns of lists under a name",
  verbs: [
    {
      name: "list",
      summary: "List saved views",
      examples: ["till views list # names, lists and filters", "till views list --json # for a script"],
      load: async () => ({ run: (await import("./run.ts")).list }),
    },
    {
      name: "save",
      summary: "Save a view of a list, or replace it",
      args: [
        { name: "<view>", describe: "letters, digits, dots, dashes and underscores" },
        { name: "<list...>", describe: "the list, by its command: orders, shipping options" },
      ],
      flags: [
        { flags: "--filter <expression>", describe: 'rows of the view: paymentStatus = "NOT_PAID"' },
        { flags: "--search <text>", describe: "search of the view" },
        { flags: "--sort <fields>", describe: "sort order of the view: createdDate" },
        { flags: "--columns <headings>", describe: "columns of the view, separated by commas: NUMBER,TOTAL" },
      ],
      examples: [
        "till views save unpaid orders --filter 'paymentStatus = NOT_PAID' --sort createdDate # then: till orders --view unpaid",
        "till views save dear products --filter 'price > 40' --columns NAME,PRICE # with two columns",
      ],
      notes:
        "Use it with --view on the command that lists or exports the rows, or with :view on the screen. Learn more: till help guide filters",
      load: async () => ({ run: (await import("./run.ts")).saving(groups()) }),
    },
    {
      name: "delete",
      summary: "Delete a saved view",
      args: [view],
      examples: [
        "till views delete unpaid # the rows of the list stay as they are",
        "till views delete unpaid --quiet # without a notice",
      ],
      load: async () => ({ run: (await import("./run.ts")).remove }),
    },
  ],
});
