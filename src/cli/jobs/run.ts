import type { Journal } from "../../bulk/journal/journal.ts";
import { createJournal } from "../../bulk/journal/journals.ts";
import { planRows } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { redact } from "../../kernel/text.ts";
import { toolVersion } from "../../kernel/version.ts";
import { carryOut } from "./carry-out.ts";
import { annotateRows } from "./github.ts";
import { countOf } from "./preview.ts";
import { problemLines, refuseProblems } from "./problems.ts";
import type { JobRequest } from "./request.ts";
import { holdYoungHeap } from "./young-heap.ts";

/** Begins the record of a job on the profile's site. */
export async function beginJournal(
  context: Context,
  kind: string,
  inputHash?: string,
  command = `till ${context.argv.map(quoted).join(" ")}`,
): Promise<Journal> {
  const { profile, id } = await context.site();
  holdYoungHeap();
  return createJournal(context.paths.jobs, {
    command: redact(command),
    kind,
    profile,
    site: id,
    toolVersion,
    createdAt: context.now(),
    ...(inputHash !== undefined && { inputHash }),
  });
}

/** A word as a shell would have to be given it. */
function quoted(word: string): string {
  return /^[\w./:=+%@,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Plans a job, previews it, asks, and applies it. What was not applied leaves no record. */
export async function runJob<Row>(context: Context, request: JobRequest<Row>): Promise<ExitCode> {
  const journal = await beginJournal(context, request.kind, request.inputHash, request.command);
  return await planned(context, journal, request);
}

/** The same for a journal that was begun (and perhaps filled with staged rows) before. */
export async function planned<Row>(
  context: Context,
  journal: Journal,
  request: JobRequest<Row>,
): Promise<ExitCode> {
  try {
    if (request.final) journal.amend({ final: true });
    const plan = await planRows(request.rows, request.toSteps, journal, { work: request.work, sample: 12 });
    context.signal.throwIfAborted();
    if (plan.rejected > 0 && !request.options.skipInvalid) {
      await annotateRows(context, journal);
      refuseProblems(journal, plan);
    }
    for (const line of problemLines(journal, plan)) await context.notice(`Left out:${line.slice(1)}`);
    const { expect } = request.options;
    if (expect !== undefined && expect !== plan.rows) {
      throw new TillError(
        exitCodes.conflict,
        `--expect says ${expect}, and ${countOf(plan.rows, "row")} ${plan.rows === 1 ? "matches" : "match"}. Nothing was sent.`,
        {
          code: "EXPECTATION_FAILED",
          field: "--expect",
        },
      );
    }
    return await carryOut(context, journal, request, plan);
  } catch (error) {
    discardUnsent(journal);
    throw error;
  } finally {
    journal.close();
  }
}

/** Deletes the record of a job of which nothing was sent. */
export function discardUnsent(journal: Journal): void {
  if (journal.removed) return;
  const { planned, total } = journal.counts();
  if (planned === total) journal.remove();
}
