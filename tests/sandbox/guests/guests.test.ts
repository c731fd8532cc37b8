import { afterEach, beforeEach, expect, it } from "vitest";
import { answers, openTicketsSandbox, type TicketsSandbox } from "../support/tickets-sandbox.ts";

let world: TicketsSandbox;
beforeEach(() => {
  world = openTicketsSandbox();
});
afterEach(() => world.close());

const guests = async (filter: object, fields: string[] = ["GUEST_DETAILS", "GUEST_TOTAL"]) =>
  (await world.call("POST", "/events/v2/guests/query", { query: { filter }, fields })).guests;
const emitted = (action: string) =>
  world.store.db
    .prepare("SELECT entity_id AS id FROM event WHERE type = ?")
    .all<{ id: string }>(`wix.events.guests.v1.guest_${action}`)
    .map(({ id }) => id);

async function answered(status = "YES"): Promise<{ id: string; rsvp: { id: string } }> {
  const { id } = await world.create({
    registration: { initialType: "RSVP", rsvp: { responseType: "YES_AND_NO" } },
  });
  const person = { eventId: id, firstName: "Bo", lastName: "Berg", email: "bo@example.com" };
  const { rsvp } = await world.call("POST", "/events/v2/rsvps", {
    rsvp: { ...person, status, additionalGuestDetails: { guestCount: 0 } },
  });
  return { id, rsvp };
}

it("an RSVP creates a guest and updates it", async () => {
  const { id, rsvp } = await answered();
  const [guest] = await guests({ eventId: id });
  expect(guest).toMatchObject({
    rsvpId: rsvp.id,
    guestType: "RSVP",
    attendanceStatus: "ATTENDING",
    totalGuests: 1,
    guestDetails: { firstName: "Bo", checkedIn: false },
  });
  expect(await guests({ eventId: id }, [])).not.toHaveProperty("0.guestDetails");
  world.advance(1000);
  await world.call("POST", `/events/v2/rsvps/${rsvp.id}/check-in`, {});
  expect(emitted("guest_checked_in")).toEqual([guest.id]);
  expect(await guests({ "guestDetails.checkedIn": true })).toHaveLength(1);
  await world.call("POST", `/events/v2/rsvps/${rsvp.id}/cancel-check-in`, {});
  world.advance(1000);
  await world.call("PATCH", `/events/v2/rsvps/${rsvp.id}`, { rsvp: { status: "NO" } });
  expect(await guests({ eventId: id })).toMatchObject([
    { attendanceStatus: "NOT_ATTENDING", attendanceStatusUpdatedDate: "2030-01-01T00:00:02.000Z" },
  ]);
  await world.call("DELETE", `/events/v2/rsvps/${rsvp.id}`);
  expect(await guests({ eventId: id })).toEqual([]);
  expect(emitted("deleted")).toEqual([guest.id]);
});

it("an order creates a buyer, who does not attend once it is voided", async () => {
  const { id } = await world.ticketed();
  const seat = await world.sell(id);
  const order = await world.buy(id, seat.id, 2, "authorized");
  const [buyer] = await guests({ orderNumber: order.orderNumber });
  expect(buyer).toMatchObject({
    guestType: "BUYER",
    attendanceStatus: "ATTENDING",
    totalGuests: 2,
    tickets: [{ name: "Seat", definitionId: seat.id }, {}],
  });
  const [{ ticketNumber }] = order.tickets;
  const checkIn = { eventId: id, ticketNumber: [ticketNumber] };
  await world.call("POST", "/events/v1/tickets/check-in", checkIn);
  const [half] = await guests({ eventId: id });
  expect(half.guestDetails).toMatchObject({ checkedIn: false, checkInDetails: [{ checkedIn: true }, {}] });
  await world.call("POST", `/events/v1/events/orders/${order.orderNumber}/void`, { eventId: id });
  expect(await guests({ eventId: id })).toMatchObject([{ attendanceStatus: "NOT_ATTENDING" }]);
  expect(emitted("guest_order_canceled")).toEqual([buyer.id]);
});

it("ticket holders are separate guests if the form asks for each", async () => {
  const { id } = await world.ticketed({ guestsAssignedSeparately: true });
  const seat = await world.sell(id);
  const { body: reservation } = await world.reserve(id, seat.id, 2);
  const forms = [{ form: answers() }, { form: answers("Bo", "bo@example.com") }];
  const { body } = await world.checkOut(id, reservation.id, { guests: forms });
  const holders = await guests({ eventId: id, guestType: "TICKET_HOLDER" });
  expect(holders.map((guest: { ticketNumber: string }) => guest.ticketNumber).sort()).toEqual(
    body.order.tickets.map(({ ticketNumber }: { ticketNumber: string }) => ticketNumber),
  );
  expect(await guests({ eventId: id, guestType: { $in: ["BUYER"] } })).toHaveLength(1);
});

it("guests get an event when their event starts or is canceled", async () => {
  const { id } = await answered();
  const [guest] = await guests({ eventId: id });
  const other = await answered();
  const away = await answered("NO");
  await world.call("POST", `/events/v3/events/${other.id}/cancel`, {});
  expect(emitted("guest_event_canceled")).toHaveLength(1);
  world.setClock("2030-01-10T18:00:00.000Z");
  await guests({ eventId: id });
  expect(emitted("guest_event_starts")).toEqual([guest.id]);
  expect((await guests({ eventId: away.id }))[0].attendanceStatus).toBe("NOT_ATTENDING");
});
