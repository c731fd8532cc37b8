import type { Context } from "../context.ts";
import { exitCodes, TillError, UsageError } from "../errors.ts";

/**
 * A yes-or-no question before something happens. `--yes` answers it; without a terminal it fails at once and names
 * that flag. No (the default) ends the command with exit 1 and nothing done.
 */
export async function confirm(context: Context, question: string, yes: boolean | undefined): Promise<void> {
  if (yes) return;
  const { terminal } = context.streams;
  if (terminal === undefined || context.globals.json) {
    throw new UsageError(`this asks for confirmation: ${question}`, {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint: "There is no terminal to ask on. To go ahead, add: --yes",
    });
  }
  const { askSelect } = await import("../ui/screens/prompt.tsx");
  const choices = [
    { label: "No, leave everything as it is", value: false },
    { label: "Yes", value: true },
  ];
  const answer = await askSelect(terminal, { question, choices, signal: context.signal });
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "stopped; nothing was done");
  if (answer === "cancelled" || !answer.answer) throw new TillError(exitCodes.failure, "nothing was done");
}
