import type { Step } from "../journal/step.ts";

/** Returns a step as it is recorded before it is sent. */
export function asSent(step: Step): Step {
  return { ...step, state: "sent", attempts: step.attempts + 1 };
}

/** Returns a step that was marked as sent and certainly not carried out. */
export function asUnsent(step: Step): Step {
  return { ...step, state: "planned", attempts: step.attempts - 1 };
}

/** Returns whether a rejected step may be done: by its first attempt, or, for a delete, by someone else. */
export function isDoubtful({ attempts, after }: Step): boolean {
  return attempts > 1 || after === null;
}
