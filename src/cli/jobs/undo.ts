import type { Call } from "../../api/caller.ts";
import { valueAt } from "../../api/endpoint.ts";
import { withRevision } from "../../api/inverse.ts";
import { type RecordedCall, withCallLog } from "../../bulk/call-log.ts";
import { unplannedText } from "../../bulk/engine/apply.ts";
import type { StepDescription } from "../../bulk/engine/job-kinds.ts";
import { undoExit } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Counts, Json } from "../../bulk/journal/step.ts";
import { checkKinds } from "../../bulk/journal/step-kinds.ts";
import { mayHaveSteps, refusedUndos, summarizeUndo, undo, undoSteps } from "../../bulk/undo.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { exitOf } from "../../kernel/exit-of.ts";
import { countOf } from "../../kernel/text.ts";
import { changeLines } from "../../resources/history.ts";
import { requireApproved } from "../approvals.ts";
import type { JobOptions } from "../bulk-flags.ts";
import { confirm, confirmJob } from "../confirm.ts";
import { jobLine } from "../same-site.ts";
import { handOver } from "../site-part.ts";
import { announceJob } from "../write-notice.ts";
import {
  asRowsEnd,
  engineClock,
  follow,
  journalError,
  requestLimit,
  stopNotice,
  writeDiff,
} from "./apply-job.ts";
import type { PlannedChanges } from "./change-records.ts";
import { changedBy, jobsThatChanged } from "./changed-by.ts";
import { withJob } from "./find-job.ts";
import { jobKind, openJob } from "./kinds.ts";
import { printPreview } from "./preview.ts";
import { inverseOfCall, readPresent, stateOf } from "./recorded-call.ts";
import type { JobQuestion } from "./request.ts";
import { RowReporter } from "./row-report.ts";

/** Undoes a job, newest step first. Rows that were changed since are reported and left alone. */
export async function undoJob(
  context: Context,
  name: string,
  { yes, dryRun, diff, wait }: Pick<JobOptions, "yes" | "dryRun" | "diff" | "wait">,
): Promise<CommandResult> {
  return await withJob(context, name, async (there, { calls, journal }) =>
    calls
      ? await undoCalls(there, calls, { yes: yes || undefined, dryRun: dryRun || undefined })
      : await undoJournal(there, journal, { yes, dryRun, diff, wait }),
  );
}

async function undoJournal(
  context: Context,
  journal: Journal,
  { yes, dryRun, diff, wait }: Pick<JobOptions, "yes" | "dryRun" | "diff" | "wait">,
): Promise<CommandResult> {
  const { id, job } = journal;
  const { done, sent, undone } = journal.counts();
  if (!job.sealed) return await nothing(context, `Job ${id} was ${unplannedText}. There is nothing to undo.`);
  if (done + sent === 0 && !mayHaveSteps(journal))
    return await nothing(context, `Job ${id} has nothing to undo.`);
  const { view, planned, steps, changes, explain, summary } = await planUndo(context, journal);
  await printPreview(context, planned, { steps, summary }, dryRun ? "stdout" : "stderr");
  if (diff !== undefined) await writeDiff(context, diff, planned);
  if (dryRun) return await nothing(context, "Dry run: nothing was sent.");
  const question: JobQuestion = {
    title: `Undo job ${id}`,
    isPreviewed: !context.globals.quiet,
    lines: [],
    changes: done + sent,
    question: `Undo ${changes}?`,
    subject: `the undo of ${changes}`,
    hint: "To confirm, add: --yes",
  };
  if (context.run?.plan) return await handOver(context, journal, question);
  await requireApproved(context, journal);
  await confirmJob(context, question, { yes, planned });
  await journal.lock();
  await announceJob(context, journal);
  (await jobKind(context, job.kind)).beginUndo?.(context, journal);
  journal.amend({ undoneBy: context.who() });

  const reporter = new RowReporter(context, journal, { ...view, title: `Undo job ${id}` });
  const { signal, concurrency, guards } = context;
  const events = undo(journal, view.work, {
    signal,
    concurrency,
    guards,
    explain,
    clock: engineClock(context),
    requestLimit: await requestLimit(context, wait),
  });
  const exitOfRows = (counts: Counts) => undoExit(journal, counts, { before: undone });
  const resume = jobLine(context, "undo", id);
  const ended = async <T>(work: Promise<T>) =>
    await work.catch((error: unknown) => {
      throw asRowsEnd(journalError(error, resume), journal, exitOfRows, resume);
    });
  const { counts, stopped } = await ended(follow(context, journal, reporter, events));
  await ended(reporter.printResult({ counts, stopped }));
  const left = counts.done + counts.sent > 0;
  const next = stopped
    ? `Resume with: ${jobLine(context, "undo", id)}`
    : left
      ? `Not everything was undone: ${jobLine(context, "show", id, "--steps", "done")}`
      : undefined;
  if (stopped) await context.notice(stopNotice(stopped));
  if (next !== undefined) await context.notice(next);
  return {
    exitCode: undoExit(journal, counts, { stopped, before: undone }),
    job: { id, undoable: left },
    summary: next === undefined ? `Job ${id} is undone.` : `Job ${id} is not completely undone. ${next}`,
  };
}

/** Plans the undo of a job: reads what its rows are now, and sends nothing. */
async function planUndo(context: Context, journal: Journal) {
  const { id, job } = journal;
  const { done, sent } = journal.counts();
  const view = await openJob(context, journal);
  checkKinds(journal, view.work);
  const { steps, final, recreated } = summarizeUndo(journal, view.work);
  const explain = changedBy(context, { place: job, except: id, since: job.createdAt });
  const refused = await refusedUndos(journal, view.work, explain);
  const changes = countOf(done + sent, "change");
  const planned: PlannedChanges = {
    ...view,
    title: `Job ${id}: ${changes} to undo (${job.command}).`,
    facts: { steps: steps - refused.size, final, recreated, refused: refused.size },
    steps: () => undoSteps(journal, view.work),
    refused,
  };
  const remarks = [
    recreated > 0 && `${countOf(recreated, "deleted product")} will be created again, with new ids.`,
    final > 0 && `${countOf(final, "change")} cannot be undone.`,
    refused.size > 0 && `${countOf(refused.size, "change")} will be left alone: see the last column.`,
  ];
  return { view, planned, steps, changes, explain, summary: remarks.filter(Boolean).join(" ") };
}

/** What an undo would do: its first rows, and remarks on all of them. */
export interface UndoPreview {
  readonly summary: string;
  readonly rows: readonly (StepDescription & { why: string })[];
  /** The number of rows that are not listed. */
  readonly more: number;
}

/** Returns what the undo of a job would do, at most `most` rows of it. Reads the rows that it would change; sends no write. */
export async function previewUndo(context: Context, name: string, most: number): Promise<UndoPreview> {
  return await withJob(context, name, async (there, { calls, journal }) => {
    if (calls) {
      const { steps, reasons } = await planCallUndos(calls);
      return {
        summary: [`${countOf(steps.length, "change")} to undo.`, ...reasons].join(" "),
        rows: steps.slice(0, most).map(({ call, inverse }) => ({
          label: objectOf(call),
          what: inverse.endpoint.name,
          before: "",
          after: valuesAfterUndo(call, inverse.endpoint.name),
          why: "",
        })),
        more: Math.max(0, steps.length - most),
      };
    }
    const { done, sent } = journal.counts();
    if (!journal.job.sealed || (done + sent === 0 && !mayHaveSteps(journal)))
      return { summary: "Nothing to undo.", rows: [], more: 0 };
    const { view, planned, steps, changes, summary } = await planUndo(there, journal);
    const rows = Iterator.from(planned.steps())
      .take(most)
      .map((step) => ({ ...view.describe(step), why: planned.refused?.get(step.seq)?.message ?? "" }))
      .toArray();
    return { summary: `${changes} to undo. ${summary}`.trim(), rows, more: steps - rows.length };
  });
}

async function nothing(context: Context, summary: string): Promise<CommandResult> {
  await context.notice(summary);
  return { exitCode: exitCodes.ok, summary };
}

type Step = {
  call: RecordedCall;
  inverse: Exclude<Awaited<ReturnType<typeof inverseOfCall>>, { final: string }>;
};

/**
 * Undoes the single changes of a command, newest first. Throws TillError (exit 6) if all of them are final, or if someone
 * has changed the object since.
 */
async function undoCalls(
  context: Context,
  calls: readonly RecordedCall[],
  { yes, dryRun }: { yes?: boolean; dryRun?: boolean },
): Promise<CommandResult> {
  const [first] = calls;
  if (first === undefined) return await nothing(context, "Nothing to undo.");
  const { job: id, command } = first;
  const isUnknown = calls.some(hasNoOutcome);
  if (!calls.some(({ state }) => state === "done")) {
    if (!isUnknown) return await nothing(context, `Job ${id} has nothing to undo.`);
    throw new TillError(
      exitCodes.unknown,
      `Whether job ${id} changed anything is unknown; nothing was undone.`,
      {
        code: "UNKNOWN_OUTCOME",
        hint: `Find out first: ${jobLine(context, "resume", id)}`,
      },
    );
  }
  const { steps, reasons } = await planCallUndos(calls);
  if (steps.length === 0)
    throw new TillError(exitCodes.conflict, `Job ${id} is final and cannot be undone. ${reasons.join(" ")}`, {
      code: "FINAL",
      hint: `Nothing was sent. What it changed: ${jobLine(context, "show", id)}`,
    });
  await context.notice(`Job ${id}: ${countOf(steps.length, "change")} to undo (${command}).`);
  for (const { call, inverse } of steps) await context.notice(describeUndo(call, inverse.endpoint.name));
  for (const reason of reasons) await context.notice(`Cannot be undone: ${reason}`);
  if (dryRun) return await nothing(context, "Dry run: nothing was sent.");
  await confirm(context, `Undo ${countOf(steps.length, "change")} of job ${id}?`, yes);
  await context.asks("asked");
  const call = await context.call("admin");
  for (const step of steps) await undoOne(context, call, step);
  const summary =
    reasons.length === 0
      ? `Job ${id} is undone.`
      : `Job ${id} is not completely undone: ${jobLine(context, "show", id)}`;
  await context.notice(summary);
  const exitCode = exitOf({ unknown: isUnknown ? 1 : 0, failed: reasons.length, done: steps.length });
  return { exitCode, summary };
}

const hasNoOutcome = ({ state }: RecordedCall) => state === "sent" || state === "unknown";

/** Returns the calls that undo single changes, newest first, and why others cannot be undone. */
async function planCallUndos(calls: readonly RecordedCall[]): Promise<{ steps: Step[]; reasons: string[] }> {
  const steps: Step[] = [];
  const reasons: string[] = [];
  for (const call of calls.toReversed()) {
    if (hasNoOutcome(call)) reasons.push(`${call.name}: its outcome is unknown.`);
    if (call.state !== "done") continue;
    const inverse = await inverseOfCall(call);
    if (inverse.final === undefined) steps.push({ call, inverse });
    else reasons.push(`${call.name}: ${inverse.final}`);
  }
  return { steps, reasons };
}

const describeUndo = (call: RecordedCall, inverse: string) =>
  `  ${[inverse, objectOf(call), valuesAfterUndo(call, inverse)].filter(Boolean).join("  ")}`;

const objectOf = ({ label, id }: RecordedCall) => label ?? id ?? "";

/** Returns the values that an undo restores, if it is a call of the same kind. */
const valuesAfterUndo = ({ name, before, after }: RecordedCall, inverse: string) =>
  inverse === name ? changeLines(after, before).join("; ") : "";

const nameOf = ({ label, id, name }: RecordedCall) => label ?? `${name} ${id ?? ""}`.trim();

async function undoOne(context: Context, call: Call, { call: made, inverse }: Step): Promise<void> {
  const { endpoint } = inverse;
  const present = await readPresent(call, endpoint, inverse.input, context.signal);
  const settle = async (by?: string) =>
    withCallLog(context.paths.calls, (log) => log?.settle(made.seq, "undone", { by }));
  const removes = endpoint.effect === "delete" && made.after !== undefined;
  if (present.known) {
    // Only updates and creates say what the object must look like.
    const isKnown =
      endpoint.name === made.name
        ? made.before !== undefined
        : removes && present.object !== undefined && valueAt(made.after, "id") !== undefined;
    const state = isKnown ? stateOf(made, endpoint, present) : "after";
    if (state === "before") {
      await context.notice(`${nameOf(made)} has the values before the change already.`);
      return await settle();
    }
    if (state === "other") {
      const [by = "someone else"] = await jobsThatChanged(
        context,
        [{ id: made.id, present: (present.object ?? null) as Json, expected: made.after }],
        { place: made, except: made.job, since: made.at },
      );
      throw new TillError(
        exitCodes.conflict,
        `${nameOf(made)} was changed by ${by} since job ${made.job}; it was left alone.`,
        { code: "CHANGED", hint: `What the job changed: ${jobLine(context, "show", made.job)}` },
      );
    }
  }
  const input = withRevision(endpoint, inverse.input, present.object);
  try {
    await call(endpoint, input, { signal: context.signal });
  } catch (error) {
    const isGone = error instanceof TillError && error.exitCode === exitCodes.notFound;
    if (!isGone || !removes) throw error;
    await context.notice(`${nameOf(made)} was deleted before.`);
  }
  await settle(await context.recorded());
}
