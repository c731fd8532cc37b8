import type { FieldChange, StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Json, Step } from "../../bulk/journal/step.ts";
import { estimateSeconds, type PlanSummary } from "../../bulk/plan/plan.ts";
import { countStaged, describeChange, valueText } from "../../bulk/plan/stage.ts";
import type { Context } from "../../context/context.ts";
import { countOf, formatCount, sanitizeLine } from "../../kernel/text.ts";
import { columnsOf } from "../../output/field.ts";
import { checkFields, parseFields, pick } from "../../output/fields.ts";
import { gather, type Sink } from "../../output/streams.ts";
import { styleFor } from "../../output/style.ts";
import { writeTable } from "../../output/table.ts";
import {
  type ChangeRecord,
  cellOf,
  changeColumns,
  changeRecords,
  type PlannedChanges,
  planDocument,
  planLines,
} from "./change-records.ts";
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

/** What an import counts besides the rows of its plan. */
export interface ImportCounts {
  /** `31 lines, 8 products` */
  rows: string;
  /** `6,730 prices`, `12 values` */
  changes: string;
}

/** The most steps whose values are counted: counting reads all of them. */
const maxCounted = 20_000;
/** The fields that are counted by their name if nothing else changes. */
const countedFields = ["price", "cost", "weight", "name", "description", "discount"];

/** Returns what people count in an import: lines, products and values; undefined for other jobs. */
export function importCounts(
  journal: Journal,
  { changes }: Pick<JobView, "changes">,
  { rows, steps }: PlanSummary,
): ImportCounts | undefined {
  const lines = journal.job.kind.endsWith(".import") ? countStaged(journal) : 0;
  if (lines === 0) return undefined;
  const what = /^(products|inventory)\./.test(journal.job.kind) ? "product" : "row";
  const fields = new Set<string>();
  let values = 0;
  if (steps <= maxCounted)
    for (const step of journal.allSteps({ state: "planned" }))
      for (const { field } of changes(step)) {
        fields.add(field);
        values++;
      }
  const [only = ""] = fields;
  const name = fields.size === 1 && countedFields.includes(only) ? only : "value";
  return {
    rows: `${countOf(lines, "line")}, ${countOf(rows, what)}`,
    changes: steps > maxCounted ? countOf(steps, "change") : countOf(values, name),
  };
}

/** Returns a plan as a sentence: how many rows change, and how many requests that takes. */
export function planSentence(
  plan: PlanSummary,
  perMinute: number | undefined,
  counts: ImportCounts = { rows: countOf(plan.rows, "row"), changes: countOf(plan.steps, "change") },
): string {
  const parts = [
    `${counts.rows}: ${formatCount(plan.changed)} to change`,
    `${formatCount(plan.unchanged)} unchanged`,
    ...(plan.rejected > 0 ? [`${formatCount(plan.rejected)} invalid`] : []),
  ];
  if (plan.steps === 0) return `${parts.join(", ")}.`;
  const requests = countOf(plan.calls + plan.reads, "request");
  return `${parts.join(", ")}. ${counts.changes} in ${requests}${duration(plan, perMinute)}.`;
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
    options,
  }: Pick<JobView, "title" | "describe" | "changes" | "parts" | "options">,
  plan: PlanSummary,
): PlannedChanges {
  return {
    title,
    describe,
    changes,
    parts,
    facts: plan,
    steps: () => stepsToSend(journal, options),
  };
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

/** The number of lines in a short preview. */
const shown = 12;
/** The most lines of one step in a short preview, and of a step on an object that is created. */
const shownOfStep = 4;
const shownOfNew = 2;

const columns = columnsOf<StepDescription>({
  label: { label: "Row", grow: true, min: 12 },
  what: {},
  before: { align: "right" },
  after: { align: "right" },
});

/** The first changes of a plan, as lines of a table. */
export interface Sample {
  lines: readonly StepDescription[];
  /** The number of steps without a line. */
  left: number;
  /** Whether every change has a line. */
  isComplete: boolean;
}

/** Returns the first changes of a plan that has `steps` steps. */
export function sampleOf(planned: PlannedChanges, steps: number): Sample {
  const lines: StepDescription[] = [];
  let described = 0;
  let isComplete = true;
  for (const step of planned.steps()) {
    const own = linesOf(planned, step);
    if (lines.length > 0 && lines.length + own.lines.length > shown) break;
    lines.push(...own.lines);
    isComplete &&= own.isComplete;
    described += 1;
  }
  return { lines, left: steps - described, isComplete: isComplete && described === steps };
}

/** Prints a sample as a table. `hint`: how to see the changes that are not in it. */
export async function printSample(sink: Sink, { lines, left }: Sample, hint = ""): Promise<void> {
  await writeTable(sink, columns, lines);
  if (left > 0) await sink.write(`… and ${countOf(left, "more change")}${hint}\n`);
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
  const most = step.dependsOn === undefined ? shownOfStep : shownOfNew;
  const kept = all.length > most ? most - 1 : all.length;
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
    if (paths) checkFields(paths, changeColumns);
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
        { heading: name, path: name, value: (record) => cellOf(record, name) },
      ]),
    ),
  });
}

/** Writes every change of one plan after another. */
type WritePlans = (write: (planned: PlannedChanges) => Promise<void>) => Promise<void>;

/** Shows every change of a plan, or of several, in the pager, each below its title; prints them if there is no pager. */
export async function pageChanges(context: Context, planned: PlannedChanges | WritePlans): Promise<void> {
  const { streams, choices } = context;
  const { throughPager } = await import("../../output/show.ts");
  const pages = throughPager(streams, choices.setting("pager").value ?? undefined);
  const sink = (pages?.streams ?? streams).stdout;
  try {
    if (typeof planned === "function") await planned((one) => writeChanges(sink, one));
    else await writeChanges(sink, planned);
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
    for (const change of planned.changes(step)) lines.push(changeText(change, style.symbols.arrow));
  }
  await flush();
  await out.flush();
}

/** `Moss / L (MUG-ML), price: 24 → 26.40` */
function changeText({ action, variant, sku, field, before, after }: FieldChange, arrow: string): string {
  const of = variant === undefined ? "" : sku === undefined ? variant : `${variant} (${sku})`;
  const what = [of, field === "" ? action : field].filter(Boolean).join(", ");
  if (field === "") return what;
  const isNew = before === null && action === "create";
  return isNew ? `${what}: ${full(after)}` : `${what}: ${full(before)} ${arrow} ${full(after)}`;
}

function full(value: Json): string {
  const text = valueText(value);
  return text === "" ? "(none)" : text;
}
