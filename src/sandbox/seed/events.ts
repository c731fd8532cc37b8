import type { Event } from "../../api/services/events.ts";
import { assign, insertCategory } from "../events/categories.ts";
import { clockTime, events, type StoredEvent } from "../events/events.ts";
import { cancelEvent, insertEvent } from "../events/lifecycle.ts";
import { policyKind, publishedItems } from "../events/parts.ts";
import { newEntity } from "../kernel/entities.ts";
import type { StoreTx } from "../kernel/tx.ts";
import { staffKind } from "../staff/index.ts";
import { eventHooks } from "../tickets/lifecycle-hooks.ts";
import demoShop from "./demo-shop.json" with { type: "json" };

/** One event of each kind. An event that begins at midnight today has always started. */
const demoEvents = demoShop.events as readonly DemoEvent[];

/**
 * Adds demo events of every kind, dated relative to today. The same seed and clock give the same ids. Emits no domain
 * events. Does nothing if they exist.
 */
export function seedEvents(tx: StoreTx): { events: number } {
  if (tx.findBy(events, "slug", "raku-night") !== undefined) return { events: 0 };
  const silent: StoreTx = { ...tx, emit: () => {} };
  const created = demoEvents.map((demo) => seedEvent(silent, demo));
  for (const name of demoShop.eventCategories) {
    const ids = created.filter((_, index) => demoEvents[index]?.category === name).map(({ id }) => id);
    assign(silent, insertCategory(silent, name, ["MANUAL"]), ids);
  }
  const [raku, openDay] = created;
  if (raku) seedPolicy(silent, raku);
  if (openDay) seedSchedule(silent, openDay);
  if (raku) seedStaff(silent, raku);
  return { events: created.length };
}

function seedEvent(
  tx: StoreTx,
  { title, zone = "Europe/Berlin", days, from, to, category, status, ...facts }: DemoEvent,
): StoredEvent {
  const times = (first: number, last: number) => ({
    startDate: clockTime(tx.now, first, from, zone),
    endDate: clockTime(tx.now, last, to, zone),
    timeZoneId: zone,
  });
  const [first = 0, last = first] = days;
  // Two days are one event from midnight to midnight; more days are a series.
  const repeats = days.length > 2;
  const dateAndTimeSettings = {
    ...(repeats
      ? { recurringEvents: { individualEventDates: days.map((day) => times(day, day)) } }
      : times(first, last)),
    timeZoneId: zone,
    showTimeZone: true,
  };
  const given: Partial<Event> = { location: demoShop.studio, ...facts, title, dateAndTimeSettings };
  const event = insertEvent(tx, given, status === "draft", eventHooks);
  return status === "canceled" ? cancelEvent(tx, event, eventHooks) : event;
}

function seedPolicy(tx: StoreTx, { id: eventId }: StoredEvent): void {
  const policy = { ...newEntity(tx), ...demoShop.policy, eventId, internal: { place: 1 } };
  tx.put(policyKind.table, policy.id, policy);
}

function seedSchedule(tx: StoreTx, { id: eventId, dateAndTimeSettings }: StoredEvent): void {
  const zone = dateAndTimeSettings.timeZoneId ?? "UTC";
  const now = tx.now.toISOString();
  const { day, items } = demoShop.schedule;
  for (const { name, from, to, stageName } of items) {
    const id = tx.newId();
    const [start, end] = [from, to].map((time) => clockTime(tx.now, day, time, zone));
    tx.put(publishedItems, id, {
      id,
      eventId,
      name,
      timeSlot: { start, end, timeZoneId: zone },
      stageName,
      description: "",
      hidden: false,
      status: "SCHEDULED",
      tags: [],
      createdDate: now,
      updatedDate: now,
      draft: false,
    });
  }
}

function seedStaff(tx: StoreTx, { id }: StoredEvent): void {
  for (const { allEvents, ...given } of demoShop.eventStaff) {
    const access = allEvents ? { allEvents: {} } : { specificEvents: { events: [id] } };
    const internal = { loginToken: tx.newId(), accessTokens: [] };
    const member = { ...newEntity(tx), ...(given as DemoStaff), ...access, internal };
    tx.put(staffKind.table, member.id, member);
  }
}

type DemoStaff = { name: string; permissions: string[]; status: "HAS_ACCESS" | "PENDING" };

/** A demo event. Days are relative to the seed date; times are in its zone. */
interface DemoEvent
  extends Pick<Event, "shortDescription" | "location" | "registration" | "onlineConferencing"> {
  title: string;
  /** Default: that of the studio, as the location is. */
  zone?: string;
  /** Days relative to the seed date. */
  days: readonly number[];
  from: string;
  to: string;
  category: string;
  /** Default: published. */
  status?: "draft" | "canceled";
}
