import { checkSite } from "../../bulk/engine/apply.ts";
import { undoExit } from "../../bulk/engine/outcome.ts";
import { openJournal } from "../../bulk/journal/journals.ts";
import { checkKinds } from "../../bulk/journal/step-kinds.ts";
import { summariseUndo, undo } from "../../bulk/undo/undo.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes } from "../../kernel/errors.ts";
import { countOf } from "../../kernel/text.ts";
import { confirm } from "../confirm.ts";
import { announceJob } from "../write-notice.ts";
import { stopNotice } from "./apply-job.ts";
import { follow } from "./follow.ts";
import { jobKind } from "./kinds.ts";
import { RowReporter } from "./row-report.ts";
import { openJob } from "./view.ts";

/** Undoes a job, newest step first. Rows that were changed since are reported and left alone. */
export async function undoJob(
  context: Context,
  name: string,
  { yes, dryRun }: { yes?: boolean; dryRun?: boolean },
): Promise<CommandResult> {
  const journal = openJournal(context.paths.jobs, name);
  try {
    checkSite(journal, (await context.site()).id);
    const { id, job } = journal;
    const { done, sent } = journal.counts();
    if (done + sent === 0) return await nothing(context, `Job ${id} has nothing to undo.`);
    const view = await openJob(context, journal);
    checkKinds(journal, view.work);
    const { final, recreated } = summariseUndo(journal, view.work);
    const changes = countOf(done + sent, "change");
    await context.notice(`Job ${id}: ${changes} to undo (${job.command}).`);
    if (recreated > 0)
      await context.notice(`${countOf(recreated, "deleted product")} will be created again, with new ids.`);
    if (final > 0) await context.notice(`${countOf(final, "change")} cannot be undone.`);
    if (dryRun) return await nothing(context, "Dry run: nothing was sent.");
    await confirm(context, `Undo ${changes} of job ${id}?`, yes);
    await announceJob(context, journal);
    (await jobKind(job.kind)).beginUndo?.(context, journal);

    const reporter = new RowReporter(context, journal, { ...view, title: `Undo job ${id}` });
    const { signal, concurrency } = context;
    const events = undo(journal, view.work, { signal, concurrency });
    const { counts, stopped } = await follow(context, journal, reporter, events);
    await reporter.printResult({ counts, stopped });
    const left = counts.done + counts.sent > 0;
    const next = stopped
      ? `Resume with: till jobs undo ${id}`
      : left
        ? `Not everything was undone: till jobs show ${id} --steps done`
        : undefined;
    if (stopped) await context.notice(stopNotice(stopped));
    if (next !== undefined) await context.notice(next);
    return {
      exitCode: undoExit(counts, stopped),
      job: { id, undoable: left },
      summary: next === undefined ? `Job ${id} is undone.` : `Job ${id} is not completely undone. ${next}`,
    };
  } finally {
    journal.close();
  }
}

async function nothing(context: Context, summary: string): Promise<CommandResult> {
  await context.notice(summary);
  return { exitCode: exitCodes.ok, summary };
}
