import type { Context } from "../context/context.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";

/**
 * A yes-or-no question before something happens. `--yes` answers it; without a terminal it fails at once and names
 * that flag. No (the default) ends the command with exit 1 and nothing done.
 */
export async function confirm(context: Context, question: string, yes: boolean | undefined): Promise<void> {
  if (yes) return;
  const { terminal } = context.streams;
  if (terminal === undefined || context.globals.json) {
    throw new UsageError(`${question} There is no terminal to ask on; nothing was done.`, {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint: "To go ahead, add: --yes",
    });
  }
  const { askYesNo } = await import("../ui/screens/prompt.tsx");
  const answer = await askYesNo(terminal, { question, signal: context.signal });
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was done.");
  if (answer === "no") throw new TillError(exitCodes.failure, "Nothing was done.");
}
