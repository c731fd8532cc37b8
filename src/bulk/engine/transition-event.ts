import type { BulkEvent } from "../journal/step.ts";
import type { StepTransition } from "./schedule.ts";

/** Returns the event of a recorded transition; none for a step that is planned again or about to be sent. */
export function eventOf(transition: StepTransition): BulkEvent | undefined {
  const { step } = transition;
  switch (transition.to) {
    case "done": {
      const { already, requestId, note, id = step.id } = transition;
      return {
        type: "step.done",
        step: { ...step, ...(id !== undefined && { id }), state: "done" },
        ...(already && { already }),
        ...(requestId !== undefined && { requestId }),
        ...(note !== undefined && { note }),
      };
    }
    case "failed": {
      const { error } = transition;
      return { type: "step.failed", step: { ...step, state: "failed", error }, error };
    }
    case "unknown": {
      const { error } = transition;
      return { type: "step.unknown", step: { ...step, state: "sent", error }, error };
    }
    default:
      return undefined;
  }
}
