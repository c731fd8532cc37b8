import type { StepDescription } from "../../bulk/engine/job-kinds.ts";
import { estimateSeconds, type PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { column, writeTable } from "../../output/table.ts";
import type { JobView } from "./request.ts";

/** The platform's limit for most sites; estimates for hosted shops use it. */
const requestsPerMinute = 200;

function duration(plan: PlanSummary, hosted: boolean): string {
  if (!hosted) return "a few seconds";
  const seconds = estimateSeconds(plan, requestsPerMinute);
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`;
}

/** Returns a plan as a sentence: how many rows change, and how many requests that takes. */
export function planSentence(plan: PlanSummary, hosted: boolean): string {
  const parts = [
    `${countOf(plan.rows, "row")}: ${formatCount(plan.changed)} to change`,
    `${formatCount(plan.unchanged)} unchanged`,
    ...(plan.rejected > 0 ? [`${formatCount(plan.rejected)} invalid`] : []),
  ];
  if (plan.steps === 0) return `${parts.join(", ")}.`;
  return `${parts.join(", ")}. ${countOf(plan.calls + plan.reads, "request")}, ${duration(plan, hosted)}.`;
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
  const { hosted } = await context.site();
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
  await sink.write(`${planSentence(plan, hosted)}\n`);
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
