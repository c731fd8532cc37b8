import { jobFlags } from "../../cli/bulk-flags.ts";
import type { Unnamed, Verb } from "../../cli/command.ts";
import { sharedSkusFlag } from "../../cli/product-flags.ts";
import { parseDomains, writableDomains } from "../../copies/domains.ts";

/** `till backup restore` */
export const restore: Unnamed<Verb> = {
  flags: [
    {
      flags: "--at <backup>",
      describe:
        "the last backup at or before a date, time or age (2026-11-20, 7d), or a name, folder or file (default: the last backup)",
    },
    {
      flags: "--only <domains>",
      describe: `only these: ${writableDomains.join(",")}`,
      parse: parseDomains,
    },
    { flags: "--prune", describe: "also delete what was added since" },
    { flags: "--allow-empty-source", describe: "with --prune: also if the backup has none of them" },
    sharedSkusFlag,
    {
      flags: "--no-costs",
      describe: "do not restore costs, which take one request per product on catalog v1",
    },
    ...jobFlags,
  ],
  examples: [
    "till backup restore --dry-run # show what the last backup would change",
    "till backup restore --at 2099-11-20 --only products,inventory --yes # products and stock as they were on a day",
    "till backup restore --at before-sale --prune # everything, and delete what was added since",
  ],
  notes:
    "Objects are found by their ids, then by slug, name or code. Deleted ones come back under new ids, which are printed. Orders and sold tickets are never written.\nBack up first: till backup create\nLearn more: till help guide copies",
  load: () => import("../../copies/restore.ts"),
};
