import type { StepLabels, Units } from "../../bulk/engine/job-kinds.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { BulkEvent, Counts, Work } from "../../bulk/journal/step.ts";
import type { Guards } from "../../bulk/plan/guards.ts";
import type { PlannedRow, PlanSummary } from "../../bulk/plan/plan.ts";
import type { JobResults } from "../../context/context.ts";
import type { ErrorReport, ExitCode } from "../../kernel/errors.ts";
import type { Summary } from "../../ui/components/table.tsx";
import type { JobOptions } from "../bulk-flags.ts";

/** How a run ended. `stopped`: why it ended early; `ms`: how long it was shown on a screen. */
export interface Ending {
  counts: Counts;
  ms?: number;
  stopped: ErrorReport | undefined;
}

/** The question before a job is applied. */
export interface JobQuestion {
  title: string;
  /** Whether the plan was printed above, so that its title, totals and size are not repeated. */
  isPreviewed?: boolean;
  /** Whether each of its changes was printed above. */
  isComplete?: boolean;
  lines: readonly string[];
  warnings?: readonly string[];
  /** The number of changes of each kind. */
  summary?: Summary | undefined;
  /** Label and value. */
  totals?: readonly (readonly [string, string])[];
  changes: number;
  /** The number of requests, if it is known. */
  requests?: number;
  question: string;
  /** The text to type instead of y. */
  typed?: string;
  /** Whether it moves money. */
  money?: boolean;
  /** What is confirmed, and how to confirm it, for the error without a terminal. */
  subject: string;
  hint: string;
}

/** Shows a job: its plan, question, progress and result. */
export interface JobReporter {
  /** The title of the progress screen. */
  title(): string;
  /** Returns whether a plan has nothing to send and nothing to report as failed. */
  isEmpty(plan: PlanSummary): boolean;
  /** Prints a plan; `only`: it is the result of the command, nothing will be sent. */
  preview(plan: PlanSummary, only: boolean): Promise<void>;
  /** Returns the exit code of a plan that is not applied, and what to say about one that is empty. */
  unsent(plan: PlanSummary): { exitCode: ExitCode; notice?: string };
  /** Prints what is left of a job that is resumed. */
  remaining(plan: PlanSummary): Promise<void>;
  /** Returns the question before the job is applied; undefined if none is needed. */
  question(plan: PlanSummary): JobQuestion | undefined;
  /** Receives every event of the run; `onScreen`: a screen shows it as well. */
  event(event: BulkEvent, onScreen: boolean): Promise<void>;
  /** Prints the result. Returns it in a sentence, with commands that may follow. */
  end(ending: Ending): Promise<{ exitCode: ExitCode; summary: string; hints: readonly string[] }>;
}

/** The number of objects that a job deletes, and in words: `20 of 60 products`. */
export interface Deletions {
  count: number;
  text: string;
}

/** How a job is shown and applied, from a plan, a plan file or its journal. */
export interface JobView extends StepLabels {
  /** The title: `Set price=+10%`. */
  title: string;
  work: Work;
  options: JobOptions;
  /** Returns the units of the fields that a preview names. Default: those of its kind. */
  units?: (() => Promise<Units | undefined>) | undefined;
  /** When a plan file was written: its rows may have been changed before the job was created. */
  plannedAt?: Date;
  /** It deletes objects or moves money: the user types the number of changes instead of y. */
  dangerous?: boolean;
  /** The large part of the shop that it deletes, as the question says it; the user types that number. */
  deletes?: Deletions | undefined;
  /** Default: row by row. */
  reporter?: JobReporter;
  /** Returns what a job with rows reports besides their number: members of its JSON, and lines for people. */
  results?(journal: Journal): JobResults;
  /** Called before anything is sent, once the job is certain to be applied. */
  begin?(journal: Journal): void | Promise<void>;
  /** Called when the plan was written to a file instead. */
  saved?(journal: Journal): void;
  /** Called when the run has ended, for whatever reason. */
  finished?(journal: Journal): Promise<void>;
}

/** A job as a command requests it. */
export interface JobRequest<Row>
  extends Omit<JobView, "work" | "reporter" | "dangerous" | "deletes" | keyof StepLabels> {
  /** The kind in the journal: `products.update`. */
  kind: string;
  rows: AsyncIterable<Row> | Iterable<Row>;
  /** The guards of prices, which have counted them when all rows are planned. */
  guards?: Guards | undefined;
  /** Returns the number of rows, once it is known. */
  total?(): number | undefined;
  toSteps(row: Row): PlannedRow | Promise<PlannedRow>;
  /** Sends what planning has read. Default: that of the kind, which reads anew. */
  work?: Work;
  /** Nothing in it can be undone. */
  final?: boolean;
  /** It deletes objects or moves money; a function decides by the plan. */
  dangerous?: boolean | ((plan: PlanSummary) => boolean);
  /** Returns the large part of the shop that a plan deletes; undefined if it does not. */
  deletes?(plan: PlanSummary): Deletions | undefined;
  /** The command line that does the same, if another one was typed. */
  command?: string;
  reporter?(journal: Journal): JobReporter;
  /** Called after the default checks; throws if a guard of the command stops the job. */
  guard?(): void;
  /** Checks the plan before it is shown; throws if it must not be applied. Default: no invalid rows, and --expect. */
  check?(journal: Journal, plan: PlanSummary): Promise<void>;
}
