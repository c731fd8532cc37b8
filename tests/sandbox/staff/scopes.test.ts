import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type StaffScope, staffScopes } from "../../../src/api/endpoint.ts";
import { services } from "../../../src/api/services/all.ts";
import { answers, openTicketsSandbox, type TicketsSandbox } from "../support/tickets-sandbox.ts";

let world: TicketsSandbox;
let eventId: string;
beforeEach(async () => {
  world = openTicketsSandbox();
  eventId = (await world.ticketed()).id;
});
afterEach(() => world.close());

const staffPath = "/events/v1/staff-members";

/** Invites a staff member, signs in and returns a function that calls the sandbox with their token. */
async function staffWith(permissions: readonly StaffScope[], events?: string[]) {
  const given = {
    name: "Ada",
    permissions: permissions.slice(0, 4),
    ...(events && { specificEvents: { events } }),
  };
  const { staffMember } = await world.call("POST", staffPath, { staffMember: given });
  const loginToken = new URL(staffMember.loginLink).searchParams.get("token");
  const { accessToken: authorization } = await world.call("POST", `${staffPath}/login`, { loginToken });
  const ask = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    world.ask(method, path, body, { authorization });
  return { ...staffMember, ask, authorization };
}

describe("the access token of a staff member", () => {
  it.each(staffScopes)("with %s gives no other call than its own and public reads", async (scope) => {
    const { ask } = await staffWith([scope]);
    const closed = Object.values(services)
      .flatMap((service) => Object.values(service))
      .filter(
        ({ open, scopes, role, effect }) => !open && !scopes && (role !== "visitor" || effect !== "read"),
      );
    expect(closed.length).toBeGreaterThan(400);
    const others = Object.values(services)
      .flatMap((service) => Object.values(service))
      .filter(({ scopes }) => scopes && !scopes.includes(scope));
    const allowed: string[] = [];
    for (const { method, public: path } of [...closed, ...others]) {
      const filled = path.replaceAll(/\{[^}]+\}/g, "11111111-2222-4333-8444-555555555555");
      const { status } = await ask(method as "GET", filled, method === "GET" ? undefined : {});
      if (status !== 403 && status !== 501) allowed.push(`${method} ${path}: ${status}`);
    }
    expect(allowed).toEqual([]);
  });

  it("checks in guests with CHECK_IN_GUESTS, and says who did it", async () => {
    const { id } = await world.sell(eventId);
    const order = await world.buy(eventId, id);
    const ada = await staffWith(["CHECK_IN_GUESTS"]);
    const { body: listed } = await ada.ask("GET", `/events/v1/tickets?eventId=${eventId}`);
    const [{ ticketNumber }] = listed.tickets;
    const checkIn = { eventId, ticketNumber: [ticketNumber] };
    const { status, body } = await ada.ask("POST", "/events/v1/tickets/check-in", checkIn);
    expect([status, body.tickets[0].checkIn]).toMatchObject([200, { checkedInByStaffMember: ada.id }]);
    const guests = await ada.ask("POST", "/events/v2/guests/query", { query: { filter: { eventId } } });
    expect(guests.body.guests.map((one: { orderNumber: string }) => one.orderNumber)).toContain(
      order.orderNumber,
    );
  });

  it("sells tickets with SELL_TICKETS, without API key options", async () => {
    const { id } = await world.sell(eventId);
    const { ask } = await staffWith(["SELL_TICKETS"]);
    const lines = { eventId, ticketQuantities: [{ ticketDefinitionId: id, quantity: 1 }] };
    const { body: held } = await ask("POST", "/events/v1/checkout/reservations", lines);
    const { status, body } = await ask("POST", "/events/v1/pos-checkout", {
      eventId,
      reservationId: held.id,
    });
    expect([status, body.order.channel]).toEqual([200, "OFFLINE_POS"]);
    const beyond = { ...lines, ignoreLimits: true };
    expect((await ask("POST", "/events/v1/checkout/reservations", beyond)).status).toBe(403);
  });

  it("adds guests with ADD_GUESTS, to an event for members too", async () => {
    const registration = { initialType: "RSVP", allowedGuestTypes: "MEMBER" };
    const party = await world.create({ registration });
    const { ask } = await staffWith(["ADD_GUESTS"]);
    const who = { firstName: "Noa", lastName: "Berg", email: "noa@example.com", status: "YES" };
    const { status, body } = await ask("POST", "/events/v2/rsvps", { rsvp: { eventId: party.id, ...who } });
    expect([status, body.rsvp?.status]).toEqual([200, "YES"]);
    expect((await ask("GET", `/events/v2/rsvps/${body.rsvp.id}`)).status).toBe(403);
  });

  it("reads counts with READ_ANALYTICS", async () => {
    const { id } = await world.sell(eventId);
    await world.buy(eventId, id, 2);
    const { ask } = await staffWith(["READ_ANALYTICS"]);
    const { body } = await ask("GET", `/events/v1/orders/summary?eventId=${eventId}`);
    expect(body.sales[0]).toMatchObject({ totalOrders: 1, totalTickets: 2 });
    const query = { query: { filter: { eventId } }, fields: ["SALES_DETAILS"] };
    const found = await ask("POST", "/events-ticket-definitions/v3/ticket-definitions/query", query);
    expect(found.body.ticketDefinitions[0].salesDetails).toMatchObject({ soldCount: 2 });
  });

  it("reads the answers of guests only with READ_GUEST_FORM", async () => {
    const { id } = await world.sell(eventId);
    await world.buy(eventId, id);
    const read = async (scopes: StaffScope[]) => {
      const { ask } = await staffWith(scopes);
      const tickets = await ask("GET", `/events/v1/tickets?eventId=${eventId}&fieldset=GUEST_FORM`);
      const query = { query: { filter: { eventId } }, fields: ["GUEST_DETAILS"] };
      const guests = await ask("POST", "/events/v2/guests/query", query);
      const person = guests.body.guests[0].guestDetails;
      return [tickets.body.tickets[0].guestDetails.form, person.formResponse, person.firstName];
    };
    expect(await read(["CHECK_IN_GUESTS"])).toEqual([undefined, undefined, "Ada"]);
    expect(await read(["CHECK_IN_GUESTS", "READ_GUEST_FORM"])).toMatchObject([answers(), {}, "Ada"]);
  });

  it("works for the staff member's events only", async () => {
    const other = (await world.ticketed()).id;
    const { id } = await world.sell(other);
    await world.buy(other, id);
    const { ask } = await staffWith(["CHECK_IN_GUESTS", "SELL_TICKETS", "READ_ANALYTICS"], [eventId]);
    const own = await world.sell(eventId);
    const [ticket] = (await world.call("GET", `/events/v1/tickets?eventId=${other}`)).tickets;
    const status = async (...call: Parameters<typeof ask>) => (await ask(...call)).status;
    const reserve = (ticketDefinitionId: string) => ({
      ticketReservation: { tickets: [{ ticketDefinitionId, quantity: 1 }] },
    });
    const query = (filter: object) => ({ query: { filter } });
    expect(await status("GET", `/events/v1/tickets?eventId=${eventId}`)).toBe(200);
    expect(await status("POST", "/events/v2/guests/query", query({ eventId: { $in: [eventId] } }))).toBe(200);
    expect(await status("POST", "/events/v1/ticket-reservations", reserve(own.id))).toBe(200);
    const refused = [
      await status("GET", `/events/v1/tickets?eventId=${other}`),
      await status("GET", "/events/v1/tickets"),
      await status("GET", `/events/v1/tickets/${ticket.ticketNumber}`),
      await status("POST", "/events/v1/tickets/check-in", {
        eventId: other,
        ticketNumber: [ticket.ticketNumber],
      }),
      await status("POST", "/events/v1/ticket-reservations", reserve(id)),
      await status("POST", "/events/v2/guests/query", query({})),
      await status("POST", "/events/v2/guests/query", query({ eventId: { $ne: eventId } })),
      await status("POST", "/events/v2/guests/query", query({ $or: [{ eventId }, { eventId: other }] })),
      await status("POST", "/events/v2/rsvps/count", {}),
      await status("GET", "/events/v1/orders/summary"),
    ];
    expect(refused).toEqual(refused.map(() => 403));
    const after = await world.call("GET", `/events/v1/tickets/${ticket.ticketNumber}`);
    expect(after.ticket.checkIn).toBeUndefined();
  });

  it("ends with a pause and with the deletion of the staff member", async () => {
    const ada = await staffWith(["CHECK_IN_GUESTS"]);
    const list = () => ada.ask("GET", `/events/v1/tickets?eventId=${eventId}`);
    expect((await list()).status).toBe(200);
    await world.call("PATCH", `${staffPath}/${ada.id}`, {
      staffMember: { id: ada.id, revision: "2", status: "ACCESS_PAUSED" },
    });
    const paused = await list();
    expect([paused.status, paused.body.details.applicationError.code]).toEqual([
      403,
      "STAFF_MEMBER_SUSPENDED",
    ]);
    await world.call("DELETE", `${staffPath}/${ada.id}`);
    expect((await list()).status).toBe(401);
  });
});
