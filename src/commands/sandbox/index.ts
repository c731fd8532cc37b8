import type { Group } from "../../cli/command.ts";
import { portNumber, wholeNumber } from "../../cli/flags.ts";
import { controlVerbs } from "./control-verbs.ts";
import { pluginVerbs } from "./plugin-verbs.ts";
import { pullVerb } from "./pull-verb.ts";
import { snapshotVerbs } from "./snapshot-verbs.ts";
import { controlling } from "./target-flags.ts";

/** `till sandbox …` */
export const sandbox: Group = {
  name: "sandbox",
  summary: "Run and control the local sandbox",
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
        { flags: "--from <snapshot>", describe: "replace all data with this snapshot first" },
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
      load: () => import("./start.ts"),
    },
    {
      name: "list",
      summary: "List the running sandboxes",
      examples: [
        "till sandbox list # show names, URLs and processes",
        "till sandbox list --jq '.items[].baseUrl' # print the URLs for a script",
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
    ...[...controlVerbs, ...snapshotVerbs, ...pluginVerbs].map(controlling),
  ],
};
