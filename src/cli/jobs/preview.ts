import type { StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Step } from "../../bulk/journal/step.ts";
import { estimateSeconds, type PlanSummary } from "../../bulk/plan/plan.ts";
import { changeText, countStaged, describeChange } from "../../bulk/plan/stage.ts";
import type { Context } from "../../context/context.ts";
import { countOf, formatCount, sanitizeLine } from "../../kernel/text.ts";
import { columnsOf } from "../../output/field.ts";
import { checkFieldPaths, parseFields, pick } from "../../output/fields.ts";
import { gather, type Sink } from "../../output/streams.ts";
import { styleFor } from "../../output/style.ts";
import { type Column, writeTable } from "../../output/table.ts";
import {
  type ChangeRecord,
  changeCell,
  changeColumns,
  changeRecords,
  type PlannedChanges,
  planDocument,
  planLines,
  withUnits,
} from "./change-records.ts";
import { digestLines, digestOf, type PlanDigest, type SampledStep } from "./digest.ts";
import { rowNoun } from "./kinds.ts";
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

/** What people count in a plan: the lines of a file, products and values. */
interface PlanCounts {
  /** `31 lines, 8 products` */
  rows: string;
  /** `6,730 prices`, `12 values` */
  changes: string;
}

/** Counts a plan as its preview shows it: values, or steps if there are too many to read. */
export function planCounts(
  journal: Journal,
  { rows, steps }: Pick<PlanSummary, "rows" | "steps">,
  digest: PlanDigest | undefined,
): PlanCounts {
  const lines = journal.job.kind.endsWith(".import") ? countStaged(journal) : 0;
  const counted = [...(lines > 0 ? [countOf(lines, "line")] : []), countOf(rows, rowNoun(journal.job.kind))];
  const { values, noun } = digest ?? { values: steps, noun: "change" };
  return { rows: counted.join(", "), changes: countOf(values, noun) };
}

/** Returns a plan as a sentence: how many rows change, and how many requests that takes. */
export function planSentence(
  plan: PlanSummary,
  perMinute: number | undefined,
  { rows, changes }: PlanCounts,
): string {
  const parts = [
    `${rows}: ${formatCount(plan.changed)} to change`,
    `${formatCount(plan.unchanged)} unchanged`,
    ...(plan.rejected > 0 ? [`${formatCount(plan.rejected)} invalid`] : []),
  ];
  if (plan.steps === 0) return `${parts.join(", ")}.`;
  const requests = countOf(plan.calls + plan.reads, "request");
  return `${parts.join(", ")}. ${changes} in ${requests}${duration(plan, perMinute)}.`;
}

/** Yields the steps of a job that are to be sent, in the order planned; with `retryFailed` those that failed, too. */
export function* stepsToSend(
  journal: Journal,
  { retryFailed }: Pick<JobView["options"], "retryFailed">,
): Generator<Step> {
  for (const step of journal.allSteps(retryFailed ? {} : { state: "planned" }))
    if (step.state === "planned" || step.state === "failed") yield step;
}

/** Returns the changes of a job that are to be sent. */
export function plannedChanges(
  journal: Journal,
  {
    title,
    describe,
    changes,
    parts,
    units,
    options,
  }: Pick<JobView, "title" | "describe" | "changes" | "parts" | "units" | "options">,
  plan: PlanSummary,
): PlannedChanges {
  return {
    title,
    describe,
    changes,
    parts,
    units,
    facts: plan,
    steps: () => stepsToSend(journal, options),
  };
}

/**
 * Prints a plan: completely on stdout if it is the result (a dry run), through the pager on a terminal; else its first changes on
 * stderr. Returns whether each change was printed.
 */
export async function printPreview(
  context: Context,
  planned: PlannedChanges,
  { steps, summary, digest = digestOf(planned, steps) }: PreviewFacts,
  to: "stdout" | "stderr",
): Promise<boolean> {
  const { globals, streams, format } = context;
  if (globals.json || format !== "table") {
    if (to === "stdout") await printRecords(context, planned);
    return to === "stdout";
  }
  if (to === "stderr" && globals.quiet) return false;
  const sink = streams[to];
  const sample = previewSample(planned, { steps, digest }, linesOn(sink, shown, 9));
  if (to === "stdout" && !sample.isComplete && streams.terminal !== undefined && hasPager(context))
    await pageChanges(context, planned, digest);
  else {
    await sink.write(`${planned.title}\n`);
    const hint = to === "stdout" ? " (all of them: --diff changes.csv)" : "";
    if (digest && steps > small) await printDigest(sink, planned, digest, hint);
    else await printSample(sink, { ...sample, lines: await withUnits(sample.lines, planned.units) }, hint);
  }
  if (summary !== "") await sink.write(`${summary}\n`);
  return sample.isComplete && steps <= small;
}

/** What a preview says besides the changes. `digest`: what was read of them for the summary. */
interface PreviewFacts {
  steps: number;
  summary: string;
  digest?: PlanDigest | undefined;
}

/** Up to so many steps, the first changes are enough of a preview. */
const small = 100;

/** Prints what a large plan changes as a whole: its kinds of change, and samples from all of it. */
async function printDigest(
  sink: Sink,
  planned: PlannedChanges,
  digest: PlanDigest,
  hint: string,
): Promise<void> {
  const { values, noun } = digest;
  const { arrow } = styleFor(sink).symbols;
  const facts = digestLines(digest, arrow);
  for (const line of facts) await sink.write(`${sanitizeLine(line)}\n`);
  const count = linesOn(sink, digest.samples.length, facts.length + 10);
  const samples = digest.samples.filter((_, index, all) => (index * count) % all.length < count);
  const sampled = samples.reduce((sum, { values }) => sum + values, 0);
  await sink.write(`${formatCount(sampled)} of ${countOf(values, noun)}:\n`);
  const lines = await withUnits(samples, planned.units);
  await writeTable(sink, lines.some(({ percent }) => percent) ? sampledColumns : columns, lines);
  await sink.write(`… and ${countOf(values - sampled, `more ${noun}`)}${hint}\n`);
}

/** The number of lines in a short preview. */
const shown = 12;

/** Returns how many changes are shown at most: on a low terminal fewer, so that the totals and the question are seen with them. */
const linesOn = ({ isTTY, rows }: Sink, max: number, others: number): number =>
  isTTY ? Math.min(max, Math.max(2, rows - others)) : max;
/** The most lines of one step in a short preview, and of a step on an object that is created. */
const shownOfStep = 4;
const shownOfNew = 2;

const columns = columnsOf<StepDescription>({
  label: { label: "Row", grow: true, min: 12 },
  what: {},
  before: { align: "right" },
  after: { align: "right" },
});

const sampledColumns: Column<SampledStep>[] = [
  ...columns,
  ...columnsOf<SampledStep>({ percent: { label: "%", align: "right" } }),
];

/** The first changes of a plan, as lines of a table. */
export interface Sample {
  lines: readonly StepDescription[];
  /** The number of values without a line, and what they are called; of steps if there are too many to read. */
  left: number;
  noun: string;
  /** Whether every change has a line. */
  isComplete: boolean;
}

/** Returns the first changes of a plan, in at most so many lines unless the first step has more. */
export function previewSample(
  planned: PlannedChanges,
  { steps, digest }: Pick<PreviewFacts, "steps" | "digest">,
  max = shown,
): Sample {
  const lines: StepDescription[] = [];
  let [described, values] = [0, 0];
  let isComplete = true;
  for (const step of planned.steps()) {
    const own = linesOf(planned, step);
    if (lines.length > 0 && lines.length + own.lines.length > max) break;
    lines.push(...own.lines);
    isComplete &&= own.isComplete;
    described += 1;
    values += planned.changes(step).length;
  }
  const left = digest ? digest.values - values : steps - described;
  return { lines, left, noun: digest?.noun ?? "change", isComplete: isComplete && described === steps };
}

/** Prints a sample as a table. `hint`: how to see the changes that are not in it. */
export async function printSample(
  sink: Sink,
  { lines, left, noun }: Omit<Sample, "isComplete">,
  hint = "",
): Promise<void> {
  await writeTable(sink, columns, lines);
  if (left > 0) await sink.write(`… and ${countOf(left, `more ${noun}`)}${hint}\n`);
}

/** Returns a step in a few lines: those of the steps that were folded into it. */
function linesOf(planned: PlannedChanges, step: Step): Pick<Sample, "lines" | "isComplete"> {
  const parts = (planned.parts?.(step) ?? [step]).map((part) => partLines(planned, part));
  return {
    lines: parts.flatMap(({ lines }) => lines),
    isComplete: parts.every(({ isComplete }) => isComplete),
  };
}

/** Returns a step in a few lines: one for a whole object, else one for each changed value. */
function partLines(
  { describe, changes, refused }: PlannedChanges,
  step: Step,
): Pick<Sample, "lines" | "isComplete"> {
  const reason = refused?.get(step.seq);
  if (reason) return { lines: [{ ...describe(step), after: reason.message }], isComplete: true };
  const isWhole = step.dependsOn === undefined && (step.before === null || step.after === null);
  const all = isWhole ? [] : changes(step);
  if (all.length < 2) return { lines: [describe(step)], isComplete: !isWhole };
  const max = step.dependsOn === undefined ? shownOfStep : shownOfNew;
  const kept = all.length > max ? max - 1 : all.length;
  const lines = all.slice(0, kept).map((change) => describeChange(step.label, change));
  const more = all.length - kept;
  if (more === 0) return { lines, isComplete: true };
  const what = `… ${countOf(more, "more value")}`;
  return { lines: [...lines, { label: step.label, what, before: "", after: "" }], isComplete: false };
}

/** Returns whether long output is shown in a pager. */
export function hasPager({ choices }: Context): boolean {
  return choices.setting("pager").value !== "cat";
}

/** Prints every change on stdout: as one JSON document, as NDJSON, or as records in the chosen format. */
export async function printRecords(
  { streams, format, globals, print }: Context,
  planned: PlannedChanges,
): Promise<void> {
  if (format === "json" || globals.json || format === "ndjson") {
    const out = gather(streams.stdout, 16_384);
    const paths = globals.fields === undefined ? undefined : parseFields(globals.fields);
    if (paths) checkFieldPaths(paths, changeColumns);
    const shown = (record: ChangeRecord) =>
      paths ? { _kind: record._kind, ...(pick(record, paths) as object) } : record;
    const write = format === "ndjson" ? planLines : planDocument;
    for (const text of write(planned, shown)) {
      await out.write(text);
      if (streams.stdout.closed) return;
    }
    return await out.flush();
  }
  await print(changeRecords(planned), {
    kind: "change",
    fields: Object.fromEntries(
      changeColumns.map((name) => [
        name,
        { heading: name, path: name, value: (record) => changeCell(record, name) },
      ]),
    ),
  });
}

/** Writes every change of one plan after another. */
type WritePlans = (write: (planned: PlannedChanges) => Promise<void>) => Promise<void>;

/** Shows every change of a plan, or of several, in the pager, each below its title; prints them if there is no pager. */
export async function pageChanges(
  context: Context,
  planned: PlannedChanges | WritePlans,
  digest?: PlanDigest,
): Promise<void> {
  const { streams, choices } = context;
  const { throughPager } = await import("../../output/show.ts");
  const pages = throughPager(streams, choices.setting("pager").value ?? undefined);
  const sink = (pages?.streams ?? streams).stdout;
  try {
    if (typeof planned === "function") await planned((one) => writeChanges(sink, one));
    else {
      if (digest && digest.steps > small) await printDigest(sink, planned, digest, "");
      await writeChanges(sink, planned);
    }
  } finally {
    await pages?.end(true);
  }
}

async function writeChanges(sink: Sink, planned: PlannedChanges): Promise<void> {
  const style = styleFor(sink);
  const out = gather(sink);
  await out.write(`${style.heading(sanitizeLine(planned.title))}\n\n`);
  let name = "";
  let lines: string[] = [];
  const flush = async () => {
    const [first = "", ...more] = lines.map(sanitizeLine);
    const heading = style.heading(sanitizeLine(name));
    if (lines.length === 1) await out.write(`${heading}  ${first}\n`);
    if (more.length > 0) await out.write(`${[heading, first, ...more].join("\n  ")}\n`);
    lines = [];
  };
  for (const step of planned.steps()) {
    const sku = step.skus?.[""];
    const next = sku === undefined ? step.label : `${step.label} (${sku})`;
    if (next !== name) await flush();
    if (sink.closed) return;
    name = next;
    const reason = planned.refused?.get(step.seq);
    if (reason) {
      lines.push(reason.message);
      continue;
    }
    for (const change of planned.changes(step)) lines.push(changeText(change, style.symbols));
  }
  await flush();
  await out.flush();
}
