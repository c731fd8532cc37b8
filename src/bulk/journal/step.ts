import type { ErrorReport } from "../../kernel/errors.ts";

/** Any JSON value. Money inside steps is decimal text. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** `sent` is the one uncertain state: it is settled by reading back, never by sending again. */
export type StepState = "planned" | "sent" | "done" | "failed" | "undone";

export interface StepError {
  code: string;
  message: string;
  field?: string;
  requestId?: string;
  status?: number;
}

/** What a plan says is to be done: one step is one effect on one entity. */
export interface StepDraft {
  /** What to do, in the resource's words: `product.update`, `product.create`, `variants.update` … */
  kind: string;
  /** The entity acted on; absent where an earlier step (`dependsOn`) creates it. */
  id?: string;
  /** What a person calls the row: its name or SKU. */
  label: string;
  /** A unique value set by us (a slug) by which a lost create is found again. */
  key?: string;
  /**
   * The seq of the step that creates the entity this one acts on; in the drafts of one row, the index of that
   * draft. Its id is filled in once it is known. A step with an id of its own merely waits for the other.
   */
  dependsOn?: number;
  /** Steps of a lower phase are all finished before a higher phase begins. Default 0. */
  phase?: number;
  /**
   * The planned fields as they were read; null for a create. Null too on an entity that this job creates: it is
   * recorded when the step is sent.
   */
  before: Json;
  /** The planned fields as they shall be, absolute; null for a delete. */
  after: Json;
  /** Where the row came from: `shop.csv:12`. */
  source?: string;
}

/** A step as the journal keeps it. */
export interface Step extends StepDraft {
  /** 1, 2, 3 … in the order planned. */
  seq: number;
  phase: number;
  state: StepState;
  attempts: number;
  error?: StepError;
}

/** What a write did to one step. `id` is the new entity of a create; `already`: it was so before this call, which did nothing. */
export type StepOutcome =
  | { seq: number; ok: true; id?: string; already?: boolean; requestId?: string }
  | { seq: number; ok: false; error: StepError };

/**
 * What the bulk engine asks of a resource. The engine knows no platform: it decides what is sent when
 * and what is certain; the resource knows how.
 */
export interface Work {
  /** The kinds of step that it can read, write and invert; a job with other steps is rejected. */
  readonly kinds: ReadonlySet<string>;
  /**
   * The present value of what each step plans to change, in the shape of its `before` and `after`
   * (compared as JSON); undefined where the entity is gone. Steps of kinds that cannot be read are left out.
   */
  read(steps: readonly Step[]): Promise<Map<number, Json | undefined>>;
  /** Steps with the same key travel in one call, at most `groupLimit` of them; undefined: alone. */
  group(step: Step): string | undefined;
  readonly groupLimit: number;
  /**
   * Money moves: what was sent without an answer, and is not shown as done, stays unknown for the rest of the run. A
   * request that is still on its way somewhere must not meet a second one.
   */
  readonly once?: true;
  /** Sends one call for these steps (one, or a group). Rejects with TransportError where no answer came. */
  write(steps: readonly Step[]): Promise<StepOutcome[]>;
  /** The id of the entity that a create with this `key` made, if it is there. */
  find(step: Step): Promise<string | undefined>;
  /** The step that takes a done one back (under `undo`), or undefined where it is final. */
  invert(step: Step): StepDraft | undefined;
}

export type BulkEvent =
  | { type: "started"; job: string; total: number }
  | { type: "step.sent"; steps: readonly Step[] }
  /** `already`: it was so before, nothing was sent (now). `note`: what to know about it, such as a new id. */
  | { type: "step.done"; step: Step; already?: boolean; note?: string; requestId?: string }
  | { type: "step.failed"; step: Step; error: StepError }
  | { type: "step.unknown"; step: Step; error: StepError }
  /** `stopped`: why it ended before everything was tried; what is left stays planned and can be resumed. */
  | { type: "finished"; job: string; counts: Counts; stopped?: ErrorReport };

export interface Counts {
  total: number;
  planned: number;
  sent: number;
  done: number;
  failed: number;
  undone: number;
}
