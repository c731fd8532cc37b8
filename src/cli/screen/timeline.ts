import { isSamePlace } from "../../bulk/engine/job.ts";
import type { Context } from "../../context/context.ts";
import type { ChangeRows, TimelineJob, TimelineLeft } from "../../ui/screens/timeline.state.ts";
import { targetOf } from "../confirm.ts";
import { withUnits } from "../jobs/change-records.ts";
import { stepLabels, whyFinal } from "../jobs/kinds.ts";
import { type ListedJob, listJobs } from "../jobs/list.ts";
import { previewUndo } from "../jobs/undo.ts";

/** The most changes of a job that are listed. */
const maxChanges = 500;
/** The states of steps in the order in which they are listed, and why those without an error were not done. */
const worked = ["done", "failed", "sent", "undone"] as const;
const whys: Partial<Record<string, string>> = { sent: "outcome not known", undone: "undone" };

/** Shows the jobs of the shop as a timeline, at first `selected`, until the user leaves or wants to undo one. */
export async function openTimeline(
  context: Context,
  selected?: string,
): Promise<TimelineLeft | "interrupted"> {
  const { terminal, stderr } = context.streams;
  if (terminal === undefined) return "quit";
  const [site, here, { showTimeline }] = await Promise.all([
    context.site(),
    context.place(),
    import("../../ui/screens/timeline.tsx"),
  ]);
  let jobs: readonly ListedJob[] = [];
  return await showTimeline(
    { ...terminal, color: stderr.color },
    {
      target: targetOf(site),
      selected,
      now: () => context.now().getTime(),
      timeZone: context.streams.stdout.timeZone,
      signal: context.signal,
      async load() {
        jobs = (await listJobs(context, {})).filter(
          (job) => isSamePlace(job, here) && (hasChanged(job) || job.id === selected),
        );
        return jobs.map(timelineJob);
      },
      changes: async (id) =>
        await changesOf(
          context,
          jobs.find((job) => job.id === id),
        ),
      preview: async (id) => await previewUndo(context, id, maxChanges),
    },
  );
}

const hasChanged = ({ state, counts: { done, undone, sent, failed } }: ListedJob) =>
  state !== "damaged" && done + undone + sent + failed > 0;

function timelineJob(job: ListedJob): TimelineJob {
  const { id, state, command, startedAt, actor, host, counts, final } = job;
  return {
    ...{ id, state, command, counts, final, at: startedAt.getTime() },
    by: actor === undefined ? "" : `${actor} on ${host}`,
    unavailable:
      state === "running"
        ? `Job ${id} is running.`
        : counts.done + counts.sent === 0
          ? `Job ${id} has changed nothing that is left.`
          : undefined,
  };
}

/** Returns what a job did, from its record. */
async function changesOf(context: Context, job: ListedJob | undefined): Promise<ChangeRows> {
  if (job === undefined) return { rows: [], more: 0 };
  const [{ describe }, kind, store] = await Promise.all([
    stepLabels(context, job.kind),
    context.jobKind(job.kind),
    context.jobs(),
  ]);
  const journal = await store.open(job.id);
  try {
    const rows = worked
      .values()
      .flatMap((state) => journal.allSteps({ state }))
      .take(maxChanges)
      .map((step) => ({ ...describe(step), why: step.error?.message ?? whys[step.state] ?? "" }))
      .toArray();
    const { total, planned, done } = job.counts;
    const final = done > 0 ? await whyFinal(context, journal) : undefined;
    return {
      rows: await withUnits(rows, async () => await kind?.units?.(context)),
      more: Math.max(0, total - planned - rows.length),
      planned,
      tookMs: journal.tookMs,
      // Why a job of one kind is final is not known.
      final: final?.replace(/^final: |^not possible$/, ""),
    };
  } finally {
    await journal.close();
  }
}
