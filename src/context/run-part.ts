import type { BulkEvent } from "../bulk/journal/step.ts";

/**
 * What one command line of `till each` does: first it plans, and its plan is handed to `plan` instead of being confirmed and
 * applied; after one question for all sites, it applies that plan.
 */
export interface RunPart {
  /** The id that the jobs of the run share. */
  id: string;
  /** Takes the plan. Present while planning: no write is sent, and no question is asked. */
  plan?(planned: PlannedPart): void;
  /** Nothing will be applied: a locked profile does not matter. */
  dryRun?: boolean;
  /** Somebody is asked before anything is sent, or nothing is sent. */
  asks?: boolean;
  /** The planned job that is applied; absent for single changes. */
  job?: string;
  /** Takes what the command is, before it plans. */
  command?(facts: CommandFacts): void;
  /** The folder that relative paths belong to, if not this process's. */
  cwd?: string;
  /** The run of a schedule that plans the job and queues it. */
  schedule?: { schedule: string; due: number };
  /** Takes the progress of the job. */
  event?(event: BulkEvent): void;
}

/** What is known about a command before it runs. */
export interface CommandFacts {
  /** It may change the shop. */
  writes: boolean;
  /** It writes without a plan of its own, so its first request is its plan. */
  single: boolean;
  /** It asks before it writes. */
  asks: boolean;
}

/** What a command line would send to its site. */
export interface PlannedPart {
  /** The job with the plan; absent for single changes. */
  job?: string;
  /** `Set price=+10%`, or `collections.update Summer`. */
  title: string;
  changes: number;
  /** The number of requests, and how long they take in seconds at the limit of the platform, if known. */
  requests?: number;
  seconds?: number;
  /** Currency and amount, if it moves money. */
  totals?: readonly (readonly [string, string])[];
  /** Alone, the command asks for more than a y. */
  typed: boolean;
  /** It cannot be undone. */
  final: boolean;
  /** The last notice of the planning. */
  note?: string;
}
