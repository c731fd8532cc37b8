import type { Journal } from "../../bulk/journal/journal.ts";
import { type PlanSummary, planRows } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { type Aim, type PaymentDesk, Totals } from "../../resources/payments/account.ts";
import { checkMost, parseMosts, refused } from "../../resources/payments/guards.ts";
import { isDone, type PaymentRecord, paymentExit, recordOf } from "../../resources/payments/record.ts";
import { fits, type PaymentRow } from "../../resources/payments/rows.ts";
import { wordsOfAim } from "../../resources/payments/verdict.ts";
import { moneyOf, paymentStep, paymentWork } from "../../resources/payments/work.ts";
import { countOf } from "../jobs/preview.ts";
import { beginJournal, discardUnsent } from "../jobs/run.ts";
import { confirmMoney } from "./confirm.ts";
import type { PaymentOptions } from "./flags.ts";
import { selectPayments } from "./select.ts";
import { sendPayments } from "./send.ts";
import { ResultPrinter, showPreview, summariseOnGitHub } from "./show.ts";

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
  if (options.dryRun || plan.steps.size === 0) {
    const printer = new ResultPrinter(context, aim, desk.noun);
    for (const record of plan.all) await printer.add(record);
    await printer.end(plan.all);
    journal.remove();
    if (options.dryRun) await context.notice("Dry run: nothing was sent.");
    await summariseOnGitHub(context, request, plan.all, { dryRun: options.dryRun === true });
    return paymentExit(plan.all);
  }
  const { steps, totals, summary } = plan;
  await confirmMoney(
    context,
    { aim, desk, yes: options.yes, guards: true },
    { count: steps.size, totals, summary },
  );
  const places = new Map(plan.all.map(({ reference }, place) => [reference, place]));
  const place = ({ reference }: PaymentRecord) => places.get(reference) ?? 0;
  return await sendPayments(context, journal, { aim, desk }, new Map(steps), {
    others: plan.others,
    sorted: (records) => records.sort((one, other) => place(one) - place(other)),
  });
}
