import { jobFlags } from "../../cli/bulk-flags.ts";
import type { Unnamed, Verb } from "../../cli/command.ts";
import { sharedSkusFlag } from "../../cli/product-flags.ts";
import { parseDomains, writableDomains } from "../../copies/domains.ts";

/** `till copy promote` */
export const promote: Unnamed<Verb> = {
  flags: [
    { flags: "--source <shop>", describe: "profile, site id, or snapshot to copy from" },
    { flags: "--target <shop>", describe: "profile or site id to change" },
    {
      flags: "--only <domains>",
      describe: `only these: ${writableDomains.join(",")}`,
      parse: parseDomains,
    },
    { flags: "--prune", describe: "also delete what only the target has" },
    { flags: "--allow-empty-source", describe: "with --prune: also if the source has none of them" },
    sharedSkusFlag,
    {
      flags: "--no-costs",
      describe: "do not restore costs, which take one request per product on catalog v1",
    },
    ...jobFlags,
  ],
  examples: [
    "till copy promote --source sandbox --target staging --dry-run # show what would change",
    "till copy promote --source ./my-shop --target staging --only products,inventory --yes # from a snapshot, without collections",
    "till copy promote --source sandbox --target staging --only shipping,tax --dry-run # shipping and tax",
  ],
  notes:
    "Orders and sold tickets are never written. What cannot be copied is listed before anything is sent. Without --prune nothing is deleted; collections, settings and events with guests are never deleted.\nLearn more: till help guide copies",
  namesShops: true,
  load: () => import("../../copies/promote.ts"),
};
