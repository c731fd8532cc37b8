import type { Unnamed, Verb } from "../../cli/command.ts";

/** `till check` */
export const check: Unnamed<Verb> = {
  flags: [
    { flags: "--media", describe: "also request every picture and video, from other hosts as well" },
    {
      flags: "--only <checks...>",
      describe: "only these checks",
      choices: ["catalog", "delivery", "discounts", "events", "payments"],
    },
  ],
  examples: [
    "till check # all checks; exit 11 if something was found",
    "till check --only catalog delivery --json # two checks, as JSON",
  ],
  notes:
    "Checks visible products (price, stock, SKUs, media), delivery and tax by country, discount rules that never apply, events without tickets on sale, and expired authorizations. Exit code: 0 if nothing was found, 11 otherwise.",
  load: () => import("./run.ts"),
};
