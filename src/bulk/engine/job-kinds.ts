import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Json, Step, Work } from "../journal/step.ts";

/** A step as a line of a preview: which row, which field, from what to what. */
export interface StepDescription {
  label: string;
  what: string;
  before: string;
  after: string;
}

/** The change of one field, for people and spreadsheets. */
export interface FieldChange {
  /** What happens to the object: `create`, `update`, `delete`, `capture` … */
  action: string;
  /** Empty for a change of the whole object. */
  field: string;
  before: Json;
  after: Json;
  /** The choices of the variant: `Moss / L`. */
  variant?: string;
  /** The SKU of the variant, else of the product. */
  sku?: string;
  /** Whether its values are amounts of money. */
  isMoney?: true;
}

/** The units of fields by name: `USD` of `price`, `kg` of `weight`. */
export type Units = Readonly<Record<string, string>>;

/** How the steps of a job are shown: each in one line, and field by field. */
export interface StepLabels {
  describe(step: Step): StepDescription;
  changes(step: Step): FieldChange[];
  /** Returns the steps that were folded into one, as a preview lists them. Default: the step itself. */
  parts?: ((step: Step) => readonly Step[]) | undefined;
  /** Returns the money that a step moves, as decimal text; the total is typed to confirm the job. Default: none. */
  money?: ((step: Step) => { amount: string; currency: string } | undefined) | undefined;
}

/** How jobs of one kind run, and how their steps are described. */
export interface JobKind {
  work: Work;
  describe(step: Step): StepDescription;
}

/** Returns the error (exit 6) for a job of a kind that only a newer version knows. */
export function unknownJobKind(kind: string): TillError {
  return new TillError(exitCodes.conflict, `Unknown kind of job: "${kind}". Nothing was sent.`, {
    code: "UNKNOWN_JOB_KIND",
    hint: "Use the version of till that planned it, or a later one.",
  });
}
