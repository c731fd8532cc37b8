import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Size, StepDraft } from "../journal/step.ts";

/** The shop that a job changes. Only the site is known of jobs that older versions of till recorded. */
export interface JobPlace {
  site: string;
  /** The base URL of the platform. */
  address?: string;
  /** The identity of a sandbox: many have the same site ID, and the same one has another address when it is served again. */
  sandbox?: string;
}

/** Returns whether a job and a place, or two jobs, are of the same shop, as far as both are known. */
export function isSamePlace(
  job: JobPlace & { profile?: string },
  here: JobPlace & { profile?: string },
): boolean {
  if (job.site !== here.site) return false;
  if (job.sandbox !== undefined && here.sandbox !== undefined) return job.sandbox === here.sandbox;
  if (job.address !== undefined && here.address !== undefined) return job.address === here.address;
  // Sandboxes have the same site ID; of an old job in one, its profile is all that is known.
  return here.sandbox === undefined || job.profile === undefined || job.profile === here.profile;
}

/** What ran in CI: the system, and its own names for what it ran. */
export interface CiRun {
  /** `GitHub Actions` */
  system: string;
  workflow?: string;
  run?: string;
  /** Who started it. */
  actor?: string;
  commit?: string;
}

/** Who did something, and where. */
export interface Who {
  /** The user of the operating system, and the name of the computer. */
  actor: string;
  host: string;
  ci?: CiRun;
}

/** The kind of the jobs of single changes. Their steps have the names of the calls. */
export const singleKind = "call";

/** Returns whether a job has the single changes of one command: no worker runs it, and it is never sent again. */
export const isSingle = ({ kind }: { kind: string }): boolean => kind === singleKind;

/** A job before it is planned. */
export interface NewJob extends JobPlace {
  /** The command line, without secrets. */
  command: string;
  /** The key of its kind in the registry: `products.update`. */
  kind: string;
  profile: string;
  /** The user of the operating system, and the name of the computer. */
  actor?: string;
  host?: string;
  ci?: CiRun;
  /** Hash of the input; resume compares it. */
  inputHash?: string;
  toolVersion: string;
  createdAt: Date;
  /** Nothing in it can be undone (capture, refund, cancel …). */
  final?: boolean;
  note?: string;
  /** The id that the jobs of one `till each` share. */
  run?: string;
}

/** The number of input rows, and of those without steps. */
export interface RowCounts {
  rows: number;
  /** Nothing to do. */
  unchanged: number;
  /** Invalid: see the problems. */
  rejected: number;
}

export interface Job extends NewJob, RowCounts {
  id: string;
  /** A name for people, such as that of a sale. */
  name?: string;
  /** When the job should be undone, as ISO text. Its record is kept until then. */
  until?: string;
  final: boolean;
  /** Planning is complete; a job that is not sealed never sends anything. */
  sealed: boolean;
  /** When it was first applied, after its preview and its question; until then, when it was created. Jobs are listed by it. */
  startedAt: Date;
  /** The reasons why its locked profile was open while it ran, one per line. */
  unlockedFor?: string;
  /** Who has approved its plan. */
  approvedBy?: string[];
  /** Who undid it, or began to. */
  undoneBy?: Who;
}

/** A draft for the journal: `dependsOn` is a seq. */
export interface NewStep extends StepDraft {
  /** The input row it belongs to, 1 is the first. */
  row?: number;
  /** Its group key, if it can share a request. */
  batch?: string;
  /** What it adds to that request. */
  size?: Size;
}

/** Why an input row, or one of its cells, is invalid. */
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

/** An input row that is invalid, by its number from 1. */
export interface InvalidRow {
  row: number;
  problems: readonly Problem[];
}

/** Returns the error (exit 5) for an unknown job; `suggestion` is a suggestion. */
export function jobNotFound(name: string, suggestion?: string): TillError {
  return new TillError(exitCodes.notFound, `There is no job ${name}.`, {
    code: "JOB_NOT_FOUND",
    hint:
      suggestion === undefined
        ? "See them all: till jobs list"
        : `Did you mean ${suggestion}? See them all: till jobs list`,
  });
}

/** Returns the error (exit 1) for a job whose record cannot be read. */
export function damagedJournal(id: string, cause?: unknown): TillError {
  return new TillError(
    exitCodes.failure,
    `The record of job ${id} is damaged: truncated, or not a journal.`,
    {
      code: "JOURNAL_DAMAGED",
      hint: "The job cannot be resumed or undone. Check the shop, for example with: till products export",
      cause,
    },
  );
}
