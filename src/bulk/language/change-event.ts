import type { Change } from "../engine/course.ts";
import type { BulkEvent } from "../journal/step.ts";

/** What a listener is told once a change is recorded; that a step went back to planned is not told. */
export function eventOf(change: Change): BulkEvent | undefined {
  const { step } = change;
  if (change.to === "done") {
    const id = change.id ?? step.id;
    const done = { ...step, ...(id !== undefined && { id }), state: "done" as const };
    const { already, requestId } = change;
    return {
      type: "step.done" as const,
      step: done,
      ...(already && { already }),
      ...(requestId !== undefined && { requestId }),
    };
  }
  if (change.to === "failed") {
    const { error } = change;
    return { type: "step.failed", step: { ...step, state: "failed", error }, error };
  }
  if (change.to === "unknown") {
    const { error } = change;
    return { type: "step.unknown", step: { ...step, state: "sent", error }, error };
  }
  return undefined;
}
