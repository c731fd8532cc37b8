import type { Call } from "../../api/caller.ts";
import { singleKind } from "../../bulk/engine/job.ts";
import { type JobKind, type StepLabels, unknownJobKind } from "../../bulk/engine/job-kinds.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Step } from "../../bulk/journal/step.ts";
import { fieldChanges } from "../../bulk/plan/stage.ts";
import type { Context, JobKindEntry } from "../../context/context.ts";
import type { PaymentAction, PaymentGateway } from "../../resources/payments/gateway.ts";
import type { JobOptions } from "../bulk-flags.ts";
import type { JobReporter, JobView } from "./request.ts";

type JobKinds = Pick<Context, "jobKind">;

/** A kind of job that captures or voids payments. */
export interface PaymentKind {
  action: PaymentAction;
  /** Loads how the payments of its orders are read and changed. */
  gateway(): Promise<(call: Call) => PaymentGateway>;
}

const ofOrders = async () => (await import("../../resources/orders/gateway.ts")).orderGateway;
const ofTickets = async () => (await import("../../resources/tickets/gateway.ts")).ticketGateway;

/** The kinds of jobs that capture or void payments. They are reported order by order. */
export const paymentKinds: Readonly<Record<string, PaymentKind>> = {
  "orders.capture": { action: "capture", gateway: ofOrders },
  "orders.void": { action: "void", gateway: ofOrders },
  "tickets.capture": { action: "capture", gateway: ofTickets },
  "tickets.void": { action: "void", gateway: ofTickets },
};

/** What the rows of jobs are, by the start of their kind. */
const rowNouns = {
  products: "product",
  inventory: "product",
  collections: "collection",
  events: "event",
  coupons: "coupon",
  orders: "order",
  tickets: "ticket order",
  promote: "object",
  restore: "object",
  [singleKind]: "change",
};

/** Returns what the rows of a job are: `product`; `row` if they may be of several kinds. */
export function rowNoun(kind: string): string {
  const found = Object.entries(rowNouns).find(([start]) => kind === start || kind.startsWith(`${start}.`));
  return found?.[1] ?? "row";
}

/** Returns a kind of job by its name. Throws UNKNOWN_JOB_KIND (exit 6). */
export async function jobKind(context: JobKinds, name: string): Promise<JobKindEntry> {
  const kind = await context.jobKind(name);
  if (kind === undefined) throw unknownJobKind(name);
  return kind;
}

/** Opens a kind of job on the profile's site. */
export async function openJobKind(context: Context, name: string): Promise<JobKind> {
  const kind = await jobKind(context, name);
  return { work: await kind.work(context), describe: kind.describe };
}

/** Returns how the steps of a job are shown; those of an unknown kind by that kind. */
export async function stepLabels(context: JobKinds, name: string): Promise<StepLabels> {
  const kind = await context.jobKind(name);
  const knows = (step: Step) => kind !== undefined && kind.stepKinds?.has(step.kind) !== false;
  return {
    describe: (step) =>
      kind && knows(step)
        ? kind.describe(step)
        : { label: step.label, what: step.kind, before: "", after: "" },
    changes: (step) => (kind && knows(step) ? kind.changes(step) : fieldChanges(step)),
    parts: (step) => (kind?.parts && knows(step) ? kind.parts(step) : [step]),
    money: kind?.money && ((step) => (knows(step) ? kind.money?.(step) : undefined)),
  };
}

/** Returns why nothing of a job can be undone; undefined if something can be. */
export async function whyFinal(context: JobKinds, journal: Journal): Promise<string | undefined> {
  if (journal.job.final) return "not possible";
  return await (await context.jobKind(journal.job.kind))?.whyFinal?.(journal);
}

/** Opens a job from its journal. Throws UNKNOWN_JOB_KIND (exit 6). */
export async function openJob(
  context: Context,
  journal: Journal,
  options: JobOptions = {},
): Promise<JobView> {
  const { id, job } = journal;
  const kind = await jobKind(context, job.kind);
  const reporter = await paymentReporter(context, journal, options);
  return {
    title: `Job ${id}: ${job.command}`,
    work: await kind.work(context, journal),
    ...(await stepLabels(context, job.kind)),
    units: async () => await kind.units?.(context),
    options,
    begin: (begun) => kind.begin?.(context, begun),
    results: kind.results,
    finished: async (ended) => await kind.finished?.(context, ended),
    reporter,
  };
}

/** Returns what reports a job that captures or voids payments from its journal; undefined for other jobs. */
async function paymentReporter(
  context: Context,
  journal: Journal,
  options: Pick<JobOptions, "retryFailed">,
): Promise<JobReporter | undefined> {
  const payments = Object.hasOwn(paymentKinds, journal.job.kind) ? paymentKinds[journal.job.kind] : undefined;
  if (payments === undefined) return undefined;
  const { action, gateway } = payments;
  const { PaymentReporter, recordsOfJob } = await import("./payment-report.ts");
  const { itemName } = (await gateway())(await context.call("admin"));
  return new PaymentReporter(context, journal, {
    action,
    itemName,
    ...recordsOfJob(journal, action, options),
  });
}
