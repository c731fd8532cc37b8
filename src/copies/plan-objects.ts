import type { Call } from "../api/caller.ts";
import { pages } from "../api/query/pages.ts";
import { unknownFields } from "../api/schema-fields.ts";
import { Event, events } from "../api/services/events.ts";
import { valueViolations, violationText } from "../api/violations.ts";
import type { Problem } from "../bulk/engine/job.ts";
import { combinedWork } from "../bulk/journal/combined-work.ts";
import type { Json, Work } from "../bulk/journal/step.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import type { Context } from "../context/context.ts";
import { batchesOf } from "../kernel/batches.ts";
import { eventImport, planEvents } from "../resources/events/import.ts";
import { type Parts, partsChanged, partsOfEvent } from "../resources/events/parts.ts";
import { eventWork } from "../resources/events/work.ts";
import type { Difference } from "./compare.ts";
import type { CopyJob, CopyWriter } from "./copy-writer.ts";
import type { SnapshotDomain } from "./domains.ts";
import {
  lineInSource,
  objectSteps,
  objectWork,
  phaseOf,
  productDeletePhase,
  writersOf,
  writtenItems,
} from "./object-steps.ts";
import { slugPhase } from "./plan-catalog.ts";
import { openCopiedShop, type Shop } from "./read-shop.ts";
import type { Body, FoundReference } from "./references.ts";
import { objectPlural, type ShopObject, type ShopObjects } from "./shop-object.ts";
import { shopObjects } from "./shop-objects.ts";
import type { StoredObject } from "./store.ts";

/** Events come before their tickets. */
const objectDomains: readonly SnapshotDomain[] = [
  ...(["tax", "shipping", "events", "tickets", "discounts", "tips", "settings"] as const),
];

/** Returns whether a job on these domains needs the writer of `openObjectWriter`. */
export const hasObjects = (domains: readonly SnapshotDomain[]): boolean =>
  objectDomains.some((domain) => domains.includes(domain));

/** Returns how jobs write discounts, shipping, tax, events, ticket types, tips and settings. */
export const objectsWork = async (context: Context): Promise<Work> =>
  workOf(await shopObjects(objectDomains), await openCopiedShop(context, context.signal));

const workOf = (kinds: ShopObjects, shop: Shop): Work =>
  combinedWork([objectWork(kinds, shop), eventWork(shop.call)]);

/** Opens the writer of discounts, shipping, tax, events, ticket types, tips and settings. */
export async function openObjectWriter(job: CopyJob): Promise<CopyWriter> {
  const { context, prune, restore: sameShop = false, nextRow, countLoss, domains, stores } = job;
  const shop = await openCopiedShop(context, context.signal);
  const kinds = await shopObjects(objectDomains);
  const early = new Set<string>();
  const losses = kinds.get("event")?.losses ?? {};
  /** The slugs of events that are not deleted because they have guests. */
  const kept = new Set<unknown>();
  /** The keys of parts of the source's objects, by their kind. */
  const parts = new Map<string, ReadonlySet<string>>();

  /** Returns whether an object that is referred to exists on the target, or is copied by this job. */
  async function exists({ to, value }: FoundReference): Promise<boolean> {
    if (to === undefined) return sameShop;
    return isCopied(to, value) || (await shop.names.idOf(to, value)) !== undefined;
  }

  function isCopied(to: string, key: string): boolean {
    const owner = [...stores.from.kinds.values()].find(
      ({ kind, parts = [] }) => kind === to || parts.some((part) => part.kind === to),
    );
    if (owner === undefined || !domains.includes(owner.domain)) return false;
    if (owner.kind === to) return stores.from.find(to, key) !== undefined;
    const keys = parts.get(to) ?? new Set(partKeys(owner, to));
    parts.set(to, keys);
    return keys.has(key);
  }

  /** Yields the keys of the parts of the source's objects. */
  function* partKeys(owner: ShopObject, part: string): Generator<string> {
    const writers = writersOf(owner).filter(({ kind }) => kind === part);
    for (const { object } of stores.from.unordered(owner.kind))
      for (const writer of writers)
        for (const { key } of writtenItems(writer, object, { id: "", ids: {} })) yield key;
  }

  async function sourceOf({ kind, before, after }: Difference): Promise<string> {
    const { at, line } = nextRow(after);
    // Parts have ids of their own.
    if (sameShop && before === undefined && kinds.get(kind)?.parts === undefined)
      await job.stage([{ handle: `${kind} ${line}`, line, of: after }]);
    return at;
  }

  async function planOne(difference: Difference): Promise<PlannedRow> {
    const { kind, key, before, after, change, isShared } = difference;
    const source = await sourceOf(difference);
    const object = kinds.get(kind);
    if (object === undefined) throw new RangeError(`no kind ${kind}`);
    if (isShared && !(sameShop && change === "changed")) {
      const name = key.replace(/ \(\d+\)$/, "");
      const message = `several ${objectPlural(object)} are named "${name}", so that they cannot be told apart`;
      return { problems: [{ source, rule: "ambiguous", message }] };
    }
    return await objectSteps(object, before, after, {
      source,
      prune,
      sameShop,
      exists,
      early,
      countLoss,
    });
  }

  return {
    domains: objectDomains,
    async *plan(differences) {
      const events: EventPair[] = [];
      for (const difference of differences) {
        const { kind, before: present, after: wanted, change } = difference;
        if (change === "removed" && !prune) continue;
        if (kind === "ticket") countLoss("sold tickets, which are never written");
        else if (kind !== "event") {
          yield* await planBatch(events.splice(0));
          if (change === "removed" && isOfKept(present))
            countLoss("deleting ticket types of events with guests");
          else yield await planOne(difference);
        } else {
          events.push({ source: await sourceOf(difference), present, wanted });
          if (events.length === 100) yield* await planBatch(events.splice(0));
        }
      }
      yield* await planBatch(events);
    },
    work: workOf(kinds, shop),
  };

  function isOfKept(present: StoredObject | undefined): boolean {
    return present?.kind === "ticketDefinition" && kept.has((JSON.parse(present.line) as Body).event);
  }

  async function planBatch(events: readonly EventPair[]): Promise<PlannedRow[]> {
    const options = { prune, countLoss, losses, kept };
    return events.length === 0 ? [] : await plannedEvents(shop.call, events, options);
  }
}

/** Deletes products after everything that may refer to them was changed, unless others need their slugs. */
export function deletedLast(row: PlannedRow): PlannedRow {
  if ("problems" in row) return row;
  return row.map((draft) =>
    draft.kind === "product.delete" && draft.phase !== slugPhase
      ? { ...draft, phase: productDeletePhase }
      : draft,
  );
}

/** An event on the target (`present`), and as it is wanted there. */
interface EventPair {
  /** File and line, or the number of the row. */
  source: string;
  present: StoredObject | undefined;
  wanted: StoredObject | undefined;
}

/** Before the phase of ticket types. */
const phase = () => 8;
const typePath = "registration.initialType";

/**
 * Plans the steps that create, change and delete events of a shop. Deletes those that only the target has with `prune`,
 * unless they have guests, and adds the slugs of these to `kept`. `countLoss` counts what cannot be carried over; `losses`
 * names the fields of `readOnly`.
 */
async function plannedEvents(
  call: Call,
  pairs: readonly EventPair[],
  {
    prune,
    countLoss,
    losses,
    kept,
  }: {
    prune: boolean;
    countLoss(what: string): void;
    losses: Readonly<Record<string, string>>;
    kept: Set<unknown>;
  },
): Promise<PlannedRow[]> {
  const problems = new Map(pairs.map((pair) => [pair, mistakesIn(pair)]));
  const created = pairs.filter((pair) => pair.present === undefined && problems.get(pair)?.length === 0);
  const rows = created.map(({ source, wanted }) => ({
    source,
    line: lineInSource(source)?.line ?? 0,
    record: eventOf(wanted),
  }));
  const creates = await planEvents(call, rows, eventImport());
  const guests = prune
    ? await eventsWithGuests(
        call,
        pairs.filter(({ wanted }) => !wanted),
      )
    : new Set();
  for (const { wanted } of pairs) {
    const { readOnly = {} } = eventOf(wanted) as { readOnly?: object };
    for (const name of Object.keys(readOnly)) countLoss(losses[name] ?? name);
  }
  if (created.length > 0)
    for (const _ of created) countLoss("registration forms, agendas, categories and badges of events");
  return pairs.map((pair): PlannedRow => {
    const { present, wanted } = pair;
    const own = problems.get(pair) ?? [];
    if (own.length > 0) return { problems: own };
    if (present === undefined) return inPhase(creates[created.indexOf(pair)] ?? []);
    if (wanted !== undefined) return changedEvent(pair, eventOf(present), eventOf(wanted), countLoss);
    if (!prune) return [];
    if (guests.has(present.id)) {
      countLoss("deleting events with guests");
      kept.add(eventOf(present).slug);
      return [];
    }
    return [deleteDraft(pair, eventOf(present))];
  });
}

/** Returns the problems of an event: values of a wrong type, and misspelled fields, which would not be sent. */
function mistakesIn({ source, wanted }: EventPair): Problem[] {
  if (wanted === undefined) return [];
  const event = eventOf(wanted);
  const wrong = valueViolations(Event, event, "")
    .filter(({ data }) => mistypes.has(data.type))
    .map((violation) => ({ field: violation.field, description: violationText(violation) }));
  const misspelled = [...unknownFields(Event, event)].flatMap(({ field, suggestion }) =>
    suggestion ? [{ field, description: `is not a field of events; did you mean ${suggestion}?` }] : [],
  );
  const base = { source, ...lineInSource(source), rule: "type" };
  return [...wrong, ...misspelled].map(({ field, description }) => ({
    ...base,
    column: field,
    message: `${field} ${description}`,
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
  countLoss: (what: string) => void,
): PlannedRow {
  if (before.status !== after.status) countLoss("drafts that are published, and events that are canceled");
  const [has, wants] = [partsOfEvent(before), partsOfEvent(after)];
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
  const parts: Parts = { ...partsOfEvent(event), draft: event.status === "DRAFT" };
  return {
    kind: "event.delete",
    id: present?.id ?? "",
    label: event.title ?? event.slug ?? "",
    phase: phaseOf({ phase }, {}, "delete"),
    before: parts,
    after: null,
    source,
  };
}

/** Returns the ids of those events that have guests or ticket orders. */
async function eventsWithGuests(call: Call, pairs: readonly EventPair[]): Promise<Set<string>> {
  const found = new Set<string>();
  const ids = pairs.flatMap(({ present }) => present?.id ?? []);
  for (const batch of batchesOf(ids, 100)) {
    const query = { filter: { id: { $in: batch } } };
    const input = { query, fields: ["DASHBOARD"], includeDrafts: true };
    for await (const { id, summaries } of pages<Event>(call, events.query, input)) {
      const { rsvps, tickets } = summaries ?? {};
      if ((rsvps?.totalCount ?? 0) + (tickets?.ticketsSold ?? 0) + (tickets?.totalOrders ?? 0) > 0)
        found.add(id ?? "");
    }
  }
  return found;
}
