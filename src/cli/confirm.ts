import type { Context } from "../context/context.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";

/**
 * Asks for confirmation; `yes` and --dry-run skip the prompt. Throws UsageError naming --yes without a terminal, and TillError
 * (exit 1, or 130 after Ctrl-C) unless the answer is yes.
 */
export async function confirm(context: Context, question: string, yes: boolean | undefined): Promise<void> {
  if (yes || context.globals.dryRun) return;
  const { terminal } = context.streams;
  if (terminal === undefined || context.globals.json) {
    throw new UsageError(`${question} Cannot ask for confirmation without a terminal; nothing was done.`, {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint: "To confirm, add: --yes",
    });
  }
  const { askYesNo } = await import("../ui/screens/prompt.tsx");
  const answer = await askYesNo(terminal, { question, signal: context.signal });
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was done.");
  if (answer === "no") throw new TillError(exitCodes.failure, "Nothing was done.");
}
