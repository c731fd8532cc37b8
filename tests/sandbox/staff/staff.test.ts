import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EventsSandbox, openEventsSandbox, party } from "../support/events-sandbox.ts";
import { checkTransitions, type Transitions } from "../support/state-machine.ts";
import { definitionsPath } from "../support/tickets-sandbox.ts";

let world: EventsSandbox;
let id: string;
beforeEach(async () => {
  world = openEventsSandbox();
  id = (await world.create()).id;
  world.newEvents();
});
afterEach(() => world.close());

const rejection = async (method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body: object) => {
  const { status, body: answer } = await world.ask(method, path, body);
  return [
    status,
    answer.details.applicationError?.code ?? answer.details.validationError?.fieldViolations[0].field,
  ];
};
const elsewhere = "11111111-2222-4333-8444-555555555555";

describe("staff", () => {
  const invite = async (given: object = {}) =>
    (await world.call("POST", "/events/v1/staff-members", { staffMember: { name: "Ada", ...given } }))
      .staffMember;
  const tokenOf = ({ loginLink }: { loginLink: string }) => new URL(loginLink).searchParams.get("token");
  const update = (staffMember: { id: string; [key: string]: unknown }) =>
    world.ask("PATCH", `/events/v1/staff-members/${staffMember.id}`, { staffMember });

  it("signs in with a link, is paused and resumed", async () => {
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
    expect(await rejection("POST", "/events/v1/staff-members/join", { joinToken: loginToken })).toEqual([
      403,
      "STAFF_MEMBER_SUSPENDED",
    ]);
    await update({ id: ada.id, revision: "3", status: "HAS_ACCESS" });
    expect((await access()).status).toBe(200);
    expect(world.newEvents().map(({ type }) => type)).toEqual(["created", "updated", "updated", "updated"]);
  });

  it("is pending again after a pause before the first sign-in", async () => {
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

  it("has access that follows the table: by sign-ins, pauses and resumes", async () => {
    // A staff member who was paused before the first sign-in is invited again by a resume.
    const table: Transitions = {
      PENDING: { "sign in": "HAS_ACCESS", pause: "ACCESS_PAUSED, invited", PENDING: "PENDING" },
      HAS_ACCESS: { "sign in": "HAS_ACCESS", pause: "ACCESS_PAUSED", resume: "HAS_ACCESS" },
      ACCESS_PAUSED: { pause: "ACCESS_PAUSED", resume: "HAS_ACCESS" },
      "ACCESS_PAUSED, invited": { pause: "ACCESS_PAUSED, invited", resume: "PENDING", PENDING: "PENDING" },
    };
    await checkTransitions(table, {
      start: "PENDING",
      async open() {
        const ada = await invite();
        const read = async () => (await world.call("GET", `/events/v1/staff-members/${ada.id}`)).staffMember;
        let isInvited = true;
        return {
          async state() {
            const { status } = await read();
            return status === "ACCESS_PAUSED" && isInvited ? "ACCESS_PAUSED, invited" : status;
          },
          async move(name) {
            if (name === "sign in") {
              const answer = await world.ask("POST", "/events/v1/staff-members/login", {
                loginToken: tokenOf(ada),
              });
              isInvited &&= answer.status !== 200;
              return answer;
            }
            const status = { pause: "ACCESS_PAUSED", resume: "HAS_ACCESS" }[name] ?? name;
            return await update({ id: ada.id, revision: (await read()).revision, status });
          },
        };
      },
    });
  });

  it("changes permissions and events, shows its link on request, and rejects unknown tokens and events", async () => {
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
    expect(await rejection("POST", "/events/v1/staff-members/login", { loginToken: "x" })).toEqual([
      401,
      "UNAUTHENTICATED",
    ]);
    const nowhere = { name: "x", specificEvents: { events: [elsewhere] } };
    expect(await rejection("POST", "/events/v1/staff-members", { staffMember: nowhere })).toEqual([
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
  const registration = { initialType: "TICKETING" };
  const { event } = await world.call("POST", "/events/v3/events", { event: { ...party(), registration } });
  const infoWith = async (value: string) => {
    const pricingMethod = { fixedPrice: { value } };
    const ticketDefinition = { eventId: event.id, name: value, feeType: "FEE_INCLUDED", pricingMethod };
    await world.call("POST", definitionsPath, { ticketDefinition });
    return (await get("?fields=EVENTS_INFO")).eventsSettings.eventsInfo;
  };
  expect(await infoWith("0")).toMatchObject({ sellingTickets: true, sellingPaidTickets: false });
  expect(await infoWith("5")).toMatchObject({ sellingTickets: true, sellingPaidTickets: true });
  const { acceptCoupons, acceptGiftCards } = await world.call("GET", "/events/v1/checkout/options");
  expect((await get("?fields=PAYMENT_SETTINGS")).eventsSettings.paymentSettings).toMatchObject({
    couponsAccepted: acceptCoupons,
    giftCardsAccepted: acceptGiftCards,
  });
  const change = {
    id: eventsSettings.id,
    paymentSettings: { delayedPaymentCaptureSettings: { enabled: true } },
  };
  const path = `/events/v1/settings/${change.id}`;
  expect(await rejection("PATCH", path, { eventsSettings: { ...change, revision: "9" } })).toEqual([
    409,
    "REVISION_MISMATCH",
  ]);
  await world.call("PATCH", path, { eventsSettings: { ...change, revision: "1" } });
  expect((await get("?fields=PAYMENT_SETTINGS")).eventsSettings).toMatchObject({ revision: "2", ...change });
});
