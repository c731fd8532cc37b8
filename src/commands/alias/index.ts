import type { Group, LazyGroup } from "../../cli/command.ts";

/** Returns `till alias …`; `groups` are all commands, whose names aliases cannot take. */
export const alias = (groups: () => readonly LazyGroup[]): Group => ({
  name: "alias",
  summary: "Create shortcuts for command lines",
  verbs: [
    {
      name: "set",
      summary: "Create or replace an alias",
      args: [
        { name: "<alias>", describe: "the new command: restock" },
        { name: "<line>", describe: "the command line, without till, in quotes; $1 to $9 are filled in" },
      ],
      examples: [
        "till alias set restock 'products list --filter \"stock < 5\"' # then: till restock --json",
        "till alias set dear 'products list --filter \"price > $1\"' # then: till dear 50",
      ],
      load: async () => ({ run: (await import("./run.ts")).setting(groups()) }),
    },
    {
      name: "list",
      summary: "List the aliases",
      examples: ["till alias list # names and command lines", "till alias list --json # for a script"],
      load: async () => ({ run: (await import("./run.ts")).list }),
    },
    {
      name: "delete",
      summary: "Delete an alias",
      args: [{ name: "<alias>", describe: "name of the alias" }],
      examples: [
        "till alias delete restock # the command itself stays",
        "till alias delete restock --quiet # without a notice",
      ],
      load: async () => ({ run: (await import("./run.ts")).remove }),
    },
  ],
});
