import type { Journal } from "../../bulk/journal/journal.ts";
import { estimateSeconds, type PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import type { PlannedChanges } from "../changes/change-records.ts";
import { hasPager, pageChanges, printRecords, printSample, sampleOf } from "../changes/show-changes.ts";
import type { JobView } from "./request.ts";

/** Returns the estimated duration of a plan: `, about 11 seconds at 200 requests a minute`; empty without a limit. */
function duration(plan: PlanSummary, perMinute: number | undefined): string {
  if (perMinute === undefined) return "";
  const seconds = estimateSeconds(plan, perMinute);
  const minutes = Math.ceil(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const time =
    seconds < 90
      ? countOf(seconds, "second")
      : hours === 0
        ? countOf(minutes, "minute")
        : `${formatCount(hours)} h ${rest} min`;
  return `, about ${time} at ${countOf(perMinute, "request")} a minute`;
}

/** Returns a plan as a sentence: how many rows change, and how many requests that takes. */
export function planSentence(plan: PlanSummary, perMinute: number | undefined): string {
  const parts = [
    `${countOf(plan.rows, "row")}: ${formatCount(plan.changed)} to change`,
    `${formatCount(plan.unchanged)} unchanged`,
    ...(plan.rejected > 0 ? [`${formatCount(plan.rejected)} invalid`] : []),
  ];
  if (plan.steps === 0) return `${parts.join(", ")}.`;
  const requests = countOf(plan.calls + plan.reads, "request");
  return `${parts.join(", ")}. ${countOf(plan.steps, "change")} in ${requests}${duration(plan, perMinute)}.`;
}

/** Returns the changes of a job that was planned and not sent yet. */
export function plannedChanges(
  journal: Journal,
  { title, describe, changes }: Pick<JobView, "title" | "describe" | "changes">,
  plan: PlanSummary,
): PlannedChanges {
  return { title, describe, changes, facts: plan, steps: () => journal.allSteps({ state: "planned" }) };
}

/**
 * Prints a plan: completely on stdout if it is the result (a dry run), through the pager on a terminal; else its first changes on
 * stderr.
 */
export async function printPreview(
  context: Context,
  planned: PlannedChanges,
  { steps, summary }: { steps: number; summary: string },
  to: "stdout" | "stderr",
): Promise<void> {
  const { globals, streams, format } = context;
  if (globals.json || format !== "table") {
    if (to === "stdout") await printRecords(context, planned);
    return;
  }
  if (to === "stderr" && globals.quiet) return;
  const sample = sampleOf(planned, steps);
  const sink = streams[to];
  if (to === "stdout" && !sample.isComplete && streams.terminal !== undefined && hasPager(context))
    await pageChanges(context, planned);
  else {
    await sink.write(`${planned.title}\n`);
    await printSample(sink, sample, to === "stdout" ? " (all of them: --diff changes.csv)" : "");
  }
  if (summary !== "") await sink.write(`${summary}\n`);
}
