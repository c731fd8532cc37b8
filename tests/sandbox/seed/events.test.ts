import { afterEach, expect, it } from "vitest";
import { mismatchIn } from "../../../src/api/decode.ts";
import { Event } from "../../../src/api/services/events.ts";
import { seedEvents } from "../../../src/sandbox/seed/index.ts";
import { type EventsSandbox, fields, openEventsSandbox } from "../support/events-sandbox.ts";

const worlds: EventsSandbox[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
});

async function demo() {
  const world = openEventsSandbox();
  worlds.push(world);
  world.setClock("2031-03-20T13:37:00Z");
  world.store.write({ caller: { role: "admin" } }, (tx) => seedEvents(tx));
  const sort = [{ fieldName: "dateAndTimeSettings.startDate", order: "ASC" }];
  const { events } = await world.call("POST", "/events/v3/events/query", {
    query: { sort },
    includeDrafts: true,
    fields,
  });
  return { world, events };
}

it("creates the same events of every kind each time, without domain events", async () => {
  const [one, two] = [await demo(), await demo()];
  expect(one.events).toEqual(two.events);
  expect(one.world.newEvents()).toEqual([]);
  expect(one.events.every((event: object) => !mismatchIn(Event, event))).toBe(true);
  const of = ({ title, status, registration, dateAndTimeSettings: times }: Event) =>
    [
      title,
      status,
      registration?.type,
      registration?.status,
      times?.recurrenceStatus,
      times?.formatted?.dateAndTime,
    ].join(" | ");
  expect(one.events.map(of)).toEqual([
    "Winter tasting | ENDED | TICKETING | CLOSED_AUTOMATICALLY | ONE_TIME | Feb 18, 2031, 7:00 PM – 9:30 PM GMT+1",
    "Kiln sale | STARTED | NONE | CLOSED_MANUALLY | ONE_TIME | Mar 20, 2031, 12:00 AM – Mar 22, 2031, 12:00 AM GMT+1",
    "Evening throwing | UPCOMING | RSVP | OPEN_RSVP | RECURRING_UPCOMING | Mar 23, 2031, 6:30 PM – 8:30 PM GMT+1",
    "Studio open day | UPCOMING | RSVP | OPEN_RSVP | ONE_TIME | Mar 30, 2031, 11:00 AM – 5:00 PM GMT+2",
    "Evening throwing | UPCOMING | RSVP | OPEN_RSVP | RECURRING | Mar 30, 2031, 6:30 PM – 8:30 PM GMT+2",
    "Brewing at home | UPCOMING | RSVP | OPEN_RSVP | ONE_TIME | Apr 3, 2031, 12:00 PM – 1:00 PM EDT",
    "Evening throwing | UPCOMING | RSVP | OPEN_RSVP | RECURRING | Apr 6, 2031, 6:30 PM – 8:30 PM GMT+2",
    "Raku night | UPCOMING | TICKETING | OPEN_TICKETS | ONE_TIME | Apr 10, 2031, 6:00 PM – 10:30 PM GMT+2",
    "Evening throwing | UPCOMING | RSVP | OPEN_RSVP | RECURRING | Apr 13, 2031, 6:30 PM – 8:30 PM GMT+2",
    "Wheel marathon | CANCELED | TICKETING | CLOSED_AUTOMATICALLY | ONE_TIME | Apr 29, 2031, 9:00 AM – 9:00 PM GMT+2",
    "Guild dinner | DRAFT | TICKETING | CLOSED_MANUALLY | ONE_TIME | May 19, 2031, 7:30 PM – 11:00 PM GMT+2",
  ]);
  const query = { query: { sort: [{ fieldName: "name" }] }, fieldset: ["COUNTS"] };
  const { categories } = await one.world.call("POST", "/events/v1/categories/query", query);
  expect(categories.map(({ name }: { name: string }) => name)).toEqual([
    "Evening throwing",
    "Tastings",
    "Workshops",
  ]);
});

it("does nothing if the events exist", async () => {
  const { world } = await demo();
  expect(world.store.write({ caller: { role: "admin" } }, (tx) => seedEvents(tx))).toEqual({ events: 0 });
});

it("schedules the start, end and reminders of the seeded events", async () => {
  const { world } = await demo();
  world.advance(100 * 86_400_000);
  const { facets } = await world.call("POST", "/events/v3/events/count-by-status", {
    includeDrafts: true,
    facet: ["status"],
  });
  expect(facets.status.counts).toEqual({ ENDED: 9, CANCELED: 1, DRAFT: 1 });
  expect(world.newEvents().filter(({ type }) => type === "reminder").length).toBeGreaterThan(30);
});
