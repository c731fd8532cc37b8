import type { Flag, Group, Unnamed } from "../../cli/command.ts";
import { duration, yesFlag } from "../../cli/flags.ts";

const profile = { name: "<profile>", describe: "profile name" };
const valueFlags: readonly Flag[] = [
  { flags: "--client-id <id>", describe: "client id of the OAuth app for visitors and members" },
  { flags: "--currency <code>", describe: "currency to assume if Wix does not return one" },
  {
    flags: "--role <role>",
    describe: "identity to use unless --as is given; least: the lowest role that works",
    choices: ["visitor", "member", "staff", "admin", "least"],
  },
];

/** `till profiles …` */
export const profiles: Unnamed<Group> = {
  verbs: [
    {
      name: "list",
      summary: "List profiles",
      examples: [
        "till profiles list # list all profiles and mark the current one",
        'till profiles list --jq ".items[] | select(.inUse) | .name" # only the current profile',
      ],
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).list }),
    },
    {
      name: "create",
      summary: "Add a profile",
      args: [{ name: "<name>", describe: "letters, digits, dots, dashes and underscores" }],
      flags: [
        {
          flags: "--platform <where>",
          describe: "hosted, sandbox (a separate local sandbox), or the URL of a compatible server",
          fallback: "hosted",
        },
        ...valueFlags,
        { flags: "--use", describe: "make it the current profile" },
      ],
      examples: [
        "till profiles create atelier --client-id 0e3c7b10-6f1d-4b7a-9c55-2d0a5e3f8a11 --site 4c9b2f6e-1f0a-4e58-8a3b-7f2f0d9c6b21 # add a hosted shop; then sign in with: till login --profile atelier",
        "till profiles create rehearsal --platform sandbox --use # add a second local sandbox",
        "till profiles create dev --platform http://127.0.0.1:8787 # add a sandbox started with till sandbox start",
      ],
      notes: "Set the site with --site. Learn more: till help guide profiles",
      repairs: "quietly",
      load: async () => ({ run: (await import("./run.ts")).add }),
    },
    {
      name: "update",
      summary: "Change a profile",
      args: [profile],
      flags: valueFlags,
      examples: [
        "till profiles update shop --currency EUR # use euros",
        "till profiles update shop --role visitor # see the shop as a visitor",
      ],
      notes:
        "An empty value clears it: --currency ''. Change the site with --site. The platform cannot be changed; add another profile instead.",
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).update }),
    },
    {
      name: "use",
      summary: "Set the current profile",
      args: [profile],
      examples: [
        "till profiles use shop # work on this shop from now on",
        "till profiles use sandbox # return to the local sandbox",
      ],
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).use }),
    },
    {
      name: "get",
      summary: "Show a profile, its identities and its lock",
      args: [{ name: "[profile]", describe: "profile name (default: the current profile)" }],
      examples: [
        "till profiles get # show the current profile",
        "till profiles get shop --json # print another profile as JSON",
      ],
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).show }),
    },
    {
      name: "rename",
      summary: "Rename a profile",
      args: [profile, { name: "<new-name>", describe: "new name" }],
      examples: [
        "till profiles rename shop store # rename it; the stored identities are kept",
        "till profiles rename shop shop.old # make the name available for a new profile",
      ],
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).rename }),
    },
    {
      name: "delete",
      summary: "Remove a profile and its stored identities",
      args: [profile],
      flags: [yesFlag],
      examples: [
        "till profiles delete shop # remove it after a confirmation prompt",
        "till profiles delete shop --yes # remove it in a script",
      ],
      repairs: true,
      load: async () => ({ run: (await import("./run.ts")).remove }),
    },
    {
      name: "lock",
      summary: "Block all writes through a profile",
      args: [profile],
      examples: [
        "till profiles lock shop # allow reads only, until: till profiles unlock",
        "till profiles lock shop --jq .lock # lock it and print the state",
      ],
      notes: "Locking also stops a running job; resume it after unlocking.",
      repairs: true,
      load: async () => ({ run: (await import("./lock.ts")).lock }),
    },
    {
      name: "unlock",
      summary: "Allow writes through a locked profile for a limited time",
      args: [profile],
      flags: [
        { flags: "--reason <text>", describe: "reason, recorded in every job that runs meanwhile" },
        {
          flags: "--for <duration>",
          describe: "duration, at most 1 day (default: 15m)",
          parse: duration("--for"),
        },
        { flags: "--for-good", describe: "remove the lock" },
      ],
      examples: [
        'till profiles unlock shop --for 15m --reason "Spring prices" # allow writes for 15 minutes',
        'till profiles unlock shop --for-good --reason "Shop is closed" # remove the lock',
      ],
      repairs: true,
      load: async () => ({ run: (await import("./lock.ts")).unlock }),
    },
  ],
};
