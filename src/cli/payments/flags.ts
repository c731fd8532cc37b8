import type { Flag } from "../command.ts";
import { dryRunFlag, duration, expectFlag, yesFlag } from "../flags.ts";

/** The flags of every command that captures or voids. */
export const paymentFlags: readonly Flag[] = [
  { flags: "--from <file>", describe: "a file of ids or numbers: one a line, CSV, or NDJSON; - is stdin" },
  { flags: "--column <name>", describe: "the column of a CSV file that names them" },
  { flags: "--status <status>", describe: "all that hold authorized money", choices: ["AUTHORIZED"] },
  {
    flags: "--older-than <duration>",
    describe: "with --status: authorized at least so long ago, such as 2d",
    parse: duration("--older-than"),
  },
  {
    flags: "--expires-before <duration>",
    describe: "with --status: only what ends within this time; else refuse to run where one lasts longer",
    parse: duration("--expires-before"),
  },
  { ...expectFlag, describe: "refuse to run unless exactly n orders are, or are done already" },
  {
    flags: "--max-total <amount>",
    describe: "refuse to run above 9500.00EUR; one for each currency, others are refused",
    repeat: true,
  },
  { flags: "--allow-empty", describe: "nothing to do is no error" },
  dryRunFlag,
  yesFlag,
];

/** What the flags come to; durations in milliseconds. */
export interface PaymentOptions {
  from?: string;
  column?: string;
  status?: string;
  olderThan?: number;
  expiresBefore?: number;
  expect?: number;
  maxTotal?: string[];
  allowEmpty?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}
