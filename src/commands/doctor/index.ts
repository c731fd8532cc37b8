import type { Verb } from "../../cli/command.ts";

/** `till doctor` */
export const doctor: Verb = {
  name: "doctor",
  summary: "check what till needs, and say what to do",
  flags: [
    { flags: "--fix", describe: "narrow the permissions of files that others can read" },
    { flags: "--offline", describe: "make no request" },
  ],
  examples: [
    { run: "till doctor", does: "exit 1 where something is broken" },
    { run: "till doctor --json --offline", does: "for a script, and without a request" },
  ],
  notes:
    "Of all checks one leaves this machine: a hosted profile's platform is asked for its time, without credentials, and stderr says so first.",
  repairs: true,
  load: () => import("./run.ts"),
};
