import type { BulkEvent } from "../../bulk/journal/step.ts";
import type { ErrorReport } from "../../kernel/errors.ts";
import type { Aim } from "../../resources/payments/account.ts";
import type { PaymentRecord } from "../../resources/payments/record.ts";
import { wordsOfAim } from "../../resources/payments/verdict.ts";

/** What an event says of an order, taken out of `left`; undefined where it ends nothing. */
export function eventRecord(
  event: BulkEvent,
  aim: Aim,
  left: Map<number, PaymentRecord>,
): PaymentRecord | undefined {
  if (event.type !== "step.done" && event.type !== "step.failed" && event.type !== "step.unknown")
    return undefined;
  const { seq } = event.step;
  const planned = left.get(seq);
  if (planned === undefined) return undefined;
  left.delete(seq);
  const { requestId: _, scheduled, ...record } = planned;
  const words = wordsOfAim[aim];
  if (event.type === "step.done") {
    const { already, requestId } = event;
    const known = requestId === undefined ? {} : { requestId };
    return { ...record, result: already ? words.already : words.done, ...known };
  }
  const { code, message, requestId, status } = event.error;
  const why = {
    code,
    reason: message,
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId }),
  };
  if (event.type === "step.unknown")
    return { ...record, result: "unknown", ...(scheduled && { scheduled }), ...why };
  if (code === "GONE" || status === 404) return { ...record, result: "not_found", ...why };
  const moved = code === "CHANGED" || status === 409;
  return { ...record, result: moved ? words.not : "failed", ...(scheduled && { scheduled }), ...why };
}

/** An order whose turn never came. */
export function leftRecord(
  { requestId: _, ...record }: PaymentRecord,
  stopped: ErrorReport | undefined,
): PaymentRecord {
  const why = stopped === undefined ? "the run ended before its turn" : `the run stopped: ${stopped.message}`;
  return { ...record, result: "failed", code: "NOT_SENT", reason: `not sent, ${why}` };
}
