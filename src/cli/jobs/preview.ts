import { estimateSeconds, type PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { formatCount } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { column, writeTable } from "../../output/table.ts";
import type { StepWords } from "../../resources/products/words.ts";
import type { JobView } from "./request.ts";

/** The platform's own limit is 200 calls a minute for most sites; the estimate is for a hosted shop. */
const callsPerMinute = 200;

/** `12 products`, `1 product`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** How long the plan takes, in words. */
export function estimateWords(plan: PlanSummary, hosted: boolean): string {
  if (!hosted) return "a moment";
  const seconds = estimateSeconds(plan, callsPerMinute);
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`;
}

/** The sentence of a preview: rows, what becomes of them, and the calls it takes. */
export function planSentence(plan: PlanSummary, hosted: boolean): string {
  const parts = [
    `${countOf(plan.rows, "row")}: ${formatCount(plan.changed)} to change`,
    `${formatCount(plan.unchanged)} unchanged`,
    ...(plan.rejected > 0 ? [`${formatCount(plan.rejected)} left out`] : []),
  ];
  if (plan.steps === 0) return `${parts.join(", ")}.`;
  return `${parts.join(", ")}. ${countOf(plan.calls + plan.reads, "call")}, ${estimateWords(plan, hosted)}.`;
}

const columns = [
  column<StepWords>("ROW", ({ label }) => label, { grow: true, min: 12 }),
  column<StepWords>("WHAT", ({ what }) => what),
  column<StepWords>("BEFORE", ({ before }) => before, { align: "right" }),
  column<StepWords>("AFTER", ({ after }) => after, { align: "right" }),
];

/** Prints the plan: on stdout where it is the result (a dry run), else on stderr. */
export async function printPreview(
  context: Context,
  view: JobView,
  plan: PlanSummary,
  to: "stdout" | "stderr",
): Promise<void> {
  const { hosted } = await context.site();
  const sink = context.streams[to];
  if (context.globals.json || context.format !== "table") {
    if (to === "stdout") await sink.write(`${jsonText(planRecord(view, plan))}\n`);
    return;
  }
  if (to === "stderr" && context.globals.quiet) return;
  await sink.write(`${view.title}\n`);
  await writeTable(
    sink,
    columns,
    plan.sample.map((step) => view.words(step)),
  );
  const more = plan.steps - plan.sample.length;
  if (more > 0) await sink.write(`… and ${countOf(more, "step")} more\n`);
  await sink.write(`${planSentence(plan, hosted)}\n`);
}

function planRecord(view: JobView, { sample, ...plan }: PlanSummary): object {
  return {
    _kind: "plan",
    title: view.title,
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
