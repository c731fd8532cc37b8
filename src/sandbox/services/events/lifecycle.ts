import type { Event } from "../../../api/services/events/events.ts";
import { freeSlug } from "../../kernel/slugs.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { categoriesWith, eventCategories, unassign } from "./categories.ts";
import { changedEvent, newEvent } from "./edit.ts";
import { emitAction, emitCreated, emitDeleted, emitUpdated } from "./emit.ts";
import { allHooks } from "./event-hooks.ts";
import type { LifecycleHooks } from "./lifecycle-hooks.ts";
import { registrationState } from "./registration.ts";
import { joinSeries, occurrencesOf, onDate, refreshSeries } from "./series.ts";
import { statusAt } from "./status.ts";
import { events, type StoredEvent } from "./tables.ts";
import { scheduleTransition } from "./transitions.ts";

type Hooks = readonly LifecycleHooks[];

/** Creates an event and publishes it unless it is a draft. Returns the first event of a series. */
export function createEvent(tx: StoreTx, given: Partial<Event>, draft: boolean, hooks: Hooks): StoredEvent {
  return placeEvent(tx, newEvent(tx, given), draft, hooks, emitCreated);
}

/** Stores a new event, emits it and publishes it unless it is a draft. */
export function placeEvent(
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
  emitUpdated(tx, after);
  emitStatusChange(tx, before, after);
  refreshSeries(tx, after);
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

/** Emits an event if new dates started or ended a published event. */
function emitStatusChange(tx: StoreTx, before: StoredEvent, after: StoredEvent): void {
  if (before.status === after.status) return;
  if (after.status === "STARTED") emitAction(tx, after, "started");
  if (after.status === "ENDED") emitAction(tx, after, "ended");
}

function wrongStatus({ id, status }: StoredEvent, what: string): PlatformError {
  const message = `The event ${id} is ${status} and cannot ${what}`;
  return new PlatformError(409, "INVALID_EVENT_STATUS_TRANSITION", message, { id, status });
}
