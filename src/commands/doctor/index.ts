import type { Verb } from "../../cli/command.ts";

/** `till doctor` */
export const doctor: Verb = {
  name: "doctor",
  summary: "Check the setup and suggest fixes",
  flags: [
    { flags: "--fix", describe: "restrict permissions of files that other users can read" },
    { flags: "--offline", describe: "skip checks that need the network" },
    { flags: "--tape <file>", describe: "add the result to a tape, for a bug report" },
  ],
  examples: [
    "till doctor # exit 1 if something is broken",
    "till doctor --json --offline # print JSON without using the network",
    "till doctor --tape bug.ndjson # complete the tape of a bug report",
  ],
  notes:
    "For a hosted profile, one request without credentials checks the connection and the clock, and one request with the API key, if there is one, checks the key.\n\nTo report a bug, record the command that fails (TILL_TAPE=record:bug.ndjson till …), add the result of the checks with --tape, read the file, and attach it.",
  repairs: true,
  load: () => import("./run.ts"),
};
