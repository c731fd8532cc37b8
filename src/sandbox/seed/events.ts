import type { Event } from "../../api/services/events/events.ts";
import { newEntity } from "../kernel/documents/entities.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { assign, insertCategory } from "../services/events/categories.ts";
import { cancelEvent, createEvent } from "../services/events/lifecycle.ts";
import { policyKind } from "../services/events/policies.ts";
import { publishedItems } from "../services/events/schedule.ts";
import { events, type StoredEvent } from "../services/events/tables.ts";
import { clockTime } from "../services/events/times.ts";
import { staffKind } from "../services/staff/index.ts";
import { eventHooks } from "../services/tickets/lifecycle-hooks.ts";
import { type DemoEvent, demoCategories, demoEvents } from "./demo-events.ts";

/**
 * Adds demo events of every kind, dated relative to today. The same seed and clock give the same ids. Emits no domain
 * events. Does nothing if they exist.
 */
export function seedEvents(tx: StoreTx): { events: number } {
  if (tx.findBy(events, "slug", "raku-night") !== undefined) return { events: 0 };
  const silent: StoreTx = { ...tx, emit: () => {} };
  const created = demoEvents.map((demo) => seedEvent(silent, demo));
  for (const name of demoCategories) {
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
  { title, zone, days, from, to, category: _, status, ...facts }: DemoEvent,
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
  const given: Partial<Event> = { ...facts, title, dateAndTimeSettings };
  const event = createEvent(tx, given, status === "draft", eventHooks);
  return status === "canceled" ? cancelEvent(tx, event, eventHooks) : event;
}

function seedPolicy(tx: StoreTx, { id: eventId }: StoredEvent): void {
  const body = "Full refund up to seven days before the event.";
  const policy = { ...newEntity(tx), name: "Refunds", body, eventId, internal: { place: 1 } };
  tx.put(policyKind.table, policy.id, policy);
}

function seedSchedule(tx: StoreTx, { id: eventId, dateAndTimeSettings }: StoredEvent): void {
  const zone = dateAndTimeSettings.timeZoneId ?? "UTC";
  const now = tx.now.toISOString();
  const items = [
    ["Doors and cake", "11:00", "12:00", "Kitchen"],
    ["A cup in an hour", "12:00", "13:00", "Wheel room"],
    ["Kiln tour", "15:00", "15:30", "Yard"],
  ] as const;
  for (const [name, from, to, stageName] of items) {
    const id = tx.newId();
    const start = clockTime(tx.now, 10, from, zone);
    const timeSlot = { start, end: clockTime(tx.now, 10, to, zone), timeZoneId: zone };
    tx.put(publishedItems, id, {
      id,
      eventId,
      name,
      timeSlot,
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
  const checkInStaff = { name: "Ada at the door", permissions: ["CHECK_IN_GUESTS", "SELL_TICKETS"] };
  const office = { name: "Bo in the office", permissions: ["READ_ANALYTICS"] };
  const members = [
    { ...checkInStaff, status: "HAS_ACCESS" as const, specificEvents: { events: [id] } },
    { ...office, status: "PENDING" as const, allEvents: {} },
  ];
  for (const given of members) {
    const internal = { loginToken: tx.newId(), accessTokens: [] };
    const member = { ...newEntity(tx), ...given, internal };
    tx.put(staffKind.table, member.id, member);
  }
}
