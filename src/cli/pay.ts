import type { Call } from "../api/caller.ts";
import type { Context } from "../context/context.ts";
import { UsageError } from "../kernel/errors.ts";
import type { Flag } from "./command.ts";

/** Returns the flag that chooses the result of a payment operation in the sandbox. */
export const payFlag = (choices: readonly string[]): Flag => ({
  flags: "--pay <outcome>",
  describe: "payment outcome in the sandbox (default: approved)",
  choices,
});

/** The outcomes of captures and voids. */
export const settlementOutcomes = ["approved", "declined", "pending"];

/** Throws UsageError if `--pay` is used with a hosted site. A sandbox that runs elsewhere is none. */
export async function rejectHostedPayment(
  context: Context,
  pay: string | undefined,
  hint: string,
): Promise<void> {
  const { hosted, profile } = await context.site();
  if (!hosted || pay === undefined || (await context.profile()).server) return;
  const message = `--pay works only in the sandbox; profile "${profile}" takes real payments.`;
  throw new UsageError(message, { field: "--pay", hint });
}

/** Returns a caller whose payments end as `--pay` says. Throws UsageError for a hosted site. */
export async function payingCall(context: Context, call: Call, pay: string | undefined): Promise<Call> {
  if (pay === undefined) return call;
  await rejectHostedPayment(context, pay, "Omit --pay.");
  const headers = { "x-sandbox-payment": pay };
  return (endpoint, input, options) =>
    call(endpoint, input, endpoint.effect === "read" ? options : { ...options, headers });
}
