import { jobExit, rejectedExit, rowsWith, rowTotals } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { BulkEvent, Step, StepError, StepState } from "../../bulk/journal/step.ts";
import type { PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { Totals } from "../../resources/payments/totals.ts";
import { jobLine } from "../same-site.ts";
import { reportPlan, reportRun } from "./ci-report.ts";
import { digestOf } from "./digest.ts";
import { rowNoun, whyFinal } from "./kinds.ts";
import { planCounts, plannedChanges, planSentence, printPreview, stepsToSend } from "./preview.ts";
import type { Ending, JobQuestion, JobReporter, JobView } from "./request.ts";

/** For this many changes or more, and for dangerous jobs, the user types the number instead of y. */
const many = 1000;

/** Reports a job by its rows: lines or NDJSON while it runs, then the number of rows by result. */
export class RowReporter implements JobReporter {
  readonly #context: Context;
  readonly #journal: Journal;
  readonly #view: Omit<JobView, "work">;

  /** Whether people have read the plan. */
  #isPreviewed = false;
  #isComplete = false;

  constructor(context: Context, journal: Journal, view: Omit<JobView, "work">) {
    this.#context = context;
    this.#journal = journal;
    this.#view = view;
  }

  title(): string {
    return this.#view.title;
  }

  isEmpty({ steps, rejected }: PlanSummary): boolean {
    return steps === 0 && rejected === 0;
  }

  async preview(plan: PlanSummary, only: boolean): Promise<void> {
    const perMinute = (await this.#context.site()).requestsPerMinute();
    const planned = plannedChanges(this.#journal, this.#view, plan);
    const digest = digestOf(planned, plan.steps);
    const summary = planSentence(plan, perMinute, planCounts(this.#journal, plan, digest));
    const facts = { steps: plan.steps, summary, digest };
    this.#isComplete = await printPreview(this.#context, planned, facts, only ? "stdout" : "stderr");
    this.#isPreviewed = !this.#context.globals.quiet;
    const { dryRun, planOut } = this.#view.options;
    if (dryRun || planOut !== undefined) await reportPlan(this.#context, this.#view.title, facts.summary);
  }

  unsent({ steps, changed, unchanged, rejected }: PlanSummary): { exitCode: ExitCode; notice: string } {
    const { detailedExitcode } = this.#view.options;
    const exitCode =
      rejected > 0
        ? rejectedExit(changed + unchanged)
        : detailedExitcode && steps > 0
          ? exitCodes.changes
          : exitCodes.ok;
    return { exitCode, notice: "Nothing to do." };
  }

  async remaining({ steps }: PlanSummary): Promise<void> {
    if (steps > 0)
      await this.#context.notice(
        `Left: ${changesText(this.#journal.job.kind, rowsWith(this.#journal, ...this.#open()))}.`,
      );
  }

  /** Says that the job can be undone; the command for that follows once it was applied. */
  #undoLine(): string {
    const { undoKey } = this.#context.streams.terminal ?? {};
    return undoKey === undefined ? "It can be undone." : `Press ${undoKey} afterwards to undo it.`;
  }

  question({ steps, calls, reads, kinds }: PlanSummary): JobQuestion {
    const { job } = this.#journal;
    const rows = rowsWith(this.#journal, ...this.#open());
    const changes = changesText(job.kind, rows);
    const { deletes, dangerous } = this.#view;
    const total = this.#moved();
    const removed = steps === 1 && !deletes ? this.#removed() : undefined;
    const isOne = removed !== undefined && !job.final;
    const typed = deletes ? `delete ${deletes.count}` : (total?.format() ?? formatCount(rows));
    return {
      title: this.#view.title,
      isPreviewed: this.#isPreviewed,
      isComplete: this.#isComplete,
      warnings: deletes ? [`It deletes ${deletes.text}.`] : undefined,
      lines: [job.final ? "This cannot be undone." : this.#undoLine()],
      summary: this.#isPreviewed
        ? undefined
        : {
            columns: ["change", "count"],
            rows: Object.entries(kinds).map(([kind, count]) => [kind, formatCount(count)]),
          },
      changes: steps,
      totals: total?.records().map(({ currency, amount }) => [currency, amount] as const),
      requests: calls + reads,
      question: removed === undefined ? `Apply ${changes}?` : `Delete ${removed}?`,
      typed: (dangerous && !isOne) || deletes || total || steps >= many ? typed : undefined,
      money: total !== undefined,
      subject: deletes ? `${changes} that delete ${deletes.text}` : changes,
      hint: "To confirm, add: --yes",
    };
  }

  /** Returns the states of steps that are to be sent. */
  #open(): StepState[] {
    return this.#view.options.retryFailed ? ["planned", "sent", "failed"] : ["planned", "sent"];
  }

  /** Returns the name of the only object that the plan deletes; undefined if it does something else. */
  #removed(): string | undefined {
    const [step] = stepsToSend(this.#journal, this.#view.options);
    return step?.after === null ? step.label : undefined;
  }

  /** Returns the money that the planned steps move; undefined if they move none. */
  #moved(): Totals | undefined {
    const { money } = this.#view;
    if (money === undefined) return undefined;
    const totals = new Totals();
    for (const step of stepsToSend(this.#journal, this.#view.options)) {
      const moved = money(step);
      if (moved !== undefined) totals.add(moved.amount, moved.currency);
    }
    return totals.entries().length === 0 ? undefined : totals;
  }

  async event(event: BulkEvent, onScreen: boolean): Promise<void> {
    if (onScreen) return;
    const { streams, globals, format, notice } = this.#context;
    if (format === "ndjson" && !globals.json) {
      await streams.stdout.write(`${jsonText(event)}\n`);
      return;
    }
    if (event.type === "step.failed" || event.type === "step.unknown") {
      const state = event.type === "step.failed" ? "failed" : "unknown";
      await notice(`${state}  ${problemText(event.step, event.error)}`);
    } else if (event.type === "step.done" && (globals.verbose || event.note)) {
      const { label, kind } = event.step;
      await notice(`done  ${label}  ${kind}${event.note ? `  ${event.note}` : ""}`);
    }
  }

  async end({ counts, stopped, ms = 0 }: Ending) {
    const { id } = this.#journal;
    const exitCode = jobExit(this.#journal, counts, stopped);
    const sentence = await this.printResult({ counts, stopped });
    // What is read below a list is short.
    const isShort = this.#context.streams.terminal?.undoKey !== undefined && exitCode === exitCodes.ok;
    const summary = isShort ? await this.#briefly(ms) : sentence;
    const hints: string[] = [];
    if (counts.failed > 0) hints.push(`See why: ${jobLine(this.#context, "show", id, "--steps", "failed")}`);
    if (counts.done > 0 && (await whyFinal(this.#context, this.#journal)) === undefined)
      hints.push(`Undo with: ${jobLine(this.#context, "undo", id)}`);
    if (counts.sent > 0)
      hints.push(`${countOf(counts.sent, "unknown outcome")}: resume the job, do not run the command again.`);
    return { exitCode, summary, hints };
  }

  /** Returns what was done and how long it took: `✔ 24 products in 12 s`. */
  async #briefly(ms: number): Promise<string> {
    const { formatDuration } = await import("../../ui/format.ts");
    return `✔ ${countOf(rowTotals(this.#journal).rows, rowNoun(this.#journal.job.kind))} in ${formatDuration(ms)}`;
  }

  /** Prints the number of rows by result on stdout, and reports it in CI. Returns it as a sentence. */
  async printResult({ counts }: Ending): Promise<string> {
    const { globals, format } = this.#context;
    const { id, job } = this.#journal;
    const rows = rowTotals(this.#journal);
    const parts = Object.entries(rows).flatMap(([name, count]) =>
      name === "rows" || count === 0 ? [] : [`${formatCount(count)} ${name}`],
    );
    const sentence = `Job ${id}: ${[countOf(rows.rows, rowNoun(job.kind)), ...parts].join(", ")}.`;
    const results = this.#view.results?.(this.#journal);
    const result = { _kind: "job", id, kind: job.kind, rows, steps: counts, ...results?.json };
    // With ndjson, its events are printed as they come.
    if (globals.json || format !== "ndjson") await this.#context.printResult(result, sentence);
    for (const line of results?.lines ?? []) await this.#context.notice(line);
    await reportRun(this.#context, this.#journal, this.#view.title);
    return sentence;
  }
}

/** Returns what a job of a kind changes, by the number of its rows: `the changes to 12 products`. */
export function changesText(kind: string, rows: number): string {
  const noun = rowNoun(kind);
  return noun === "change" ? countOf(rows, noun) : `the changes to ${countOf(rows, noun)}`;
}

/** Returns a failed step as a line: its source, its label, the reason, and the platform's request id. */
export function problemText(
  { source, label }: Pick<Step, "source" | "label">,
  { code, message, requestId }: StepError,
): string {
  const facts = [message.startsWith(code) ? "" : code, requestId && `request ${requestId}`].filter(Boolean);
  return [source, label, facts.length > 0 ? `${message} (${facts.join(", ")})` : message]
    .filter(Boolean)
    .join("  ");
}
