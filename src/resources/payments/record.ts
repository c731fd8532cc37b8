import type { Step } from "../../bulk/journal/step.ts";
import { type ErrorReport, type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { type Column, column } from "../../output/table.ts";
import { type Aim, Totals, totalOf } from "./account.ts";
import type { PaymentRow } from "./rows.ts";
import { type PaymentResult, wordsOfAim } from "./verdict.ts";
import { moneyOf } from "./work.ts";

/** What is said of one order: NDJSON for scripts, a line of a table for people. */
export interface PaymentRecord {
  /** null where there is no such order. */
  id: string | null;
  number: string | null;
  /** `to_capture` and `to_void` stand in a dry run only. */
  result: PaymentResult | "to_capture" | "to_void";
  /** Decimal text; null where nothing is known of it. */
  amount: string | null;
  currency: string | null;
  customer?: string;
  /** ISO text: the oldest authorization. */
  authorizedAt?: string;
  /** What happens by itself, and when. */
  scheduled?: { action: Aim; at: string };
  code?: string;
  reason?: string;
  /** The HTTP status of a refusal. */
  status?: number;
  /** As it was named, and where. */
  reference: string;
  source?: string;
  requestId?: string;
}

/** The record of an order before anything is sent. */
export function recordOf({ named, account, verdict, ...row }: PaymentRow, aim: Aim): PaymentRecord {
  const requestId = account?.requestId ?? row.requestId;
  const holds = "holds" in verdict ? verdict.holds : (account?.holds ?? []);
  const { currency } = account ?? {};
  const [first] = [...holds].sort((one, other) =>
    (one.authorizedAt ?? "") < (other.authorizedAt ?? "") ? -1 : 1,
  );
  const scheduled =
    verdict.is === "move"
      ? holds.flatMap((hold) => hold.scheduled ?? []).sort((one, other) => (one.at < other.at ? -1 : 1))[0]
      : undefined;
  const words = wordsOfAim[aim];
  const result = {
    move: `to_${aim}` as const,
    already: words.already,
    not: "code" in verdict && verdict.code === "NOT_FOUND" ? ("not_found" as const) : words.not,
    unknown: "unknown" as const,
  }[verdict.is];
  return {
    id: account?.id ?? null,
    number: account?.number ?? null,
    result,
    amount: currency === undefined || holds.length === 0 ? null : totalOf(holds, currency),
    currency: currency ?? null,
    ...(account?.customer !== undefined && { customer: account.customer }),
    ...(first?.authorizedAt !== undefined && { authorizedAt: first.authorizedAt }),
    ...(scheduled && { scheduled }),
    ...("reason" in verdict && { code: verdict.code, reason: verdict.reason }),
    ...named,
    ...(requestId !== undefined && { requestId }),
  };
}

/** The record of an order whose turn in a job is to come (again). */
export function recordOfStep(step: Step, aim: Aim): PaymentRecord {
  const { id = null, label, source } = step;
  const known = { id, number: label, result: `to_${aim}` as const, ...moneyOf(step), reference: label };
  return { ...known, ...(source !== undefined && { source }) };
}

const fine: ReadonlySet<string> = new Set([
  "captured",
  "already_captured",
  "voided",
  "already_voided",
  "to_capture",
  "to_void",
]);

/** Whether an order stands as it was asked to. */
export const isDone = ({ result }: PaymentRecord): boolean => fine.has(result);

/** The HTTP status of what this identity may not do. */
const forbidden = 403;

/**
 * The exit code of a run: an unknown outcome outranks all else, then an interruption, then partly done; where nothing at
 * all is done it is that of what went wrong.
 */
export function paymentExit(records: readonly PaymentRecord[], stopped?: ErrorReport): ExitCode {
  if (records.some(({ result }) => result === "unknown")) return exitCodes.unknown;
  const wrong = records.filter((record) => !isDone(record));
  if (wrong.length === 0) return exitCodes.ok;
  if (stopped?.exitCode === exitCodes.interrupted) return exitCodes.interrupted;
  if (wrong.length < records.length) return exitCodes.partial;
  if (stopped) return stopped.exitCode;
  if (wrong.every(({ result }) => result === "not_found")) return exitCodes.notFound;
  const failed = wrong.filter(({ result }) => result === "failed");
  if (failed.length === 0) return exitCodes.conflict;
  return failed.every(({ status }) => status === forbidden) ? exitCodes.auth : exitCodes.failure;
}

/** How many orders came out how, in the order in which the results first came. */
export function countResults(records: readonly PaymentRecord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { result } of records) counts.set(result, (counts.get(result) ?? 0) + 1);
  return counts;
}

/** What the orders of one result come to, by currency. */
export function sumOf(records: readonly PaymentRecord[], result: string): Totals {
  const totals = new Totals();
  for (const { result: own, amount, currency } of records)
    if (own === result && amount !== null && currency !== null) totals.add(amount, currency);
  return totals;
}

const money = ({ amount, currency }: PaymentRecord) => (amount === null ? "" : `${amount} ${currency}`);
const name = ({ number, reference }: PaymentRecord) => number ?? reference;

/** The columns of results. */
export const resultColumns: readonly Column<PaymentRecord>[] = [
  column("ORDER", name, { path: "number" }),
  column("RESULT", ({ result }) => result, {
    path: "result",
    tone: (record) => (isDone(record) ? "good" : record.result === "unknown" ? "warn" : "bad"),
  }),
  column("AMOUNT", money, { align: "right", path: "amount" }),
  column("WHY", ({ reason }) => reason ?? "", { grow: true, min: 30, path: "reason" }),
  column("REQUEST", ({ requestId }) => requestId ?? "", { path: "requestId", min: 36 }),
];

/** The same for a spreadsheet, where the amount is a number. */
export const resultCsvColumns: readonly Column<PaymentRecord>[] = [
  ...resultColumns,
  column("CURRENCY", ({ currency }) => currency ?? "", { path: "currency" }),
  column("ID", ({ id }) => id ?? "", { path: "id" }),
];

/** The columns of what is about to be done. */
export const previewColumns: readonly Column<PaymentRecord>[] = [
  column("ORDER", name, { path: "number" }),
  column("CUSTOMER", ({ customer }) => customer ?? "", { grow: true }),
  column("AMOUNT", money, { align: "right" }),
  column("AUTHORIZED", ({ authorizedAt }) => authorizedAt ?? "", { as: "ago" }),
  column("BY ITSELF", ({ scheduled }) => scheduled?.action ?? ""),
  column("AT", ({ scheduled }) => scheduled?.at ?? "", { as: "time" }),
];
