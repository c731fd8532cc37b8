import type { Context } from "../context/context.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { targetOf } from "./target.ts";

/** How a question is asked. */
export interface Confirming {
  /** A text that has to be typed because y is not enough: the amount of money that is moved. */
  readonly typed?: string;
  /** The question is about this computer, so the prompt does not show a site. */
  readonly local?: true;
}

/**
 * Asks for confirmation, with the site that it is about; `yes` and --dry-run skip the prompt. Throws UsageError naming --yes without a terminal, and TillError
 * (exit 1, or 130 after Ctrl-C) unless the answer is yes.
 */
export async function confirm(
  context: Context,
  question: string,
  yes: boolean | undefined,
  { typed, local }: Confirming = {},
): Promise<void> {
  if (yes || context.globals.dryRun) return;
  const { terminal, stderr } = context.streams;
  if (terminal === undefined || context.globals.json) {
    throw new UsageError(`${question} Cannot ask for confirmation without a terminal; nothing was done.`, {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint: "To confirm, add: --yes",
    });
  }
  const target = local ? undefined : targetOf(await context.site());
  const { askConfirmation } = await import("../ui/screens/confirm.tsx");
  const answer = await askConfirmation(
    { ...terminal, colour: stderr.colour },
    { question, target, typed, signal: context.signal },
  );
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was done.");
  if (answer === "no") throw new TillError(exitCodes.failure, "Nothing was done.");
}
