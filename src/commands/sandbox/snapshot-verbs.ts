import type { Group, Verb } from "../../cli/command.ts";
import { yesFlag } from "../../cli/flags.ts";

const name = (describe: string) => [{ name: "<name>", describe }];
const replace = (what: string) => ({
  flags: "--replace",
  describe: `replace an older ${what} with this name`,
});

/** `till sandbox snapshot …` and `till sandbox branches` */
export const snapshotVerbs: readonly (Group | Verb)[] = [
  {
    name: "snapshot",
    summary: "Save, restore and copy everything in the sandbox",
    verbs: [
      {
        name: "save",
        summary: "Save everything in the sandbox as a snapshot",
        args: name("name of the snapshot"),
        flags: [replace("snapshot")],
        examples: [
          "till sandbox snapshot save before-sale # save products, orders, members, clock, mail and settings",
          "till sandbox snapshot save before-sale --replace # save them again",
        ],
        load: async () => ({ run: (await import("./snapshots.ts")).save }),
      },
      {
        name: "list",
        summary: "List snapshots",
        examples: [
          "till sandbox snapshot list # show names and sizes",
          "till sandbox snapshot list --jq '.items[].name' # print the names",
        ],
        load: async () => ({ run: (await import("./snapshots.ts")).list }),
      },
      {
        name: "restore",
        summary: "Replace everything in the sandbox with a snapshot",
        args: name("snapshot to restore"),
        flags: [yesFlag],
        examples: [
          "till sandbox snapshot restore base # restore it after a confirmation prompt",
          "till sandbox snapshot restore base --yes # restore it in a script",
        ],
        load: async () => ({ run: (await import("./snapshots.ts")).restore }),
      },
      {
        name: "delete",
        summary: "Delete a snapshot",
        args: name("snapshot to delete"),
        flags: [yesFlag],
        examples: [
          "till sandbox snapshot delete base # delete it after a confirmation prompt",
          "till sandbox snapshot delete base --yes # delete it in a script",
        ],
        load: async () => ({ run: (await import("./snapshots.ts")).remove }),
      },
      {
        name: "fork",
        summary: "Copy a running sandbox, or a snapshot, to a branch",
        args: name("name of the branch"),
        flags: [
          { flags: "--snapshot <name>", describe: "copy this snapshot instead of the sandbox" },
          replace("branch"),
        ],
        examples: [
          "till sandbox snapshot fork worker-1 --name branched # copy the sandbox named branched to the branch worker-1",
          "till sandbox snapshot fork worker-2 --snapshot base --replace --name branched # start the branch again from a snapshot",
        ],
        notes:
          "Requests with the header x-sandbox-branch, or below the path /@<branch>, use the branch. One that does not exist starts as a copy of the sandbox.\nLearn more: till help guide testing",
        load: async () => ({ run: (await import("./snapshots.ts")).fork }),
      },
    ],
  },
  {
    name: "branches",
    summary: "List and remove the branches of a running sandbox",
    args: [
      { name: "[action]", describe: "list or remove (default: list)", choices: ["list", "remove"] },
      { name: "[branch]", describe: "branch to remove" },
    ],
    examples: [
      "till sandbox branches --name branched # list its branches",
      "till sandbox branches remove worker-3 --name branched # free the memory of a branch",
    ],
    load: async () => ({ run: (await import("./snapshots.ts")).branches }),
  },
];
