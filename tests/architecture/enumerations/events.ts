import type { RecordedShop } from "./recorder.ts";

type Json = ReturnType<JSON["parse"]>;

const dateAndTimeSettings = {
  startDate: "2030-06-01T17:00:00.000Z",
  endDate: "2030-06-01T20:00:00.000Z",
  timeZoneId: "Europe/Berlin",
};
const party = {
  title: "Garden party",
  location: { type: "VENUE", name: "Garden" },
  dateAndTimeSettings,
};
const everything = [
  "DETAILS",
  "TEXTS",
  "REGISTRATION",
  "URLS",
  "FORM",
  "DASHBOARD",
  "FEED",
  "ONLINE_CONFERENCING_SESSION",
  "SEO_SETTINGS",
  "AGENDA",
  "CATEGORIES",
];

/** Creates events of every kind, with forms, field groups, RSVPs, reminders and series. */
export async function exerciseEvents(shop: RecordedShop): Promise<void> {
  const { call, took, advance } = shop;
  const made: Json[] = [];
  const make = async (
    registration: object = { initialType: "RSVP" },
    more: object = {},
    draft = false,
  ): Promise<Json> => {
    const { event } = await call("events.create", {
      event: { ...party, registration, ...more },
      draft,
      fields: everything,
    });
    made.push(event);
    return event;
  };

  for (const allowedGuestTypes of ["VISITOR", "MEMBER", "VISITOR_OR_MEMBER"])
    await make({ initialType: "RSVP", allowedGuestTypes });
  await make({ initialType: "RSVP", external: { url: "https://tickets.example" } });
  await make({
    initialType: "RSVP",
    rsvp: { responseType: "YES_AND_NO", startDate: "2030-05-01T00:00:00.000Z" },
  });
  const online = { type: "ONLINE", name: "Online" };
  for (const conferenceType of ["MEETING", "WEBINAR"])
    await make(undefined, {
      location: online,
      onlineConferencing: {
        enabled: true,
        providerId: "00000000-0000-4000-8000-0000000000ab",
        conferenceType,
      },
    });

  const full = await make({ initialType: "RSVP", rsvp: { limit: 1, waitlistEnabled: true } });
  const answer = async (email: string) =>
    (
      await call("rsvps.create", {
        rsvp: { eventId: full.id, firstName: "Ada", lastName: "Lind", email, status: "YES" },
      })
    ).rsvp;
  await answer("a@example.com");
  await answer("b@example.com");
  await call("rsvps.create", {
    rsvp: { eventId: full.id, firstName: "Cy", lastName: "Lind", email: "c@example.com", status: "NO" },
    options: { ignoreResponseStatus: true },
  });
  await call("rsvpsV1.list", { eventId: [full.id] });
  await call("events.get", { eventId: full.id, fields: everything });
  await call("eventGuests.query", { query: { filter: { eventId: full.id } } });

  await exerciseForm(shop, full.id);
  await exerciseGroups(shop, make);
  await exerciseSeries(shop);
  await make({ initialType: "TICKETING" });
  await make({ initialType: "RSVP", registrationDisabled: true });
  await make(undefined, {}, true);
  const over = {
    ...dateAndTimeSettings,
    startDate: "2030-01-01T00:00:00.000Z",
    endDate: "2030-01-02T00:00:00.000Z",
  };
  await make(undefined, { dateAndTimeSettings: over });
  // A changed form emits the event in its older shape.
  for (const { id: eventId } of made)
    await call("eventForms.addControl", { eventId, text: { label: "Allergies" } });

  const staffMember = {
    name: "Chie",
    permissions: ["CHECK_IN_GUESTS", "SELL_TICKETS", "ADD_GUESTS", "READ_ANALYTICS"],
  };
  const { staffMember: invited } = await call("eventStaffMembers.create", { staffMember });
  for (const [index, scope] of staffMember.permissions.entries())
    took("Staff scope", scope, invited.permissions[index]);
  await call("eventStaffMembers.update", {
    staffMember: { id: invited.id, revision: invited.revision, status: "ACCESS_PAUSED" },
  });

  const { event: draft } = await call("events.create", {
    event: { ...party, registration: { initialType: "RSVP" } },
    draft: true,
  });
  await call("events.publish", { eventId: draft.id });
  const { event: copy } = await call("events.clone", { eventId: draft.id });
  await call("events.cancel", { eventId: draft.id });
  await call("events.remove", { eventId: copy.id });
  await advance("140d");
  for (const { type, jwt, payload, at } of await shop.events()) {
    const [, change] = /^wix\.events\.v\d\.event_([a-z]+)$/.exec(type) ?? [];
    if (change) took("Event change", change, change);
    if (change === "reminder") {
      const lead = Date.parse(payload.actionEvent.body.dateAndTimeSettings.startDate) - Date.parse(at);
      const name = reminders[lead / 60_000];
      took("Reminder time", name ?? String(lead), name);
    }
    const registration = type === "wix.events.events.EventUpdated" ? payload.event?.registration : undefined;
    if (registration?.type) took("Event type (older)", registration.type, registration.type);
    if (registration?.status) took("Registration status (older)", registration.status, registration.status);
    const { data } = JSON.parse(Buffer.from(jwt.split(".")[1], "base64url").toString());
    const { identityType } = JSON.parse(JSON.parse(data).identity ?? "{}");
    if (identityType) took("Actor identity type", identityType, identityType);
  }
}

/** Adds a question of each kind to the form of an event. */
async function exerciseForm({ call }: RecordedShop, eventId: string): Promise<void> {
  const options = ["Left", "Right"];
  for (const control of [
    { text: { label: "Name of your dog" } },
    { text: { label: "Story", multiLine: true } },
    { dropdown: { label: "Seat", options } },
    { radioButton: { label: "Side", options } },
    { checkbox: { label: "Extras", options } },
    { date: { label: "Birthday" } },
    { additionalGuests: { maxGuests: 3, namesMandatory: false } },
    { address: { full: true } },
  ])
    await call("eventForms.addControl", { eventId, ...control });
  const { form } = await call("eventForms.get", { eventId });
  const address = form.controls.find((one: Json) => one.type === "ADDRESS_FULL");
  await call("eventForms.updateControl", { eventId, id: address.id, address: { full: false } });
}

/** Reads an event with each group of fields and checks that the group adds something. */
async function exerciseGroups(
  { call, took }: RecordedShop,
  make: (registration?: object, more?: object) => Promise<Json>,
): Promise<void> {
  const { id: eventId } = await make(undefined, {
    shortDescription: "Bring gloves",
    description: { nodes: [{ type: "PARAGRAPH", nodes: [] }] },
    location: { type: "ONLINE", name: "Online" },
    onlineConferencing: {
      enabled: true,
      providerId: "00000000-0000-4000-8000-0000000000ab",
      conferenceType: "MEETING",
    },
  });
  const { category } = await call("eventCategories.create", { category: { name: "Music" } });
  await call("eventCategories.assignEvents", { categoryId: category.id, eventId: [eventId] });
  const { event: bare } = await call("events.get", { eventId });
  for (const group of everything) {
    const { event } = await call("events.get", { eventId, fields: [group] });
    took("Event field group", group, JSON.stringify(event) !== JSON.stringify(bare) && group);
  }
}

/** A series whose dates end, and one that is canceled. */
async function exerciseSeries({ call, advance }: RecordedShop): Promise<void> {
  const date = (day: string) => ({
    startDate: `2030-01-${day}T17:00:00.000Z`,
    endDate: `2030-01-${day}T18:00:00.000Z`,
    timeZoneId: "Europe/Berlin",
  });
  const create = async () => {
    const series = {
      timeZoneId: "Europe/Berlin",
      recurringEvents: { individualEventDates: [date("16"), date("17")] },
    };
    const { event } = await call("events.create", {
      event: { ...party, dateAndTimeSettings: series, registration: { initialType: "RSVP" } },
      draft: true,
    });
    await call("events.publish", { eventId: event.id });
    const filter = { title: party.title };
    return (await call("events.query", { query: { filter, paging: { limit: 100 } } })).events.filter(
      (one: Json) => one.dateAndTimeSettings.recurringEvents,
    );
  };
  await create();
  const read = async () => (await call("events.query", { query: { paging: { limit: 100 } } })).events;
  await advance("36h");
  const next = (await read()).find(
    (one: Json) =>
      one.dateAndTimeSettings.recurrenceStatus === "RECURRING_UPCOMING" && one.title === party.title,
  );
  await call("events.cancel", { eventId: next.id });
  await read();
}

/** The names of reminders by their minutes before the start. */
const reminders: Record<number, string> = {
  30: "30 minutes",
  60: "1 hour",
  120: "2 hours",
  1440: "1 day",
  4320: "3 days",
  10080: "1 week",
};
