import type { Flag } from "./command.ts";
import { dryRunFlag, expectFlag, yesFlag } from "./flags.ts";

/** The flags of every command that ends in a bulk job. */
export const jobFlags: readonly Flag[] = [
  dryRunFlag,
  yesFlag,
  expectFlag,
  { flags: "--plan-out <file>", describe: "write the plan to a file for till apply, and send nothing" },
  { flags: "--skip-invalid", describe: "go on without the rows that cannot be carried out" },
  { flags: "--detailed-exitcode", describe: "with --dry-run or --plan-out: exit 11 when there are changes" },
];

/** What the job flags come to. */
export interface JobOptions {
  dryRun?: boolean;
  yes?: boolean;
  expect?: number;
  planOut?: string;
  skipInvalid?: boolean;
  detailedExitcode?: boolean;
}
