import type { Context } from "../../context/context.ts";
import { jsonText, withKind } from "../../output/json.ts";
import { renderList } from "../../output/render.ts";
import { writeTable } from "../../output/table.ts";
import type { Aim } from "../../resources/payments/account.ts";
import {
  countResults,
  isDone,
  type PaymentRecord,
  previewColumns,
  resultColumns,
  resultCsvColumns,
  sumOf,
} from "../../resources/payments/record.ts";
import { wordsOfAim } from "../../resources/payments/verdict.ts";
import { addSummary, annotate, summaryTable } from "../jobs/github.ts";
import { countOf } from "../jobs/preview.ts";
import type { PaymentPlan, PaymentRequest } from "./run.ts";
import type { Deed } from "./send.ts";

const shown = 12;
const annotated = 10;
const listed = 50;

/** Says on stderr what is about to be done, with the totals of each currency. */
export async function showPreview(
  context: Context,
  { aim, desk, now }: PaymentRequest,
  { steps, others, totals }: PaymentPlan,
): Promise<void> {
  if (context.globals.quiet) return;
  const { stderr } = context.streams;
  const parts = [...countResults(others)].map(([result, count]) => `${count} ${result}`);
  const sum = steps.size === 0 ? "nothing" : `${countOf(steps.size, desk.noun)}, ${totals.words()}`;
  await context.notice(`To ${aim}: ${sum}${parts.length > 0 ? ` (besides: ${parts.join(", ")})` : ""}.`);
  if (!stderr.isTTY || steps.size === 0) return;
  await writeTable(stderr, previewColumns, [...steps.values()].slice(0, shown), { now });
  if (steps.size > shown) await context.notice(`… and ${countOf(steps.size - shown, desk.noun)} more`);
}

/** Prints what came of each order: NDJSON as it happens where nobody sits at a terminal, else as the format says. */
export class ResultPrinter {
  readonly #context: Context;
  readonly #kind: string;
  readonly #streams: boolean;

  constructor(context: Context, aim: Aim, noun: string) {
    this.#context = context;
    this.#kind = `${noun}.${aim}`;
    const { format, globals, streams } = context;
    const machine =
      format === "ndjson" || (format === "table" && globals.output === undefined && !streams.stdout.isTTY);
    this.#streams = machine && globals.fields === undefined && !globals.json;
  }

  async add(record: PaymentRecord): Promise<void> {
    if (!this.#streams) return;
    await this.#context.streams.stdout.write(`${jsonText(withKind(this.#kind, record))}\n`);
  }

  /** Prints all of them, where they were not printed one by one. */
  async end(records: readonly PaymentRecord[]): Promise<void> {
    if (this.#streams) return;
    const { streams, format, globals, now } = this.#context;
    await renderList<PaymentRecord>({
      streams,
      format,
      kind: this.#kind,
      fields: globals.fields,
      quiet: globals.quiet,
      columns: format === "csv" ? resultCsvColumns : resultColumns,
      rows: records,
      total: records.length,
      now: now(),
    });
  }
}

/** Says on stderr what was done, by currency, and what was not. */
export async function printTotals(
  context: Context,
  { aim, desk }: Deed,
  records: readonly PaymentRecord[],
): Promise<void> {
  const { done, doing } = wordsOfAim[aim];
  const counts = countResults(records);
  const count = counts.get(done) ?? 0;
  const sum = count === 0 ? "nothing" : `${countOf(count, desk.noun)}, ${sumOf(records, done).words()}`;
  const others = [...counts].flatMap(([result, count]) => (result === done ? [] : [`${count} ${result}`]));
  const words = `${doing.replace(/^./, (first) => first.toUpperCase())}: ${sum}`;
  await context.notice(`${words}${others.length > 0 ? ` (besides: ${others.join(", ")})` : ""}.`);
  if (counts.has("unknown"))
    await context.notice(
      `Nobody knows yet what became of ${sumOf(records, "unknown").words()}. Run the same command again a little later: it reads the payments before it sends anything.`,
    );
}

/** On GitHub Actions: the results in the summary of the CI job, and an annotation for each order that is not done. */
export async function summariseOnGitHub(
  context: Context,
  { aim, desk }: Deed,
  records: readonly PaymentRecord[],
  { job, dryRun = false }: { job?: string; dryRun?: boolean },
): Promise<void> {
  const wrong = records.filter((record) => !isDone(record));
  if (context.environment.githubActions) {
    for (const { reference, result, reason, requestId, source } of wrong.slice(0, annotated)) {
      const [, file, line] = /^(.*):(\d+)$/.exec(source ?? "") ?? [];
      const where = file === undefined || file === "stdin" ? {} : { file, line: Number(line) };
      const request = requestId === undefined ? "" : ` (request ${requestId})`;
      const message = `${desk.noun} ${reference}: ${result}${reason === undefined ? "" : `, ${reason}`}${request}`;
      await annotate(context, { ...where, message });
    }
  }
  const results = [...countResults(records)].map(([result, count]) => [
    result,
    String(count),
    sumOf(records, result).words(),
  ]);
  const problems = wrong
    .slice(0, listed)
    .map(({ reference, result, reason = "", requestId = "" }) => [reference, result, reason, requestId]);
  await addSummary(context, [
    `### till: ${aim} ${countOf(records.length, desk.noun)}`,
    summaryTable(["result", `${desk.noun}s`, "total"], results),
    problems.length > 0 ? summaryTable([desk.noun, "result", "why", "request"], problems) : "",
    wrong.length > listed ? `… and ${countOf(wrong.length - listed, desk.noun)} more` : "",
    dryRun ? "Dry run: nothing was sent." : job === undefined ? "" : `Job \`${job}\`.`,
  ]);
}
