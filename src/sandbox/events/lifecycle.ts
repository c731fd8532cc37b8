import { maximumOf } from "../../api/schema-fields.ts";
import { Event } from "../../api/services/events.ts";
import { freeSlug } from "../kernel/entities.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { assign, categoriesWith, eventCategories, unassign } from "./categories.ts";
import { changedEvent, newEvent } from "./edit.ts";
import {
  daysLater,
  events,
  type LifecycleHooks,
  localDay,
  nextTransition,
  remindersAt,
  type StoredEvent,
  statusAt,
} from "./events.ts";
import { fromLegacyEvent, joinSeries, occurrencesOf, onDate, refreshSeries } from "./legacy.ts";
import { allHooks } from "./parts.ts";
import { patched } from "./requests.ts";
import { emitAction, emitCreated, emitDeleted, emitEventUpdated, registrationState } from "./view.ts";

type Hooks = readonly LifecycleHooks[];

/** Creates an event and publishes it unless it is a draft. Returns the first event of a series. */
export function insertEvent(tx: StoreTx, given: Partial<Event>, draft: boolean, hooks: Hooks): StoredEvent {
  return placeEvent(tx, newEvent(tx, given), draft, hooks, emitCreated);
}

/** Stores a new event, emits it and publishes it unless it is a draft. */
function placeEvent(
  tx: StoreTx,
  created: StoredEvent,
  draft: boolean,
  hooks: Hooks,
  tell: (tx: StoreTx, event: StoredEvent) => void,
): StoredEvent {
  tx.put(events, created.id, created);
  const placed = draft ? [created] : opened(tx, created, hooks);
  for (const event of placed) {
    tell(tx, event);
    if (!draft) emitAction(tx, event, "published");
  }
  return placed[0] ?? created;
}

/** Publishes a draft. Throws PlatformError 409 if it is not a draft. */
export function publishEvent(tx: StoreTx, event: StoredEvent, hooks: Hooks): StoredEvent {
  const { id, status } = event;
  if (status === "CANCELED") throw wrongStatus(event, "be published; clone it to repeat it");
  if (status !== "DRAFT") {
    const message = `The event ${id} is ${status}; it was already published`;
    throw new PlatformError(409, "EVENT_ALREADY_PUBLISHED", message, { id, status });
  }
  const placed = opened(tx, event, hooks);
  for (const one of placed) {
    if (one.id !== id) emitCreated(tx, one);
    emitAction(tx, one, "published");
  }
  return placed[0] ?? event;
}

/** Stores a changed event. Does nothing without changes. */
export function updateEvent(
  tx: StoreTx,
  before: StoredEvent,
  change: Partial<Event>,
  mask: string | null | undefined,
  hooks: Hooks,
): StoredEvent {
  const after = changedEvent(tx, before, change, mask);
  if (after === before) return before;
  tx.put(events, after.id, after);
  scheduleTransition(tx, after);
  emitEventUpdated(tx, after);
  refreshSeries(tx, after);
  turn(tx, before, after, hooks);
  for (const { changed } of allHooks(hooks)) changed?.(tx, after);
  return after;
}

/** Cancels an event that has not ended. Throws PlatformError 409 with the status otherwise. */
export function cancelEvent(tx: StoreTx, event: StoredEvent, hooks: Hooks): StoredEvent {
  if (event.status !== "UPCOMING" && event.status !== "STARTED") throw wrongStatus(event, "be canceled");
  const cancellation = {
    canceledDate: tx.now.toISOString(),
    actorType: "USER",
    actorName: "Site owner",
    actorEmail: "owner@shop.example",
  };
  const after: StoredEvent = {
    ...event,
    status: "CANCELED",
    updatedDate: tx.now.toISOString(),
    summaries: { ...event.summaries, cancellation },
  };
  after.registration = { ...event.registration, ...registrationState(after, tx.now) };
  tx.put(events, after.id, after);
  scheduleTransition(tx, after);
  emitAction(tx, after, "canceled");
  refreshSeries(tx, after);
  for (const { canceled } of allHooks(hooks)) canceled?.(tx, after);
  return after;
}

/** Deletes an event with all its data. */
export function deleteEvent(tx: StoreTx, event: StoredEvent, hooks: Hooks): void {
  for (const { removed } of allHooks(hooks)) removed?.(tx, event);
  for (const category of categoriesWith(tx, event.id)) {
    const { internal, states, id } = unassign(tx, category, [event.id]);
    if (internal.eventIds.length === 0 && states.includes("RECURRING_EVENT")) tx.remove(eventCategories, id);
  }
  tx.remove(events, event.id);
  tx.unschedule("events.turn", event.id);
  emitDeleted(tx, event);
  refreshSeries(tx, event);
}

/** Publishes a draft: creates one event per date; the draft becomes the first. */
function opened(tx: StoreTx, draft: StoredEvent, hooks: Hooks): StoredEvent[] {
  const dates = occurrencesOf(draft);
  if (dates.length === 0) return [settled(tx, draft)];
  const others = dates.slice(1).map((_, index) => {
    const slug = freeSlug(tx, events, draft.title, "event");
    const one = settled(tx, { ...onDate(draft, index + 1), id: tx.newId(), slug });
    for (const { copied } of allHooks(hooks)) copied?.(tx, draft, one);
    return one;
  });
  return joinSeries(tx, [settled(tx, onDate(draft, 0)), ...others]);
}

/** Stores a draft with the status that follows from its dates. */
function settled(tx: StoreTx, draft: StoredEvent): StoredEvent {
  const now = tx.now.toISOString();
  const event: StoredEvent = {
    ...draft,
    status: statusAt(draft, tx.now),
    publishedDate: now,
    updatedDate: now,
  };
  event.registration = { ...draft.registration, ...registrationState(event, tx.now) };
  tx.put(events, event.id, event);
  scheduleTransition(tx, event);
  return event;
}

function wrongStatus({ id, status }: StoredEvent, what: string): PlatformError {
  const message = `The event ${id} is ${status} and cannot ${what}`;
  return new PlatformError(409, "INVALID_EVENT_STATUS_TRANSITION", message, { id, status });
}

const transitionKind = "events.turn";

/** Schedules the next change of an event. An event has at most one such entry. */
export function scheduleTransition(tx: StoreTx, event: StoredEvent): void {
  const next = nextTransition(event, tx.now);
  if (next) tx.schedule(next, transitionKind, event.id);
  else tx.unschedule(transitionKind, event.id);
}

/** Due work: starts or ends an event, opens or closes its registration, and emits reminders. */
export function applyTransition(tx: StoreTx, id: string, hooks: Hooks): void {
  const before = tx.get(events, id);
  if (before?.status !== "UPCOMING" && before?.status !== "STARTED") return;
  const moved = { ...before, status: statusAt(before, tx.now) };
  const state = registrationState(moved, tx.now);
  const after = { ...moved, registration: { ...moved.registration, ...state } };
  for (const { value, unit } of remindersAt(after, tx.now))
    emitAction(tx, after, "reminder", { startsIn: { value, unit } });
  if (after.status !== before.status || state.status !== before.registration.status) {
    tx.put(events, id, after);
    if (state.status !== before.registration.status) emitEventUpdated(tx, after);
    turn(tx, before, after, hooks);
  }
  scheduleTransition(tx, after);
}

/** Tells everyone if an event started or ended, by the clock or by new dates. */
function turn(tx: StoreTx, before: StoredEvent, after: StoredEvent, hooks: Hooks): void {
  if (after.status === before.status || (after.status !== "STARTED" && after.status !== "ENDED")) return;
  const action = after.status === "STARTED" ? "started" : "ended";
  emitAction(tx, after, action);
  refreshSeries(tx, after);
  for (const { started, ended } of allHooks(hooks)) (action === "started" ? started : ended)?.(tx, after);
}

/** Clones start this many days from now, as on the live platform, whenever the original takes place. */
const daysAhead = 14;
const longestTitle = () => maximumOf(Event, "title");

/** Clones an event, by default two weeks from now, with form, policies and settings but without guests. */
export function cloneEvent(
  tx: StoreTx,
  from: StoredEvent,
  change: Partial<Event>,
  draft: boolean,
  hooks: readonly LifecycleHooks[],
): StoredEvent {
  const { seoSettings, onlineConferencing, title, ...rest } = from;
  const { slug, ...seo } = seoSettings ?? {};
  const { session, ...conference } = onlineConferencing ?? {};
  const days = daysToClone(from, tx.now);
  const copy: Event = {
    ...rest,
    title: change.title ? title : freeTitle(tx, title),
    dateAndTimeSettings: laterTimes(from, days),
    registration: laterRegistration(from, days),
    seoSettings: seoSettings ? seo : undefined,
    onlineConferencing: onlineConferencing ? conference : undefined,
  };
  const created = newEvent(tx, patched(copy, fromLegacyEvent(change)));
  const internal = { ...created.internal, derivedFromEventId: from.id };
  const clone = placeEvent(tx, { ...created, form: from.form, internal }, draft, hooks, (_tx, event) => {
    for (const { copied } of allHooks(hooks)) copied?.(tx, from, event);
    emitAction(tx, event, "cloned");
  });
  for (const category of categoriesWith(tx, from.id))
    if (!category.states.includes("RECURRING_EVENT")) assign(tx, category, [clone.id]);
  return clone;
}

/** Returns the title of a clone: `Yoga (1)` for `Yoga`, or the next unused number. */
function freeTitle(tx: StoreTx, title: string): string {
  const base = title.replace(/ \(\d+\)$/, "");
  for (let serial = 1; ; serial++) {
    const suffix = ` (${serial})`;
    const candidate = base.slice(0, longestTitle() - suffix.length) + suffix;
    if (tx.findBy(events, "title", candidate) === undefined) return candidate;
  }
}

/** Returns the number of days between an event's first date and the date of its clone. */
function daysToClone({ dateAndTimeSettings: times }: StoredEvent, now: Date): number {
  const start = times.startDate ?? times.recurringEvents?.individualEventDates?.[0]?.startDate;
  if (!start) return daysAhead;
  const day = (iso: string) => Date.parse(`${localDay(iso, times.timeZoneId)}T00:00:00Z`) / 86_400_000;
  return day(now.toISOString()) + daysAhead - day(start);
}

/** Returns the dates of a clone, moved later. An event of a series becomes a single event; a draft keeps all dates. */
function laterTimes({ dateAndTimeSettings }: StoredEvent, days: number): Event["dateAndTimeSettings"] {
  const { recurringEvents, recurrenceStatus, formatted, ...times } = dateAndTimeSettings;
  const dates = recurringEvents?.categoryId ? [] : (recurringEvents?.individualEventDates ?? []);
  return {
    ...times,
    ...shifted(times, times.timeZoneId, days),
    ...(dates.length > 0 && {
      recurringEvents: {
        individualEventDates: dates.map((date) => ({
          ...date,
          ...shifted(date, date.timeZoneId ?? times.timeZoneId, days),
        })),
      },
    }),
  };
}

function laterRegistration(
  { registration, dateAndTimeSettings }: StoredEvent,
  days: number,
): Event["registration"] {
  const { type, status, rsvp, ...rest } = registration;
  return {
    ...rest,
    rsvp: rsvp ? { ...rsvp, ...shifted(rsvp, dateAndTimeSettings.timeZoneId, days) } : undefined,
  };
}

type Period = { startDate?: string | null; endDate?: string | null };

function shifted({ startDate, endDate }: Period, zone: string | null | undefined, days: number): Period {
  return {
    ...(startDate && { startDate: daysLater(days, startDate, zone) }),
    ...(endDate && { endDate: daysLater(days, endDate, zone) }),
  };
}
