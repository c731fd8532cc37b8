import { afterEach, beforeEach, expect, it } from "vitest";
import { type EventsSandbox, openEventsSandbox, party } from "../support/events-sandbox.ts";

let world: EventsSandbox;
beforeEach(() => {
  world = openEventsSandbox();
});
afterEach(() => world.close());

const { timeZoneId, startDate, endDate } = party().dateAndTimeSettings;

it.each([
  [{ startDate, endDate }, "getTimeZoneId is not supported"],
  [{ startDate, timeZoneId }, "endDate.isDefined must be true, event cannot have negative duration"],
  [{ startDate, endDate: startDate, timeZoneId }, "event cannot have negative duration"],
  [{ timeZoneId, recurringEvents: { individualEventDates: [{ startDate, endDate }] } }, "ZoneOffset"],
])("rejects the dates %o in the platform's words", async (dateAndTimeSettings, text) => {
  const event = { ...party(), dateAndTimeSettings };
  const { status, body } = await world.ask("POST", "/events/v3/events", { event });
  expect([status, body.message]).toEqual([400, expect.stringContaining(text)]);
});

it.each([
  [{ startDate: "2030-01-10T19:00:00.000Z" }, 400],
  [{ endDate: "2030-01-10T23:00:00.000Z" }, 400],
  [{ startDate: "2030-01-10T19:00:00.000Z", endDate: "2030-01-10T23:00:00.000Z" }, 200],
])("an update replaces both times of an event together: %o is answered with %i", async (times, expected) => {
  const { id } = await world.create();
  const { status, body } = await world.update(id, { dateAndTimeSettings: times });
  expect(status).toBe(expected);
  if (status === 400) expect(body.message).toContain("event cannot have negative duration");
  else expect(body.event.dateAndTimeSettings).toMatchObject({ ...times, timeZoneId });
});

it("clones an event to two weeks from now at its time of day, however far away it is", async () => {
  for (const [start, end] of [
    ["2031-06-10T17:00:00.000Z", "2031-06-10T21:00:00.000Z"],
    ["2029-06-10T17:00:00.000Z", "2029-06-10T21:00:00.000Z"],
  ]) {
    world.setClock("2029-01-01T00:00:00.000Z");
    const { id } = await world.create({
      dateAndTimeSettings: { startDate: start, endDate: end, timeZoneId },
    });
    world.setClock("2030-01-01T12:00:00.000Z");
    const { event } = await world.call("POST", `/events/v3/events/${id}/clone`, {});
    expect(event.status).toBe("DRAFT");
    expect(event.dateAndTimeSettings).toMatchObject({
      startDate: "2030-01-15T18:00:00.000Z",
      endDate: "2030-01-15T22:00:00.000Z",
    });
  }
});

it("rejects a second RSVP from the same address in other letters", async () => {
  const { id: eventId } = await world.create();
  const rsvp = { eventId, firstName: "Ada", lastName: "Lovelace", status: "YES" };
  const send = (email: string) => world.ask("POST", "/events/v2/rsvps", { rsvp: { ...rsvp, email } });
  expect((await send("ada@example.com")).status).toBe(200);
  const second = await send("ADA@EXAMPLE.com");
  expect(second.body.details.applicationError.code).toBe("MEMBER_EMAIL_ALREADY_REGISTERED");
});
