import type { Flag, Group, LazyGroup, Unnamed } from "../../cli/command.ts";
import { yesFlag } from "../../cli/flags.ts";
import { settings } from "../../config/settings.ts";

const setting = { name: "<setting>", describe: "setting name; till config list shows all of them" };
const showOrigin: Flag = {
  flags: "--show-origin",
  describe: "show whether a value comes from a flag, the environment, the profile, settings or the default",
};
const perProfile =
  "With --profile, the setting applies to that profile only and overrides the setting for all profiles.";

/** `till config …` */
export const config: Unnamed<Group> = {
  verbs: [
    {
      name: "list",
      summary: "List the effective settings and profile values",
      flags: [showOrigin],
      examples: [
        "till config list # list every setting and its value",
        "till config list --show-origin # show where each value comes from",
      ],
      notes: `Settings:\n${Object.entries(settings)
        .map(([name, { about, env }]) => `  ${name.padEnd(12)} ${about} (${env})`)
        .join("\n")}`,
      repairs: true,
      load: async () => ({ run: (await import("./config.ts")).list }),
    },
    {
      name: "get",
      summary: "Print the value of a setting",
      args: [setting],
      flags: [showOrigin],
      examples: [
        "till config get limit # print only the value",
        "till config get timeZone --show-origin # show where the value comes from",
      ],
      repairs: true,
      load: async () => ({ run: (await import("./config.ts")).get }),
    },
    {
      name: "set",
      summary: "Store a setting",
      args: [setting, { name: "<value>", describe: "new value" }],
      examples: [
        "till config set timeZone Europe/Berlin # show times in Berlin time",
        "till config set maxRequests 3 --profile shop # set it for one profile only",
        'till config set group.eu "shop-de, shop-fr" # a group of profiles, for till each --sites @eu',
      ],
      notes: perProfile,
      repairs: true,
      load: async () => ({ run: (await import("./config.ts")).set }),
    },
    {
      name: "delete",
      summary: "Remove a stored setting",
      args: [setting],
      examples: [
        "till config delete timeZone # return to the default",
        "till config delete maxRequests --profile shop # remove it from one profile only",
      ],
      notes: perProfile,
      repairs: true,
      load: async () => ({ run: (await import("./config.ts")).unset }),
    },
    {
      name: "trust",
      summary: "Trust the .till.yaml of this folder",
      flags: [yesFlag],
      examples: [
        "till config trust # show what it chooses, and use it from now on",
        "till config trust --jq .settings # use it, and print the settings that it chooses",
      ],
      notes: "A .till.yaml chooses a profile and settings for a folder: till help guide profiles",
      repairs: "quietly",
      load: async () => ({ run: (await import("./trust.ts")).run }),
    },
    {
      name: "path",
      summary: "Print the path of the settings file",
      examples: [
        "till config path # print the path, even if the file does not exist",
        "till config path --jq .jobs # print the folder of the jobs; --json prints all paths",
      ],
      repairs: true,
      load: async () => ({ run: (await import("./config.ts")).path }),
    },
  ],
};

/** Returns `till config alias …`; `groups` are all commands, whose names aliases cannot take. */
export const alias = (groups: () => readonly LazyGroup[]): Unnamed<Group> => ({
  verbs: [
    {
      name: "set",
      summary: "Create or replace an alias",
      args: [
        { name: "<alias>", describe: "the new command: restock" },
        { name: "<line>", describe: "the command line, without till, in quotes; $1 to $9 are filled in" },
      ],
      examples: [
        "till config alias set restock \"products list --filter 'stock < 5'\" # then: till restock --json",
        "till config alias set dear 'products list --filter \"price > $1\"' # then: till dear 50",
      ],
      load: async () => ({ run: (await import("./alias.ts")).setting(groups()) }),
    },
    {
      name: "list",
      summary: "List the aliases",
      examples: [
        "till config alias list # names and command lines",
        "till config alias list --output csv > aliases.csv # for a colleague",
      ],
      load: async () => ({ run: (await import("./alias.ts")).list }),
    },
    {
      name: "delete",
      summary: "Delete an alias",
      args: [{ name: "<alias>", describe: "name of the alias" }],
      examples: [
        "till config alias delete restock # the command itself stays",
        "till config alias delete restock --quiet # without a notice",
      ],
      load: async () => ({ run: (await import("./alias.ts")).remove }),
    },
  ],
});

const view = { name: "<view>", describe: "name of a saved view" };

/** Returns `till config views …`; `groups` are all commands, whose lists a view can be of. */
export const views = (groups: () => readonly LazyGroup[]): Unnamed<Group> => ({
  verbs: [
    {
      name: "list",
      summary: "List saved views",
      examples: [
        "till config views list # names, lists and filters",
        'till config views list --jq ".items[] | [.list, .name] | @tsv" # the lists, and the names for --view',
      ],
      load: async () => ({ run: (await import("./views.ts")).list }),
    },
    {
      name: "create",
      summary: "Save a view of a list, or replace it",
      args: [
        { name: "<view>", describe: "letters, digits, dots, dashes and underscores" },
        { name: "<list...>", describe: "the list, by its command: orders, settings shipping options" },
      ],
      flags: [
        { flags: "--filter <expression>", describe: 'rows of the view: paymentStatus = "NOT_PAID"' },
        { flags: "--search <text>", describe: "search of the view" },
        { flags: "--sort <fields>", describe: "sort order of the view: createdDate" },
        { flags: "--columns <headings>", describe: "columns of the view, separated by commas: NUMBER,TOTAL" },
      ],
      examples: [
        'till config views create unpaid orders --filter "paymentStatus = NOT_PAID" --sort createdDate # then: till orders --view unpaid',
        'till config views create dear products --filter "price > 40" --columns NAME,PRICE # with two columns',
      ],
      notes:
        "Use it with --view on the command that lists or exports the rows, or with :view on the screen. Learn more: till help guide filters",
      load: async () => ({ run: (await import("./views.ts")).saving(groups()) }),
    },
    {
      name: "delete",
      summary: "Delete a saved view",
      args: [view],
      examples: [
        "till config views delete unpaid # the rows of the list stay as they are",
        "till config views delete unpaid --quiet # without a notice",
      ],
      load: async () => ({ run: (await import("./views.ts")).remove }),
    },
  ],
});
