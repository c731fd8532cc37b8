import type { Journal } from "../../bulk/journal/journal.ts";
import type { StepState } from "../../bulk/journal/step.ts";
import type { PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { Totals } from "../../resources/payments/account.ts";
import { type PaymentRecord, recordOfStep } from "../../resources/payments/record.ts";
import { countOf } from "../jobs/preview.ts";
import { confirmMoney } from "./confirm.ts";
import { type Deed, sendPayments } from "./send.ts";

/**
 * Goes on with a capture or void, and says of every order that was left what came of it, as the first run did: those whose
 * answer never came are looked up first. Orders that were done before are counted, and not told again.
 */
export async function resumePayments(
  context: Context,
  journal: Journal,
  deed: Deed,
  summary: PlanSummary,
  { yes, retryFailed }: { yes?: boolean; retryFailed?: boolean },
): Promise<ExitCode> {
  const states: StepState[] = ["planned", "sent", ...(retryFailed ? (["failed"] as const) : [])];
  const left = new Map<number, PaymentRecord>();
  const totals = new Totals();
  for (const state of states) {
    for (const step of journal.allSteps({ state })) {
      const record = recordOfStep(step, deed.aim);
      left.set(step.seq, record);
      totals.add(record.amount ?? "0", record.currency ?? "");
    }
  }
  const inOrder = [...left.keys()].sort((one, other) => one - other);
  const { done } = journal.counts();
  const before = done > 0 ? ` (${countOf(done, deed.desk.noun)} of the job done before)` : "";
  await context.notice(
    `Left to ${deed.aim}: ${countOf(left.size, deed.desk.noun)}, ${totals.words()}${before}.`,
  );
  await confirmMoney(context, { ...deed, yes }, { count: left.size, totals, summary });
  const places = new Map(inOrder.map((seq, place) => [left.get(seq)?.reference, place]));
  const place = ({ reference }: PaymentRecord) => places.get(reference) ?? 0;
  const code = await sendPayments(context, journal, deed, left, {
    ...(retryFailed && { retryFailed }),
    sorted: (records) => records.sort((one, other) => place(one) - place(other)),
  });
  if (code !== exitCodes.ok || journal.counts().failed === 0) return code;
  await context.notice(`Others of the job failed before: till jobs show ${journal.id} --steps failed`);
  return exitCodes.partial;
}
