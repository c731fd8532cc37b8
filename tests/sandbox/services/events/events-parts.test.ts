import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FormResponse } from "../../../../src/api/services/events/models/form.ts";
import {
  checkFormResponse,
  formViolations,
} from "../../../../src/sandbox/services/events/forms/form-response.ts";
import { type EventsWorld, openEventsWorld } from "../../support/events-world.ts";

let world: EventsWorld;
let id: string;
beforeEach(async () => {
  world = openEventsWorld();
  id = (await world.create()).id;
  world.told();
});
afterEach(() => world.close());

const refusal = async (method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body: object) => {
  const { status, body: answer } = await world.ask(method, path, body);
  return [
    status,
    answer.details.applicationError?.code ?? answer.details.validationError?.fieldViolations[0].field,
  ];
};
const elsewhere = "11111111-2222-4333-8444-555555555555";

describe("categories", () => {
  const make = async (name: string) =>
    (await world.call("POST", "/events/v1/categories", { category: { name } })).category;
  const inCategory = async (categoryId: string) =>
    (await world.call("GET", `/events/v3/events/category/${categoryId}`)).events.map(
      ({ slug }: { slug: string }) => slug,
    );

  it("hold events in an order of their own", async () => {
    const music = await make("Music");
    const others = [await world.create({ title: "Two" }), await world.create({ title: "Three" })];
    const eventId = [id, ...others.map((event) => event.id)];
    await world.call("POST", `/events/v1/categories/${music.id}/events`, { eventId });
    expect(await inCategory(music.id)).toEqual(["garden-party", "two", "three"]);
    const path = `/events/v1/categories/${music.id}/reorder`;
    await world.call("POST", path, { eventId: eventId[2], beforeEventId: eventId[1] });
    await world.call("POST", path, { eventId: eventId[0], afterEventId: eventId[1] });
    expect(await inCategory(music.id)).toEqual(["three", "two", "garden-party"]);
    expect(await refusal("POST", path, { eventId: id, beforeEventId: elsewhere })).toEqual([
      400,
      "INVALID_REORDER_INSTRUCTION",
    ]);
    const { event } = await world.call("GET", `/events/v3/events/${id}?fields=CATEGORIES`);
    expect(event.categories.categories).toMatchObject([{ name: "Music", type: "MANUAL", hidden: false }]);
    await world.call(
      "DELETE",
      `/events/v1/categories/${music.id}/events?eventId=${id}&eventId=${eventId[1]}`,
    );
    expect(await inCategory(music.id)).toEqual(["three"]);
    await world.call("DELETE", `/events/v3/events/${eventId[2]}`);
    expect(await inCategory(music.id)).toEqual([]);
  });

  it("are counted, filtered, renamed, hidden and deleted; what the platform made stays so marked", async () => {
    const [music, theatre] = [await make("Music"), await make("Theatre")];
    const draft = await world.create({ title: "Draft" }, { draft: true });
    const filter = { id: { $in: [id, draft.id] } };
    await world.call("POST", "/events/v1/bulk-async/categories/assign-events-by-filter", {
      categoryId: [music.id],
      filter,
    });
    const query = {
      query: { filter: { states: { $hasSome: ["MANUAL"] } }, sort: [{ fieldName: "name", order: "DESC" }] },
    };
    const { categories } = await world.call("POST", "/events/v1/categories/query", {
      ...query,
      fieldset: ["COUNTS"],
    });
    expect(categories).toMatchObject([
      { name: "Theatre", counts: { assignedEventsCount: 0 } },
      { name: "Music", counts: { assignedEventsCount: 1, assignedDraftEventsCount: 1 } },
    ]);
    const change = (category: object) =>
      world.ask("PATCH", `/events/v1/categories/${music.id}`, { category });
    expect((await change({ name: "Concerts", states: ["MANUAL", "HIDDEN"] })).body.category).toMatchObject({
      name: "Concerts",
      states: ["MANUAL", "HIDDEN"],
    });
    expect((await change({ states: ["RECURRING_EVENT"] })).status).toBe(400);
    await world.call("DELETE", `/events/v1/categories/${theatre.id}`);
    expect((await world.call("GET", `/events/v1/categories/${id}`)).categories).toHaveLength(1);
    const { results } = await world.call("POST", "/events/v1/bulk/categories/events", {
      categoryId: [music.id, theatre.id],
      eventId: [id],
    });
    expect(
      results.map(({ itemMetadata }: { itemMetadata: { success: boolean } }) => itemMetadata.success),
    ).toEqual([true, false]);
  });
});

describe("policies", () => {
  const add = (name: string) =>
    world.ask("POST", "/events-policies/v2/policies", { policy: { name, body: "B", eventId: id } });

  it("are three at most, in an order, and follow their event", async () => {
    const made = [await add("One"), await add("Two"), await add("Three")].map(({ body }) => body.policy);
    expect((await add("Four")).body.details.applicationError.code).toBe("POLICIES_LIMIT_REACHED");
    const move = { eventId: id, policyId: made[2].id, beforePolicyId: made[0].id };
    const { policies } = await world.call("POST", "/events/v2/policies/reorder", move);
    expect(policies.map(({ name }: { name: string }) => name)).toEqual(["Three", "One", "Two"]);
    const old = { id: made[0].id, revision: "7", name: "x" };
    expect(await refusal("PATCH", `/events-policies/v2/policies/${old.id}`, { policy: old })).toEqual([
      409,
      "REVISION_MISMATCH",
    ]);
    await world.call("DELETE", `/events/v3/events/${id}`);
    expect((await world.call("POST", "/events-policies/v2/policies/query", {})).policies).toEqual([]);
    expect(world.told().map(({ type }) => type)).toEqual([
      ...Array(3).fill("created"),
      ...Array(4).fill("deleted"),
    ]);
  });
});

describe("a schedule", () => {
  const slot = (from: number) => ({
    start: `2030-01-10T${from}:00:00Z`,
    end: `2030-01-10T${from + 1}:00:00Z`,
  });
  const add = async (name: string, from: number, more: object = {}) =>
    (
      await world.call("POST", "/events/v1/schedule/draft", {
        eventId: id,
        item: { name, timeSlot: slot(from), ...more },
      })
    ).item;
  const names = async (query = "") =>
    (await world.call("GET", `/events/v1/schedule?eventId=${id}${query}`)).items.map(
      ({ name }: { name: string }) => name,
    );
  const publish = () => world.call("POST", "/events/v1/schedule/publish", { eventId: id });

  it("is a draft until it is published; a draft can be forgotten", async () => {
    const talk = await add("Talk", 19);
    expect(talk).toMatchObject({
      draft: true,
      status: "SCHEDULED",
      timeSlot: { timeZoneId: "Europe/Berlin" },
    });
    await add("Doors", 18, { stageName: "Yard", tags: ["free"] });
    expect([await names(), await names("&state=DRAFT")]).toEqual([[], ["Doors", "Talk"]]);
    expect((await world.call("GET", `/events/v1/schedule?eventId=${id}`)).draftNotPublished).toBe(true);
    await publish();
    expect([
      await names(),
      await names("&tag=free"),
      await names("&startingFrom=2030-01-10T18:30:00Z"),
    ]).toEqual([...[["Doors", "Talk"], ["Doors"], ["Talk"]]]);
    const path = `/events/v1/schedule/draft/${talk.id}`;
    await world.call("PATCH", path, { eventId: id, item: { name: "Long talk" } });
    await world.call("DELETE", `/events/v1/schedule/draft/items?eventId=${id}&itemIds=${talk.id}`);
    expect([await names(), await names("&state=DRAFT")]).toEqual([["Doors", "Talk"], ["Doors"]]);
    await world.call("DELETE", `/events/v1/schedule/draft?eventId=${id}`);
    expect(await names("&state=DRAFT")).toEqual(["Doors", "Talk"]);
    await world.call("PATCH", path, { eventId: id, item: { hidden: true } });
    await publish();
    const { item } = await world.call("GET", `/events/v1/schedule/${talk.id}`);
    expect(item).toMatchObject({ name: "Talk", hidden: true, draft: false });
    expect([await names("&state=HIDDEN"), await names("&state=VISIBLE")]).toEqual([["Talk"], ["Doors"]]);
  });

  it("moves as a whole, to another zone too", async () => {
    await add("Talk", 19);
    await publish();
    const move = { eventId: id, timeZoneId: "Europe/London", timeSlotOffset: "-5400s" };
    await world.call("POST", "/events/v1/schedule/draft/reschedule", move);
    await publish();
    const { items } = await world.call("POST", "/events/v1/schedule/query", {
      query: { filter: { eventId: id } },
    });
    expect(items).toMatchObject([
      {
        timeSlot: {
          start: "2030-01-10T17:30:00.000Z",
          end: "2030-01-10T18:30:00.000Z",
          timeZoneId: "Europe/London",
        },
      },
    ]);
  });

  it("refuses items that end before they start, and items of other events", async () => {
    const item = { name: "x", timeSlot: { start: slot(19).end, end: slot(19).start } };
    const path = "/events/v1/schedule/draft";
    expect(await refusal("POST", path, { eventId: id, item })).toEqual([400, "item.timeSlot.end"]);
    const talk = await add("Talk", 19);
    const { id: eventId } = await world.create();
    expect(await refusal("PATCH", `${path}/${talk.id}`, { eventId, item: { name: "y" } })).toEqual([
      404,
      "SCHEDULE_ITEM_NOT_FOUND",
    ]);
  });

  it("can be marked, by each for oneself", async () => {
    const talk = await add("Talk", 19);
    const path = `/events/v1/schedule/${talk.id}/bookmark`;
    expect(await refusal("POST", path, { eventId: id })).toEqual([404, "SCHEDULE_ITEM_NOT_FOUND"]);
    await publish();
    await world.call("POST", path, { eventId: id });
    await world.call("POST", path, { eventId: id });
    const list = () => world.call("GET", `/events/v1/schedule/bookmarks?eventId=${id}`);
    expect((await list()).items).toMatchObject([{ name: "Talk" }]);
    await world.call("DELETE", `${path}?eventId=${id}`);
    expect((await list()).items).toEqual([]);
  });
});

describe("a form", () => {
  const path = () => `/events/v1/events/${id}/form`;
  const add = async (control: object) => await world.call("POST", `${path()}/control`, control);
  const kinds = [
    [{ phone: { label: "Phone" } }, "INPUT", "phone", ["TEXT"]],
    [{ address: { full: true } }, "ADDRESS_FULL", "address", ["ADDRESS"]],
    [{ address: {} }, "ADDRESS_SHORT", "address", ["ADDRESS"]],
    [{ date: { label: "Born" } }, "DATE", "date", ["DATE_TIME"]],
    [{ additionalGuests: { maxGuests: 2 } }, "GUEST_CONTROL", "additionalGuests", ["NUMBER", "TEXT_ARRAY"]],
    [{ dropdown: { label: "Seat", options: ["Left", "Right"] } }, "DROPDOWN", "custom-", ["TEXT"]],
    [{ radioButton: { label: "Seat", options: ["Left", "Right"] } }, "RADIO", "custom-", ["TEXT"]],
    [{ checkbox: { label: "Food", options: ["Meat", "Fish"] } }, "CHECKBOX", "custom-", ["TEXT_ARRAY"]],
    [{ text: { label: "Words", multiLine: true } }, "TEXTAREA", "custom-", ["TEXT"]],
    [{ text: { label: "Note", comment: true } }, "INPUT", "comment", ["TEXT"]],
  ] as const;

  it.each(kinds)("takes %o as %s", async (control, type, name, values) => {
    const { id: made, form } = await add(control);
    expect(made).toContain(name);
    const added = form.controls.at(-1);
    expect([added.type, added.inputs.map((input: { type: string }) => input.type)]).toEqual([
      type,
      [...values],
    ]);
    expect(world.told()).toMatchObject([{ type: "EventUpdated", entityId: id }]);
  });

  it("has one question of each kind that is named, keeps its own, and says what it does not have", async () => {
    await add({ phone: { label: "Phone" } });
    expect(await refusal("POST", `${path()}/control`, { phone: {} })).toEqual([
      409,
      "INVALID_EVENT_CONFIGURATION",
    ]);
    expect(await refusal("POST", `${path()}/control`, { phone: {}, date: {} })).toEqual([400, "date"]);
    const put = (control: string, body: object) => refusal("PUT", `${path()}/controls/${control}`, body);
    expect(await put("nothing", { text: {} })).toEqual([404, "CONTROL_NOT_FOUND"]);
    expect(await put("phone", { date: {} })).toEqual([400, "date"]);
    expect(await refusal("DELETE", `${path()}/controls/email`, {})).toEqual([
      409,
      "INVALID_EVENT_CONFIGURATION",
    ]);
    const changed = { phone: { label: "Mobile", mandatory: true }, orderIndex: 0.5 };
    const { form } = await world.call("PUT", `${path()}/controls/phone`, changed);
    expect(form.controls.map((control: { label: string }) => control.label)).toEqual([
      "First name",
      "Mobile",
      "Email",
    ]);
    await world.call("DELETE", `${path()}/controls/phone`);
    expect((await world.call("GET", path())).form.controls).toHaveLength(2);
    const messages = { rsvp: { rsvpYesOption: "I come" } };
    const { form: told } = await world.call("PATCH", `${path()}/messages`, { messages });
    expect(told.messages.rsvp).toMatchObject({ rsvpYesOption: "I come", rsvpNoOption: "Not going" });
  });

  it("tells the older generation of the platform in its own shape", async () => {
    await add({ phone: {} });
    const [row] = world.store.db
      .prepare("SELECT payload FROM event WHERE type = 'wix.events.events.EventUpdated'")
      .all<{ payload: string }>();
    expect(JSON.parse(row?.payload ?? "")).toMatchObject({
      eventId: id,
      title: "Garden party",
      scheduleConfig: { timeZoneId: "Europe/Berlin", scheduleTbd: false },
      event: { status: "SCHEDULED", registration: { type: "RSVP", status: "OPEN_RSVP" } },
    });
  });

  it("checks answers: the field, the rule, the value", async () => {
    for (const [control] of kinds.filter(([, type]) => !["ADDRESS_SHORT", "RADIO"].includes(type)))
      await add(control);
    const { form } = await world.call("GET", path());
    const [dropdown, checkbox] = form.controls
      .filter(({ type }: { type: string }) => ["DROPDOWN", "CHECKBOX"].includes(type))
      .map((control: { id: string }) => control.id);
    const good: FormResponse = {
      inputValues: [
        { inputName: "firstName", value: "Ada" },
        { inputName: "lastName", value: "Lovelace" },
        { inputName: "email", value: "ada@example.org" },
        { inputName: "additionalGuests", number: 2 },
        { inputName: "guestNames", values: ["Bo", "Cy"] },
        { inputName: dropdown, value: "Left" },
        { inputName: checkbox, values: ["Meat"] },
        { inputName: "date", dateTime: "2000-01-01T00:00:00Z" },
      ],
    };
    expect(() => checkFormResponse(form, good, "rsvp.form")).not.toThrow();
    const found = (inputName: string, answer: object | undefined) => {
      const others = good.inputValues?.filter((value) => value.inputName !== inputName) ?? [];
      const inputValues = answer ? [...others, { inputName, ...answer }] : others;
      return [...formViolations(form, { inputValues }, "form")].map(
        ({ field, violatedRule, description }) => [
          ...[field.replace("form.inputValues", ""), violatedRule, description],
        ],
      );
    };
    expect(found("email", undefined)).toEqual([
      ["", "REQUIRED_FIELD", 'needs an answer for "email" (Email)'],
    ]);
    expect(found("email", { value: "ada" })).toEqual([
      ["[7].value", "FORMAT", 'is not a valid EMAIL, not "ada"'],
    ]);
    expect(found("shoe", { value: "9" })[0]?.slice(0, 2)).toEqual(["[8].inputName", "INVALID_ENUM_VALUE"]);
    expect(found(dropdown, { value: "Up" })).toEqual([
      ["[7].value", "INVALID_ENUM_VALUE", 'must be one of: Left, Right, not "Up"'],
    ]);
    expect(found(checkbox, { values: ["Meat", "Soap"] })[0]?.slice(0, 2)).toEqual([
      "[7].values[1]",
      "INVALID_ENUM_VALUE",
    ]);
    expect(found("additionalGuests", { number: 3 })).toEqual([
      ["[7].number", "MAX", "must be 2 or less, not 3"],
    ]);
    expect(found("additionalGuests", { value: "many" })[0]?.slice(0, 2)).toEqual(["[7].value", "FORMAT"]);
    expect(found("guestNames", { values: ["A", "B", "C"] })[0]?.slice(0, 2)).toEqual([
      "[7].values",
      "MAX_SIZE",
    ]);
    expect(found("firstName", { value: "A".repeat(51) })[0]?.slice(0, 2)).toEqual([
      "[7].value",
      "MAX_LENGTH",
    ]);
  });
});

describe("notifications", () => {
  it("are the defaults until an event has its own; a copy goes with a clone", async () => {
    const resolve = async (event: string) =>
      (await world.call("GET", `/events-notifications/v2/notification-configs/resolve/${event}`))
        .notificationConfig;
    expect((await resolve(id)).upcomingEventReminder).toMatchObject({
      reminderTime: "BEFORE_1_DAY",
      sendingEnabled: true,
    });
    const config = {
      id,
      upcomingEventReminder: { reminderTime: "BEFORE_30_MINUTES", sendingEnabled: false },
    };
    const upsert = (notificationConfig: object) =>
      world.call("POST", `/events-notifications/v2/notification-configs/${id}`, { notificationConfig });
    expect((await upsert(config)).notificationConfig).toMatchObject({ ...config, revision: "1" });
    expect((await upsert({ id, invoice: { sendingEnabled: false } })).notificationConfig).toMatchObject({
      ...config,
      revision: "2",
    });
    expect(world.told().map(({ type }) => type)).toEqual(["created", "updated"]);
    const { event } = await world.call("POST", `/events/v3/events/${id}/clone`, {});
    expect(await resolve(event.id)).toMatchObject({ upcomingEventReminder: config.upcomingEventReminder });
  });
});

describe("staff", () => {
  const invite = async (given: object = {}) =>
    (await world.call("POST", "/events/v1/staff-members", { staffMember: { name: "Ada", ...given } }))
      .staffMember;
  const tokenOf = ({ loginLink }: { loginLink: string }) => new URL(loginLink).searchParams.get("token");
  const update = (staffMember: { id: string; [key: string]: unknown }) =>
    world.ask("PATCH", `/events/v1/staff-members/${staffMember.id}`, { staffMember });

  it("comes in by a link, is paused, and comes back", async () => {
    const ada = await invite({ permissions: ["CHECK_IN_GUESTS"], specificEvents: { events: [id] } });
    expect(ada).toMatchObject({ status: "PENDING", specificEvents: { events: [id] } });
    const loginToken = tokenOf(ada);
    const { staffMember, accessToken } = await world.call("POST", "/events/v1/staff-members/login", {
      loginToken,
    });
    expect(staffMember).toMatchObject({ status: "HAS_ACCESS", revision: "2" });
    const access = () => world.ask("POST", "/events/v1/staff-members/access", { accessToken });
    expect((await access()).body.staffMember.id).toBe(ada.id);
    const paused = await update({ id: ada.id, revision: "2", status: "ACCESS_PAUSED" });
    expect(paused.body.staffMember.status).toBe("ACCESS_PAUSED");
    expect([(await access()).status, (await access()).body.details.applicationError.code]).toEqual([
      403,
      "STAFF_MEMBER_SUSPENDED",
    ]);
    expect(await refusal("POST", "/events/v1/staff-members/join", { joinToken: loginToken })).toEqual([
      403,
      "STAFF_MEMBER_SUSPENDED",
    ]);
    await update({ id: ada.id, revision: "3", status: "HAS_ACCESS" });
    expect((await access()).status).toBe(200);
    expect(world.told().map(({ type }) => type)).toEqual(["created", "updated", "updated", "updated"]);
  });

  it("who was paused before coming in is invited again, not let in", async () => {
    const ada = await invite({ permissions: ["CHECK_IN_GUESTS"], specificEvents: { events: [id] } });
    const statusAfter = async (revision: string, status: string) =>
      (await update({ id: ada.id, revision, status })).body.staffMember.status;
    expect(await statusAfter("1", "ACCESS_PAUSED")).toBe("ACCESS_PAUSED");
    expect(await statusAfter("2", "ACCESS_PAUSED")).toBe("ACCESS_PAUSED");
    expect(await statusAfter("3", "HAS_ACCESS")).toBe("PENDING");
    await world.call("POST", "/events/v1/staff-members/login", { loginToken: tokenOf(ada) });
    const { revision } = (await world.ask("GET", `/events/v1/staff-members/${ada.id}`)).body.staffMember;
    expect(await statusAfter(revision, "ACCESS_PAUSED")).toBe("ACCESS_PAUSED");
    expect(await statusAfter(String(Number(revision) + 1), "HAS_ACCESS")).toBe("HAS_ACCESS");
  });

  it.each([
    ["PENDING", "HAS_ACCESS"],
    ["HAS_ACCESS", "PENDING"],
  ])("that is %s does not become %s: the status is named, nothing changes", async (from, to) => {
    const ada = await invite();
    if (from === "HAS_ACCESS")
      await world.call("POST", "/events/v1/staff-members/login", { loginToken: tokenOf(ada) });
    const { staffMember: before } = await world.call("GET", `/events/v1/staff-members/${ada.id}`);
    const { status, body } = await update({ id: ada.id, revision: before.revision, status: to });
    expect([status, body.details.applicationError.data]).toMatchObject([409, { status: from }]);
    expect((await world.call("GET", `/events/v1/staff-members/${ada.id}`)).staffMember).toEqual(before);
  });

  it("changes scopes and events; its link is shown where it is asked for; unknown tokens and events are refused", async () => {
    const ada = await invite();
    const scopes = { permissions: ["SELL_TICKETS"], specificEvents: { events: [id] } };
    const { body } = await update({ id: ada.id, revision: "1", ...scopes });
    expect(body.staffMember).toMatchObject(scopes);
    expect(body.staffMember).not.toHaveProperty("allEvents");
    expect(body.staffMember).not.toHaveProperty("loginLink");
    const { staffMembers } = await world.call("POST", "/events/v1/staff-members/query", {
      fieldsets: ["LOGIN_LINK"],
    });
    expect(staffMembers[0].loginLink).toBe(ada.loginLink);
    expect(await refusal("POST", "/events/v1/staff-members/login", { loginToken: "x" })).toEqual([
      401,
      "UNAUTHENTICATED",
    ]);
    const nowhere = { name: "x", specificEvents: { events: [elsewhere] } };
    expect(await refusal("POST", "/events/v1/staff-members", { staffMember: nowhere })).toEqual([
      404,
      "EVENT_NOT_FOUND",
    ]);
  });
});

it("settings are shown by group and changed by revision", async () => {
  const get = (query = "") => world.call("GET", `/events/v1/settings${query}`);
  const { eventsSettings } = await get();
  expect(Object.keys(eventsSettings)).toEqual(["id", "revision", "createdDate", "updatedDate"]);
  expect((await get("?fields=EVENTS_INFO")).eventsSettings.eventsInfo).toEqual({
    firstEventCreated: true,
    sellingTickets: false,
    sellingPaidTickets: false,
  });
  const change = {
    id: eventsSettings.id,
    paymentSettings: { delayedPaymentCaptureSettings: { enabled: true } },
  };
  const path = `/events/v1/settings/${change.id}`;
  expect(await refusal("PATCH", path, { eventsSettings: { ...change, revision: "9" } })).toEqual([
    409,
    "REVISION_MISMATCH",
  ]);
  await world.call("PATCH", path, { eventsSettings: { ...change, revision: "1" } });
  expect((await get("?fields=PAYMENT_SETTINGS")).eventsSettings).toMatchObject({ revision: "2", ...change });
});
