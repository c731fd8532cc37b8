import { undoExit } from "../../bulk/engine/outcome.ts";
import { openJournal } from "../../bulk/journal/journals.ts";
import { checkKinds } from "../../bulk/journal/step-kinds.ts";
import { undo } from "../../bulk/undo/undo.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { confirm } from "../confirm.ts";
import { announceJob } from "../writing.ts";
import { follow } from "./follow.ts";
import { countOf } from "./preview.ts";
import { jobView } from "./view.ts";

/** Takes a job back, newest step first. Rows that others changed since are reported and left alone. */
export async function undoJob(
  context: Context,
  name: string,
  { yes, dryRun }: { yes?: boolean; dryRun?: boolean },
): Promise<ExitCode | undefined> {
  const journal = openJournal(context.paths.jobs, name);
  try {
    const { id } = await context.site();
    const { job } = journal;
    if (job.site !== id) {
      throw new TillError(
        exitCodes.conflict,
        `Job ${journal.id} belongs to site ${job.site}, not to ${id}.`,
        {
          hint: `Choose its profile: --profile ${job.profile}`,
        },
      );
    }
    const { done, sent } = journal.counts();
    if (done + sent === 0) {
      await context.notice(`Job ${journal.id} has nothing to take back.`);
      return undefined;
    }
    const view = await jobView(context, journal);
    checkKinds(journal, view.work);
    let [finals, recreated] = [0, 0];
    for (const step of journal.allSteps({ state: "done" })) {
      if (step.dependsOn === undefined && view.work.invert(step) === undefined) finals += 1;
      if (step.after === null) recreated += 1;
    }
    const steps = countOf(done + sent, "step");
    await context.notice(`Job ${journal.id}: ${steps} to take back (${job.command}).`);
    if (recreated > 0)
      await context.notice(`${countOf(recreated, "deleted product")} will be created again, under new ids.`);
    if (finals > 0) await context.notice(`${countOf(finals, "step")} cannot be taken back.`);
    if (dryRun) {
      await context.notice("Dry run: nothing was sent.");
      return undefined;
    }
    await confirm(context, `Take back ${steps} of job ${journal.id}?`, yes);
    await announceJob(context, journal);
    const events = undo(journal, view.work, { signal: context.signal, concurrency: context.concurrency });
    const { counts, stopped } = await follow(context, journal, { title: `Undo job ${journal.id}`, events });
    if (stopped) {
      await context.notice(`Stopped: ${stopped.message}`);
      await context.notice(`Go on with: till jobs undo ${journal.id}`);
    } else if (counts.done + counts.sent > 0)
      await context.notice(`Not everything was taken back: till jobs show ${journal.id} --steps done`);
    return undoExit(counts, stopped);
  } finally {
    journal.close();
  }
}
