import { detachFlag, diffFlag, type JobOptions, sheetFlag } from "../bulk-flags.ts";
import type { Flag } from "../command.ts";
import { dryRunFlag, duration, expectFlag, planOutFlag, yesFlag } from "../flags.ts";
import { payFlag, settlementOutcomes } from "../pay.ts";

/** Limits the money that a job moves. */
export const maxTotalFlag: Flag = {
  flags: "--max-total <amount>",
  describe: "stop if the total is above 9500.00EUR; one per currency, others are rejected",
  repeat: true,
};

/** The flags of commands that capture or void. */
export const paymentFlags: readonly Flag[] = [
  {
    flags: "--file <file>",
    describe: "file of ids or numbers: one per line, CSV, Excel workbook, or NDJSON; - is stdin",
  },
  { flags: "--column <name>", describe: "the column of the file with the ids or numbers" },
  sheetFlag,
  { flags: "--authorized", describe: "all orders with authorized payments" },
  {
    flags: "--older-than <duration>",
    describe: "with --authorized: authorized at least this long ago, such as 2d",
    parse: duration("--older-than"),
  },
  {
    flags: "--expires-before <duration>",
    describe: "only payments that expire within this time; without --authorized, stop if one expires later",
    parse: duration("--expires-before"),
  },
  { ...expectFlag, describe: "stop unless exactly n orders are eligible or done already" },
  maxTotalFlag,
  { flags: "--allow-empty", describe: "succeed if there is nothing to do" },
  payFlag(settlementOutcomes),
  dryRunFlag,
  planOutFlag,
  diffFlag,
  yesFlag,
  detachFlag,
];

/** The values of the flags; durations in milliseconds. */
export interface PaymentOptions
  extends Pick<JobOptions, "expect" | "dryRun" | "diff" | "planOut" | "yes" | "detach"> {
  file?: string;
  column?: string;
  sheet?: string;
  authorized?: boolean;
  olderThan?: number;
  expiresBefore?: number;
  maxTotal?: string[];
  allowEmpty?: boolean;
  pay?: string;
}
