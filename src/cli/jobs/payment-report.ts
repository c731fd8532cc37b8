import type { Journal } from "../../bulk/journal/journal.ts";
import type { BulkEvent } from "../../bulk/journal/step.ts";
import type { PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { capitalized, countOf } from "../../kernel/text.ts";
import { jsonText, withKind } from "../../output/json.ts";
import { writeTable } from "../../output/table.ts";
import { actions, type PaymentAction } from "../../resources/payments/gateway.ts";
import {
  countResults,
  endedRecord,
  eventRecord,
  isSuccess,
  type PaymentRecord,
  paymentExit,
  previewColumns,
  recordOfStep,
  resultColumns,
  resultCsvColumns,
  totalsOf,
  unknownRecord,
  unsentRecord,
} from "../../resources/payments/record.ts";
import { Totals } from "../../resources/payments/totals.ts";
import { type ReportedProblem, rejectPosition, reportJob } from "./ci-report.ts";
import type { Ending, JobQuestion, JobReporter } from "./request.ts";

/** The number of orders listed in a preview. */
const shown = 12;

/** The orders of a capture or void. */
export interface PaymentReport {
  action: PaymentAction;
  itemName: string;
  /** Orders that have a step to be sent, by the seq of that step. */
  pending: ReadonlyMap<number, PaymentRecord>;
  /** All orders in the order of the result, `pending` included. */
  all: readonly PaymentRecord[];
  /** Whether nothing is going to be sent: the records have no request ids then, so that two dry runs are the same. */
  dryRun?: boolean;
  /** Called once the preview is printed; throws if the job must not be applied. */
  guard?(): void;
}

/**
 * Reports a capture or void order by order: as NDJSON while it runs if stdout is not a terminal, else in the chosen format
 * at the end; totals by currency on stderr.
 */
export class PaymentReporter implements JobReporter {
  readonly #context: Context;
  readonly #journal: Journal;
  readonly #report: PaymentReport;
  /** Orders without a result. */
  readonly #pending: Map<number, PaymentRecord>;
  readonly #results: PaymentRecord[] = [];
  /** Whether results are printed one by one. */
  readonly #streams: boolean;

  constructor(context: Context, journal: Journal, report: PaymentReport) {
    this.#context = context;
    this.#journal = journal;
    this.#report = report;
    this.#pending = new Map(report.pending);
    const { format, globals, streams } = context;
    const isMachine =
      format === "ndjson" || (format === "table" && globals.output === undefined && !streams.stdout.isTTY);
    this.#streams = isMachine && globals.fields === undefined && !globals.json;
  }

  title(): string {
    const { action, itemName, pending } = this.#report;
    return `${actions[action].title} ${countOf(pending.size, itemName)}`;
  }

  isEmpty({ steps }: PlanSummary): boolean {
    return steps === 0;
  }

  async preview({ rows }: PlanSummary, only: boolean): Promise<void> {
    const { all, dryRun, guard } = this.#report;
    if (rows > 0) await this.#announce();
    guard?.();
    if (!only) return;
    const records = dryRun ? all.map(({ requestId, ...record }) => record) : all;
    for (const record of records) await this.#print(record);
    await this.#printAll(records, { totals: totalsByResult(records) });
    if (rows > 0) await this.#reportOnGitHub(all, "Nothing was sent.");
  }

  unsent({ rows }: PlanSummary): { exitCode: ExitCode; notice?: string } {
    const { action, all } = this.#report;
    return { exitCode: paymentExit(all), notice: rows === 0 ? `Nothing to ${action}.` : undefined };
  }

  async remaining(): Promise<void> {
    const { action, itemName, pending } = this.#report;
    const { done } = this.#journal.counts();
    const before = done > 0 ? ` (${done} done before)` : "";
    const left = `${countOf(pending.size, itemName)}, ${totalOfRecords(pending.values()).format()}`;
    await this.#context.notice(`Left to ${action}: ${left}${before}.`);
  }

  question({ calls, reads }: PlanSummary): JobQuestion {
    const { action, itemName, pending, guard } = this.#report;
    const totals = totalOfRecords(pending.values());
    const total = totals.format();
    const guards = guard ? " (--expect and --max-total limit what it may do)" : "";
    return {
      title: this.title(),
      isPreviewed: !this.#context.globals.quiet,
      lines: ["This cannot be undone."],
      totals: totals.records().map(({ currency, amount }) => [currency, amount] as const),
      changes: pending.size,
      requests: calls + reads,
      question: `${actions[action].title} ${total}${this.#of()}?`,
      typed: total,
      money: true,
      subject: `the ${action} of ${countOf(pending.size, itemName)}, ${total}`,
      hint: `To confirm, add: --yes${guards}`,
    };
  }

  /** ` of order 10007 (Pia Conti)`, or ` of 12 orders`. */
  #of(): string {
    const { itemName, pending } = this.#report;
    const [only, ...others] = pending.values();
    if (only === undefined || others.length > 0) return ` of ${countOf(pending.size, itemName)}`;
    return ` of ${itemName} ${only.number ?? only.reference}${only.customer ? ` (${only.customer})` : ""}`;
  }

  async event(event: BulkEvent): Promise<void> {
    if (event.type === "started") {
      const sent = new Set(this.#report.pending.values());
      for (const record of this.#report.all) if (!sent.has(record)) await this.#add(record);
    }
    const record = eventRecord(event, this.#report.action, this.#pending);
    if (record !== undefined) await this.#add(record);
  }

  async end({ stopped }: Ending) {
    const { action, itemName, all } = this.#report;
    // A run that stops at once has not read what became of them.
    const sent = new Set(this.#journal.allSteps({ state: "sent" }).map(({ seq }) => seq));
    for (const [seq, record] of this.#pending)
      await this.#add(sent.has(seq) ? unknownRecord(record) : unsentRecord(record, stopped));
    const positions = new Map(all.map(({ reference }, position) => [reference, position]));
    const position = ({ reference }: PaymentRecord) => positions.get(reference) ?? 0;
    const records = this.#results.sort((a, b) => position(a) - position(b));
    await this.#printAll(records, { job: this.#journal.id, totals: totalsByResult(records) });

    const counts = countResults(records);
    const summary = resultSentence(records, actions[action].done, itemName);
    await this.#context.notice(summary);
    await this.#reportOnGitHub(records, `Job \`${this.#journal.id}\`.`);

    const hints: string[] = [];
    if (counts.has("unknown"))
      hints.push(
        `The outcome for ${totalsOf(records, "unknown").format()} is unknown. Running the same command later is safe, too: it reads the payments before it sends anything.`,
      );
    return { exitCode: paymentExit(records, stopped), summary, hints };
  }

  /** Prints on stderr what will be done, with totals by currency. */
  async #announce(): Promise<void> {
    const { globals, streams, notice, now } = this.#context;
    if (globals.quiet) return;
    const { action, itemName, pending, all } = this.#report;
    const others = resultsText(countResults(all), `to_${action}`);
    if (pending.size === 0) {
      await notice(`Nothing to ${action}: ${others}.`);
      return;
    }
    const total = `${countOf(pending.size, itemName)}, ${totalOfRecords(pending.values()).format()}`;
    await notice(`To ${action}: ${total}${others === "" ? "" : `; ${others}`}.`);
    if (!streams.stderr.isTTY) return;
    const first = [...pending.values()].slice(0, shown);
    await writeTable(streams.stderr, previewColumns, first, { now: now() });
    if (pending.size > shown) await notice(`… and ${pending.size - shown} more`);
  }

  async #add(record: PaymentRecord): Promise<void> {
    this.#results.push(record);
    await this.#print(record);
  }

  get #kind(): string {
    return `${this.#report.itemName}.${this.#report.action}`;
  }

  async #print(record: PaymentRecord): Promise<void> {
    if (!this.#streams) return;
    await this.#context.streams.stdout.write(`${jsonText(withKind(this.#kind, record))}\n`);
  }

  async #printAll(records: readonly PaymentRecord[], facts: Record<string, unknown>): Promise<void> {
    if (this.#streams) return;
    const { print, format } = this.#context;
    await print(records, {
      kind: this.#kind,
      fields: format === "csv" ? resultCsvColumns : resultColumns,
      total: records.length,
      facts,
    });
  }

  async #reportOnGitHub(records: readonly PaymentRecord[], footer: string): Promise<void> {
    const { action, itemName } = this.#report;
    await reportJob(this.#context, {
      title: `${action} ${countOf(records.length, itemName)}`,
      results: {
        header: ["result", `${itemName}s`, "total"],
        rows: [...countResults(records)].map(([result, count]) => [
          result,
          String(count),
          totalsOf(records, result).format(),
        ]),
      },
      itemName,
      problemHeader: [itemName, "result", "why", "request"],
      problems: records.filter((record) => !isSuccess(record)).map((record) => problemOf(record, itemName)),
      footer,
    });
  }
}

/** Returns the number of orders and their sum for each result and currency; orders without an amount are left out. */
function totalsByResult(records: readonly PaymentRecord[]): object[] {
  return [...countResults(records).keys()].flatMap((result) => {
    const known = records.filter((record) => record.result === result && record.currency !== null);
    return totalOfRecords(known)
      .records()
      .map(({ currency, amount }) => ({
        result,
        orders: known.filter((record) => record.currency === currency).length,
        currency,
        amount,
      }));
  });
}

function problemOf(
  { reference, result, reason, requestId, source }: PaymentRecord,
  itemName: string,
): ReportedProblem {
  const position = source?.startsWith("stdin:") ? {} : rejectPosition({ source });
  const request = requestId === undefined ? "" : ` (request ${requestId})`;
  const why = reason === undefined ? "" : `, ${reason}`;
  return {
    annotation: { ...position, message: `${itemName} ${reference}: ${result}${why}${request}` },
    cells: [reference, result, reason ?? "", requestId ?? ""],
  };
}

/** `Captured 2 orders, 230.50 USD; 1 not found.` */
function resultSentence(records: readonly PaymentRecord[], done: string, itemName: string): string {
  const counts = countResults(records);
  const count = counts.get(done) ?? 0;
  const others = resultsText(counts, done);
  if (count === 0) return `No ${itemName}s ${done}${others === "" ? "" : `: ${others}`}.`;
  const what = `${countOf(count, itemName)}, ${totalsOf(records, done).format()}`;
  return `${capitalized(done)} ${what}${others === "" ? "" : `; ${others}`}.`;
}

/** `1 already captured, 2 not found`: the results other than one. */
function resultsText(counts: ReadonlyMap<string, number>, except: string): string {
  return [...counts]
    .flatMap(([result, count]) => (result === except ? [] : [`${count} ${result.replaceAll("_", " ")}`]))
    .join(", ");
}

/** Returns the totals of records by currency. */
export function totalOfRecords(records: Iterable<PaymentRecord>): Totals {
  const totals = new Totals();
  for (const { amount, currency } of records) totals.add(amount ?? "0", currency ?? "");
  return totals;
}

/**
 * Returns the orders of a journal: all of them, those that earlier runs ended with their results, and the rest by the seq
 * of their steps.
 */
export function recordsOfJob(
  journal: Journal,
  action: PaymentAction,
  { retryFailed }: { retryFailed?: boolean },
): Pick<PaymentReport, "pending" | "all"> {
  const pending = new Map<number, PaymentRecord>();
  const all: PaymentRecord[] = [];
  for (const step of journal.allSteps()) {
    const ended = step.state === "failed" && retryFailed ? undefined : endedRecord(step, action);
    const record = ended ?? recordOfStep(step, action);
    if (!ended) pending.set(step.seq, record);
    all.push(record);
  }
  return { pending, all };
}
