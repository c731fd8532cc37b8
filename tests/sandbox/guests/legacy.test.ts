import { expect, test } from "vitest";
import { readEvents } from "../../../src/sandbox/kernel/outbox.ts";
import { lastEvent } from "../../../src/sandbox/kernel/store.ts";
import { openTicketsSandbox } from "../support/tickets-sandbox.ts";

const path = "/events/v1/rsvp";
const answers = (firstName: string, more: object[] = []) => ({
  inputValues: [
    { inputName: "firstName", value: firstName },
    { inputName: "lastName", value: "Berg" },
    { inputName: "email", value: `${firstName.toLowerCase()}@example.com` },
    ...more,
  ],
});

async function openParty(rsvp: object = {}) {
  const world = openTicketsSandbox();
  const { id: eventId } = await world.create({ registration: { initialType: "RSVP", rsvp } });
  const additionalGuests = { maxGuests: 2 };
  await world.call("POST", `/events/v1/events/${eventId}/form/control`, { eventId, additionalGuests });
  const create = (firstName: string, more?: object[], status = "YES") =>
    world.call("POST", path, { eventId, form: answers(firstName, more), status });
  const start = lastEvent(world.store.db);
  const emitted = () =>
    readEvents(world.store.db, start, 1000).filter(({ type }) => type.toLowerCase().includes(".rsvp"));
  return { ...world, eventId, create, emitted };
}

test("the older RSVP service and v2 read and write the same RSVPs", async () => {
  const { call, eventId, create, close } = await openParty();
  const companions = [
    { inputName: "additionalGuests", value: "1" },
    { inputName: "guestNames", values: ["Cy Berg"] },
  ];
  const { rsvp, calendarLinks } = await create("Bo", companions);
  expect(rsvp).toMatchObject({
    eventId,
    firstName: "Bo",
    email: "bo@example.com",
    status: "YES",
    totalGuests: 2,
    guests: [
      { index: 0, id: 1, fullName: "Bo Berg" },
      { index: 1, id: 2, fullName: "Cy Berg" },
    ],
    rsvpForm: { inputValues: answers("Bo", companions).inputValues },
  });
  expect(calendarLinks.google).toContain("calendar.google.com");
  const v2 = (await call("GET", `/events/v2/rsvps/${rsvp.id}?fields=DETAILS`)).rsvp;
  expect(v2).toMatchObject({ status: "YES", additionalGuestDetails: { guestCount: 1 } });

  const read = async (fieldset = "") =>
    (await call("GET", `${path}/${rsvp.id}?eventId=${eventId}${fieldset}`)).rsvp;
  expect(await read()).not.toHaveProperty("rsvpForm");
  expect(await read("&fieldset=FORM&fieldset=DETAILS")).toMatchObject({ rsvpForm: {}, guests: [{}, {}] });

  const checkIn = { eventId, rsvpId: rsvp.id, guestId: [2] };
  const inside = (await call("POST", `${path}/check-in`, checkIn)).rsvp;
  expect(inside.guests.map(({ checkIn }: { checkIn?: object }) => Boolean(checkIn))).toEqual([false, true]);
  const query = `eventId=${eventId}&rsvpId=${rsvp.id}`;
  const outside = (await call("DELETE", `${path}/check-in?${query}`)).rsvp;
  expect(outside.guests.some(({ checkIn }: { checkIn?: object }) => checkIn)).toBe(false);

  const changed = await call("PATCH", `${path}/${rsvp.id}`, {
    eventId,
    fields: "rsvpForm",
    status: "NO",
    rsvpForm: answers("Boris"),
  });
  expect(changed.rsvp).toMatchObject({ firstName: "Boris", status: "YES", totalGuests: 1 });
  await call("DELETE", `${path}?eventId=${eventId}&rsvps=${rsvp.id}`);
  expect((await call("GET", path)).total).toBe(0);
  close();
});

test("an RSVP on the waitlist has the status WAITING in the older service", async () => {
  const { call, eventId, create, emitted, close } = await openParty({ limit: 1, waitlistEnabled: true });
  await create("Ada");
  const { rsvp } = await create("Bo");
  expect(rsvp.status).toBe("WAITING");
  const waiting = await call("GET", `${path}?status=WAITING&facet=status`);
  expect(waiting).toMatchObject({
    total: 1,
    rsvps: [{ id: rsvp.id, status: "WAITING" }],
    facets: { status: { counts: { WAITING: 1 } } },
    rsvpFacets: { facets: { status: { counts: { WAITING: { count: 1, guests: 1, guestsCheckIn: 0 } } } } },
  });
  const queried = await call("POST", `${path}/query`, { filter: { status: "WAITING" }, sort: "created:asc" });
  expect(queried.rsvps).toMatchObject([{ id: rsvp.id }]);
  const older = emitted().filter(({ type }) => type === "wix.events.rsvp.events.RsvpCreated");
  expect(older.slice(1)).toMatchObject([
    {
      payload: { eventId, rsvpId: rsvp.id, status: "WAITING", firstName: "Bo", guests: [{ id: 1 }] },
    },
  ]);
  close();
});

test("both services emit the older topics beside those of v2", async () => {
  const { call, eventId, create, emitted, close } = await openParty({ responseType: "YES_AND_NO" });
  const { rsvp } = await create("Ada");
  await call("PATCH", path, { eventId, rsvpId: [rsvp.id], fields: "status", status: "NO" });
  await call("DELETE", `/events/v2/rsvps/${rsvp.id}`);
  expect(emitted().map(({ type }) => type)).toEqual([
    "wix.events.v2.rsvp_created",
    "wix.events.rsvp.events.RsvpCreated",
    "wix.events.v2.rsvp_updated",
    "wix.events.rsvp.events.RsvpUpdated",
    "wix.events.v2.rsvp_deleted",
    "wix.events.rsvp.events.RsvpDeleted",
  ]);
  close();
});

test("the older service rejects answers without a name, and an RSVP of another event", async () => {
  const { ask, call, eventId, create, close } = await openParty();
  const nameless = await ask("POST", path, { eventId, status: "YES", form: { inputValues: [] } });
  expect(nameless).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("rsvp.firstName") },
  });
  const { rsvp } = await create("Ada");
  const { id: other } = await call("POST", `/events/v3/events/${eventId}/clone`, {}).then(
    ({ event }) => event,
  );
  const elsewhere = await ask("GET", `${path}/${rsvp.id}?eventId=${other}`);
  expect(elsewhere.body.details.applicationError.code).toBe("RSVP_NOT_FOUND");
  const many = [{ inputName: "additionalGuests", value: "many" }];
  const unclear = await ask("POST", path, { eventId, status: "YES", form: answers("Bo", many) });
  expect(unclear.status).toBe(400);
  close();
});
