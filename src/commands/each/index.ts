import type { Unnamed, Verb } from "../../cli/command.ts";
import { atOnceFlag, dryRunFlag, expectFlag, failFastFlag, yesFlag } from "../../cli/flags.ts";

/** `till each` */
export const each: Unnamed<Verb> = {
  args: [{ name: "<command...>", describe: "command line without till, after --" }],
  flags: [
    {
      flags: "--sites <sites>",
      describe:
        "file with a column profile or site, all, @group, names of profiles: shop-de,shop-fr, or failed:RUN for those that failed in a run (failed:last)",
    },
    { ...expectFlag, describe: "stop unless all sites together have exactly n changes" },
    {
      flags: "--max-total <amount>",
      describe:
        "stop if the payments of all sites together are above 9500.00EUR; one per currency, others are rejected",
      repeat: true,
    },
    { flags: "--junit <file>", describe: "write the results of the sites as a JUnit report" },
    atOnceFlag,
    failFastFlag,
    dryRunFlag,
    yesFlag,
  ],
  notes:
    "All sites are planned first; nothing is sent before you have confirmed all plans at once.\nIn the command line, {profile}, {site}, {name} and columns of the file are replaced by the values of each site.\nMany sites: till help guide many-sites",
  examples: [
    'till each --sites @eu -- products update --filter "price < 100" --set price=+10% # every shop of a group, after one confirmation',
    'till each --sites shops.csv -- products export "{profile}.csv" # the sites of a file, each with its own output file',
    'till each --sites shop-de,shop-fr --expect 20 --junit sites.xml --yes -- products update --filter "price > 50" --set price=+10% # 20 changes together, or none',
    "till each --sites shop-de,shop-fr -- orders list --json # a line of JSON for each site",
  ],
  namesShops: true,
  load: () => import("./run.ts"),
};
