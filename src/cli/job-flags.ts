import { parseDiffFile } from "./changes/diff-name.ts";
import type { Flag } from "./command.ts";
import { detailedExitcodeFlag, dryRunFlag, expectFlag, yesFlag } from "./flags.ts";

/** Writes every change of a job to a file before it is confirmed. */
export const diffFlag: Flag = {
  flags: "--diff <file>",
  describe: "also write every change to a file: .csv, .xlsx, .json, .ndjson or .html",
  parse: parseDiffFile,
};

/** Queues the job for a worker once it is planned and confirmed. */
export const detachFlag: Flag = {
  flags: "--detach",
  describe: "queue the job for a worker (till worker) instead of running it here",
};

/** The flags of every command that runs a bulk job. */
export const jobFlags: readonly Flag[] = [
  dryRunFlag,
  diffFlag,
  yesFlag,
  expectFlag,
  { flags: "--plan-out <file>", describe: "write the plan to a file for till apply instead of applying it" },
  { flags: "--skip-invalid", describe: "skip rows that cannot be changed" },
  detachFlag,
  detailedExitcodeFlag,
];

/** Parsed values of the job flags. */
export interface JobOptions {
  dryRun?: boolean;
  diff?: string;
  yes?: boolean;
  expect?: number;
  planOut?: string;
  skipInvalid?: boolean;
  detach?: boolean;
  detailedExitcode?: boolean;
  /** False with --no-wait. */
  wait?: boolean;
}
