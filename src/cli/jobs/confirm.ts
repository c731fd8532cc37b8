import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlanSummary } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { formatCount } from "../../kernel/text.ts";
import { targetOf } from "../target.ts";
import { countOf } from "./preview.ts";
import type { JobView } from "./request.ts";

/** From this many changes on, or where entities go, a person types the number instead of y. */
const many = 1000;

/** Asks whether to apply a plan; `--yes` answers, and without a terminal the error names that flag. */
export async function confirmJob(
  context: Context,
  journal: Journal,
  view: JobView,
  plan: PlanSummary,
  yes: boolean | undefined,
): Promise<void> {
  if (yes) return;
  const { terminal, stderr } = context.streams;
  const changes = formatCount(plan.steps);
  if (terminal === undefined || context.globals.json) {
    throw new UsageError(
      `${countOf(plan.steps, "change")} would be made, and there is no terminal to ask on. Nothing was sent.`,
      {
        code: "CONFIRMATION_NEEDED",
        field: "--yes",
        hint: "To go ahead, add: --yes",
      },
    );
  }
  const site = await context.site();
  const { confirmPlan } = await import("../../ui/screens/confirm.tsx");
  const answer = await confirmPlan(
    { ...terminal, colour: stderr.colour },
    {
      title: view.title,
      target: targetOf(site),
      lines: [
        journal.job.final ? "This cannot be undone." : `It can be taken back: till jobs undo ${journal.id}`,
      ],
      changes: plan.steps,
      calls: plan.calls,
      question: `Apply ${changes} ${plan.steps === 1 ? "change" : "changes"}?`,
      ...((view.dangerous || plan.steps >= many) && { typed: changes }),
    },
    { signal: context.signal },
  );
  if (answer === "interrupted") throw new TillError(exitCodes.interrupted, "Stopped; nothing was sent.");
  if (answer === "no") throw new TillError(exitCodes.failure, "Nothing was sent.");
}
