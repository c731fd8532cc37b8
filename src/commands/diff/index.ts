import type { Unnamed, Verb } from "../../cli/command.ts";
import { onlyFlag } from "../../copies/domains.ts";

/** `till copy diff` */
export const diff: Unnamed<Verb> = {
  args: [
    { name: "<one>", describe: "profile, site id, or snapshot" },
    { name: "<other>", describe: "what it is compared with" },
  ],
  flags: [
    { ...onlyFlag, describe: `${onlyFlag.describe} (default: what both have)` },
    { flags: "--html <file>", describe: "write an HTML page; - for stdout" },
    {
      flags: "--no-costs",
      describe: "do not compare costs, which take one request per product on catalog v1",
    },
    { flags: "--detailed-exitcode", describe: "exit 11 if there are differences" },
  ],
  examples: [
    "till copy diff sandbox staging --only products,collections # two shops",
    "till copy diff ./my-shop sandbox --html changes.html # what has changed since a snapshot, as a page",
  ],
  notes:
    "Objects are compared by slug, name, number or code, not by id. Without --only, two shops are compared without orders and tickets. A snapshot whose name could be that of a profile is written as a path: ./shop.\nLearn more: till help guide copies",
  load: () => import("../../copies/diff.ts"),
};
