import { parseReportFile } from "../../cli/bulk-flags.ts";
import type { Unnamed, Verb } from "../../cli/command.ts";
import { duration } from "../../cli/flags.ts";
import { checkGroups, checkKinds } from "../../resources/check-kinds.ts";

/** `till check` */
export const check: Unnamed<Verb> = {
  flags: [
    { flags: "--media", describe: "also request every picture and video, from other hosts as well" },
    {
      flags: "--only <kinds...>",
      describe: "only these kinds of findings, or these parts of the shop",
      choices: [...new Set([...checkGroups, ...Object.keys(checkKinds)])],
    },
    {
      flags: "--waiting <duration>",
      describe: "how long a paid order may wait to be fulfilled (default: 7d)",
      parse: duration("--waiting"),
    },
    {
      flags: "--report <file>",
      describe: "also write the findings to a file: .csv or .xlsx",
      parse: parseReportFile,
    },
  ],
  examples: [
    "till check # all checks, the worst findings first; exit 11 if something was found",
    "till check --only picture description alt --json # three kinds of findings, as JSON",
    "till check --only catalog orders --report findings.xlsx # two parts of the shop, also as a workbook",
  ],
  notes:
    "A finding has the command that fixes it, unless the fix needs a value that only you know. Exit code: 0 if nothing was found, 11 otherwise.",
  load: () => import("./run.ts"),
};
