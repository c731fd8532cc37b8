import type { BulkEvent, Step } from "../../bulk/journal/step.ts";
import { type ErrorReport, type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { exitOf } from "../../kernel/exit-of.ts";
import { columnsOf, type Fields } from "../../output/field.ts";
import { actions, authorizedTotal, type PaymentAction, type PaymentResult } from "./gateway.ts";
import type { PaymentRow } from "./rows.ts";
import { Totals } from "./totals.ts";
import { moneyOf } from "./work.ts";

/** The result for one order: a line of NDJSON for scripts, a row of a table for people. */
export interface PaymentRecord {
  /** null if there is no such order. */
  id: string | null;
  number: string | null;
  /** `to_capture` and `to_void` in a dry run only. */
  result: PaymentResult | "to_capture" | "to_void";
  /** Decimal text; null if unknown. */
  amount: string | null;
  currency: string | null;
  customer?: string;
  /** ISO text: the oldest authorization. */
  authorizedAt?: string;
  /** The action that the platform performs automatically, and its time. */
  scheduled?: { action: PaymentAction; at: string };
  code?: string;
  reason?: string;
  /** The HTTP status of a rejection. */
  status?: number;
  /** The reference as given by the user. `source` is its location, such as `ids.csv:12`. */
  reference: string;
  source?: string;
  requestId?: string;
}

/** Returns the record of an order before anything is sent. */
export function plannedRecord(
  { reference, order, eligibility, ...row }: PaymentRow,
  action: PaymentAction,
): PaymentRecord {
  const requestId = order?.requestId ?? row.requestId;
  const authorizations =
    "authorizations" in eligibility ? eligibility.authorizations : (order?.authorizations ?? []);
  const { currency } = order ?? {};
  const [authorizedAt] = authorizations.flatMap((authorization) => authorization.authorizedAt ?? []).sort();
  const scheduled =
    eligibility.is === "eligible"
      ? authorizations
          .flatMap((authorization) => authorization.scheduled ?? [])
          .sort((a, b) => (a.at < b.at ? -1 : 1))[0]
      : undefined;
  const { already, ineligible } = actions[action];
  const result = {
    eligible: `to_${action}` as const,
    already,
    ineligible:
      "code" in eligibility && eligibility.code === "NOT_FOUND" ? ("not_found" as const) : ineligible,
    unknown: "unknown" as const,
  }[eligibility.is];
  return {
    id: order?.id ?? null,
    number: order?.number ?? null,
    result,
    amount:
      currency === undefined || authorizations.length === 0
        ? null
        : authorizedTotal(authorizations, currency),
    currency: currency ?? null,
    customer: order?.customer,
    authorizedAt,
    scheduled,
    ...("reason" in eligibility && { code: eligibility.code, reason: eligibility.reason }),
    ...reference,
    requestId,
  };
}

/** Returns the record of an order whose step in a journal is still to be done. */
export function recordOfStep(step: Step, action: PaymentAction): PaymentRecord {
  const { id = null, label, source } = step;
  const known = { id, number: label, result: `to_${action}` as const, ...moneyOf(step), reference: label };
  return { ...known, source };
}

/** Returns the record of an order whose step an earlier run ended; undefined if it is still to be done. */
export function endedRecord(step: Step, action: PaymentAction): PaymentRecord | undefined {
  const record = new Map([[step.seq, recordOfStep(step, action)]]);
  if (step.state === "done") return eventRecord({ type: "step.done", step }, action, record);
  const { error } = step;
  return step.state === "failed" && error
    ? eventRecord({ type: "step.failed", step, error }, action, record)
    : undefined;
}

/** Takes the order of an event out of `pending` and returns its final record; undefined if the event ends no step. */
export function eventRecord(
  event: BulkEvent,
  action: PaymentAction,
  pending: Map<number, PaymentRecord>,
): PaymentRecord | undefined {
  if (event.type !== "step.done" && event.type !== "step.failed" && event.type !== "step.unknown")
    return undefined;
  const { seq } = event.step;
  const planned = pending.get(seq);
  if (planned === undefined) return undefined;
  pending.delete(seq);
  const { requestId: _, scheduled, ...record } = planned;
  const { done, already, ineligible } = actions[action];
  if (event.type === "step.done") {
    const { requestId } = event;
    const known = requestId === undefined ? {} : { requestId };
    return { ...record, result: event.already ? already : done, ...known };
  }
  const { code, message, requestId, status } = event.error;
  const why = {
    code,
    reason: message,
    ...(status !== undefined && { status }),
    requestId,
  };
  if (event.type === "step.unknown") return { ...record, result: "unknown", scheduled, ...why };
  if (code === "GONE" || status === 404) return { ...record, result: "not_found", ...why };
  const changed = code === "CHANGED" || status === 409;
  return { ...record, result: changed ? ineligible : "failed", scheduled, ...why };
}

/** Returns the record of an order for which an earlier run sent a request whose outcome is unknown. */
export function unknownRecord({ requestId, ...record }: PaymentRecord): PaymentRecord {
  const reason = "an earlier run sent it and got no response";
  return { ...record, result: "unknown", code: "UNKNOWN_OUTCOME", reason };
}

/** Returns the record of an order for which no request was sent. */
export function unsentRecord(
  { requestId, ...record }: PaymentRecord,
  stopped: ErrorReport | undefined,
): PaymentRecord {
  const early = stopped === undefined || stopped.exitCode === exitCodes.interrupted;
  const reason = early ? "not sent: the run stopped early" : `not sent: ${stopped.message}`;
  return { ...record, result: "failed", code: "NOT_SENT", reason };
}

const successes: ReadonlySet<string> = new Set([
  "captured",
  "already_captured",
  "voided",
  "already_voided",
  "to_capture",
  "to_void",
]);

/** Returns whether an order is in the requested state, or will be. */
export const isSuccess = ({ result }: PaymentRecord): boolean => successes.has(result);

const forbidden = 403;

/**
 * Returns the exit code of a run. An unknown outcome outranks an interruption, which outranks a partial success; if
 * nothing succeeded, the code is that of the failures.
 */
export function paymentExit(records: readonly PaymentRecord[], stopped?: ErrorReport): ExitCode {
  const unknown = records.filter(({ result }) => result === "unknown").length;
  const problems = records.filter((record) => !isSuccess(record));
  const ends = { unknown, failed: problems.length - unknown, done: records.length - problems.length };
  return exitOf(ends, stopped, reasonExit(problems));
}

/** Returns the exit code of orders of which none was captured or voided. */
function reasonExit(problems: readonly PaymentRecord[]): ExitCode {
  if (problems.every(({ result }) => result === "not_found")) return exitCodes.notFound;
  const failed = problems.filter(({ result }) => result === "failed");
  if (failed.length === 0) return exitCodes.conflict;
  return failed.every(({ status }) => status === forbidden) ? exitCodes.auth : exitCodes.failure;
}

/** Counts orders by result, in the order in which the results first occur. */
export function countResults(records: readonly PaymentRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { result } of records) counts.set(result, (counts.get(result) ?? 0) + 1);
  return counts;
}

/** Returns the total of the orders with this result, by currency. */
export function totalsOf(records: readonly PaymentRecord[], result: string): Totals {
  const totals = new Totals();
  for (const { result: own, amount, currency } of records)
    if (own === result && amount !== null && currency !== null) totals.add(amount, currency);
  return totals;
}

const money = ({ amount, currency }: PaymentRecord) => (amount === null ? "" : `${amount} ${currency}`);
const name = ({ number, reference }: PaymentRecord) => number ?? reference;

const fields: Fields<PaymentRecord> = {
  number: { path: "number", label: "Order", value: name },
  result: {
    tone: (record) => (isSuccess(record) ? "good" : record.result === "unknown" ? "warn" : "bad"),
  },
  amount: { path: "amount", value: money, align: "right" },
  reason: { label: "Why", grow: true, min: 30 },
  requestId: { label: "Request", min: 36 },
  currency: {},
  id: {},
  customer: { grow: true },
  authorizedAt: { label: "Authorized", as: "date" },
  scheduled: { path: "scheduled.action" },
  at: { path: "scheduled.at", as: "time" },
};

/** The columns of results. */
export const resultColumns = columnsOf(fields, "number result amount reason requestId");

/** The columns of results in a spreadsheet, where the amount is a number. */
export const resultCsvColumns = columnsOf(fields, "number result amount reason requestId currency id");

/** The columns of a preview. */
export const previewColumns = columnsOf(fields, "number customer amount authorizedAt scheduled at");
