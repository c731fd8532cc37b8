import type { PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import type { Totals } from "../../resources/payments/account.ts";
import { countOf } from "../jobs/preview.ts";
import { targetOf } from "../target.ts";
import type { Deed } from "./send.ts";

/** Asks before money moves: a person types the total, a script has said --yes; `guards` are flags that it could add. */
export async function confirmMoney(
  context: Context,
  { aim, desk, yes, guards = false }: Deed & { yes: boolean | undefined; guards?: boolean },
  { count, totals, summary }: { count: number; totals: Totals; summary: PlanSummary },
): Promise<void> {
  if (yes) return;
  const { terminal, stderr } = context.streams;
  const what = countOf(count, desk.noun);
  if (terminal === undefined || context.globals.json || context.globals.input === false) {
    const message = `${what}, ${totals.words()}, would be ${aim === "capture" ? "captured" : "voided"}, and there is no terminal to ask on. Nothing was sent.`;
    throw new UsageError(message, {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint: `To go ahead, add: --yes${guards ? " (and --expect and --max-total, to be sure of what it is about)" : ""}`,
    });
  }
  const site = await context.site();
  const { confirmPlan } = await import("../../ui/screens/confirm.tsx");
  const answer = await confirmPlan(
    { ...terminal, colour: stderr.colour },
    {
      title: `${aim === "capture" ? "Capture" : "Void"} ${what}`,
      target: targetOf(site),
      lines: ["This cannot be undone."],
      totals: totals.records().map(({ currency, amount }) => [currency, amount] as const),
      changes: count,
      calls: summary.calls + summary.reads,
      question: `${aim === "capture" ? "Capture" : "Let go"} ${totals.words()}?`,
      typed: totals.words(),
    },
    { signal: context.signal },
  );
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was sent.");
  if (answer === "no") throw new TillError(exitCodes.failure, "Nothing was sent.");
}
