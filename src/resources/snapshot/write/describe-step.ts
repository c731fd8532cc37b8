import type { FieldChange, StepDescription } from "../../../bulk/engine/job-kinds.ts";
import type { Step } from "../../../bulk/journal/step.ts";
import { describeChanges, fieldChanges } from "../../../bulk/plan/field-changes.ts";

/** Returns the changes of a step on an object of a snapshot, field by field. */
export const entityChanges = (step: Step): FieldChange[] => fieldChanges(step);

/** Describes a step on an object of a snapshot in one line of a preview. */
export function describeEntityStep(step: Step): StepDescription {
  const { label, kind } = step;
  const action = kind.split(".").at(-1) ?? kind;
  return action === "update"
    ? describeChanges(label, entityChanges(step))
    : { label, what: action, before: "", after: "" };
}
