import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTicketsSandbox, type TicketsSandbox } from "../support/tickets-sandbox.ts";

let world: TicketsSandbox;
beforeEach(() => {
  world = openTicketsSandbox();
});
afterEach(() => world.close());

const path = "/events/v2/rsvps";
const fields = ["DETAILS", "FORM"];
const codeOf = ({ status, body }: { status: number; body: ReturnType<JSON["parse"]> }) => [
  status,
  body.details?.applicationError?.code,
];

async function invite(rsvp: object = {}, companions = 0): Promise<string> {
  const { id } = await world.create({ registration: { initialType: "RSVP", rsvp } });
  if (companions > 0)
    await world.call("POST", `/events/v1/events/${id}/form/control`, {
      eventId: id,
      additionalGuests: { maxGuests: companions },
    });
  return id;
}
const answer = (eventId: string, firstName: string, given: object = {}, more: object = {}, headers = {}) =>
  world.ask(
    "POST",
    path,
    {
      rsvp: {
        eventId,
        firstName,
        lastName: "Berg",
        email: `${firstName.toLowerCase()}@example.com`,
        status: "YES",
        ...given,
      },
      fields,
      ...more,
    },
    headers,
  );
const change = (id: string, rsvp: object) => world.ask("PATCH", `${path}/${id}`, { rsvp, fields });
const statuses = async (eventId: string) => {
  const query = { filter: { eventId }, sort: [{ fieldName: "createdDate", order: "ASC" }] };
  const { rsvps } = await world.call("POST", `${path}/query`, { query });
  return Object.fromEntries(
    rsvps.map(({ firstName, status }: Record<string, string>) => [firstName, status]),
  );
};
const registration = async (id: string) => (await world.get(id)).registration.status;

describe("an RSVP", () => {
  it("is stored, counted and emitted", async () => {
    const id = await invite({ responseType: "YES_AND_NO" }, 3);
    world.newEventTypes();
    const names = { guestCount: 2, guestNames: ["Cy Berg", "Di Berg"] };
    const { body } = await answer(id, "Bo", { additionalGuestDetails: names });
    expect(body.rsvp).toMatchObject({
      status: "YES",
      totalGuests: 3,
      revision: "1",
      guestList: { guests: [{ guestId: 1, fullName: "Bo Berg" }, { guestId: 2, fullName: "Cy Berg" }, {}] },
    });
    await answer(id, "Eve", { status: "NO" });
    expect((await world.get(id)).summaries.rsvps).toEqual({
      totalCount: 2,
      yesCount: 1,
      noCount: 1,
      waitlistCount: 0,
    });
    const { summaries } = await world.call("GET", `${path}/summaries?eventId=${id}`);
    expect(summaries).toEqual([
      { eventId: id, yesGuestCount: 3, noGuestCount: 1, waitlistGuestCount: 0, totalRsvpCount: 2 },
    ]);
    const emitted = world.store.db.prepare("SELECT type FROM event ORDER BY seq").all<{ type: string }>();
    expect(emitted.filter(({ type }) => type === "wix.events.v2.rsvp_created")).toHaveLength(2);
  });

  it("is accepted while registration is open, otherwise rejected with the status", async () => {
    const id = await invite({ startDate: "2030-01-02T00:00:00Z", endDate: "2030-01-05T00:00:00Z" });
    const early = await answer(id, "Bo");
    expect(codeOf(early)).toEqual([409, "RSVPS_NOT_STARTED"]);
    expect(early.body.message).toContain("SCHEDULED_RSVP");
    world.setClock("2030-01-02T00:00:00Z");
    expect((await answer(id, "Bo")).status).toBe(200);
    world.setClock("2030-01-05T00:00:00Z");
    const late = await answer(id, "Cy");
    expect(codeOf(late)).toEqual([409, "RSVPS_CLOSED"]);
    expect(late.body.message).toContain("CLOSED_AUTOMATICALLY");
    expect((await answer(id, "Cy", {}, { options: { ignoreLimits: true } })).status).toBe(200);
  });

  it("is accepted in its own time by an event that sells tickets, too", async () => {
    const rsvp = { startDate: "2030-01-02T00:00:00Z", endDate: "2030-01-05T00:00:00Z" };
    const { id } = await world.create({ registration: { initialType: "RSVP_AND_TICKETING", rsvp } });
    expect(codeOf(await answer(id, "Bo"))).toEqual([409, "RSVPS_NOT_STARTED"]);
    world.setClock("2030-01-03T00:00:00Z");
    expect((await answer(id, "Bo")).status).toBe(200);
    world.setClock("2030-01-06T00:00:00Z");
    expect(await registration(id)).toBe("OPEN_TICKETS");
    expect(codeOf(await answer(id, "Cy"))).toEqual([409, "RSVPS_CLOSED"]);
  });

  it("is rejected if the event does not accept the answer", async () => {
    const id = await invite({}, 1);
    const ticketed = await world.ticketed();
    expect(codeOf(await answer(ticketed.id, "Bo"))).toEqual([409, "INVALID_EVENT_TYPE"]);
    expect(codeOf(await answer(id, "Bo", { status: "NO" }))).toEqual([409, "UNEXPECTED_RSVP_STATUS"]);
    expect(codeOf(await answer(id, "Bo", { status: "WAITLIST" }))).toEqual([409, "WAITING_LIST_UNAVAILABLE"]);
    expect(codeOf(await answer(id, "Bo", { additionalGuestDetails: { guestCount: 2 } }))).toEqual([
      400,
      "GUEST_LIMIT_EXCEEDED",
    ]);
    const malformed = await answer(id, "Bo", {
      form: { inputValues: [{ inputName: "shoeSize", value: "44" }] },
    });
    expect(malformed.body.details.validationError.fieldViolations[0]).toMatchObject({
      field: "rsvp.form.inputValues[0].inputName",
      violatedRule: "INVALID_ENUM_VALUE",
    });
    const visitor = await world.visitor();
    expect(codeOf(await answer(id, "Bo", {}, { options: { ignoreLimits: true } }, visitor))).toEqual([
      403,
      "PERMISSION_DENIED",
    ]);
    expect(await statuses(id)).toEqual({});
  });

  it("is that of a member at an event for members, and of its sender", async () => {
    const registration = { initialType: "RSVP", allowedGuestTypes: "MEMBER" };
    const { id } = await world.create({ registration });
    const visitor = await world.visitor();
    expect(codeOf(await answer(id, "Bo", {}, {}, visitor))).toEqual([403, "PERMISSION_DENIED"]);
    const memberId = "11111111-1111-4111-8111-111111111111";
    const open = await invite();
    expect(codeOf(await answer(open, "Bo", { memberId }, {}, visitor))).toEqual([403, "PERMISSION_DENIED"]);
    expect([await statuses(id), await statuses(open)]).toEqual([{}, {}]);
    expect((await answer(id, "Bo", { memberId })).status).toBe(200);
  });

  it("that declines brings nobody", async () => {
    const id = await invite({ responseType: "YES_AND_NO" }, 2);
    const guests = { additionalGuestDetails: { guestCount: 1 } };
    expect(codeOf(await answer(id, "Bo", { status: "NO", ...guests }))).toEqual([
      400,
      "GUEST_LIMIT_EXCEEDED",
    ]);
    expect((await answer(id, "Bo", { status: "NO" })).status).toBe(200);
    expect(await statuses(id)).toEqual({ Bo: "NO" });
  });

  it("requires no guest details", async () => {
    const id = await invite();
    const { body } = await answer(id, "Bo", {}, {}, await world.visitor());
    expect(body.rsvp).toMatchObject({ status: "YES", totalGuests: 1 });
    expect((await answer(id, "Cy", { additionalGuestDetails: { guestCount: 0 } })).status).toBe(200);
    const countless = await answer(id, "Di", { additionalGuestDetails: { guestNames: ["Ed"] } });
    expect(countless.body.message).toBe(
      'INVALID_ARGUMENT: "rsvp.additionalGuestDetails.guestCount" must not be empty',
    );
    const nameless = await answer(id, "Di", { firstName: undefined });
    expect(nameless.body.message).toBe('INVALID_ARGUMENT: "rsvp.firstName" must not be empty');
  });

  it("with guests is rejected if the form has no guest control", async () => {
    const id = await invite();
    const guests = { guestCount: 1, guestNames: ["Ed"] };
    const rejected = await answer(id, "Bo", { additionalGuestDetails: guests });
    expect(codeOf(rejected)).toEqual([400, "INVALID_FORM_RESPONSE"]);
    expect(rejected.body.message).toContain(
      "input additionalGuests is unexpected, input guestNames is unexpected",
    );
  });

  it("of the same email address is accepted once", async () => {
    const id = await invite();
    await answer(id, "Bo");
    expect(codeOf(await answer(id, "Bo"))).toEqual([409, "MEMBER_EMAIL_ALREADY_REGISTERED"]);
    const other = await invite();
    expect((await answer(other, "Bo")).status).toBe(200);
  });

  it("is accepted once per member, who can read it", async () => {
    const id = await invite();
    const account = { loginId: { email: "mo@example.com" }, password: "correct-horse-battery" };
    const visitor = await world.visitor();
    const { body } = await world.ask("POST", "/_api/iam/authentication/v2/register", account, visitor);
    const grant = { grant_type: "authorized_client", member_id: body.identity.id };
    const { access_token: authorization } = await world.call("POST", "/oauth2/token", grant);
    const member = { authorization };
    expect((await answer(id, "Mo", {}, {}, member)).body.rsvp.memberId).toBe(body.identity.id);
    expect(codeOf(await answer(id, "Mo", {}, {}, member))).toEqual([409, "MEMBER_ALREADY_REGISTERED"]);
    expect(codeOf(await answer(id, "Mo", {}, {}, visitor))).toEqual([409, "MEMBER_EMAIL_ALREADY_REGISTERED"]);
    const current = await world.ask("GET", `${path}/current?eventId=${id}`, undefined, member);
    expect(current.body.rsvps).toMatchObject([{ firstName: "Mo" }]);
  });
});

describe("a waitlist", () => {
  it("moves up in order as soon as a whole party fits", async () => {
    const id = await invite({ limit: 3, waitlistEnabled: true }, 2);
    const { rsvp: bo } = (await answer(id, "Bo", { additionalGuestDetails: { guestCount: 1 } })).body;
    const { rsvp: cy } = (await answer(id, "Cy")).body;
    expect(await registration(id)).toBe("OPEN_RSVP_WAITLIST_ONLY");
    const { rsvp: di } = (await answer(id, "Di", { additionalGuestDetails: { guestCount: 1 } })).body;
    expect(di.status).toBe("WAITLIST");
    world.advance(1000);
    await answer(id, "Eve", { status: "WAITLIST" });
    world.advance(1000);
    await world.call("DELETE", `${path}/${cy.id}`);
    expect(await statuses(id)).toEqual({ Bo: "YES", Di: "WAITLIST", Eve: "YES" });
    await world.call("DELETE", `${path}/${bo.id}`);
    expect(await statuses(id)).toEqual({ Di: "YES", Eve: "YES" });
    expect((await world.get(id)).summaries.rsvps).toMatchObject({ yesCount: 2, waitlistCount: 0 });
  });

  it("moves up when the limit increases", async () => {
    const id = await invite({ limit: 1, waitlistEnabled: true });
    await answer(id, "Bo");
    await answer(id, "Cy", { status: "WAITLIST" });
    await world.update(id, { registration: { rsvp: { limit: 2 } } });
    expect(await statuses(id)).toEqual({ Bo: "YES", Cy: "YES" });
  });

  it("answers an update that makes a party fit with the place that it got", async () => {
    const id = await invite({ limit: 2, waitlistEnabled: true }, 2);
    await answer(id, "Bo");
    const { rsvp } = (await answer(id, "Cy", { additionalGuestDetails: { guestCount: 1 } })).body;
    expect(rsvp.status).toBe("WAITLIST");
    const { body } = await change(rsvp.id, { additionalGuestDetails: { guestCount: 0 } });
    expect(body.rsvp).toMatchObject({ status: "YES", totalGuests: 1 });
    const again = await change(rsvp.id, { firstName: "Cyd", revision: body.rsvp.revision });
    expect(again.status).toBe(200);
  });

  it("gives those who move up the link of an online event, and takes it from those who leave", async () => {
    const { id } = await world.create({
      location: { type: "ONLINE" },
      onlineConferencing: { enabled: true },
      registration: {
        initialType: "RSVP",
        rsvp: { limit: 1, waitlistEnabled: true, responseType: "YES_AND_NO" },
      },
    });
    const { rsvp: bo } = (await answer(id, "Bo")).body;
    const { rsvp: cy } = (await answer(id, "Cy")).body;
    const link = expect.stringContaining("https://");
    expect([bo.onlineConferencingLogin, cy.onlineConferencingLogin]).toEqual([
      { link, password: expect.any(String) },
      undefined,
    ]);
    const left = await change(bo.id, { status: "NO" });
    expect(left.body.rsvp.onlineConferencingLogin).toBeUndefined();
    const { body } = await world.ask("GET", `${path}/${cy.id}`);
    expect(body.rsvp).toMatchObject({ status: "YES", onlineConferencingLogin: { link } });
  });

  it("rejects those who would fit", async () => {
    const id = await invite({ limit: 1, waitlistEnabled: true });
    expect(codeOf(await answer(id, "Bo", { status: "WAITLIST" }))).toEqual([409, "WAITING_LIST_UNAVAILABLE"]);
  });
});

describe("an update", () => {
  it("frees a seat, and takes one only if available", async () => {
    const id = await invite({ limit: 1, responseType: "YES_AND_NO" });
    const { rsvp: bo } = (await answer(id, "Bo")).body;
    expect(await registration(id)).toBe("CLOSED_AUTOMATICALLY");
    expect((await change(bo.id, { status: "NO", revision: "1" })).body.rsvp).toMatchObject({ revision: "2" });
    expect(await registration(id)).toBe("OPEN_RSVP");
    await answer(id, "Cy");
    const rejected = await change(bo.id, { status: "YES" });
    expect(codeOf(rejected)).toEqual([409, "RSVP_LIMIT_EXCEEDED"]);
    expect(await statuses(id)).toEqual({ Bo: "NO", Cy: "YES" });
    expect(codeOf(await change(bo.id, { firstName: "Bob", revision: "1" }))).toEqual([
      409,
      "REVISION_MISMATCH",
    ]);
    const { body } = await change(bo.id, { firstName: "Bob" });
    expect(body.rsvp.form.inputValues[0]).toEqual({ inputName: "firstName", value: "Bob" });
  });

  it("to NO takes companions off, and one to YES brings none back", async () => {
    const id = await invite({ responseType: "YES_AND_NO" }, 2);
    const { rsvp } = (await answer(id, "Bo", { additionalGuestDetails: { guestCount: 2 } })).body;
    const { status, body } = await change(rsvp.id, { status: "NO" });
    expect([status, body.rsvp]).toMatchObject([200, { status: "NO", totalGuests: 1 }]);
    const back = await change(rsvp.id, { status: "YES" });
    expect(back.body.rsvp).toMatchObject({ status: "YES", totalGuests: 1 });
  });

  it("of the names of companions keeps their number, and follows the form", async () => {
    const id = await invite({}, 2);
    const { rsvp } = (await answer(id, "Bo", { additionalGuestDetails: { guestCount: 2 } })).body;
    const rename = async (additionalGuestDetails: object) =>
      await change(rsvp.id, { additionalGuestDetails });
    const guestNames = ["Cy Berg", "Di Berg"];
    expect((await rename({ guestNames })).body.rsvp).toMatchObject({
      totalGuests: 3,
      guestList: { guests: [{}, { fullName: "Cy Berg" }, { fullName: "Di Berg" }] },
    });
    expect((await rename({ guestCount: 1 })).body.rsvp).toMatchObject({
      totalGuests: 2,
      additionalGuestDetails: { guestCount: 1, guestNames: ["Cy Berg"] },
    });
    expect(codeOf(await rename({ guestCount: 1, guestNames }))).toEqual([400, "GUEST_LIMIT_EXCEEDED"]);
    const path = `/events/v1/events/${id}/form/controls/additionalGuests`;
    const additionalGuests = { maxGuests: 2, namesMandatory: true };
    await world.call("PUT", path, { eventId: id, id: "additionalGuests", additionalGuests });
    expect(codeOf(await rename({ guestCount: 1, guestNames: [] }))).toEqual([
      400,
      "ADDITIONAL_GUESTS_MUST_HAVE_NAMES",
    ]);
  });

  it("accepts a field mask as a list or as text", async () => {
    const id = await invite();
    const { rsvp } = (await answer(id, "Bo")).body;
    for (const [index, fieldMask] of [["firstName"], "firstName,lastName"].entries()) {
      const names = { firstName: `Bo ${index}`, lastName: "Falk" };
      await world.call("PATCH", "/events/v2/bulk/rsvps/update", {
        rsvps: [{ rsvp: { id: rsvp.id, revision: String(index + 1), ...names }, fieldMask }],
      });
    }
    const { body } = await world.ask("GET", `${path}/${rsvp.id}`);
    expect(body.rsvp).toMatchObject({ revision: "3", firstName: "Bo 1", lastName: "Falk" });
  });

  it("in bulk reports each failure", async () => {
    const id = await invite({ responseType: "YES_AND_NO" });
    const created = [(await answer(id, "Bo")).body.rsvp, (await answer(id, "Cy")).body.rsvp];
    const rsvps = created.map((rsvp, index) => ({
      rsvp: { id: rsvp.id, revision: index === 0 ? "1" : "7", status: "NO" },
    }));
    const { results, bulkActionMetadata } = await world.call("PATCH", "/events/v2/bulk/rsvps/update", {
      rsvps,
    });
    expect(bulkActionMetadata).toMatchObject({ totalSuccesses: 1, totalFailures: 1 });
    expect(results[1].itemMetadata.error.code).toBe("REVISION_MISMATCH");
    const empty = await world.ask("POST", "/events/v2/bulk/rsvps/delete-by-filter", { filter: {} });
    expect(codeOf(empty)).toEqual([400, "EMPTY_FILTER"]);
    const search = { expression: "  " };
    const blank = await world.ask("POST", "/events/v2/bulk/rsvps/delete-by-filter", { filter: {}, search });
    expect(codeOf(blank)).toEqual([400, "EMPTY_FILTER"]);
    await world.call("POST", "/events/v2/bulk/rsvps/delete-by-filter", { filter: { status: "NO" } });
    expect(await statuses(id)).toEqual({ Cy: "YES" });
  });
});

describe("check-in", () => {
  it("checks guests in once each, and out again", async () => {
    const id = await invite({}, 2);
    const { rsvp } = (await answer(id, "Bo", { additionalGuestDetails: { guestCount: 2 } })).body;
    const checkInCall = (what: string, more: object = {}) =>
      world.ask("POST", `${path}/${rsvp.id}/${what}`, { ...more, fields });
    expect((await checkInCall("check-in", { guestIds: [2] })).body.rsvp).toMatchObject({
      checkedInGuestCount: 1,
      fullyCheckedIn: false,
    });
    const again = await checkInCall("check-in", { guestIds: [1, 2] });
    expect(codeOf(again)).toEqual([409, "GUEST_ALREADY_CHECKED_IN"]);
    expect(again.body.message).toContain("2030-01-01T00:00:00.000Z");
    expect(codeOf(await checkInCall("check-in", { guestIds: [9] }))).toEqual([404, "GUEST_NOT_FOUND"]);
    expect((await checkInCall("check-in")).body.rsvp).toMatchObject({
      checkedInGuestCount: 3,
      fullyCheckedIn: true,
    });
    expect(codeOf(await checkInCall("check-in"))).toEqual([409, "GUEST_ALREADY_CHECKED_IN"]);
    const leaving = await change(rsvp.id, { status: "NO" });
    expect(leaving.status).toBe(409);
    expect((await checkInCall("cancel-check-in", { guestIds: [3] })).body.rsvp.checkedInGuestCount).toBe(2);
    expect(codeOf(await checkInCall("cancel-check-in", { guestIds: [3] }))).toEqual([
      409,
      "GUEST_NOT_CHECKED_IN",
    ]);
    const future = await checkInCall("check-in", { guestIds: [3], checkInDate: "2031-01-01T00:00:00Z" });
    expect(future.status).toBe(400);
    expect(future.body.details.validationError.fieldViolations).toMatchObject([
      { field: "checkInDate", ruleName: "INVALID_CHECK_IN_TIME" },
    ]);
  });

  it("rejects guests on the waitlist or not attending", async () => {
    const id = await invite({ responseType: "YES_AND_NO" });
    const { rsvp } = (await answer(id, "Bo", { status: "NO" })).body;
    const rejected = await world.ask("POST", `${path}/${rsvp.id}/check-in`, {});
    expect(codeOf(rejected)).toEqual([409, "INVALID_RSVP_STATUS"]);
    expect(rejected.body.message).toContain("is NO");
  });
});

it("RSVPs are found by name, filtered and counted", async () => {
  const id = await invite({ responseType: "YES_AND_NO" });
  await answer(id, "Bo");
  await answer(id, "Bea", { status: "NO" });
  const search = { search: { expression: "bea" } };
  expect((await world.call("POST", `${path}/search`, { search })).rsvps).toMatchObject([
    { firstName: "Bea" },
  ]);
  expect(await world.call("POST", `${path}/count`, { filter: { status: "YES" } })).toEqual({ count: 1 });
  expect((await world.ask("POST", `${path}/query`, { query: { filter: { color: 1 } } })).status).toBe(400);
});
