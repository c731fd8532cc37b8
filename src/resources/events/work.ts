import type { Call } from "../../api/caller.ts";
import { createWireClient } from "../../api/client.ts";
import { events } from "../../api/services/events/events.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import type { Json, Step, StepDraft, Work } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { eventOfParts, type Parts, partsOf, presentParts } from "./parts.ts";
import { eventsById, eventsBySlug } from "./read.ts";

/** What becomes of an event whole: its status as it stands in the journal. */
export const canceled = { status: "CANCELED" };

/** How bulk jobs on events read, write, find and take back: one step, one call. Cancel and delete are final. */
export function eventWork(call: Call): Work {
  const client = createWireClient({ events }, call);
  const writers: Record<string, (step: Step) => Promise<string | undefined>> = {
    "event.create": async ({ after }) => {
      const { draft, ...parts } = after as Parts;
      const { event } = await client.events.create({ event: eventOfParts(parts), draft: draft === true });
      return event?.id ?? undefined;
    },
    "event.update": async ({ id, after }) => {
      await client.events.update({ event: { ...eventOfParts(after as Parts), id: id ?? "" } });
      return undefined;
    },
    "event.cancel": async ({ id }) => {
      await client.events.cancel({ eventId: id ?? "" });
      return undefined;
    },
    "event.delete": async ({ id }) => {
      await client.events.remove({ eventId: id ?? "" });
      return undefined;
    },
  };
  return {
    groupLimit: 1,
    group: () => undefined,
    async read(steps) {
      const found = await eventsById(
        call,
        steps.flatMap(({ id }) => id ?? []),
      );
      return new Map(
        steps.map((step) => {
          const event = found.get(step.id ?? "");
          return [step.seq, event && presentOf(step, event)];
        }),
      );
    },
    async write(steps) {
      const [step] = steps;
      const id = step && (await writers[step.kind]?.(step));
      return steps.map(({ seq }) => ({ seq, ok: true as const, ...(id !== undefined && { id }) }));
    },
    async find({ key = "" }) {
      return (await eventsBySlug(call, [key])).get(key)?.id ?? undefined;
    },
    invert({ kind, id, label, before, after, dependsOn }) {
      // It goes with the event that the same job made.
      if (dependsOn !== undefined) return undefined;
      const base = { label, ...(id !== undefined && { id }) };
      if (kind === "event.create") return { ...base, kind: "event.delete", before: after, after: null };
      return kind === "event.update" ? { ...base, kind, before: after, after: before } : undefined;
    },
  };
}

/** What an event has now of what a step plans to change, in the step's own shape. */
function presentOf({ kind, before, after }: Step, event: Event): Json {
  if (kind === "event.cancel") return event.status === "CANCELED" ? canceled : { status: "LIVE" };
  const { draft, ...known } = (before ?? {}) as Parts;
  if (kind === "event.delete") {
    const present = presentParts(event, known, known);
    return draft === undefined ? present : { draft, ...present };
  }
  return presentParts(event, (after ?? {}) as Parts, known);
}

/** What cancels an event: nothing where it is canceled, a problem where it is not live. */
export function cancelSteps(event: Event): PlannedRow {
  const { id = "", title, slug, status } = event;
  const label = title ?? slug ?? id ?? "";
  if (status === "CANCELED") return [];
  if (status === "UPCOMING" || status === "STARTED") {
    return [{ kind: "event.cancel", id: id ?? "", label, before: { status: "LIVE" }, after: canceled }];
  }
  const message = `the event is ${status}: only an event that is UPCOMING or STARTED can be canceled`;
  return {
    problems: [{ source: slug ?? id ?? "", column: "status", value: status ?? "", rule: "status", message }],
  };
}

/** What deletes an event. */
export function deleteSteps(event: Event): StepDraft[] {
  const { id, title, slug } = event;
  const before = partsOf({ title, seoSettings: { slug } });
  return [{ kind: "event.delete", id: id ?? "", label: title ?? id ?? "", before, after: null }];
}
