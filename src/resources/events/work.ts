import type { Call } from "../../api/caller.ts";
import { type Event, events } from "../../api/services/events.ts";
import { valueViolations } from "../../api/violations.ts";
import type { FieldChange, StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step, StepDraft, Work } from "../../bulk/journal/step.ts";
import { type StepOf, unknownKind } from "../../bulk/journal/step-kinds.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { describeChanges, fieldChanges } from "../../bulk/plan/stage.ts";
import { isRecord } from "../../kernel/json.ts";
import { readWaits } from "../read-until.ts";
import { eventOfParts, eventParts, type Parts, partsOfEvent, presentParts, seriesDates } from "./parts.ts";
import { eventsById, eventsBySlug } from "./read.ts";
import { nodesOf, writeMarkdown } from "./rich-text.ts";

const live = { status: "LIVE" };
/** The status of a canceled event in a step. */
export const canceled = { status: "CANCELED" };

type EventStep =
  /** The parts, and `draft`: whether it is created unpublished. */
  | StepOf<"event.create", null, Parts>
  | StepOf<"event.update", Parts, Parts>
  | StepOf<"event.cancel", typeof live | null, typeof canceled>
  | StepOf<"event.delete", Parts, null>;

const kinds: Record<EventStep["kind"], true> = {
  "event.create": true,
  "event.update": true,
  "event.cancel": true,
  "event.delete": true,
};
/** The step kinds of jobs on events. */
export const eventStepKinds: ReadonlySet<string> = new Set(Object.keys(kinds));

function eventStep(step: Step): EventStep {
  return eventStepKinds.has(step.kind) ? (step as unknown as EventStep) : unknownKind(step);
}

/** Returns how jobs on events read, write, find and undo: one step, one request. */
export function eventWork(call: Call): Work {
  const send = async (step: EventStep): Promise<string | undefined> => {
    const { id = "" } = step;
    switch (step.kind) {
      case "event.create": {
        const { draft, ...parts } = step.after;
        const { event } = await call(events.create, { event: eventOfParts(parts), draft: draft === true });
        return event?.id;
      }
      case "event.update":
        await call(events.update, { event: { ...eventOfParts(step.after), id } });
        return undefined;
      case "event.cancel":
        await call(events.cancel, { eventId: id });
        return undefined;
      case "event.delete":
        await call(events.remove, { eventId: id });
        return undefined;
      default:
        return unknownKind(step);
    }
  };
  return {
    kinds: eventStepKinds,
    rereads: readWaits,
    check: ({ kind, after }) => (/^event\.(create|update)$/.test(kind) ? invalidParts(after as Parts) : []),
    async read(all) {
      const steps = all.map(eventStep);
      const found = await eventsById(
        call,
        steps.flatMap(({ id }) => id ?? []),
      );
      return new Map(
        steps.map((step) => {
          const event = found.get(step.id ?? "");
          return [step.seq, event && presentValues(step, event)];
        }),
      );
    },
    async write(all) {
      const steps = all.map(eventStep);
      const id = steps[0] && (await send(steps[0]));
      return steps.map(({ seq }) => ({ seq, ok: true as const, id }));
    },
    async find(steps) {
      const found = await eventsBySlug(
        call,
        steps.map(({ key = "" }) => key),
      );
      return new Map(
        steps.flatMap(({ seq, key = "" }): [number, string][] => {
          const id = found.get(key)?.id;
          return id ? [[seq, id]] : [];
        }),
      );
    },
    invert: (step) => invertStep(eventStep(step)),
    final: (step) =>
      isPublishedSeries(eventStep(step))
        ? "The platform made a single event of each date. Delete them: till events delete"
        : undefined,
  };
}

const isPublishedSeries = ({ kind, after }: EventStep): boolean =>
  kind === "event.create" && after.draft !== true && after[seriesDates] !== undefined;

/** Returns the parts of an event that the platform would reject, by their columns. */
function invalidParts({ draft, ...parts }: Parts) {
  const set = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null));
  return valueViolations(events.create.input, { event: eventOfParts(set) }, "").map((found) => {
    const path = found.field.replace(/^event\./, "");
    const field = eventParts.find((part) => part.path === path)?.column ?? path;
    const hint = field === "location" ? "; the name of the place is in the column venue" : "";
    const value = String(parts[path] ?? "");
    const named = value.length > 0 && value.length <= 40 ? `"${value}" ` : "";
    return { field, value, message: `${named}${found.description}${hint}` };
  });
}

/** Returns the step that undoes a done one; canceling is final, and so is deleting unless the whole event is known. */
function invertStep(step: EventStep): StepDraft | undefined {
  const { id, label, dependsOn } = step;
  // It is undone when the event that the same job created is deleted.
  if (dependsOn !== undefined) return undefined;
  const base = { label, id };
  switch (step.kind) {
    case "event.create":
      if (isPublishedSeries(step)) return undefined;
      return { ...base, kind: "event.delete", before: step.after, after: null };
    case "event.update":
      return { ...base, kind: step.kind, before: step.after, after: step.before };
    case "event.cancel":
      return undefined;
    case "event.delete": {
      const { "registration.initialType": type, "seoSettings.slug": slug } = step.before;
      if (!type || typeof slug !== "string") return undefined;
      return { label, kind: "event.create", key: slug, before: null, after: step.before };
    }
    default:
      return unknownKind(step);
  }
}

/** Returns the present values of what a step plans to change, in the shape of its `before` and `after`. */
function presentValues(step: EventStep, event: Event): Json {
  switch (step.kind) {
    case "event.cancel":
      return event.status === "CANCELED" ? canceled : live;
    case "event.delete": {
      const { draft, ...known } = step.before;
      const present = presentParts(event, known, known);
      return draft === undefined ? present : { draft, ...present };
    }
    case "event.create":
    case "event.update": {
      const { draft: _, ...known } = step.before ?? {};
      return presentParts(event, step.after, known);
    }
    default:
      return unknownKind(step);
  }
}

/** Plans to cancel an event: no step if it is canceled, a problem if it is not live. */
export function cancelSteps(event: Event): PlannedRow {
  const { id, title, slug, status } = event;
  const label = title ?? slug ?? id;
  if (status === "CANCELED") return [];
  if (status === "UPCOMING" || status === "STARTED") {
    return [{ kind: "event.cancel", id, label, before: live, after: canceled }];
  }
  const message = `the event is ${status}: only an event that is UPCOMING or STARTED can be canceled`;
  return {
    problems: [{ source: slug ?? id, column: "status", value: status ?? "", rule: "status", message }],
  };
}

/** Plans to delete an event. */
export function deleteSteps(event: Event): StepDraft[] {
  const { id, title, slug } = event;
  const before = partsOfEvent({ title, seoSettings: { slug } });
  return [{ kind: "event.delete", id, label: title ?? id, before, after: null }];
}

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
