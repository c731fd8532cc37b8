import { createHash, type Hash } from "node:crypto";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { type ExportOptions, openExport } from "../../kernel/export-file.ts";
import { isRecord } from "../../kernel/json.ts";
import type { NewStep } from "../engine/job.ts";
import type { Journal } from "../journal/journal.ts";
import type { Work } from "../journal/step.ts";
import { batchOf, damagedPlan, type PlanHeader, parsePlanHeader, parsePlanStep, planFormat } from "./plan.ts";
import {
  fileHandle,
  restoredIdOf,
  type StagedRow,
  sourceLine,
  stagedDialect,
  stagedHandleOf,
  stageRows,
  textLines,
} from "./stage.ts";

/** Steps that are written in one transaction. */
const batchSize = 500;

/** Writes a job that has sent nothing as NDJSON: a header, then one line per step. Replaces `path` once it is complete. */
export async function writePlanFile(
  journal: Journal,
  path: string,
  options: Pick<ExportOptions, "signal"> = {},
): Promise<void> {
  const { total, planned } = journal.counts();
  if (!journal.job.sealed || planned !== total) {
    const message = `Job ${journal.id} cannot be written as a plan: it is incomplete, or some of it was sent.`;
    throw new TillError(exitCodes.conflict, message);
  }
  const { id, sealed, run, actor, host, ci, undoneBy, approvedBy, createdAt, startedAt, ...job } =
    journal.job;
  const dialect = stagedDialect(journal);
  const header: Omit<PlanHeader, "hash"> = {
    plan: planFormat,
    ...job,
    createdAt: createdAt.toISOString(),
    plannedBy: { actor: actor ?? "unknown", host: host ?? "unknown", ciActor: ci?.actor },
    dialect,
    steps: total,
  };
  const hash = beginHash(header);
  for (const line of stepLines(journal)) hash.update(line);
  const file = await openExport(path, { ...options, mode: 0o600 });
  try {
    await file.write(`${JSON.stringify({ ...header, hash: hash.digest("hex") })}\n`);
    for (const line of stepLines(journal)) await file.write(line);
    await file.commit();
  } finally {
    await file.abort();
  }
}

function* stepLines(journal: Journal): Generator<string> {
  for (const { state, attempts, error, newId, sentAt, ...draft } of journal.allSteps()) {
    const handle = stagedHandleOf(journal, draft);
    const restores = restoredIdOf(journal, draft);
    const row = { ...(handle !== undefined && { handle }), ...(restores !== undefined && { restores }) };
    yield `${JSON.stringify({ ...draft, ...row })}\n`;
  }
}

/** Writes a single change as a plan file, which has one line only. */
export async function writeChangePlan(
  path: string,
  header: Omit<PlanHeader, "plan" | "hash" | "rows" | "unchanged" | "rejected" | "steps">,
): Promise<void> {
  const file = await openExport(path, { mode: 0o600 });
  try {
    const counts = { rows: 1, unchanged: 0, rejected: 0, steps: 1 };
    const whole: Omit<PlanHeader, "hash"> = { plan: planFormat, ...header, ...counts };
    await file.write(`${JSON.stringify({ ...whole, hash: beginHash(whole).digest("hex") })}\n`);
    await file.commit();
  } finally {
    await file.abort();
  }
}

/** Returns the hash of a plan, of which the header is in it: everything but the hash itself, whatever the order of its members. */
export function beginHash(header: Omit<PlanHeader, "hash">): Hash {
  const { hash: _, ...rest } = header as PlanHeader;
  const sorted = (_: string, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return createHash("sha256").update(`${JSON.stringify(rest, sorted)}\n`);
}

/** A plan file whose header was read. */
export interface OpenPlan {
  /** The name of the file in messages. */
  name: string;
  header: PlanHeader;
  /** The other lines. */
  lines: AsyncIterable<string>;
}

/** Reads the header of a plan file. Throws UsageError (exit 2) for one that is damaged, also in the change that it has. */
export async function openPlanFile(bytes: AsyncIterable<Uint8Array>, name: string): Promise<OpenPlan> {
  const lines = textLines(bytes, name);
  const first = await lines.next();
  if (first.done) throw damagedPlan(name, "the file is empty");
  const header = parsePlanHeader(first.value, `${name}:1`);
  if (header.change === undefined) return { name, header, lines };
  for await (const _ of lines) throw damagedPlan(name, "there are lines after its change");
  if (beginHash(header).digest("hex") !== header.hash)
    throw damagedPlan(name, "it was changed after planning (the hash differs)");
  return { name, header, lines };
}

/**
 * Reads the steps of a plan file into a journal and seals it, in constant memory. `begin` checks the shop, opens the kind of job,
 * and creates the journal. Throws UsageError (exit 2) with the line of what is damaged, and removes the journal.
 */
export async function readPlanFile(
  { name, header, lines }: OpenPlan,
  begin: (header: PlanHeader) => Promise<{ work: Work; journal: Journal }>,
): Promise<Journal> {
  const { work, journal } = await begin(header);
  try {
    await addPlanSteps(lines, { name, header, journal, work });
    journal.seal(header);
    return journal;
  } catch (error) {
    await journal.remove();
    throw error;
  }
}

interface Reading {
  name: string;
  work: Work;
  header: PlanHeader;
  journal: Journal;
}

async function addPlanSteps(
  lines: AsyncIterable<string>,
  { name, header, journal, work }: Reading,
): Promise<void> {
  const hash = beginHash(header);
  let waiting: NewStep[] = [];
  let handles: StagedRow[] = [];
  let steps = 0;
  if (header.dialect !== undefined)
    await stageRows(journal, [{ handle: fileHandle, line: 0, json: { dialect: header.dialect } }]);
  for await (const text of lines) {
    const location = `${name}:${++steps + 1}`;
    hash.update(`${text}\n`);
    const { seq, handle, restores, ...step } = parsePlanStep(text, location);
    if (seq !== steps) throw damagedPlan(location, `found step ${seq}, expected step ${steps}`);
    if (!work.kinds.has(step.kind)) throw damagedPlan(location, `unknown kind of step: "${step.kind}"`);
    waiting.push({ ...step, ...batchOf(step, work) });
    const line = sourceLine(step);
    // The steps of a row are adjacent.
    if (handle !== undefined && line !== handles.at(-1)?.line)
      handles.push({ handle, line, json: restores === undefined ? null : { restores } });
    if (waiting.length < batchSize) continue;
    journal.addSteps(waiting);
    await stageRows(journal, handles);
    [waiting, handles] = [[], []];
  }
  journal.addSteps(waiting);
  await stageRows(journal, handles);
  if (steps !== header.steps)
    throw damagedPlan(name, `steps in the file: ${steps}, in its header: ${header.steps}`);
  const wrong = journal.db
    .prepare(
      `SELECT s.seq, s.dependsOn FROM step s LEFT JOIN step d ON d.seq = s.dependsOn
       WHERE s.dependsOn IS NOT NULL AND (d.seq IS NULL OR d.seq >= s.seq OR d.phase > s.phase) LIMIT 1`,
    )
    .get<{ seq: number; dependsOn: number }>();
  if (wrong) {
    throw damagedPlan(
      `${name}:${wrong.seq + 1}`,
      `step ${wrong.dependsOn}, which it depends on, does not come before it`,
    );
  }
  if (hash.digest("hex") !== header.hash)
    throw damagedPlan(name, "it was changed after planning (the hash differs)");
}
