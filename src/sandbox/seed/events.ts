import type { Event } from "../../api/services/events/models/event.ts";
import { newEntity } from "../kernel/documents/entities.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { assign, plantCategory } from "../services/events/categories.ts";
import { cancelEvent, createEvent } from "../services/events/lifecycle.ts";
import { policyKind } from "../services/events/policies.ts";
import { publishedItems } from "../services/events/schedule.ts";
import { events, type StoredEvent } from "../services/events/tables.ts";
import { clockTime } from "../services/events/times.ts";
import { staffKind } from "../services/staff/staff.ts";
import { eventHooks } from "../services/tickets/lifecycle-hooks.ts";
import { type DemoEvent, demoCategories, demoEvents } from "./demo-events.ts";

/**
 * Fills the sandbox with events of every kind, around the day of the seed. The same seed and clock give the same ids.
 * No domain events are written. Does nothing where they are there already.
 */
export function seedEvents(tx: StoreTx): { events: number } {
  if (tx.findBy(events, "slug", "raku-night") !== undefined) return { events: 0 };
  const quiet: StoreTx = { ...tx, emit: () => {} };
  const made = demoEvents.map((demo) => plant(quiet, demo));
  for (const name of demoCategories) {
    const ids = made.filter((_, index) => demoEvents[index]?.category === name).map(({ id }) => id);
    assign(quiet, plantCategory(quiet, name, ["MANUAL"]), ids);
  }
  const [raku, openDay] = made;
  if (raku) plantPolicy(quiet, raku);
  if (openDay) plantSchedule(quiet, openDay);
  if (raku) plantStaff(quiet, raku);
  return { events: made.length };
}

function plant(
  tx: StoreTx,
  { title, zone, on, from, to, category: _, fate, ...facts }: DemoEvent,
): StoredEvent {
  const times = (first: number, last: number) => ({
    startDate: clockTime(tx.now, first, from, zone),
    endDate: clockTime(tx.now, last, to, zone),
  });
  const [first = 0, last = first] = on;
  // Two days from midnight to midnight are one event, evenings are one each.
  const repeats = on.length > 2;
  const dateAndTimeSettings = {
    ...(repeats
      ? { recurringEvents: { individualEventDates: on.map((day) => times(day, day)) } }
      : times(first, last)),
    timeZoneId: zone,
    showTimeZone: true,
  };
  const given: Event = { ...facts, title, dateAndTimeSettings };
  const event = createEvent(tx, given, fate === "draft", eventHooks);
  return fate === "canceled" ? cancelEvent(tx, event, eventHooks) : event;
}

function plantPolicy(tx: StoreTx, { id: eventId }: StoredEvent): void {
  const body = "Up to seven days before the evening you get your money back.";
  const policy = { ...newEntity(tx), name: "Refunds", body, eventId, internal: { place: 1 } };
  tx.put(policyKind.table, policy.id, policy);
}

function plantSchedule(tx: StoreTx, { id: eventId, dateAndTimeSettings }: StoredEvent): void {
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

function plantStaff(tx: StoreTx, { id }: StoredEvent): void {
  const door = { name: "Ada at the door", permissions: ["CHECK_IN_GUESTS", "SELL_TICKETS"] };
  const office = { name: "Bo in the office", permissions: ["READ_ANALYTICS"] };
  const members = [
    { ...door, status: "HAS_ACCESS" as const, specificEvents: { events: [id] } },
    { ...office, status: "PENDING" as const, allEvents: {} },
  ];
  for (const given of members) {
    const internal = { loginToken: tx.newId(), accessTokens: [] };
    const member = { ...newEntity(tx), ...given, internal };
    tx.put(staffKind.table, member.id, member);
  }
}
