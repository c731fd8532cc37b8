import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import { unknownFields } from "../../api/schema-fields.ts";
import { events } from "../../api/services/events/events.ts";
import { Event } from "../../api/services/events/models/event.ts";
import { valueViolations } from "../../api/violations.ts";
import type { Problem } from "../../bulk/engine/job.ts";
import type { Json } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { StoredObject } from "../../files/snapshot/store.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { lineOf, phaseOf } from "../snapshot/write/steps.ts";
import { planEvents } from "./import.ts";
import { type Parts, partsChanged, partsOf } from "./parts.ts";

/** An event on the target (`present`), and as it is wanted there. */
export interface EventPair {
  /** File and line, or the number of the row. */
  source: string;
  present: StoredObject | undefined;
  wanted: StoredObject | undefined;
}

/** Before the phase of ticket types. */
const phase = () => 8;
const typePath = "registration.initialType";

/**
 * Plans what gives a shop some events. Those that only the target has are deleted with `prune`, unless they have guests.
 * `lose` counts what cannot be carried over.
 */
export async function plannedEvents(
  call: Call,
  pairs: readonly EventPair[],
  { prune, lose }: { prune: boolean; lose(what: string): void },
): Promise<PlannedRow[]> {
  const problems = new Map(pairs.map((pair) => [pair, mistakesIn(pair)]));
  const created = pairs.filter((pair) => pair.present === undefined && problems.get(pair)?.length === 0);
  const rows = created.map(({ source, wanted }, index) => ({
    source,
    line: index + 1,
    record: eventOf(wanted),
  }));
  const creates = await planEvents(call, rows, { newSlugs: new Set(), lines: new Map() });
  const guests = prune
    ? await eventsWithGuests(
        call,
        pairs.filter(({ wanted }) => !wanted),
      )
    : new Set();
  for (const { wanted } of pairs) {
    const { readOnly = {} } = eventOf(wanted) as { readOnly?: object };
    for (const name of Object.keys(readOnly)) lose(losses[name] ?? name);
  }
  if (created.length > 0)
    for (const _ of created) lose("registration forms, agendas, categories and badges of events");
  return pairs.map((pair): PlannedRow => {
    const { present, wanted } = pair;
    const own = problems.get(pair) ?? [];
    if (own.length > 0) return { problems: own };
    if (present === undefined) return inPhase(creates[created.indexOf(pair)] ?? []);
    if (wanted !== undefined) return changedEvent(pair, eventOf(present), eventOf(wanted), lose);
    if (!prune) return [];
    if (guests.has(present.id)) {
      lose("deleting events with guests");
      return [];
    }
    return [deleteDraft(pair, eventOf(present))];
  });
}

const losses: Readonly<Record<string, string>> = {
  series: "series of events (each of their events is created by itself)",
  detailedDescription: "detailed descriptions of events, which the platform has replaced",
};

/** Returns the problems of an event: values of a wrong type, and misspelled fields, which would not be sent. */
function mistakesIn({ source, wanted }: EventPair): Problem[] {
  if (wanted === undefined) return [];
  const event = eventOf(wanted);
  const wrong = valueViolations(Event, event, "").filter(({ data }) => mistypes.has(data.type));
  const misspelled = [...unknownFields(Event, event)].flatMap(({ field, suggestion }) =>
    suggestion ? [{ field, description: `is not a field of events; did you mean ${suggestion}?` }] : [],
  );
  const base = { source, ...lineOf(source), rule: "type" };
  return [...wrong, ...misspelled].map(({ field, description }) => ({
    ...{ ...base, column: field, message: `${field} ${description}` },
  }));
}

const mistypes: ReadonlySet<unknown> = new Set(["JSON_TYPE", "DATE_TIME"]);

const eventOf = (stored: StoredObject | undefined): Event => JSON.parse(stored?.line ?? "{}") as Event;

function inPhase(planned: PlannedRow): PlannedRow {
  if ("problems" in planned) return planned;
  return planned.map((draft) => ({ ...draft, phase: phaseOf({ phase }, {}, "write") }));
}

function changedEvent(
  { source, present }: EventPair,
  before: Event,
  after: Event,
  lose: (what: string) => void,
): PlannedRow {
  if (before.status !== after.status) lose("drafts that are published, and events that are canceled");
  const [has, wants] = [partsOf(before), partsOf(after)];
  const label = after.title ?? after.slug ?? "";
  if (has[typePath] !== wants[typePath]) {
    const message = `the type of an event cannot change: it is ${String(has[typePath])}, not ${String(wants[typePath])}`;
    return { problems: [{ source, column: typePath, rule: "type", message }] };
  }
  const cleared = Object.fromEntries(Object.keys(has).map((path): [string, Json] => [path, null]));
  const changed = partsChanged(has, { ...cleared, ...wants });
  if (Object.keys(changed.after).length === 0) return [];
  return inPhase([{ kind: "event.update", id: present?.id ?? "", label, ...changed, source }]);
}

function deleteDraft({ source, present }: EventPair, event: Event) {
  // Whole, so that it can be created again.
  const parts: Parts = { ...partsOf(event), draft: event.status === "DRAFT" };
  return {
    ...{ kind: "event.delete", id: present?.id ?? "", label: event.title ?? event.slug ?? "" },
    ...{ phase: phaseOf({ phase }, {}, "delete"), before: parts, after: null, source },
  };
}

/** Returns the ids of those events that have guests or ticket orders. */
async function eventsWithGuests(call: Call, pairs: readonly EventPair[]): Promise<Set<string>> {
  const found = new Set<string>();
  const ids = pairs.flatMap(({ present }) => present?.id ?? []);
  for (const batch of batchesOf(ids, 100)) {
    const query = { filter: { id: { $in: batch } } };
    const input = { query, fields: ["DASHBOARD"], includeDrafts: true };
    for await (const { id, summaries } of pages<Event>(call, "events.query", events.query, input)) {
      const { rsvps, tickets } = summaries ?? {};
      if ((rsvps?.totalCount ?? 0) + (tickets?.ticketsSold ?? 0) + (tickets?.totalOrders ?? 0) > 0)
        found.add(id ?? "");
    }
  }
  return found;
}
