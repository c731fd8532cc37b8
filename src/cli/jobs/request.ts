import type { Journal } from "../../bulk/journal/journal.ts";
import type { Step, Work } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { StepWords } from "../../resources/products/words.ts";
import type { JobOptions } from "../job-flags.ts";

/** How a job is shown and carried out, whatever it was planned from. */
export interface JobView {
  /** In words: `Set price=+10%`. */
  title: string;
  work: Work;
  options: JobOptions;
  words(step: Step): StepWords;
  /** Entities go or money moves: a person types the number instead of y. */
  dangerous?: boolean;
  /** Called once it is certain that the job will be applied, before anything is sent. */
  begin?(journal: Journal): void;
  /** Called when the run has ended, however it ended. */
  finished?(journal: Journal): Promise<void>;
}

/** A bulk job as a command asks for it. */
export interface JobRequest<Row> extends JobView {
  /** In the journal: `products.update`. */
  kind: string;
  rows: AsyncIterable<Row> | Iterable<Row>;
  toSteps(row: Row): PlannedRow | Promise<PlannedRow>;
  /** Nothing of it can be taken back. */
  final?: boolean;
  /** The command line that does the same, where another was typed. */
  command?: string;
  /** Fingerprint of the input file; resume compares it. */
  inputHash?: string;
}
