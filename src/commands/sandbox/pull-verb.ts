import type { Verb } from "../../cli/command.ts";
import { wholeNumber, yesFlag } from "../../cli/flags.ts";
import { onlyFlag } from "../../copies/domains.ts";

/** `till sandbox pull` */
export const pullVerb: Verb = {
  name: "pull",
  summary: "Copy a shop into the sandbox, with its ids and without personal data",
  flags: [
    { flags: "--from <shop>", describe: "profile or site ID of the shop" },
    {
      flags: "--name <sandbox>",
      describe: "copy into the sandbox with this name, or a new one (default: that of the profile)",
    },
    onlyFlag,
    {
      flags: "--since <time>",
      describe: "only orders from this time on: 2026-01-01, 2026-01-01T12:00Z, or 90d",
    },
    {
      flags: "--limit <n>",
      describe: "at most this many products, orders, events and tickets each",
      parse: wholeNumber("--limit", 1),
    },
    {
      flags: "--no-costs",
      describe: "leave out costs, which take one request per product on catalog v1",
    },
    {
      flags: "--keep-personal-data",
      describe: "copy names, addresses, emails and notes as they are (asks on the terminal)",
    },
    yesFlag,
  ],
  examples: [
    "till sandbox pull --from staging --name my-copy # copy it into a new sandbox, then use --profile my-copy",
    "till sandbox pull --from staging --since 90d --yes # replace the sandbox of the profile, with the orders of 90 days",
    "till sandbox pull --from staging --only products,discounts --limit 500 --yes # a part of the shop",
  ],
  notes:
    "IDs, numbers, dates and amounts stay, so that what works on the shop works on the copy. Personal data is replaced before it is stored. Until the copy is complete, the sandbox stays as it is.\nLearn more: till help guide copies",
  load: () => import("../../copies/sandbox-pull.ts"),
};
