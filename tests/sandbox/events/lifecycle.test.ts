import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { events } from "../../../src/sandbox/events/events.ts";
import { refreshRegistration } from "../../../src/sandbox/events/view.ts";
import { day, type EventsSandbox, hour, openEventsSandbox, type party } from "../support/events-sandbox.ts";

let world: EventsSandbox;
beforeEach(() => {
  world = openEventsSandbox();
});
afterEach(() => world.close());

const everything = () =>
  JSON.stringify([...world.store.read({ caller: { role: "admin" } }, (tx) => [...tx.each(events)])]);
const types = () => world.newEvents().map(({ type }) => type);

describe("the clock", () => {
  it("emits reminders, start and end in order with their own times, even if run late", async () => {
    const { id } = await world.create();
    world.newEvents();
    world.advance(30 * day);
    expect(await world.get(id)).toMatchObject({
      status: "ENDED",
      registration: { status: "CLOSED_AUTOMATICALLY" },
    });
    const emitted = world
      .newEvents()
      .map(({ type, at, body }) => [type, at, (body as { startsIn?: object })?.startsIn]);
    expect(emitted).toEqual([
      ["reminder", "2030-01-03T18:00:00.000Z", { value: 7, unit: "DAYS" }],
      ["reminder", "2030-01-07T18:00:00.000Z", { value: 3, unit: "DAYS" }],
      ["reminder", "2030-01-09T18:00:00.000Z", { value: 1, unit: "DAYS" }],
      ["reminder", "2030-01-10T16:00:00.000Z", { value: 2, unit: "HOURS" }],
      ["reminder", "2030-01-10T17:00:00.000Z", { value: 1, unit: "HOURS" }],
      ["reminder", "2030-01-10T17:30:00.000Z", { value: 30, unit: "MINUTES" }],
      ["started", "2030-01-10T18:00:00.000Z", undefined],
      ["updated", "2030-01-10T22:00:00.000Z", undefined],
      ["ended", "2030-01-10T22:00:00.000Z", undefined],
    ]);
  });

  it("opens and closes registration by RSVP", async () => {
    const rsvp = { startDate: "2030-01-02T00:00:00Z", endDate: "2030-01-05T00:00:00Z" };
    const { id, registration } = await world.create({ registration: { initialType: "RSVP", rsvp } });
    expect(registration.status).toBe("SCHEDULED_RSVP");
    const states = [];
    for (const at of ["01T23:59:59", "02T00:00:00", "04T23:59:59", "05T00:00:00"]) {
      world.setClock(`2030-01-${at}Z`);
      states.push((await world.get(id)).registration.status);
    }
    expect(states).toEqual(["SCHEDULED_RSVP", "OPEN_RSVP", "OPEN_RSVP", "CLOSED_AUTOMATICALLY"]);
  });

  it("reschedules due work for new dates", async () => {
    const { id } = await world.create();
    world.newEvents();
    const later = { startDate: "2030-02-10T18:00:00.000Z", endDate: "2030-02-10T22:00:00.000Z" };
    expect((await world.update(id, { dateAndTimeSettings: later })).status).toBe(200);
    world.setClock("2030-01-20T00:00:00Z");
    expect((await world.get(id)).status).toBe("UPCOMING");
    expect(types()).toEqual(["updated"]);
    world.setClock("2030-02-10T18:00:00Z");
    expect((await world.get(id)).status).toBe("STARTED");
  });

  it("postpones a started event and starts it again", async () => {
    const { id } = await world.create();
    world.setClock("2030-01-10T19:00:00Z");
    expect((await world.get(id)).status).toBe("STARTED");
    const later = { startDate: "2030-01-10T20:00:00Z", endDate: "2030-01-10T22:00:00Z" };
    expect((await world.update(id, { dateAndTimeSettings: later })).body.event.status).toBe("UPCOMING");
    world.advance(2 * hour);
    expect((await world.get(id)).status).toBe("STARTED");
  });

  it("ignores drafts, canceled and deleted events", async () => {
    const draft = await world.create({}, { draft: true });
    const canceled = await world.create();
    const deleted = await world.create();
    await world.call("POST", `/events/v3/events/${canceled.id}/cancel`, {});
    await world.call("DELETE", `/events/v3/events/${deleted.id}`);
    world.newEvents();
    world.advance(30 * day);
    expect((await world.get(draft.id)).status).toBe("DRAFT");
    expect((await world.get(canceled.id)).status).toBe("CANCELED");
    expect(world.newEvents()).toEqual([]);
  });
});

describe("registration", () => {
  const counted = (id: string, attending: number) =>
    world.store.write({ caller: { role: "admin" } }, (tx) => {
      const event = tx.get(events, id)!;
      return refreshRegistration(tx, { ...event, internal: { ...event.internal, attending } }).registration
        .status;
    });

  it("by RSVP closes at its limit or continues as a waitlist, and reopens", async () => {
    const created = (waitlistEnabled: boolean) =>
      world.create({ registration: { initialType: "RSVP", rsvp: { limit: 2, waitlistEnabled } } });
    const [closing, waiting] = [await created(false), await created(true)];
    world.newEvents();
    expect([0, 1, 2, 3, 1].map((people) => counted(closing.id, people))).toEqual([
      ...["OPEN_RSVP", "OPEN_RSVP", "CLOSED_AUTOMATICALLY", "CLOSED_AUTOMATICALLY", "OPEN_RSVP"],
    ]);
    expect(types()).toEqual(["updated", "updated"]);
    expect(counted(waiting.id, 2)).toBe("OPEN_RSVP_WAITLIST_ONLY");
  });

  it.each([
    [{ initialType: "TICKETING" }, "TICKETING", "OPEN_TICKETS"],
    [{ initialType: "RSVP", external: { url: "https://tickets.example" } }, "EXTERNAL", "OPEN_EXTERNAL"],
    [{ initialType: "RSVP", registrationDisabled: true }, "NONE", "CLOSED_MANUALLY"],
    [{ initialType: "TICKETING", registrationPaused: true }, "TICKETING", "CLOSED_MANUALLY"],
    [{ initialType: "RSVP_AND_TICKETING" }, "RSVP_AND_TICKETING", "OPEN_RSVP_AND_TICKETS"],
  ])("%o is %s, %s", async (registration, type, status) => {
    expect((await world.create({ registration })).registration).toMatchObject({ type, status });
  });

  it("can be closed by type, in current and legacy terms, and reopened", async () => {
    const { id } = await world.create();
    for (const [type, found] of [
      ["NONE", "NONE"],
      ["RSVP", "RSVP"],
      ["NO_REGISTRATION", "NONE"],
    ])
      expect((await world.update(id, { registration: { type } })).body.event.registration.type).toBe(found);
  });
});

describe("transitions", () => {
  const at = {
    DRAFT: "2030-01-01",
    UPCOMING: "2030-01-01",
    STARTED: "2030-01-10T19:00:00Z",
    ENDED: "2030-01-11",
    CANCELED: "2030-01-01",
  };
  const reach = async (status: keyof typeof at) => {
    const { id } = await world.create({}, { draft: status === "DRAFT" });
    if (status === "CANCELED") await world.call("POST", `/events/v3/events/${id}/cancel`, {});
    world.setClock(at[status]);
    expect((await world.get(id)).status).toBe(status);
    return id;
  };

  it.each([
    ["DRAFT", "publish", 200, "UPCOMING"],
    ["UPCOMING", "publish", 409, "EVENT_ALREADY_PUBLISHED"],
    ["STARTED", "publish", 409, "EVENT_ALREADY_PUBLISHED"],
    ["ENDED", "publish", 409, "EVENT_ALREADY_PUBLISHED"],
    ["CANCELED", "publish", 409, "INVALID_EVENT_STATUS_TRANSITION"],
    ["DRAFT", "cancel", 409, "INVALID_EVENT_STATUS_TRANSITION"],
    ["UPCOMING", "cancel", 200, "CANCELED"],
    ["STARTED", "cancel", 200, "CANCELED"],
    ["ENDED", "cancel", 409, "INVALID_EVENT_STATUS_TRANSITION"],
    ["CANCELED", "cancel", 409, "INVALID_EVENT_STATUS_TRANSITION"],
  ] as const)("%s, %s: %i %s", async (status, act, expected, outcome) => {
    const id = await reach(status);
    const before = everything();
    world.newEvents();
    const answer = await world.ask("POST", `/events/v3/events/${id}/${act}`, {});
    expect(answer.status).toBe(expected);
    if (expected === 200) {
      expect(answer.body.event.status).toBe(outcome);
      expect(types()).toEqual([act === "publish" ? "published" : "canceled"]);
      return;
    }
    expect(answer.body.details.applicationError).toMatchObject({ code: outcome, data: { status } });
    expect(answer.body.message).toContain(status);
    expect(everything()).toBe(before);
    expect(world.newEvents()).toEqual([]);
  });

  it.each(["ENDED", "CANCELED"] as const)(
    "an event that is %s keeps its dates and may be renamed",
    async (status) => {
      const id = await reach(status);
      const rejected = await world.update(id, { dateAndTimeSettings: { endDate: "2030-03-01T00:00:00Z" } });
      expect(rejected.body.details.applicationError).toMatchObject({
        code: "INVALID_EVENT_STATUS_TRANSITION",
        data: { status },
      });
      expect((await world.update(id, { title: "It was nice" })).body.event).toMatchObject({
        title: "It was nice",
        status,
      });
    },
  );

  it("stores who canceled and when", async () => {
    const id = await reach("CANCELED");
    expect((await world.get(id)).summaries.cancellation).toMatchObject({
      canceledDate: "2030-01-01T00:00:00.000Z",
      actorType: "USER",
    });
  });
});

describe("a series", () => {
  const dates = [10, 17, 24].map((on) => ({
    startDate: `2030-01-${on}T18:00:00.000Z`,
    endDate: `2030-01-${on}T20:00:00.000Z`,
    timeZoneId: "Europe/Berlin",
  }));
  const course = {
    dateAndTimeSettings: { timeZoneId: "Europe/Berlin", recurringEvents: { individualEventDates: dates } },
  };
  const series = async () => {
    const query = { sort: [{ fieldName: "dateAndTimeSettings.startDate", order: "ASC" }] };
    const { events: found } = await world.call("POST", "/events/v3/events/query", { query });
    return found.map(
      (
        event: ReturnType<typeof party> & {
          status: string;
          dateAndTimeSettings: { recurrenceStatus: string };
        },
      ) => [
        event.dateAndTimeSettings.startDate.slice(8, 10),
        event.status,
        event.dateAndTimeSettings.recurrenceStatus,
      ],
    );
  };

  it("has an event per date in its own category, and marks the next, last and canceled ones", async () => {
    const first = await world.create(course);
    expect(first.dateAndTimeSettings).toMatchObject({ ...dates[0], recurrenceStatus: "RECURRING_UPCOMING" });
    const { categories } = await world.call("GET", `/events/v1/categories/${first.id}`);
    expect(categories).toMatchObject([{ name: "Garden party", states: ["RECURRING_EVENT", "HIDDEN"] }]);
    expect(categories[0].id).toBe(first.dateAndTimeSettings.recurringEvents.categoryId);
    expect(await series()).toEqual([
      ["10", "UPCOMING", "RECURRING_UPCOMING"],
      ["17", "UPCOMING", "RECURRING"],
      ["24", "UPCOMING", "RECURRING"],
    ]);
    world.setClock("2030-01-11T00:00:00Z");
    expect(await series()).toEqual([
      ["10", "ENDED", "RECURRING_RECENTLY_ENDED"],
      ["17", "UPCOMING", "RECURRING_UPCOMING"],
      ["24", "UPCOMING", "RECURRING"],
    ]);
    const { events: all } = await world.call("POST", "/events/v3/events/query", {});
    const next = all.find((event: { dateAndTimeSettings: object }) =>
      JSON.stringify(event).includes("RECURRING_UPCOMING"),
    );
    await world.call("POST", `/events/v3/events/${next.id}/cancel`, {});
    expect((await series()).map(([, , mark]: string[]) => mark)).toEqual([
      ...["RECURRING_RECENTLY_ENDED", "RECURRING_RECENTLY_CANCELED", "RECURRING_UPCOMING"],
    ]);
  });

  it("can be made of a draft with one date, and back", async () => {
    const { id } = await world.create({}, { draft: true });
    const marks = [];
    for (const recurringEvents of [{ individualEventDates: dates }, null]) {
      const { body } = await world.update(id, { dateAndTimeSettings: { recurringEvents } });
      marks.push(body.event.dateAndTimeSettings.recurrenceStatus);
    }
    expect(marks).toEqual(["RECURRING", "ONE_TIME"]);
  });

  it("is cloned as a draft with all its dates, the first one two weeks from now", async () => {
    const draft = await world.create(course, { draft: true });
    world.setClock("2030-03-20T12:00:00Z");
    const { event } = await world.call("POST", `/events/v3/events/${draft.id}/clone`, { draft: true });
    const { individualEventDates } = event.dateAndTimeSettings.recurringEvents;
    const days = individualEventDates.map(({ startDate }: { startDate: string }) => startDate.slice(0, 10));
    expect(days).toEqual(["2030-04-03", "2030-04-10", "2030-04-17"]);
    const hours = (date: { startDate: string; endDate: string }) =>
      [date.startDate, date.endDate].map((at) =>
        new Date(at).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" }),
      );
    expect(individualEventDates.map(hours)).toEqual(dates.map(hours));
  });

  it("is one draft until it is published", async () => {
    const draft = await world.create(course, { draft: true });
    expect(await series()).toEqual([]);
    world.newEvents();
    const { event } = await world.call("POST", `/events/v3/events/${draft.id}/publish`, {});
    expect(event.id).toBe(draft.id);
    expect(types()).toEqual(["published", "created", "published", "created", "published"]);
    expect((await series()).map(([on]: string[]) => on)).toEqual(["10", "17", "24"]);
  });
});
