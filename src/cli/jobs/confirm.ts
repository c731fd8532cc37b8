import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { targetOf } from "../target.ts";
import type { JobQuestion } from "./request.ts";

/** Asks whether to apply a job; `--yes` answers. Throws if the answer is no, or if there is no terminal (exit 2). */
export async function confirmJob(
  context: Context,
  question: JobQuestion | undefined,
  yes: boolean | undefined,
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
  const answer = await confirmPlan(
    { ...terminal, colour: stderr.colour },
    { ...plan, target: targetOf(site) },
    { signal: context.signal },
  );
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was sent.");
  if (answer === "no") throw new TillError(exitCodes.failure, "Nothing was sent.");
}
