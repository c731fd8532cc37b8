import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { runs } from "../../support/runs.ts";
import { day, type EventsSandbox, openEventsSandbox, party } from "../support/events-sandbox.ts";

let world: EventsSandbox;
beforeEach(() => {
  world = openEventsSandbox();
});
afterEach(() => world.close());

const violationsOf = (answer: { body: { details: { validationError: { fieldViolations: object[] } } } }) =>
  answer.body.details.validationError.fieldViolations;
const asVisitor = async () => {
  const grant = { clientId: defaults.clientId, grantType: "anonymous" };
  const { access_token: authorization } = await world.call("POST", "/oauth2/token", grant);
  return { authorization };
};

describe("an event", () => {
  it("is created, changed and deleted, with an event each", async () => {
    const created = await world.create();
    expect(created).toMatchObject({
      title: "Garden party",
      slug: "garden-party",
      status: "UPCOMING",
      createdDate: "2030-01-01T00:00:00.000Z",
      dateAndTimeSettings: {
        recurrenceStatus: "ONE_TIME",
        formatted: {
          dateAndTime: "Jan 10, 2030, 7:00 PM – 11:00 PM",
          startDate: "January 10, 2030",
          startTime: "7:00 PM",
          endTime: "11:00 PM",
        },
      },
      registration: { type: "RSVP", status: "OPEN_RSVP", rsvp: { responseType: "YES_ONLY" } },
      eventPageUrl: { base: "https://shop.example", path: "/event-details/garden-party" },
    });
    world.advance(1000);
    const changed = await world.update(created.id, { title: "Roof party", location: { name: "Roof" } });
    expect(changed.body.event).toMatchObject({
      title: "Roof party",
      slug: "garden-party",
      location: { type: "VENUE", name: "Roof" },
      updatedDate: "2030-01-01T00:00:01.000Z",
    });
    expect(await world.call("DELETE", `/events/v3/events/${created.id}`)).toEqual({ eventId: created.id });
    expect((await world.ask("GET", `/events/v3/events/${created.id}`)).status).toBe(404);
    expect(world.newEvents().map(({ type }) => type)).toEqual(["created", "published", "updated", "deleted"]);
  });

  it("is not stored without changes", async () => {
    const created = await world.create({
      description: { nodes: [{ type: "PARAGRAPH" }] },
      mainImage: { id: "x.jpg" },
    });
    world.newEvents();
    world.advance(1000);
    expect((await world.update(created.id, created)).body.event).toEqual(created);
    expect(world.newEvents()).toEqual([]);
  });

  it("is patched by key; null clears; a mask limits the change", async () => {
    const { id } = await world.create({
      shortDescription: "Bring shoes",
      mainImage: { id: "x.jpg", width: 3 },
    });
    const change = async (event: object, more?: object) => (await world.update(id, event, more)).body.event;
    expect(await change({ registration: { rsvp: { limit: 5 } } })).toMatchObject({
      shortDescription: "Bring shoes",
      registration: { rsvp: { limit: 5, responseType: "YES_ONLY" } },
    });
    expect((await change({ mainImage: { id: "y.jpg" } })).mainImage).toEqual({ id: "y.jpg" });
    expect(await change({ shortDescription: null })).not.toHaveProperty("shortDescription");
    const masked = await change(
      { title: "New", location: { name: "Hall" } },
      { fieldmask: "location.name,mainImage" },
    );
    expect(masked).toMatchObject({ title: "Garden party", location: { name: "Hall" } });
    expect(masked).not.toHaveProperty("mainImage");
    expect(
      violationsOf(await world.update(id, { title: "x" }, { fieldmask: "title,location" })),
    ).toMatchObject([{ field: "event.location" }]);
    expect(await change({ id, status: "ENDED" }, { fieldmask: "status" })).toMatchObject({
      status: "UPCOMING",
    });
  });

  it.each([
    [{ dateAndTimeSettings: { endDate: "2030-01-10T18:00:00Z" } }, "event.dateAndTimeSettings.endDate"],
    [{ dateAndTimeSettings: { timeZoneId: "Mars/Olympus" } }, "event.dateAndTimeSettings.timeZoneId"],
    [{ dateAndTimeSettings: { startDate: null } }, "event.dateAndTimeSettings.startDate"],
    [{ onlineConferencing: { enabled: true } }, "event.onlineConferencing.enabled"],
    [{ registration: { rsvp: { limit: 0 } } }, "event.registration.rsvp.limit"],
    [{ registration: { tickets: { ticketLimitPerOrder: 3 } } }, "event.registration.tickets"],
    [{ registration: { initialType: "TICKETING" } }, "event.registration.initialType"],
    [{ title: "  " }, "event.title"],
    [{ title: null }, "event.title"],
    [{ location: null }, "event.location"],
    [
      { dateAndTimeSettings: { recurringEvents: { individualEventDates: [party().dateAndTimeSettings] } } },
      "event.dateAndTimeSettings.recurringEvents.individualEventDates",
    ],
  ])("rejects %o and names %s", async (change, field) => {
    const created = await world.create();
    const rejected = await world.update(created.id, change);
    expect([rejected.status, violationsOf(rejected)]).toMatchObject([400, [{ field }]]);
    expect(await world.get(created.id)).toEqual(created);
  });

  it("has a unique slug", async () => {
    const slugs = [
      await world.create(),
      await world.create(),
      await world.create({ title: "Ünïted — 2030!" }),
    ];
    expect(slugs.map(({ slug }) => slug)).toEqual(["garden-party", "garden-party-1", "united-2030"]);
    const named = (slug: string) => world.update(slugs[1].id, { seoSettings: { slug } });
    expect((await named("garden-party")).body.details.applicationError.code).toBe("SLUG_ALREADY_IN_USE");
    expect((await named("a b")).body.details.applicationError.code).toBe("INVALID_SLUG_FORMAT");
    expect((await named("fete-2030")).body.event).toMatchObject({
      slug: "fete-2030",
      seoSettings: { slug: "fete-2030" },
    });
    expect((await world.call("GET", "/events/v3/events/slug/fete-2030")).event.id).toBe(slugs[1].id);
  });

  it("shows the requested field groups only", async () => {
    const { id } = await world.create({ shortDescription: "x", description: { nodes: [] } });
    const keys = async (query: string) =>
      Object.keys((await world.call("GET", `/events/v3/events/${id}${query}`)).event);
    const base = await keys("");
    expect(base).toEqual([
      ...[
        "id",
        "location",
        "dateAndTimeSettings",
        "title",
        "slug",
        "createdDate",
        "updatedDate",
        "publishedDate",
      ],
      ...["status", "instanceId", "userId", "guestListSettings"],
    ]);
    const added = async (field: string) =>
      (await keys(`?fields=${field}`)).filter((key) => !base.includes(key));
    expect(await added("DETAILS")).toEqual(["shortDescription", "calendarUrls"]);
    expect(await added("TEXTS")).toEqual(["description"]);
    expect(await added("FORM")).toEqual(["form"]);
    expect(await added("DASHBOARD")).toEqual(["summaries"]);
    expect(await keys("?fields=URLS&fields=AGENDA&fields=CATEGORIES")).toEqual([
      ...[...base, "eventPageUrl", "agendaSettings", "categories"],
    ]);
  });

  it("has an online session, with host details for admins only", async () => {
    const { id } = await world.create({
      location: { type: "ONLINE" },
      onlineConferencing: { enabled: true, type: "WEBINAR" },
    });
    const path = `/events/v3/events/${id}?fields=ONLINE_CONFERENCING_SESSION&fields=DASHBOARD`;
    const { event } = await world.call("GET", path);
    expect(event.onlineConferencing).toMatchObject({ type: "WEBINAR", session: { sessionCreated: true } });
    expect(event.summaries.rsvps).toEqual({ totalCount: 0, yesCount: 0, noCount: 0, waitlistCount: 0 });
    const seen = (await world.ask("GET", path, undefined, await asVisitor())).body.event;
    expect(seen).not.toHaveProperty("summaries");
    expect(seen.onlineConferencing.session).not.toHaveProperty("hostLink");
    const { onlineConferencing } = await world.get(id);
    expect(onlineConferencing).not.toHaveProperty("session");
  });

  it("is hidden from visitors while it is a draft", async () => {
    const draft = await world.create({}, { draft: true });
    const visitor = await asVisitor();
    for (const path of [`/events/v3/events/${draft.id}`, `/events/v3/events/slug/${draft.slug}`])
      expect([
        (await world.ask("GET", path)).status,
        (await world.ask("GET", path, undefined, visitor)).status,
      ]).toEqual([200, 404]);
    const query = { includeDrafts: true };
    expect((await world.ask("POST", "/events/v3/events/query", query, visitor)).body.events).toEqual([]);
    expect((await world.call("POST", "/events/v3/events/query", query)).events).toHaveLength(1);
    expect((await world.call("POST", "/events/v3/events/query", {})).events).toEqual([]);
  });

  it("without a date has no due work", async () => {
    const times = { dateAndTimeTbd: true, dateAndTimeTbdMessage: "In spring" };
    const { id, dateAndTimeSettings } = await world.create({ dateAndTimeSettings: times });
    expect(dateAndTimeSettings.formatted).toEqual({ dateAndTime: "In spring" });
    world.advance(1000 * day);
    expect((await world.get(id)).status).toBe("UPCOMING");
  });

  it("without a date or venue requires a text; its registration has the fields of its type, in their places", async () => {
    const message = async (given: object) =>
      (await world.ask("POST", "/events/v3/events", { event: { ...party(), ...given } })).body.message;
    expect(await message({ dateAndTimeSettings: { dateAndTimeTbd: true } })).toContain(
      "getScheduleTbdMessage must not be a blank",
    );
    expect(await message({ registration: { initialType: "TICKETING", rsvp: {} } })).toContain(
      "is not allowed for an event with tickets",
    );
    const rsvp = { startDate: "2030-01-05T10:00:00+02:00", endDate: "2030-01-05T09:00:00Z" };
    expect(await message({ registration: { initialType: "RSVP", rsvp } })).toBeUndefined();
    const backwards = { ...rsvp, endDate: "2030-01-05T07:00:00Z" };
    expect(await message({ registration: { initialType: "RSVP", rsvp: backwards } })).toContain(
      "when registration opens",
    );
    expect(await message({ location: { locationTbd: true } })).toContain(
      "Location address must not be a blank",
    );
    const open = { locationTbd: true, name: "To be announced" };
    const registration = { initialType: "RSVP", limit: 5 };
    const draft = await world.create({ location: open, registration }, { draft: true });
    expect(draft).toMatchObject({
      location: { type: "VENUE" },
      registration: { status: "CLOSED_MANUALLY" },
    });
    expect(draft.registration).not.toHaveProperty("limit");
    const { event } = await world.call("POST", `/events/v3/events/${draft.id}/publish`, {
      fields: ["REGISTRATION"],
    });
    expect(event).toMatchObject({ status: "UPCOMING", registration: { status: "OPEN_RSVP" } });
  });

  it("is accepted in the legacy format", async () => {
    const created = await world.create({
      location: {
        type: "VENUE",
        fullAddress: { city: "Lund", country: "SE" },
        coordinates: { lat: 55.7, lng: 13.2 },
      },
      longDescription: { nodes: [{ type: "PARAGRAPH" }] },
      dateAndTimeSettings: {
        timeZoneId: "Europe/Stockholm",
        recurrences: {
          occurrences: [{ startDate: "2030-05-01T17:00:00Z", endDate: "2030-05-01T19:00:00Z" }],
        },
      },
    });
    expect(created).toMatchObject({
      location: { address: { city: "Lund", geocode: { latitude: 55.7 }, formattedAddress: "Lund, SE" } },
      description: { nodes: [{ type: "PARAGRAPH" }] },
      dateAndTimeSettings: { startDate: "2030-05-01T17:00:00.000Z", recurrenceStatus: "RECURRING_UPCOMING" },
    });
  });
});

describe("formatted dates", () => {
  it.each([
    [{ showTimeZone: true }, "Jan 10, 2030, 7:00 PM – 11:00 PM GMT+1"],
    [{ hideEndDate: true }, "Jan 10, 2030, 7:00 PM"],
    [{ timeZoneId: "America/New_York", showTimeZone: true }, "Jan 10, 2030, 1:00 PM – 5:00 PM EST"],
    [
      { startDate: "2030-01-10T18:00:00Z", endDate: "2030-01-11T09:00:00Z" },
      "Jan 10, 2030, 7:00 PM – Jan 11, 2030, 10:00 AM",
    ],
  ])("%o: %s", async (change, words) => {
    const { id } = await world.create();
    const { body } = await world.update(id, { dateAndTimeSettings: change });
    expect(body.event.dateAndTimeSettings.formatted.dateAndTime).toBe(words);
  });
});

describe("a clone", () => {
  it("is two weeks from now at the same time of day, with form and policies, without guests", async () => {
    const late = {
      ...party().dateAndTimeSettings,
      startDate: "2030-03-20T18:00:00Z",
      endDate: "2030-03-20T20:00:00Z",
    };
    const { id } = await world.create({ dateAndTimeSettings: late });
    await world.call("POST", `/events/v1/events/${id}/form/control`, { phone: { label: "Phone" } });
    await world.call("POST", "/events-policies/v2/policies", {
      policy: { name: "A", body: "B", eventId: id },
    });
    world.newEvents();
    world.setClock("2030-03-18T12:00:00Z");
    const { event } = await world.call("POST", `/events/v3/events/${id}/clone`, {
      draft: false,
      fields: ["FORM", "DASHBOARD"],
    });
    expect(event).toMatchObject({
      title: "Garden party (1)",
      slug: "garden-party-1",
      status: "UPCOMING",
      // Daylight saving time starts in Berlin between the two.
      dateAndTimeSettings: { startDate: "2030-04-01T17:00:00.000Z", formatted: { startTime: "7:00 PM" } },
      summaries: { rsvps: { totalCount: 0 } },
    });
    expect(event.form.controls.map((control: { id: string }) => control.id)).toEqual([
      "name",
      "email",
      "phone",
    ]);
    const query = { query: { filter: { eventId: event.id } } };
    expect((await world.call("POST", "/events-policies/v2/policies/query", query)).policies).toHaveLength(1);
    const [cloned, published] = world.newEvents().filter(({ entityId }) => entityId === event.id);
    expect([cloned?.type, cloned?.body]).toMatchObject(["cloned", { derivedFromEventId: id }]);
    expect(published?.type).toBe("published");
    const { event: other } = await world.call("POST", `/events/v3/events/${id}/clone`, {
      event: { title: "Other", dateAndTimeSettings: { endDate: "2030-04-03T22:00:00Z" } },
      draft: true,
    });
    expect(other).toMatchObject({ title: "Other", status: "DRAFT" });
  });
});

describe("lists", () => {
  const titles = async (query: object, more: object = {}) =>
    (await world.call("POST", "/events/v3/events/query", { query, ...more })).events.map(
      ({ title }: { title: string }) => title,
    );
  beforeEach(async () => {
    for (const [index, title] of ["Alpha", "Beta", "Gamma", "Delta"].entries()) {
      const start = Date.parse("2030-01-02T00:00:00Z") + index * day;
      const times = {
        startDate: new Date(start).toISOString(),
        endDate: new Date(start + day / 2).toISOString(),
      };
      const type = index % 2 ? "TICKETING" : "RSVP";
      const dateAndTimeSettings = { ...times, timeZoneId: "UTC" };
      await world.create(
        { title, dateAndTimeSettings, registration: { initialType: type } },
        { draft: title === "Delta" },
      );
      world.advance(1000);
    }
  });

  it("have a feed each, which is returned on request", async () => {
    const feeds = async (fields?: string[]) =>
      (await world.call("POST", "/events/v3/events/query", { query: {}, fields })).events.map(
        ({ feed }: { feed?: { token: string } }) => feed?.token,
      );
    const tokens = await feeds(["FEED"]);
    expect(new Set(tokens).size).toBe(3);
    expect(tokens).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^[\da-f-]{36}$/)));
    expect(await feeds()).toEqual([undefined, undefined, undefined]);
  });

  it("are filtered, sorted and paged, by default newest first", async () => {
    expect(await titles({})).toEqual(["Gamma", "Beta", "Alpha"]);
    expect(await titles({}, { includeDrafts: true })).toEqual(["Delta", "Gamma", "Beta", "Alpha"]);
    expect(await titles({ filter: { "registration.initialType": "RSVP" } })).toEqual(["Gamma", "Alpha"]);
    expect(
      await titles({ filter: { $not: { title: { $in: ["Alpha"] } } }, sort: [{ fieldName: "title" }] }),
    ).toEqual([...["Beta", "Gamma"]]);
    const after = { "dateAndTimeSettings.startDate": { $gte: "2030-01-03T00:00:00Z" } };
    expect(await titles({ filter: after, paging: { limit: 1, offset: 1 } })).toEqual(["Beta"]);
    expect(await titles({ filter: { status: { $in: ["UPCOMING"] } } })).toHaveLength(3);
  });

  it.each([
    [{ filter: { shoeSize: 3 } }, "shoeSize"],
    [{ filter: { $or: [{ "location.name": "x" }] } }, "location.name"],
    [{ sort: [{ fieldName: "status" }] }, "status"],
  ])("reject %o with FILTER_PARSER_ERROR", async (query, field) => {
    const rejected = await world.ask("POST", "/events/v3/events/query", { query });
    expect(rejected.body.details.applicationError).toMatchObject({
      code: "FILTER_PARSER_ERROR",
      data: { field },
    });
  });

  it("are counted by facets", async () => {
    world.setClock("2030-01-02T06:00:00Z");
    const count = (body: object) => world.call("POST", "/events/v3/events/count-by-status", body);
    expect(await count({})).toEqual({
      pagingMetadata: { count: 3, offset: 0, total: 3, tooManyToCount: false },
      facets: {},
    });
    expect((await count({ facet: ["status"] })).facets).toEqual({
      status: { counts: { STARTED: 1, UPCOMING: 2 } },
    });
    const unknown = await world.ask("POST", "/events/v3/events/count-by-status", { facet: ["title"] });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining('not "title"')]);
    const facet = ["status", "registration.type"];
    expect((await count({ facet, includeDrafts: true, filter: { title: { $ne: "Beta" } } })).facets).toEqual({
      status: { counts: { STARTED: 1, UPCOMING: 1, DRAFT: 1 } },
      "registration.type": { counts: { RSVP: 2, TICKETING: 1 } },
    });
  });

  it("are canceled and deleted by filter, skipping events that cannot be canceled", async () => {
    await world.call("POST", "/events/v3/bulk/events/cancel-by-filter", { filter: { filter: {} } });
    expect(
      (
        await world.call("POST", "/events/v3/events/count-by-status", {
          includeDrafts: true,
          facet: ["status"],
        })
      ).facets,
    ).toEqual({
      status: { counts: { CANCELED: 3, DRAFT: 1 } },
    });
    const filter = { filter: { filter: { status: "CANCELED", title: { $ne: "Beta" } } } };
    await world.call("POST", "/events/v3/bulk/events/delete-by-filter", filter);
    expect(await titles({}, { includeDrafts: true })).toEqual(["Delta", "Beta"]);
  });
});

describe("any sequence of clock changes", () => {
  it("gives the same state and the same events in any number of steps", async () => {
    const instants = fc.array(fc.integer({ min: 1, max: 20 * 24 }), { minLength: 0, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        instants,
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 60 }),
        async (hops, start, length) => {
          const run = async (stops: number[]) => {
            const one = openEventsSandbox();
            const at = (hours: number) => new Date(Date.UTC(2030, 0, 1, hours)).toISOString();
            const rsvp = { startDate: at(start - 100), endDate: at(start + 1) };
            const times = { startDate: at(start), endDate: at(start + length), timeZoneId: "UTC" };
            const { id } = await one.create({
              dateAndTimeSettings: times,
              registration: { initialType: "RSVP", rsvp },
            });
            for (const stop of stops) {
              one.setClock(at(stop));
              await one.get(id);
            }
            const { status, registration } = await one.get(id);
            const emitted = one.newEvents().map(({ type, at: when }) => [type, when]);
            one.close();
            return { status, registration: registration.status, emitted };
          };
          const last = 24 * 21;
          const whole = await run([last]);
          expect(await run([...hops.sort((a, b) => a - b), last])).toEqual(whole);
          expect(whole.emitted.map(([, when]) => when)).toEqual(whole.emitted.map(([, when]) => when).sort());
          expect(whole.status).toBe(
            last >= start + length ? "ENDED" : last >= start ? "STARTED" : "UPCOMING",
          );
        },
      ),
      { numRuns: runs(15) },
    );
  });
});
