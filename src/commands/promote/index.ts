import type { Verb } from "../../cli/command.ts";
import { jobFlags } from "../../cli/job-flags.ts";
import { parseDomains } from "../../cli/snapshots/domains.ts";

/** `till promote` */
export const promote: Verb = {
  name: "promote",
  summary: "Copy products, collections and stock to another shop",
  flags: [
    { flags: "--from <shop>", describe: "profile, site id, or snapshot to copy from" },
    { flags: "--to <shop>", describe: "profile or site id to change" },
    {
      flags: "--only <domains>",
      describe: "only these: products,collections,inventory",
      parse: parseDomains,
    },
    { flags: "--prune", describe: "also delete products that only the target has" },
    {
      flags: "--no-costs",
      describe: "leave costs alone, which take one request per product on catalog v1",
    },
    ...jobFlags,
  ],
  examples: [
    "till promote --from sandbox --to staging --dry-run # show what would change",
    "till promote --from ./my-shop --to staging --only products,inventory --yes # from a snapshot, without collections",
  ],
  notes:
    "Only products, collections and stock can be promoted. Orders, events, tickets, discounts, shipping, tax, tips and settings cannot. What cannot be carried over is listed before anything is sent. Without --prune nothing is deleted; collections are never deleted.\nLearn more: docs/guides/copies.md",
  load: () => import("./run.ts"),
};
