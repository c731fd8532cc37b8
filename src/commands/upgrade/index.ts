import type { Verb } from "../../cli/command.ts";

/** `till upgrade` */
export const upgrade: Verb = {
  name: "upgrade",
  summary: "Print how to install a newer version",
  flags: [{ flags: "--check", describe: "ask npm's registry if there is a newer version" }],
  examples: [
    "till upgrade # print the version and the command that installs the newest",
    "till upgrade --json # print the same as JSON",
  ],
  notes:
    "till never looks for new versions by itself. With --check, npm asks the registry that it is configured for; nothing else is sent. A newer version is not installed.",
  load: () => import("./run.ts"),
};
