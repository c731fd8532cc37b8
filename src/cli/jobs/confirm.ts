import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { PlannedChanges } from "../changes/change-records.ts";
import { targetOf } from "../target.ts";
import type { JobQuestion } from "./request.ts";

/**
 * Asks whether to apply a job; `yes` answers. Every change can be shown in the pager first. Throws if the answer is no, or if
 * there is no terminal (exit 2).
 */
export async function confirmJob(
  context: Context,
  question: JobQuestion | undefined,
  { yes, planned }: { yes: boolean | undefined; planned: PlannedChanges },
): Promise<void> {
  if (yes || question === undefined) return;
  const { subject, hint, ...plan } = question;
  const { terminal, stderr } = context.streams;
  if (terminal === undefined || context.globals.json) {
    throw new UsageError(`Cannot confirm ${subject} without a terminal. Nothing was sent.`, {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint,
    });
  }
  const site = await context.site();
  const { confirmPlan } = await import("../../ui/screens/confirm.tsx");
  const ask = () =>
    confirmPlan(
      { ...terminal, colour: stderr.colour },
      { ...plan, target: targetOf(site) },
      { signal: context.signal, showsChanges: true },
    );
  let answer = await ask();
  while (answer === "changes") {
    const { pageChanges } = await import("../changes/show-changes.ts");
    // Ctrl-C belongs to the pager while it is open.
    await context.apart((inner) => pageChanges(inner, planned));
    answer = await ask();
  }
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was sent.");
  if (answer === "no") throw new TillError(exitCodes.failure, "Nothing was sent.");
}
