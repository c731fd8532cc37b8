import * as z from "zod/mini";
import { UsageError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import { RequestSize, readLimit } from "../engine/feed.ts";
import type { InvalidRow, NewStep, Problem } from "../engine/job.ts";
import type { Journal } from "../journal/journal.ts";
import type { Size, Step, StepDraft, StepError, Work } from "../journal/step.ts";

/**
 * The plan of one input row: drafts in order (none: nothing to do), or why the row is invalid. A draft's `dependsOn` is the
 * index in this list of the earlier draft that it waits for; planning turns it into a seq. Drafts whose `before` equals
 * `after` are dropped.
 */
export type PlannedRow = readonly StepDraft[] | { problems: readonly Problem[] };

export interface PlanSummary {
  rows: number;
  /** Rows with steps. */
  changed: number;
  unchanged: number;
  /** Invalid rows; `problems` counts the reasons, at least one per row. */
  rejected: number;
  problems: number;
  steps: number;
  /** Requests that write: one per step or group. */
  calls: number;
  /** Requests that read before, a hundred steps or more each. */
  reads: number;
  /** Number of steps by kind, in order of first occurrence. */
  kinds: Record<string, number>;
}

export interface PlanOptions {
  work: Grouping;
}

type Grouping = Pick<Work, "group" | "limits" | "size" | "reads" | "fold" | "check">;

/** Steps that are written in one transaction. */
const batchSize = 1000;

/** Writes the steps of all rows to the journal and seals it, in constant memory. Returns a summary; sends nothing. */
export async function planRows<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  toSteps: (row: Row) => PlannedRow | Promise<PlannedRow>,
  journal: Journal,
  options: PlanOptions,
): Promise<PlanSummary> {
  const counted = { rows: 0, unchanged: 0, rejected: 0 };
  let seq = journal.nextSeq;
  let waiting: NewStep[] = [];
  let invalid: InvalidRow[] = [];
  for await (const row of rows) {
    counted.rows++;
    const planned = checkRow(await toSteps(row), options.work);
    if ("problems" in planned) {
      counted.rejected++;
      invalid.push({ row: counted.rows, problems: planned.problems });
      if (invalid.length < batchSize) continue;
      journal.addProblems(invalid);
      invalid = [];
      continue;
    }
    const steps = numberSteps(options.work.fold?.(planned) ?? planned, seq).map((step) => ({
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
  journal.addProblems(invalid);
  journal.seal(counted);
  return summarizePlan(journal, options);
}

/** Returns a planned row, or the values in it that the platform would reject. */
function checkRow(planned: PlannedRow, { check }: Grouping): PlannedRow {
  if ("problems" in planned || !check) return planned;
  const problems = planned.flatMap((draft) => {
    if (sameJson(draft.before, draft.after)) return [];
    const source = draft.source ?? draft.label;
    return check(draft, planned).map(({ field, ...rest }) => ({
      source,
      column: field,
      ...rest,
      rule: "bounds",
    }));
  });
  return problems.length > 0 ? { problems } : planned;
}

/** Returns the drafts of a row that change something, with `dependsOn` as a seq; the first draft gets `seq`. */
function numberSteps(drafts: readonly StepDraft[], seq: number): StepDraft[] {
  const seqs: (number | undefined)[] = [];
  const changed: StepDraft[] = [];
  for (const draft of drafts) {
    const unchanged = sameJson(draft.before, draft.after);
    seqs.push(unchanged ? undefined : seq + changed.length);
    if (unchanged) continue;
    const { dependsOn: index, id } = draft;
    if (index !== undefined && !(index >= 0 && index < seqs.length - 1))
      throw new RangeError(`${draft.kind} depends on draft ${index}, which does not come before it`);
    const dependsOn = index === undefined ? undefined : seqs[index];
    if (index !== undefined && dependsOn === undefined && id === undefined)
      throw new RangeError(
        `${draft.kind} depends on draft ${index}, which changes nothing and so has no step`,
      );
    if (index !== undefined && (drafts[index]?.phase ?? 0) > (draft.phase ?? 0))
      throw new RangeError(`${draft.kind} depends on draft ${index}, which is of a later phase`);
    changed.push({ ...draft, dependsOn });
  }
  return changed;
}

/** Returns the group key and the size of a draft as columns of the journal. */
export function batchOf(
  draft: StepDraft,
  { group, size }: Pick<Work, "group" | "size">,
): Pick<NewStep, "batch" | "size"> {
  const step: Step = { ...draft, seq: 0, phase: draft.phase ?? 0, state: "planned", attempts: 0 };
  const batch = group?.(step);
  return batch === undefined ? {} : { batch, size: size ? size(step) : undefined };
}

/** Returns the condition of the steps that are to be sent; with `retryFailed` those that failed, too. */
const toSend = (retryFailed: boolean) =>
  retryFailed ? "state IN ('planned', 'failed')" : "state = 'planned'";

/** Sums of the steps to send: one scan of them, because there may be a million. */
const sumsOf = (retryFailed: boolean) => `
  WITH planned AS MATERIALIZED (
    SELECT kind, phase, batch, size IS NOT NULL AS sized, "before" = 'null' AND "key" IS NOT NULL AS found,
           count(*) AS steps, min(seq) AS first
    FROM step WHERE ${toSend(retryFailed)} GROUP BY phase, batch, kind, sized, found
  )
  SELECT
    (SELECT json_group_object(kind, steps) FROM (
       SELECT kind, sum(steps) AS steps FROM planned GROUP BY kind ORDER BY min(first))) AS kinds,
    (SELECT sum(CASE WHEN batch = '' THEN steps ELSE (steps - 1) / CAST(?1 AS INTEGER) + 1 END) FROM (
       SELECT batch, sum(steps) AS steps FROM planned WHERE NOT sized GROUP BY phase, batch)) AS calls,
    (SELECT sum((steps - 1) / CAST(?2 AS INTEGER) + 1) FROM (
       SELECT sum(steps) AS steps FROM planned GROUP BY phase, found)) AS reads,
    (SELECT count(*) FROM problem) AS problems`;

/** Summarizes the steps of a job that are to be sent, before it is applied or resumed. */
export function summarizePlan(
  journal: Journal,
  { work, retryFailed = false }: PlanOptions & { retryFailed?: boolean | undefined },
): PlanSummary {
  const { db, job } = journal;
  const sums = db
    .prepare(sumsOf(retryFailed))
    .get<{ kinds: string; calls: number | null; reads: number | null; problems: number }>(
      work.limits?.steps ?? 1,
      readLimit,
    );
  const kinds = JSON.parse(sums?.kinds ?? "{}") as Record<string, number>;
  return {
    rows: job.rows,
    changed: job.rows - job.unchanged - job.rejected,
    unchanged: job.unchanged,
    rejected: job.rejected,
    problems: sums?.problems ?? 0,
    steps: Object.values(kinds).reduce((sum, steps) => sum + steps, 0),
    calls: (sums?.calls ?? 0) + countSized(journal, work.limits ?? {}, retryFailed),
    reads: work.reads?.(kinds) ?? sums?.reads ?? 0,
    kinds,
  };
}

/** Counts the requests of steps that have a size, as the engine packs them. */
function countSized({ db }: Journal, limits: Size, retryFailed: boolean): number {
  const rows = db.iterate<{ phase: number; batch: string; id: string | null; size: string }>(
    `SELECT phase, batch, id, size FROM step WHERE ${toSend(retryFailed)} AND size IS NOT NULL AND size <> '{}'
     ORDER BY phase, batch, seq`,
  );
  let requests = 0;
  let group: string | undefined;
  let open = new RequestSize(limits);
  for (const { phase, batch, id, size: json } of rows) {
    const step = { ...(id !== null && { id }) };
    const size = JSON.parse(json) as Size;
    const key = `${phase} ${batch}`;
    if (key === group && open.add(step, size)) continue;
    group = key;
    open = new RequestSize(limits);
    open.add(step, size);
    requests++;
  }
  return requests;
}

/** Returns the whole seconds that a plan takes at a rate. */
export function estimateSeconds(
  { calls, reads }: Pick<PlanSummary, "calls" | "reads">,
  requestsPerMinute: number,
): number {
  return Math.ceil(((calls + reads) * 60) / requestsPerMinute);
}

/** The version of the plan file format that is read and written. */
export const planFormat = 2;

const text = z.string();
const count = z.int().check(z.nonnegative());

/** Who planned or approved, as far as the computer knows: the user of the operating system, and who started the CI run. */
export const Person = z.strictObject({ actor: text, host: text, ciActor: z.optional(text) });
export interface Person extends z.output<typeof Person> {}

/** A single change that is not a job: its command line, and the request that it sends first. */
export const PlannedChange = z.strictObject({
  argv: z.array(text),
  call: text,
  method: text,
  path: z.string(),
  input: z.json(),
  before: z.optional(z.json()),
  money: z.boolean(),
  /** The digest of what the command had read when it was planned, if it moves money. */
  reads: z.optional(text),
});
export interface PlannedChange extends z.output<typeof PlannedChange> {}

/** The first line of a plan file. `hash` is the SHA-256 of itself without the hash, and of all lines after it. */
export const PlanHeader = z.strictObject({
  plan: z.literal(planFormat),
  site: text,
  address: z.optional(text),
  sandbox: z.optional(text),
  profile: text,
  kind: text,
  command: text,
  toolVersion: text,
  createdAt: z.iso.datetime(),
  plannedBy: Person,
  final: z.boolean(),
  inputHash: z.optional(text),
  note: z.optional(text),
  /** The change, if it is not a job: the file has no other lines. */
  change: z.optional(PlannedChange),
  /** The dialect of the imported file, whose handles the steps have. */
  dialect: z.optional(text),
  rows: count,
  unchanged: count,
  rejected: count,
  steps: count,
  hash: text.check(z.regex(/^[0-9a-f]{64}$/)),
});
export interface PlanHeader extends z.output<typeof PlanHeader> {}

/** The other lines: one step each, `seq` 1, 2, 3 … */
const PlanStep = z.strictObject({
  seq: count,
  row: z.optional(count),
  kind: text,
  id: z.optional(text),
  label: text,
  key: z.optional(text),
  dependsOn: z.optional(count),
  phase: z.number(),
  before: z.json(),
  after: z.json(),
  source: z.optional(text),
  skus: z.optional(z.record(text, text)),
  /** The handle of the step's row in the imported file. */
  handle: z.optional(text),
  /** The id that the object had which the step creates again. */
  restores: z.optional(text),
});
export interface PlanStep extends z.output<typeof PlanStep> {}

/** Parses the header of a plan file. Throws UsageError at `location`. */
export function parsePlanHeader(line: string, location: string): PlanHeader {
  const value = parseJson(line, location);
  const format = value !== null && typeof value === "object" && "plan" in value ? value.plan : undefined;
  if (format === undefined)
    throw damagedPlan(location, "not a plan file: the first line is not a plan header");
  if (format !== planFormat) {
    const hint = "Create the plan again with this version of till.";
    throw new UsageError(
      `${location}: unknown plan format ${JSON.stringify(format)}, expected ${planFormat}.`,
      {
        hint,
      },
    );
  }
  return parseShape(PlanHeader, value, location);
}

/** Parses one step of a plan file. Throws UsageError at `location`. */
export function parsePlanStep(line: string, location: string): PlanStep {
  return parseShape(PlanStep, parseJson(line, location), location);
}

/** Returns the error (exit 2) for a damaged plan file. */
export function damagedPlan(location: string, why: string): UsageError {
  return new UsageError(`${location}: ${why}.`, {
    code: "PLAN_DAMAGED",
    hint: "Nothing was sent. Create the plan again; plan files must not be edited.",
  });
}

function parseJson(line: string, location: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw damagedPlan(location, `the line is not JSON (${cause instanceof Error ? cause.message : cause})`);
  }
}

function parseShape<T>(schema: z.ZodMiniType<T>, value: unknown, location: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw damagedPlan(location, `${field === "" ? "" : `${field}: `}${issue?.message ?? "not a plan"}`);
}

/** An invalid input row, or a failed step of one. */
export interface Reject {
  /** Number of the input row, from 1; undefined for steps without a row. */
  row?: number;
  /** `shop.csv:12` */
  source?: string;
  line?: number;
  column?: string;
  value?: string;
  /** The rule that the row breaks, or the code of the error. */
  rule: string;
  message: string;
  requestId?: string;
  /** The failed step; undefined for an invalid row. */
  seq?: number;
  label?: string;
}

/** The rule of rows whose entity does not exist. They do not stop the others. */
export const unknownRule = "unknown";

/** Returns the number of invalid rows of the input, of which an object can have several, without those whose entity does not exist. */
export function countInvalid({ db }: Journal): number {
  const counted = db.prepare(
    `SELECT count(DISTINCT coalesce(rtrim(source, '0123456789') || line, source, "row")) AS "rows" FROM problem WHERE rule <> ?`,
  );
  return counted.get<{ rows: number }>(unknownRule)?.rows ?? 0;
}

type RejectRow = Record<string, string | number | null> & { error: string | null };

/** Yields all problems of planning and all failed steps in the order of the input; a row can occur several times. */
export function* listRejects({ db }: Journal): Generator<Reject> {
  const rows = db.iterate<RejectRow>(
    `SELECT "row", source, line, "column", value, rule, message, NULL AS seq, NULL AS label, NULL AS error, seq AS position
     FROM problem
     UNION ALL
     SELECT "row", source, NULL, NULL, NULL, NULL, NULL, seq, label, error, seq FROM step WHERE state = 'failed'
     ORDER BY "row", position`,
  );
  for (const { error, position, ...row } of rows) {
    const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
    yield {
      ...(known as unknown as Reject),
      ...(error !== null && reasonOf(JSON.parse(error) as StepError)),
    };
  }
}

function reasonOf({
  code,
  message,
  field,
  requestId,
}: StepError): Pick<Reject, "rule" | "message" | "column" | "requestId"> {
  return {
    rule: code,
    message,
    ...(field !== undefined && { column: field }),
    ...(requestId !== undefined && { requestId }),
  };
}
