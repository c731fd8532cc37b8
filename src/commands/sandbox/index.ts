import type { Flag, Group, Unnamed, Verb } from "../../cli/command.ts";
import { portNumber, wholeNumber, yesFlag } from "../../cli/flags.ts";
import { onlyFlag } from "../../copies/domains.ts";
import { controlVerbs } from "./control-verbs.ts";

/** `till sandbox pull` */
const pullVerb: Verb = {
  name: "pull",
  summary: "Copy a shop into the sandbox, with its ids and without personal data",
  flags: [
    { flags: "--source <shop>", describe: "profile or site ID of the shop" },
    {
      flags: "--name <sandbox>",
      describe: "copy into the sandbox with this name, or a new one (default: that of the profile)",
    },
    onlyFlag,
    {
      flags: "--since <time>",
      describe: "only orders from this time on: 2026-01-01, 2026-01-01T12:00Z, or 90d",
    },
    {
      flags: "--limit <n>",
      describe: "at most this many products, orders, events and tickets each",
      parse: wholeNumber("--limit", 1),
    },
    {
      flags: "--no-costs",
      describe: "leave out costs, which take one request per product on catalog v1",
    },
    {
      flags: "--keep-personal-data",
      describe: "copy names, addresses, emails and notes as they are (asks on the terminal)",
    },
    yesFlag,
  ],
  examples: [
    "till sandbox pull --source staging --name my-copy # copy it into a new sandbox, then use --profile my-copy",
    "till sandbox pull --source staging --since 90d --yes # replace the sandbox of the profile, with the orders of 90 days",
    "till sandbox pull --source staging --only products,discounts --limit 500 --yes # a part of the shop",
  ],
  notes:
    "IDs, numbers, dates and amounts stay, so that what works on the shop works on the copy. Personal data is replaced before it is stored. Until the copy is complete, the sandbox stays as it is.\nLearn more: till help guide copies",
  load: () => import("../../copies/sandbox-pull.ts"),
};

const name = (describe: string) => [{ name: "<name>", describe }];
const replace = (what: string) => ({
  flags: "--replace",
  describe: `replace an older ${what} with this name`,
});

/** `till sandbox snapshot …` and `till sandbox branches` */
const snapshotVerbs: readonly (Group | Verb)[] = [
  {
    name: "snapshot",
    summary: "Save, restore and copy everything in the sandbox",
    verbs: [
      {
        name: "create",
        summary: "Save everything in the sandbox as a snapshot",
        args: name("name of the snapshot"),
        flags: [replace("snapshot")],
        examples: [
          "till sandbox snapshot create before-sale # save products, orders, members, clock, mail and settings",
          "till sandbox snapshot create before-sale --replace # save them again",
        ],
        load: async () => ({ run: (await import("./snapshots.ts")).save }),
      },
      {
        name: "list",
        summary: "List snapshots",
        examples: [
          "till sandbox snapshot list # show names and sizes",
          'till sandbox snapshot list --jq ".items[].name" # print the names',
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

/** `till sandbox data` */
const dataGroup: Group = {
  name: "data",
  summary: "Fill the sandbox with collections of site data",
  verbs: [
    {
      name: "import",
      summary: "Add a collection of site data from a CSV, JSON or YAML file",
      args: [{ name: "<file>", describe: "CSV file with a header, or JSON or YAML with a list of items" }],
      flags: [
        { flags: "--collection <id>", describe: "ID of the collection (default: the name of the file)" },
      ],
      examples: [
        "till sandbox data import Pages.csv # add the collection Pages",
        "till sandbox data import menus.json --collection Menus # add it under another ID",
      ],
      notes:
        "The files that the content manager exports work as they are. Types of fields are inferred. To declare types, references and permissions, write a seed file.\nLearn more: till help guide testing",
      load: async () => ({ run: (await import("./data.ts")).importFile }),
    },
  ],
};

const args = (what: string) => [
  { name: "[action]", describe: "list, add or remove (default: list)" },
  { name: "[name]", describe: `${what} to add or remove` },
];
const productFlag: Flag = {
  flags: "--product <id>",
  describe: "only for this product (repeatable)",
  repeat: true,
};

/** The verbs for fees and memberships, which other apps of a shop provide. */
const pluginVerbs: readonly Verb[] = [
  {
    name: "fees",
    summary: "Show and change the fees that apps charge in the sandbox",
    args: args("fee"),
    flags: [
      { flags: "--price <amount>", describe: "price of the fee" },
      { flags: "--code <code>", describe: "code of the fee (default: from its name)" },
      productFlag,
    ],
    examples: [
      "till sandbox fees # list all fees",
      'till sandbox fees add "Gift wrap" --price 2.50 # charge a fee on every order',
    ],
    load: async () => ({ run: (await import("./plugins.ts")).fees }),
  },
  {
    name: "memberships",
    summary: "Show and change the memberships that pay for items in the sandbox",
    args: args("membership"),
    flags: [
      { flags: "--member <email>", describe: "email address or id of the member" },
      {
        flags: "--credits <n>",
        describe: "number of items it pays for (default: unlimited)",
        parse: wholeNumber("--credits", 1),
      },
      { flags: "--expires <time>", describe: "time when the membership expires" },
      productFlag,
    ],
    examples: [
      "till sandbox memberships # list all memberships",
      "till sandbox memberships add Gold --member mira@example.com --credits 10 # pay for ten items of a member",
    ],
    load: async () => ({ run: (await import("./plugins.ts")).memberships }),
  },
];

/** `till sandbox inspect` */
const inspectVerb: Verb = {
  name: "inspect",
  summary: "Open a page with the requests, data, events and mail of a running sandbox",
  flags: [{ flags: "--print", describe: "print the URL, which has the token, instead of opening it" }],
  examples: [
    "till sandbox inspect --name branched --print # the page of the sandbox named branched",
    "till sandbox inspect --name branched --branch worker-1 --print # the page of a branch",
  ],
  notes:
    "The page also moves the clock, sets the outcome of the next payment and adds faults.\nLearn more: till help guide testing",
  printsSecrets: true,
  load: () => import("./inspect.ts"),
};

/** The flags that name a running sandbox. */
const targetFlags: readonly Flag[] = [
  { flags: "--name <name>", describe: "use the running sandbox with this name" },
  { flags: "--port <n>", describe: "use the sandbox on this port of this computer", parse: portNumber },
  { flags: "--url <url>", describe: "use the sandbox at this URL; its token is in TILL_SANDBOX_TOKEN" },
  { flags: "--branch <name>", describe: "use this branch of the running sandbox" },
];

/** Returns a verb, or a group of verbs, that also controls running sandboxes. */
function controlling(command: Verb | Group): Verb | Group {
  if ("verbs" in command) return { ...command, verbs: command.verbs.map(controlling) };
  return { ...command, flags: [...(command.flags ?? []), ...targetFlags] };
}

/** `till sandbox …` */
export const sandbox: Unnamed<Group> = {
  verbs: [
    {
      name: "start",
      summary: "Serve the sandbox for other programs",
      flags: [
        { flags: "--port <n>", describe: "port to listen on (default: a free port)", parse: portNumber },
        { flags: "--name <name>", describe: "serve a separate sandbox with this name" },
        { flags: "--data <dir>", describe: "store the data in this folder" },
        { flags: "--memory", describe: "store the data in memory" },
        {
          flags: "--seed <what>",
          describe: "fill an empty sandbox first: demo, a number of products, or a .yaml or .json file",
        },
        { flags: "--empty", describe: "delete all data first" },
        { flags: "--snapshot <name>", describe: "replace all data with this snapshot first" },
        {
          flags: "--strict",
          describe:
            "behave as strictly as Wix: allowed domains, single-use redirects, silent carts, late lists, 200 requests a minute",
        },
        {
          flags: "--host <address>",
          describe: "address to listen on, such as 0.0.0.0 in a container (default: 127.0.0.1)",
        },
        {
          flags: "--token-file <file>",
          describe: "file with the token for control calls (default: TILL_SANDBOX_TOKEN, or a new token)",
        },
        {
          flags: "--sites <n>",
          describe:
            "serve up to n more sites: each site ID of an API key gets a copy of this sandbox, in memory",
          parse: wholeNumber("--sites", 1),
        },
        { flags: "--public-url <url>", describe: "URL of this server in links to its pages" },
      ],
      examples: [
        "till sandbox start --port 8787 # serve it until Ctrl-C",
        "till sandbox start --memory --seed demo --json # for tests: print one line of JSON when ready",
        "till sandbox start --name second --seed demo # serve another sandbox; use it with --profile second",
      ],
      notes:
        "With --host, everyone who can reach the port can read and change the shop: apps and visitors authenticate with its client ID and API key, which are not secret. Control calls (/__till/...) also change clock, faults and data, and need the token.\nLearn more: till help guide testing",
      printsSecrets: true,
      ownsTerminal: true,
      load: () => import("./start.ts"),
    },
    {
      name: "run",
      summary: "Run a storefront in another process against a new sandbox",
      args: [{ name: "<command...>", describe: "after two dashes: the command and its arguments" }],
      flags: [
        {
          flags: "--seed <what>",
          describe: "demo (default), a number of products, or a .yaml or .json file",
        },
        {
          flags: "--catalog <generation>",
          describe: "catalog version of the sandbox (default: v1)",
          choices: ["v1", "v3"],
        },
        { flags: "--port <n>", describe: "port of the sandbox (default: a free port)", parse: portNumber },
      ],
      examples: [
        "till sandbox run -- node --version # requests of Node processes to Wix reach the sandbox",
        "till sandbox run --seed my-shop.yaml -- npm --version # with your own shop",
      ],
      notes:
        "The sandbox is in memory and ends with the command. Fetch, undici and node:http of all Node processes reach it; browsers do not. The environment has WIX_CLIENT_ID (also with the prefixes NEXT_PUBLIC_, PUBLIC_ and VITE_), WIX_SITE_ID, WIX_API_KEY, and TILL_SANDBOX_URL and TILL_SANDBOX_TOKEN for control calls.\nLearn more: till help guide testing",
      ownsTerminal: true,
      load: () => import("./run.ts"),
    },
    {
      name: "list",
      summary: "List the sandboxes of profiles, and running sandboxes with their URLs",
      flags: [{ flags: "--running", describe: "list only running ones" }],
      examples: [
        "till sandbox list # show names, URLs, processes and files",
        'till sandbox list --running --jq ".items[].baseUrl" # print the URLs for a script',
      ],
      load: async () => ({ run: (await import("./servers.ts")).list }),
    },
    {
      name: "stop",
      summary: "Stop running sandboxes",
      args: [{ name: "[name]", describe: "sandbox to stop (default: the only one)" }],
      flags: [{ flags: "--all", describe: "stop all running sandboxes" }],
      examples: [
        "till sandbox stop second # stop the sandbox that was started with --name second",
        "till sandbox stop --all # stop all of them",
      ],
      load: async () => ({ run: (await import("./servers.ts")).stop }),
    },
    pullVerb,
    ...[inspectVerb, ...controlVerbs, dataGroup, ...snapshotVerbs, ...pluginVerbs].map(controlling),
  ],
};
