import { maximumOf } from "../../../api/schema-fields.ts";
import { Event } from "../../../api/services/events/events.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { assign, categoriesWith } from "./categories.ts";
import { newEvent } from "./edit.ts";
import { emitAction } from "./emit.ts";
import { allHooks } from "./event-hooks.ts";
import { fromLegacyEvent } from "./legacy.ts";
import { placeEvent } from "./lifecycle.ts";
import type { LifecycleHooks } from "./lifecycle-hooks.ts";
import { patched } from "./patch.ts";
import { events, type StoredEvent } from "./tables.ts";
import { daysLater, localDay } from "./times.ts";

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
  const { slug: _, ...seo } = seoSettings ?? {};
  const { session: __, ...conference } = onlineConferencing ?? {};
  const days = daysToClone(from, tx.now);
  const copy: Event = {
    ...rest,
    title: change.title ? title : freeTitle(tx, title),
    dateAndTimeSettings: laterTimes(from, days),
    registration: laterRegistration(from, days),
    ...(seoSettings && { seoSettings: seo }),
    ...(onlineConferencing && { onlineConferencing: conference }),
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
  const { recurringEvents, recurrenceStatus: _, formatted: __, ...times } = dateAndTimeSettings;
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
  const { type: _, status: __, rsvp, ...rest } = registration;
  return {
    ...rest,
    ...(rsvp && { rsvp: { ...rsvp, ...shifted(rsvp, dateAndTimeSettings.timeZoneId, days) } }),
  };
}

type Period = { startDate?: string | null; endDate?: string | null };

function shifted({ startDate, endDate }: Period, zone: string | null | undefined, days: number): Period {
  return {
    ...(startDate && { startDate: daysLater(days, startDate, zone) }),
    ...(endDate && { endDate: daysLater(days, endDate, zone) }),
  };
}
