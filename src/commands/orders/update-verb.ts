import type { Verb } from "../../cli/command.ts";
import { allFlag, filterFlag } from "../../cli/flags.ts";
import { verbOf } from "../../cli/generic/generic-verbs.ts";
import { jobFlags } from "../../cli/job-flags.ts";
import { orderArg, orderGeneric, orderId } from "./generic.ts";
import type { UpdateOptions } from "./update.ts";

const one = verbOf(orderGeneric, {
  name: "update",
  summary: "Change one or more orders",
  call: "update",
  into: "order",
  prints: "order",
  reads: true,
  args: [{ ...orderArg, field: "order.id", finds: orderId }],
  flags: [
    { flags: "--email <address>", field: "buyerInfo.email", describe: "email address of the buyer" },
    { flags: "--note <text>", field: "buyerNote", describe: "note from the buyer" },
    { flags: "--archived <bool>", field: "archived", describe: "archived", choices: ["true", "false"] },
    { flags: "--seen <bool>", field: "seenByAHuman", describe: "marked as seen", choices: ["true", "false"] },
  ],
  examples: [
    "till orders update 10012 --note 'Leave it at the door' # set the buyer's note",
    "till orders update 10001 --archived true --json # archive an order",
    "till orders update --filter 'fulfillmentStatus = FULFILLED' --set archived=true --dry-run # preview a change of many",
    "till orders update 10012 10013 --set 'tags += VIP' --yes # add a tag to two orders",
  ],
});

/** Changes one order by its fields, or several as a job. */
export const updateVerb: Verb = {
  ...one,
  args: [{ name: "[orders...]", describe: "ids or numbers; - reads NDJSON records from stdin" }],
  flags: [
    ...(one.flags ?? []),
    {
      flags: "--set <change...>",
      describe: "archived=true, seen=true, note=TEXT, email=ADDRESS, 'tags += a,b', 'privateTags -= a'",
    },
    filterFlag,
    allFlag,
    ...jobFlags.filter(({ flags }) => !one.flags?.some((known) => known.flags === flags)),
  ],
  load: async () => ({
    async run(context, args, options: UpdateOptions) {
      const { set, filter, all, yes, dryRun, planOut, expect, skipInvalid, detailedExitcode } = options;
      const asJob = [set, filter, all, yes, dryRun, planOut, expect, skipInvalid, detailedExitcode];
      if (args.length === 1 && args[0] !== "-" && asJob.every((given) => given === undefined))
        return await (await one.load()).run(context, args, options);
      return await (await import("./update.ts")).updateOrders(context, args, options);
    },
  }),
};
