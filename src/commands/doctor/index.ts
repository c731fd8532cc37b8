import type { Verb } from "../../cli/command.ts";

/** `till doctor` */
export const doctor: Verb = {
  name: "doctor",
  summary: "Check the setup and suggest fixes",
  flags: [
    { flags: "--fix", describe: "restrict permissions of files that other users can read" },
    { flags: "--offline", describe: "skip checks that need the network" },
  ],
  examples: [
    "till doctor # exit 1 if something is broken",
    "till doctor --json --offline # print JSON without using the network",
  ],
  notes:
    "For a hosted profile, one check sends a request without credentials to the platform to compare clocks.",
  repairs: true,
  load: () => import("./run.ts"),
};
