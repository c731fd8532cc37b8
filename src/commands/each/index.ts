import type { Unnamed, Verb } from "../../cli/command.ts";
import { atOnceFlag, dryRunFlag, failFastFlag, yesFlag } from "../../cli/flags.ts";

/** `till each` */
export const each: Unnamed<Verb> = {
  args: [{ name: "<command...>", describe: "command line without till, after --" }],
  flags: [
    {
      flags: "--sites <sites>",
      describe: "file with a column profile or site, all, @group, or names of profiles: shop-de,shop-fr",
    },
    atOnceFlag,
    failFastFlag,
    dryRunFlag,
    yesFlag,
  ],
  notes:
    "All sites are planned first; nothing is sent before you have confirmed all plans at once.\nIn the command line, {profile}, {site}, {name} and columns of the file stand for the values of each site.\nMany sites: till help guide many-sites",
  examples: [
    'till each --sites @eu -- products update --filter "price < 100" --set price=+10% # every shop of a group, after one confirmation',
    'till each --sites shops.csv -- products export "{profile}.csv" # the sites of a file, each with a file of its own',
    "till each --sites shop-de,shop-fr -- orders list --json # a line of JSON for each site",
  ],
  namesShops: true,
  load: () => import("./run.ts"),
};
