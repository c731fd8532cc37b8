import { type ApplyOptions, apply } from "../../bulk/engine/apply.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { BulkEvent } from "../../bulk/journal/step.ts";
import type { Context } from "../../context/context.ts";
import type { ErrorReport, ExitCode } from "../../kernel/errors.ts";
import type { Aim, PaymentDesk } from "../../resources/payments/account.ts";
import { type PaymentRecord, paymentExit } from "../../resources/payments/record.ts";
import { paymentWork } from "../../resources/payments/work.ts";
import { countOf } from "../jobs/preview.ts";
import { targetOf } from "../target.ts";
import { announceJob } from "../writing.ts";
import { eventRecord, leftRecord } from "./events.ts";
import { printTotals, ResultPrinter, summariseOnGitHub } from "./show.ts";

/** What is done, and to what. */
export interface Deed {
  aim: Aim;
  desk: PaymentDesk;
}

/**
 * Sends what a job still plans, one call an order, and says of every order what came of it: of those in `left` (by the seq
 * of their steps) and of `others`, of which nothing is sent. `sorted` puts them in order once all is known.
 */
export async function sendPayments(
  context: Context,
  journal: Journal,
  deed: Deed,
  left: Map<number, PaymentRecord>,
  {
    others = [],
    sorted = (records) => records,
    ...options
  }: ApplyOptions & {
    others?: readonly PaymentRecord[];
    sorted?: (records: PaymentRecord[]) => PaymentRecord[];
  } = {},
): Promise<ExitCode> {
  const printer = new ResultPrinter(context, deed.aim, deed.desk.noun);
  const told: PaymentRecord[] = [];
  const tell = async (record: PaymentRecord | undefined) => {
    if (record === undefined) return;
    told.push(record);
    await printer.add(record);
  };
  await announceJob(context, journal);
  for (const record of others) await tell(record);
  const stopped = await follow(context, journal, deed, options, (event) =>
    tell(eventRecord(event, deed.aim, left)),
  );
  for (const record of left.values()) await tell(leftRecord(record, stopped));
  const records = sorted(told);
  await printer.end(records);
  await printTotals(context, deed, records);
  if (stopped) await context.notice(`Stopped: ${stopped.message}`);
  const { planned, sent } = journal.counts();
  if (planned + sent > 0) await context.notice(`Look again, and go on: till jobs resume ${journal.id}`);
  await summariseOnGitHub(context, deed, records, { job: journal.id });
  return paymentExit(records, stopped);
}

/** Applies the job and tells each event; with a screen on a terminal. Returns why it stopped early. */
async function follow(
  context: Context,
  journal: Journal,
  { aim, desk }: Deed,
  options: ApplyOptions,
  tell: (event: BulkEvent) => Promise<void>,
): Promise<ErrorReport | undefined> {
  const { streams, globals, format, signal, concurrency } = context;
  let stopped: ErrorReport | undefined;
  const events = async function* () {
    for await (const event of apply(journal, paymentWork(desk), { signal, concurrency, ...options })) {
      if (event.type === "finished") stopped = event.stopped;
      await tell(event);
      yield event;
    }
  };
  const { terminal } = streams;
  if (terminal && !globals.json && !globals.quiet && format === "table") {
    const { showProgress } = await import("../../ui/screens/bulk-progress.tsx");
    const site = await context.site();
    await showProgress(
      { ...terminal, colour: streams.stderr.colour },
      {
        title: `${aim === "capture" ? "Capturing" : "Voiding"} ${countOf(journal.counts().total, desk.noun)}`,
        target: targetOf(site),
        events: events(),
        now: context.now,
        stop: context.stop,
        signal,
      },
    );
  } else for await (const _ of events());
  return stopped;
}
