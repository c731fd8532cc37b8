import { apply } from "../../bulk/apply.ts";
import type { Journal } from "../../bulk/journal.ts";
import { type PlanSummary, planRows } from "../../bulk/plan.ts";
import type { BulkEvent } from "../../bulk/step.ts";
import type { Context } from "../../context.ts";
import { type ErrorReport, type ExitCode, UsageError } from "../../errors.ts";
import { type Aim, type PaymentDesk, Totals } from "../../resources/payments/account.ts";
import { checkMost, parseMosts, refused } from "../../resources/payments/guards.ts";
import { isDone, type PaymentRecord, paymentExit, recordOf } from "../../resources/payments/record.ts";
import { fits, type PaymentRow } from "../../resources/payments/rows.ts";
import { wordsOfAim } from "../../resources/payments/verdict.ts";
import { moneyOf, paymentStep, paymentWork } from "../../resources/payments/work.ts";
import { countOf } from "../job/preview.ts";
import { beginJournal, discardUnsent } from "../job/run.ts";
import { announceJob } from "../writing.ts";
import { confirmMoney } from "./confirm.ts";
import { eventRecord, leftRecord } from "./events.ts";
import type { PaymentOptions } from "./flags.ts";
import { selectPayments } from "./select.ts";
import { printTotals, ResultPrinter, showPreview, summariseOnGitHub } from "./show.ts";

/** A capture or void as a command asks for it. */
export interface PaymentRequest {
  aim: Aim;
  desk: PaymentDesk;
  /** What the journal calls it: `orders.capture`. */
  kind: string;
  args: readonly string[];
  options: PaymentOptions;
  /** The platform's present time, which is the sandbox's own in a sandbox. */
  now: Date;
}

/** What a run is going to do. */
export interface PaymentPlan {
  summary: PlanSummary;
  /** By the seq of its step. */
  steps: Map<number, PaymentRecord>;
  /** Those that need nothing, or of which nothing can be done. */
  others: PaymentRecord[];
  /** All of them, in the order named. */
  all: PaymentRecord[];
  totals: Totals;
}

/**
 * Captures or voids: looks at every order, checks the guards, asks, and then sends one call an order, each once. Says of
 * every order what came of it. The exit code is 10 where an outcome is unknown, 9 where some are done and some are not.
 */
export async function runPayments(context: Context, request: PaymentRequest): Promise<ExitCode> {
  const { aim, desk, args, options, now, kind } = request;
  const mosts = parseMosts(options.maxTotal ?? [], "--max-total");
  const selection = await selectPayments(context, { aim, desk, args, now: now.getTime() }, options);
  const journal = await beginJournal(context, kind);
  try {
    journal.amend({ final: true });
    const endsBefore =
      selection.byStatus || options.expiresBefore === undefined
        ? undefined
        : now.getTime() + options.expiresBefore;
    const plan = await planPayments(journal, request, selection.rows, endsBefore);
    context.signal.throwIfAborted();
    const { repeated } = selection.facts;
    if (repeated > 0)
      await context.notice(`Named more than once, done once: ${countOf(repeated, desk.noun)}.`);
    if (plan.summary.rows === 0) return await nothingToDo(context, journal, request);
    await showPreview(context, request, plan);
    const ready = plan.steps.size + plan.others.filter(isDone).length;
    if (options.expect !== undefined && options.expect !== ready) {
      const found = `${countOf(ready, desk.noun)} can be ${wordsOfAim[aim].doing} or ${ready === 1 ? "is" : "are"} already`;
      throw refused(`--expect says ${options.expect}, and ${found}.`, "--expect");
    }
    checkMost(plan.totals, mosts, "--max-total");
    return await carryOut(context, journal, request, plan);
  } catch (error) {
    discardUnsent(journal);
    throw error;
  } finally {
    journal.close();
  }
}

async function planPayments(
  journal: Journal,
  { aim, desk }: PaymentRequest,
  rows: AsyncIterable<PaymentRow>,
  endsBefore: number | undefined,
): Promise<PaymentPlan> {
  const plan = {
    steps: new Map<number, PaymentRecord>(),
    others: [] as PaymentRecord[],
    all: [] as PaymentRecord[],
    totals: new Totals(),
  };
  const late: string[] = [];
  const toSteps = (row: PaymentRow) => {
    const { account, verdict, named } = row;
    const record = recordOf(row, aim);
    plan.all.push(record);
    if (verdict.is !== "move" || !account) {
      plan.others.push(record);
      if (verdict.is === "already") return [];
      const { reason = "", code = "" } = record;
      const source = named.source === undefined ? {} : { source: named.source };
      return { problems: [{ rule: code, message: `${desk.noun} ${named.reference}: ${reason}`, ...source }] };
    }
    if (!verdict.holds.every((hold) => fits(hold, { endsBefore }))) late.push(account.number);
    const step = paymentStep(aim, account, verdict.holds, named.source);
    const { amount, currency } = moneyOf(step);
    plan.totals.add(amount, currency);
    plan.steps.set(plan.steps.size + 1, record);
    return [step];
  };
  const summary = await planRows(rows, toSteps, journal, { work: paymentWork(desk) });
  if (late.length > 0) {
    const some = late.slice(0, 5).join(", ");
    const count = `${countOf(late.length, desk.noun)} last${late.length === 1 ? "s" : ""} longer`;
    throw refused(
      `${count} than --expires-before allows: ${some}${late.length > 5 ? ", …" : ""}.`,
      "--expires-before",
    );
  }
  return { summary, ...plan };
}

async function nothingToDo(
  context: Context,
  journal: Journal,
  { aim, desk, options }: PaymentRequest,
): Promise<ExitCode> {
  journal.remove();
  if (options.allowEmpty) {
    await new ResultPrinter(context, aim, desk.noun).end([]);
    await context.notice(`Nothing to ${aim}.`);
    return 0;
  }
  throw new UsageError(`Nothing to ${aim}: no ${desk.noun} was ${options.status ? "found" : "named"}.`, {
    code: "NOTHING_TO_DO",
    hint: "Where that is fine, add: --allow-empty",
  });
}

async function carryOut(
  context: Context,
  journal: Journal,
  request: PaymentRequest,
  plan: PaymentPlan,
): Promise<ExitCode> {
  const { aim, desk, options } = request;
  const printer = new ResultPrinter(context, aim, desk.noun);
  const records = [...plan.others];
  if (options.dryRun || plan.steps.size === 0) {
    for (const record of plan.all) await printer.add(record);
    await printer.end(plan.all);
    journal.remove();
    if (options.dryRun) await context.notice("Dry run: nothing was sent.");
    await summariseOnGitHub(context, request, plan.all, { dryRun: options.dryRun === true });
    return paymentExit(plan.all);
  }
  await confirmMoney(context, request, plan);
  await announceJob(context, journal);
  for (const record of records) await printer.add(record);
  const left = new Map(plan.steps);
  const tell = async (event: BulkEvent) => {
    const told = eventRecord(event, aim, left);
    if (told === undefined) return;
    records.push(told);
    await printer.add(told);
  };
  const stopped = await follow(context, journal, request, tell);
  for (const record of left.values()) {
    const told = leftRecord(record, stopped);
    records.push(told);
    await printer.add(told);
  }
  const places = new Map(plan.all.map(({ reference }, place) => [reference, place]));
  records.sort((one, other) => (places.get(one.reference) ?? 0) - (places.get(other.reference) ?? 0));
  await printer.end(records);
  await printTotals(context, request, records);
  if (stopped) await context.notice(`Stopped: ${stopped.message}`);
  const { planned, sent } = journal.counts();
  if (planned + sent > 0) await context.notice(`Look again, and go on: till jobs resume ${journal.id}`);
  await summariseOnGitHub(context, request, records, { job: journal.id });
  return paymentExit(records, stopped);
}

/** Applies the job and tells each event; with a screen on a terminal. Returns why it stopped early. */
async function follow(
  context: Context,
  journal: Journal,
  { aim, desk }: PaymentRequest,
  tell: (event: BulkEvent) => Promise<void>,
): Promise<ErrorReport | undefined> {
  const { streams, globals, format, signal, concurrency } = context;
  let stopped: ErrorReport | undefined;
  const events = async function* () {
    for await (const event of apply(journal, paymentWork(desk), { signal, concurrency })) {
      if (event.type === "finished") stopped = event.stopped;
      await tell(event);
      yield event;
    }
  };
  const { terminal } = streams;
  if (terminal && !globals.json && !globals.quiet && format === "table") {
    const { showProgress } = await import("../../ui/screens/bulk-progress.tsx");
    const { profile, id, hosted } = await context.site();
    await showProgress(
      { ...terminal, colour: streams.stderr.colour },
      {
        title: `${aim === "capture" ? "Capturing" : "Voiding"} ${countOf(journal.counts().total, desk.noun)}`,
        target: { profile, site: hosted ? id : undefined, live: hosted },
        events: events(),
        now: context.now,
        stop: context.stop,
        signal,
      },
    );
  } else for await (const _ of events());
  return stopped;
}
