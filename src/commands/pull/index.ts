import type { Unnamed, Verb } from "../../cli/command.ts";
import { wholeNumber } from "../../cli/flags.ts";
import { onlyFlag } from "../../copies/domains.ts";

/** `till copy pull` */
export const pull: Unnamed<Verb> = {
  args: [{ name: "[snapshot]", describe: "folder, or file named .ndjson.gz (default: snapshot)" }],
  flags: [
    onlyFlag,
    {
      flags: "--since <time>",
      describe: "only orders from this time on: 2026-01-01, 2026-01-01T12:00Z, or 90d",
    },
    {
      flags: "--limit <n>",
      describe: "at most this many objects of each list",
      parse: wholeNumber("--limit", 1),
    },
    { flags: "--yaml", describe: "write one YAML file per product" },
    {
      flags: "--no-costs",
      describe: "leave out costs, which take one request per product on catalog v1",
    },
    { flags: "--restart", describe: "start again instead of continuing a pull that was interrupted" },
  ],
  examples: [
    "till copy pull my-shop # save everything in the folder my-shop",
    "till copy pull my-shop --only products,collections,inventory # the catalog only",
    "till copy pull shop.ndjson.gz --only products # one compressed file",
  ],
  notes:
    "The same shop gives the same files, so that they can be compared and kept in Git. If a pull is interrupted, run it again: it continues where it stopped.\nA sandbox can also be saved as a whole with till sandbox snapshot, but only sandboxes can read that.\nLearn more: till help guide copies",
  load: () => import("../../copies/pull.ts"),
};
