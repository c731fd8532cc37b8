import type { FieldChange, StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step } from "../../bulk/journal/step.ts";
import { describeChanges, fieldChanges } from "../../bulk/plan/stage.ts";
import { isRecord } from "../../kernel/json.ts";
import { eventParts, type Parts } from "./parts.ts";
import { nodesOf } from "./rich-nodes.ts";
import { writeMarkdown } from "./rich-write.ts";

const actions: Readonly<Record<string, string>> = {
  "event.create": "create",
  "event.cancel": "cancel",
  "event.delete": "delete",
};

/** Returns the changes of a step on events by the columns of event files. Times are in UTC, descriptions in Markdown. */
export function eventChanges(step: Step): FieldChange[] {
  const whole = step.kind === "event.cancel" || step.kind === "event.delete";
  return fieldChanges(whole ? { ...step, after: null } : step).map(({ field, before, after, ...rest }) => ({
    ...rest,
    field: eventParts.find(({ path }) => path === field)?.column ?? field.replace(/^.*\./, ""),
    before: readable(before),
    after: readable(after),
  }));
}

/** Describes a step of a job on events in one line of a preview. */
export function describeEventStep(step: Step): StepDescription {
  const { label, kind, after } = step;
  const action = actions[kind];
  const to = (after ?? {}) as Parts;
  if (action !== undefined) {
    const start = kind === "event.create" ? readable(to["dateAndTimeSettings.startDate"] ?? null) : null;
    const what = to.draft === true ? `${action} a draft` : action;
    return { label, what, before: "", after: start === null ? "" : String(start) };
  }
  return describeChanges(label, eventChanges(step));
}

function readable(value: Json): Json {
  if (typeof value === "string") return value.replace(/:00\.000Z$/, "Z");
  if (!isRecord(value)) return value;
  if ("nodes" in value) return writeMarkdown(nodesOf(value as never));
  return value.formattedAddress ?? value.city ?? value;
}
