import type { Step, StepError, Work } from "../journal/step.ts";
import { inspect, type Sight } from "../plan/inspect.ts";
import type { Change } from "./course.ts";

const changed: StepError = { code: "CHANGED", message: "changed by someone else since the plan; left alone" };
const gone: StepError = { code: "GONE", message: "is no longer there" };
const exists: StepError = { code: "EXISTS", message: "there is already one with this key; left alone" };

/** Looks at planned steps: which of them are to be sent now, and what is to be recorded of the others. */
export async function lookBefore(
  work: Pick<Work, "read" | "find">,
  steps: readonly Step[],
): Promise<{ changes: Change[]; send: Step[] }> {
  const sights = await inspect(work, steps);
  const verdicts = steps.map((step) => verdictOnPlanned(step, sights.get(step.seq) ?? { is: "hidden" }));
  return {
    changes: verdicts.flatMap((verdict) => (verdict.to === "send" ? [] : [verdict])),
    send: verdicts.flatMap((verdict) => (verdict.to === "send" ? [verdict.step] : [])),
  };
}

function verdictOnPlanned(step: Step, sight: Sight): Change | { to: "send"; step: Step } {
  switch (sight.is) {
    case "done":
      // A create that was sent before is ours, however late it arrived; one that was not is someone else's.
      if (sight.id !== undefined && step.attempts === 0) return { to: "failed", step, error: exists };
      return { to: "done", step, already: true, ...(sight.id !== undefined && { id: sight.id }) };
    case "changed":
      return { to: "failed", step, error: changed };
    case "gone":
      return { to: "failed", step, error: gone };
    case "fresh":
      return { to: "send", step: { ...step, before: sight.present } };
    default:
      return { to: "send", step };
  }
}

/** What became of a step that was sent and whose answer is not known, given what the platform shows. */
export function verdictOnSent(step: Step, sight: Sight, error: StepError): Change {
  switch (sight.is) {
    case "done":
      return { to: "done", step, ...(sight.id !== undefined && { id: sight.id }) };
    case "undone":
    case "absent":
      return { to: "planned", step };
    case "gone":
      return { to: "failed", step, error: gone };
    case "hidden":
      // Deleting twice by id is harmless.
      return step.after === null ? { to: "planned", step } : { to: "unknown", step, error };
    default:
      return { to: "unknown", step, error };
  }
}
