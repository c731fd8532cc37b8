import type { Event } from "../../api/services/events.ts";
import { assign, insertCategory } from "../events/categories.ts";
import { clockTime, events, type StoredEvent } from "../events/events.ts";
import { cancelEvent, insertEvent } from "../events/lifecycle.ts";
import { policyKind, publishedItems } from "../events/parts.ts";
import { newEntity } from "../kernel/entities.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { staffKind } from "../staff/index.ts";
import { eventHooks } from "../tickets/lifecycle-hooks.ts";

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
  { title, zone, days, from, to, category, status, ...facts }: DemoEvent,
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
  const event = insertEvent(tx, given, status === "draft", eventHooks);
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

/** A demo event. Days are relative to the seed date; times are in its zone. */
interface DemoEvent
  extends Pick<Event, "shortDescription" | "location" | "registration" | "onlineConferencing"> {
  title: string;
  zone: string;
  /** Days relative to the seed date. */
  days: readonly number[];
  from: string;
  to: string;
  category: string;
  /** Default: published. */
  status?: "draft" | "canceled";
}

const studio: Event["location"] = {
  type: "VENUE",
  name: "Flax & Fjord studio",
  address: {
    streetAddress: { number: "14", name: "Speicherstraße" },
    city: "Hamburg",
    postalCode: "20457",
    country: "DE",
    geocode: { latitude: 53.5436, longitude: 9.9886 },
  },
};
const zone = "Europe/Berlin";

const demoCategories = ["Workshops", "Tastings"] as const;

/** One event of each kind. An event that begins at midnight today has always started. */
const demoEvents: readonly DemoEvent[] = [
  {
    title: "Raku night",
    category: "Workshops",
    zone,
    days: [21],
    from: "18:00",
    to: "22:30",
    shortDescription: "Glaze two bowls, fire them outside, take them home.",
    location: studio,
    registration: { initialType: "TICKETING", tickets: { ticketLimitPerOrder: 4 } },
  },
  {
    title: "Studio open day",
    category: "Workshops",
    zone,
    days: [10],
    from: "11:00",
    to: "17:00",
    shortDescription: "Look around, throw a cup, stay for cake.",
    location: studio,
    registration: {
      initialType: "RSVP",
      rsvp: { responseType: "YES_AND_NO", limit: 12, waitlistEnabled: true },
    },
  },
  {
    title: "Kiln sale",
    category: "Workshops",
    zone,
    days: [0, 2],
    from: "00:00",
    to: "00:00",
    shortDescription: "Seconds and one-offs, all day long.",
    location: studio,
    registration: { initialType: "RSVP", registrationDisabled: true },
  },
  {
    title: "Winter tasting",
    category: "Tastings",
    zone,
    days: [-30],
    from: "19:00",
    to: "21:30",
    shortDescription: "Six coffees, two rounds.",
    location: studio,
    registration: { initialType: "TICKETING" },
  },
  {
    title: "Wheel marathon",
    category: "Workshops",
    zone,
    days: [40],
    from: "09:00",
    to: "21:00",
    location: studio,
    registration: { initialType: "TICKETING" },
    status: "canceled",
  },
  {
    title: "Guild dinner",
    category: "Tastings",
    zone,
    days: [60],
    from: "19:30",
    to: "23:00",
    location: { type: "VENUE", locationTbd: true, name: "To be announced" },
    registration: { initialType: "TICKETING" },
    status: "draft",
  },
  {
    title: "Evening throwing",
    category: "Workshops",
    zone,
    days: [3, 10, 17, 24],
    from: "18:30",
    to: "20:30",
    shortDescription: "Four evenings at the wheel, a week apart.",
    location: studio,
    registration: { initialType: "RSVP", rsvp: { responseType: "YES_ONLY", limit: 8 } },
  },
  {
    title: "Brewing at home",
    category: "Tastings",
    zone: "America/New_York",
    days: [14],
    from: "12:00",
    to: "13:00",
    shortDescription: "Filter coffee without a scale, live.",
    location: { type: "ONLINE" },
    onlineConferencing: { enabled: true, type: "WEBINAR" },
    registration: { initialType: "RSVP" },
  },
];
