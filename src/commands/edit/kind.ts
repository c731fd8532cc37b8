import type * as z from "zod/mini";
import type { Work } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { EditedDocument, Mistake } from "../../files/edit.ts";

/** The most objects that are opened at once. */
export const mostObjects = 500;

/** An object that was opened. */
export interface OpenObject {
  id: string;
  /** Its name, for people. */
  label: string;
  slug: string;
  /** Its fields as they are written into the text, without its id. */
  fields: Readonly<Record<string, unknown>>;
}

/** What was saved for an object. */
export interface Edit<Values> {
  object: OpenObject;
  document: EditedDocument<Values>;
}

/** What the edits of a text come to: a plan for each, or mistakes. */
export type PlannedEdits = { rows: PlannedRow[] } | { mistakes: Mistake[] };

/** A kind of object that can be edited, with the objects that were chosen. */
export interface EditKind<Values extends { id?: string | undefined } = { id?: string | undefined }> {
  /** `products` */
  plural: string;
  /** `product` */
  singular: string;
  /** The kind of the job in the journal. */
  job: string;
  schema: z.core.$ZodType<Values>;
  objects: readonly OpenObject[];
  /** Lines at the top of the text that say what can be edited. */
  notes: readonly string[];
  /** Plans edits from the values that were shown: what somebody else changes meanwhile is found when the plan is applied. */
  plan(edits: readonly Edit<Values>[]): Promise<PlannedEdits>;
  /** Opens the connection that applies the plan. */
  work(): Promise<Work>;
}

/** The flags of `till edit`. */
export interface EditOptions {
  filter?: string;
  all?: boolean;
  costs?: boolean;
  file?: string;
  dryRun?: boolean;
  diff?: string;
  yes?: boolean;
  expect?: number;
  planOut?: string;
  detach?: boolean;
  detailedExitcode?: boolean;
}
