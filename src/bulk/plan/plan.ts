import type { NewStep, Problem } from "../engine/job.ts";
import type { Journal } from "../journal/journal.ts";
import type { Step, StepDraft, Work } from "../journal/step.ts";
import { readLimit } from "./feed.ts";
import { sameJson } from "./same-json.ts";

/**
 * What one input row comes to: drafts in the order they are to be done (none: nothing to do), or why it is refused.
 * A draft's `dependsOn` is the index, in this list, of the earlier draft that it waits for; planning turns it into a
 * seq. Drafts whose `before` equals `after` are dropped.
 */
export type PlannedRow = readonly StepDraft[] | { problems: readonly Problem[] };

export interface PlanSummary {
  rows: number;
  /** Rows with something to do. */
  changed: number;
  unchanged: number;
  /** Rows refused; `problems` are the reasons, at least one a row. */
  rejected: number;
  problems: number;
  steps: number;
  /** Calls that change something: one a step, or one a group. */
  calls: number;
  /** Calls that look before: one for every hundred steps, and one a create. */
  reads: number;
  /** Steps by kind, in the order they come. */
  kinds: Record<string, number>;
  sample: Step[];
}

export interface PlanOptions {
  work: Pick<Work, "group" | "groupLimit">;
  /** How many of the first steps the summary shows. Default 10. */
  sample?: number;
}

/** Steps that are written in one transaction. */
const batchSize = 500;

/** Writes the steps for all rows to the journal, seals it, and says what they come to. Nothing is sent. Constant memory. */
export async function planRows<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  toSteps: (row: Row) => PlannedRow | Promise<PlannedRow>,
  journal: Journal,
  options: PlanOptions,
): Promise<PlanSummary> {
  const counted = { rows: 0, unchanged: 0, rejected: 0 };
  let seq = journal.nextSeq;
  let waiting: NewStep[] = [];
  for await (const row of rows) {
    counted.rows++;
    const planned = await toSteps(row);
    if ("problems" in planned) {
      counted.rejected++;
      journal.addProblems(counted.rows, planned.problems);
      continue;
    }
    const steps = numberSteps(planned, seq).map((step) => ({
      ...step,
      row: counted.rows,
      ...batchOf(step, options.work),
    }));
    if (steps.length === 0) counted.unchanged++;
    seq += steps.length;
    waiting.push(...steps);
    if (waiting.length < batchSize) continue;
    journal.addSteps(waiting);
    waiting = [];
  }
  journal.addSteps(waiting);
  journal.seal(counted);
  return summarisePlan(journal, options);
}

/** The drafts of one row without those that change nothing, `dependsOn` as a seq; the first gets `seq`. */
function numberSteps(drafts: readonly StepDraft[], seq: number): StepDraft[] {
  const seqs: (number | undefined)[] = [];
  const kept: StepDraft[] = [];
  for (const draft of drafts) {
    const idle = sameJson(draft.before, draft.after);
    seqs.push(idle ? undefined : seq + kept.length);
    if (idle) continue;
    const { dependsOn: index, ...step } = draft;
    if (index !== undefined && !(index >= 0 && index < seqs.length - 1))
      throw new RangeError(`${draft.kind} depends on draft ${index}, which does not come before it`);
    const dependsOn = index === undefined ? undefined : seqs[index];
    if (index !== undefined && dependsOn === undefined && step.id === undefined)
      throw new RangeError(
        `${draft.kind} depends on draft ${index}, which changes nothing and so has no step`,
      );
    if (index !== undefined && (drafts[index]?.phase ?? 0) > (draft.phase ?? 0))
      throw new RangeError(`${draft.kind} depends on draft ${index}, which is of a later phase`);
    kept.push({ ...step, ...(dependsOn !== undefined && { dependsOn }) });
  }
  return kept;
}

/** The group key by which a step meets those it can share a call with. */
export function batchOf(draft: StepDraft, { group }: Pick<Work, "group">): { batch?: string } {
  const batch = group({ ...draft, seq: 0, phase: draft.phase ?? 0, state: "planned", attempts: 0 });
  return batch === undefined ? {} : { batch };
}

/** What is left to do of a job, for the preview before it is applied, resumed, or read from a plan file. */
export function summarisePlan(journal: Journal, { work, sample = 10 }: PlanOptions): PlanSummary {
  const { db, job } = journal;
  const count = (sql: string, ...values: number[]) =>
    Number(Object.values(db.prepare(sql).get(...values) ?? {})[0] ?? 0);
  const kinds = db
    .prepare(
      "SELECT kind, count(*) AS steps FROM step WHERE state = 'planned' GROUP BY kind ORDER BY min(seq)",
    )
    .all<{ kind: string; steps: number }>();
  const steps = kinds.reduce((sum, kind) => sum + kind.steps, 0);
  const calls = count(
    `SELECT sum(CASE WHEN batch = '' THEN steps ELSE (steps - 1) / CAST(? AS INTEGER) + 1 END)
     FROM (SELECT batch, count(*) AS steps FROM step WHERE state = 'planned' GROUP BY phase, batch)`,
    work.groupLimit,
  );
  const creates = count(
    `SELECT count(*) FROM step WHERE state = 'planned' AND "before" = 'null' AND "key" IS NOT NULL`,
  );
  return {
    rows: job.rows,
    changed: job.rows - job.unchanged - job.rejected,
    unchanged: job.unchanged,
    rejected: job.rejected,
    problems: count("SELECT count(*) FROM problem"),
    steps,
    calls,
    reads: Math.ceil((steps - creates) / readLimit) + creates,
    kinds: Object.fromEntries(kinds.map(({ kind, steps }) => [kind, steps])),
    sample: journal.steps({ state: "planned", limit: sample }),
  };
}

/** Whole seconds that a plan takes at a pace of so many calls a minute. */
export function estimateSeconds(
  { calls, reads }: Pick<PlanSummary, "calls" | "reads">,
  callsPerMinute: number,
): number {
  return Math.ceil(((calls + reads) * 60) / callsPerMinute);
}
