import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { StepDraft } from "../journal/step.ts";

/** What is known of a job before it runs. */
export interface NewJob {
  /** The command line, without secrets. */
  command: string;
  /** What kind of job, in the command's words: `products.update`. */
  kind: string;
  profile: string;
  site: string;
  /** Fingerprint of the input; resume compares it. */
  inputHash?: string;
  toolVersion: string;
  createdAt: Date;
  /** Nothing in it can be undone (capture, refund, cancel …). */
  final?: boolean;
  note?: string;
}

/** How many input rows there were, and how many of them became no step. */
export interface RowCounts {
  rows: number;
  /** Nothing to do. */
  unchanged: number;
  /** Refused while planning: see the problems. */
  rejected: number;
}

export interface Job extends NewJob, RowCounts {
  id: string;
  final: boolean;
  /** Planning was completed; a job that is not sealed never sends anything. */
  sealed: boolean;
  /** Why its profile, which has a lock, was open while it ran: one reason a line. */
  unlockedFor?: string;
}

/** A draft as the journal takes it: `dependsOn` is a seq. */
export interface NewStep extends StepDraft {
  /** The input row it belongs to, 1 is the first. */
  row?: number;
  /** Its group key, if it can share a call. */
  batch?: string;
}

/** Why an input row, or a cell of it, became no step. */
export interface Problem {
  source?: string;
  /** Line in the file, 1 is the header. */
  line?: number;
  column?: string;
  value?: string;
  /** A stable name of the rule: `price.notANumber`. */
  rule: string;
  message: string;
}

/** No job of that name (exit 5); `meant` is the one that was probably meant. */
export function jobNotFound(name: string, meant?: string): TillError {
  return new TillError(exitCodes.notFound, `There is no job ${name}.`, {
    code: "JOB_NOT_FOUND",
    hint:
      meant === undefined
        ? "See them all: till jobs list"
        : `Did you mean ${meant}? See them all: till jobs list`,
  });
}

/** The job is there, its record cannot be read (exit 1). */
export function damagedJournal(id: string, cause?: unknown): TillError {
  return new TillError(
    exitCodes.failure,
    `The record of job ${id} is damaged: it was cut off or is not a journal.`,
    {
      code: "JOURNAL_DAMAGED",
      hint: "It can be neither resumed nor undone. Compare the shop by hand, for example with till products export.",
      cause,
    },
  );
}
