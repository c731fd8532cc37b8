import type { ErrorReport } from "../../kernel/errors.ts";

/** Any JSON value. Money inside steps is decimal text. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** `sent` is the uncertain state: it is settled by reading back, never by sending again. */
export type StepState = "planned" | "sent" | "done" | "failed" | "undone";

export interface StepError {
  code: string;
  message: string;
  field?: string;
  requestId?: string;
  status?: number;
}

/** The call of a single change, as it was recorded. */
export interface RecordedCall {
  /** Without secrets. */
  input: unknown;
  /** What the platform had besides, by which a later read shows whether the call was made. */
  known?: unknown;
  /** No read shows what it does. */
  unread?: true;
}

/** A planned step: one change of one entity. */
export interface StepDraft {
  /** What to do: `product.update`, `product.create`, `variants.update` … */
  kind: string;
  /** The entity; absent if an earlier step (`dependsOn`) creates it. */
  id?: string;
  /** The name of the row in messages: its name or SKU. */
  label: string;
  /** A unique value that the create sets (a slug), by which a lost create is found again. */
  key?: string;
  /**
   * The seq of the step that creates the entity; in the drafts of one row, the index of that draft. The id is filled in
   * once it is known. A step that has an id only waits for the other step.
   */
  dependsOn?: number;
  /** All steps of a phase are finished before the next phase begins. Default 0. */
  phase?: number;
  /**
   * The planned fields as they were read; null for a create. Also null on an entity that this job creates, until the step
   * is sent.
   */
  before: Json;
  /** The new values of the planned fields, absolute; null for a delete. */
  after: Json;
  /** File and line of the row: `shop.csv:12`. */
  source?: string;
  /** The SKUs of what it changes, for people: of the entity itself (`""`), and of its variants by their keys. */
  skus?: Readonly<Record<string, string>>;
  /** Of a single change, whose kind is the name of an endpoint. */
  call?: RecordedCall;
}

/** A step of a journal. */
export interface Step extends StepDraft {
  /** 1, 2, 3 … in the order planned. */
  seq: number;
  phase: number;
  state: StepState;
  attempts: number;
  /** Until when its last request may have left this computer: milliseconds since 1970. */
  sentAt?: number;
  /** When its outcome was recorded: milliseconds since 1970. */
  endedAt?: number;
  /** The platform's ID of its last request that got a response. */
  requestId?: string;
  error?: StepError;
}

/**
 * The outcome of a write for one step. `id`: the created entity; `already`: the request changed nothing; `note`: what is
 * missing although the step is done; `stale`:
 * rejected because the entity was changed after it was read, so it is read again; `unsure`: the response has an error but does
 * not say that the step failed, so it is read back.
 */
export type StepOutcome =
  | { seq: number; ok: true; id?: string; already?: boolean; requestId?: string; note?: string }
  | { seq: number; ok: false; error: StepError; stale?: boolean; unsure?: boolean };

/** Amounts by measure: `{ products: 1, variants: 12 }`. */
export type Size = Readonly<Record<string, number>>;

/** How a resource reads and writes steps. The engine decides what is sent when. */
export interface Work {
  /** The step kinds that it can read, write and invert; a job with other steps is rejected. */
  readonly kinds: ReadonlySet<string>;
  /**
   * Returns by seq the present values of what each step changes, in the shape of its `before` and `after`; undefined if the
   * entity does not exist. Omits steps that cannot be read.
   */
  read(steps: readonly Step[]): Promise<Map<number, Json | undefined>>;
  /** Returns the key of steps that can share a request, within `limits`. Default: each step has its own. */
  group?(step: Step): string | undefined;
  /** The maximum sum of the sizes of the steps in one request. Default: no limit. */
  readonly limits?: Size;
  /** Returns what a step adds to its request; steps on the same entity count once. Default: `{ steps: 1 }`. */
  size?(step: Step): Size;
  /** Returns how many requests read these numbers of steps by kind before they are sent. Default: one for a hundred. */
  reads?(kinds: Readonly<Record<string, number>>): number;
  /** Returns the values of a planned step of a row that the platform would reject. Default: none is known. */
  check?(
    draft: StepDraft,
    row: readonly StepDraft[],
  ): readonly { field: string; value: string; message: string }[];
  /** Merges those drafts of a row that one request can carry. Default: merges none. */
  fold?(drafts: readonly StepDraft[]): readonly StepDraft[];
  /**
   * For payments: a step that got no response, and is not shown as done, stays unknown for the rest of the run,
   * because its request may still arrive.
   */
  readonly once?: true;
  /**
   * Returns whether the request of a step has a revision: the platform then rejects it if an earlier request of the step
   * arrives in between. Default: false.
   */
  conditional?(step: Step): boolean;
  /**
   * Milliseconds before each further read of creates that got no response and are not found: the platform's reads may
   * trail its writes, and a create that is sent again too early makes a duplicate. Default: one read only.
   */
  readonly rereads?: readonly number[];
  /**
   * Sends one request for these steps (one, or a group). A step without an outcome is settled by reading it. Rejects with
   * TransportError if there is no response.
   */
  write(steps: readonly Step[]): Promise<StepOutcome[]>;
  /** Returns by seq the ids of the entities that were created with the keys of these steps, if they exist. Default: none. */
  find?(steps: readonly Step[]): Promise<Map<number, string>>;
  /** Returns the step that undoes a done one; undefined if it is final. */
  invert(step: Step): StepDraft | undefined;
  /** Returns why a step is final, as a sentence. Default: no reason is known. */
  final?(step: Step): string | undefined;
}

export type BulkEvent =
  /** `kinds`: the steps that are left, by kind. */
  | { type: "started"; job: string; total: number; kinds?: Readonly<Record<string, number>> }
  /** Nothing is sent until requests without a response cannot be carried out any more. */
  | { type: "waiting"; steps: number; seconds: number }
  | { type: "step.sent"; steps: readonly Step[] }
  /** `already`: nothing was changed (now). `note`: a remark, such as a new id. */
  | { type: "step.done"; step: Step; already?: boolean; note?: string; requestId?: string }
  | { type: "step.failed"; step: Step; error: StepError }
  | { type: "step.unknown"; step: Step; error: StepError }
  /** `stopped`: why it ended early; the steps that are left can be resumed. */
  | { type: "finished"; job: string; counts: Counts; stopped?: ErrorReport };

export interface Counts {
  total: number;
  planned: number;
  sent: number;
  done: number;
  failed: number;
  undone: number;
}
