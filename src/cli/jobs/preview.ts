import type { StepDescription } from "../../bulk/engine/job-kinds.ts";
import { estimateSeconds, type PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { column, writeTable } from "../../output/table.ts";
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

const columns = [
  column<StepDescription>("ROW", ({ label }) => label, { grow: true, min: 12 }),
  column<StepDescription>("WHAT", ({ what }) => what),
  column<StepDescription>("BEFORE", ({ before }) => before, { align: "right" }),
  column<StepDescription>("AFTER", ({ after }) => after, { align: "right" }),
];

/** Prints a plan: on stdout if it is the result (a dry run), else on stderr. */
export async function printPreview(
  context: Context,
  view: Pick<JobView, "title" | "describe">,
  plan: PlanSummary,
  to: "stdout" | "stderr",
): Promise<void> {
  const site = await context.site();
  const sink = context.streams[to];
  if (context.globals.json || context.format !== "table") {
    if (to === "stdout") await sink.write(`${jsonText(planRecord(view.title, plan))}\n`);
    return;
  }
  if (to === "stderr" && context.globals.quiet) return;
  await sink.write(`${view.title}\n`);
  await writeTable(
    sink,
    columns,
    plan.sample.map((step) => view.describe(step)),
  );
  const more = plan.steps - plan.sample.length;
  if (more > 0) await sink.write(`… and ${countOf(more, "more change")}\n`);
  await sink.write(`${planSentence(plan, site.requestsPerMinute())}\n`);
}

function planRecord(title: string, { sample, ...plan }: PlanSummary): object {
  return {
    _kind: "plan",
    title,
    ...plan,
    sample: sample.map(({ kind, id, label, before, after, source }) => ({
      kind,
      id,
      label,
      before,
      after,
      source,
    })),
  };
}
