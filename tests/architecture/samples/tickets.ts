import { sampleSet } from "./sample-set.ts";

interface Ids {
  id: string;
}
/** The objects of the ticket and guest samples, independent of the demo events. */
interface BoxOffice {
  memberToken: string;
  /** Sells seats with 10 % tax. */
  gala: Ids;
  seat: Ids & { revision: string };
  donation: Ids;
  /** An RSVP event with additional guests and a waitlist. */
  picnic: Ids;
  rsvp: Ids & { revision: string };
  inside: Ids;
  /** Reserved by the visitor, and without an owner. */
  reserved: Ids;
  spare: Ids;
  paid: Order;
  pending: Order;
  authorized: Order;
  declined: Order;
}
interface Order {
  orderNumber: string;
  tickets: { ticketNumber: string }[];
}

const times = {
  startDate: "2035-07-01T17:00:00.000Z",
  endDate: "2035-07-01T20:00:00.000Z",
  timeZoneId: "Europe/Berlin",
};
const given = (title: string, registration: object) => ({
  title,
  registration,
  location: { type: "VENUE", name: "The barn" },
  dateAndTimeSettings: times,
});
const answers = {
  inputValues: [
    { inputName: "firstName", value: "Ada" },
    { inputName: "lastName", value: "Lovelace" },
    { inputName: "email", value: "ada@example.com" },
  ],
};
const person = { firstName: "Bo", lastName: "Berg", email: "bo@example.com" };
const tags = { tags: { tagIds: ["door"] } };
const period = { startDate: "2020-01-01T00:00:00.000Z", endDate: "2035-06-30T00:00:00.000Z" };
const everything = ["SALES_DETAILS", "EVENT_DETAILS"];
const all = ["DETAILS", "FORM"];

/** Ticket definitions, reservations, checkout, ticket orders, tickets, RSVPs and guests. */
export const tickets = sampleSet<BoxOffice>({
  async prepare(ask) {
    const taxSettings = { type: "ADDED_AT_CHECKOUT", name: "VAT", rate: "10" };
    const byTicket = { initialType: "TICKETING", tickets: { taxSettings } };
    const { event: gala } = await ask("events.create", { event: given("Gala", byTicket) });
    const byRsvp = {
      initialType: "RSVP",
      rsvp: { responseType: "YES_AND_NO", limit: 3, waitlistEnabled: true },
    };
    const { event: picnic } = await ask("events.create", { event: given("Picnic", byRsvp) });
    await ask("eventForms.addControl", { eventId: picnic.id, additionalGuests: { maxGuests: 2 } });
    const sell = async (name: string, pricingMethod: object) =>
      (
        await ask("ticketDefinitions.create", {
          ticketDefinition: {
            eventId: gala.id,
            name,
            pricingMethod,
            feeType: "FEE_ADDED_AT_CHECKOUT",
            initialLimit: 50,
            salePeriod: period,
          },
        })
      ).ticketDefinition;
    const seat = await sell("Seat", { fixedPrice: { value: "20", currency: "USD" } });
    const donation = await sell("Donation", { guestPrice: { value: "5", currency: "USD" } });
    const ticketQuantities = [{ ticketDefinitionId: seat.id, quantity: 2 }];
    const hold = (role: "visitor" | "admin" = "admin") =>
      ask("eventCheckout.reserve", { eventId: gala.id, ticketQuantities }, role);
    const buy = async (payment?: string) => {
      const { id: reservationId } = await hold();
      const purchase = { eventId: gala.id, reservationId, guests: [{ form: answers }] };
      return (await ask("eventCheckout.checkout", purchase, "admin", payment)).order;
    };
    /** The visitor's declined order, which can be paid again. */
    const declinedOf = async () => {
      const { id: reservationId } = await hold("visitor");
      const purchase = { eventId: gala.id, reservationId, guests: [{ form: answers }] };
      return (await ask("eventCheckout.checkout", purchase, "visitor", "declined")).order;
    };
    const authorized: Order = await buy("authorized");
    const ticketNumber = authorized.tickets.map((ticket) => ticket.ticketNumber);
    await ask("tickets.checkIn", { eventId: gala.id, ticketNumber });
    const account = { loginId: { email: "holder@shop.example" }, password: "correct-horse-battery" };
    const { identity } = await ask("authentication.register", account, "visitor");
    const grant = { grant_type: "authorized_client", member_id: identity.id };
    const { access_token: memberToken } = await ask("oauth.token", grant, "admin");
    const answer = async (more: object) =>
      (
        await ask("rsvps.create", {
          rsvp: { ...person, eventId: picnic.id, additionalGuestDetails: { guestCount: 0 }, ...more },
        })
      ).rsvp;
    const rsvp = await answer({ status: "YES" });
    const inside = await answer({ status: "YES", email: "cy@example.com" });
    await ask("rsvps.checkIn", { rsvpId: inside.id });
    return {
      memberToken,
      gala,
      seat,
      donation,
      picnic,
      rsvp,
      inside,
      reserved: await hold("visitor"),
      spare: await hold(),
      authorized,
      paid: await buy(),
      pending: await buy("offline"),
      declined: await declinedOf(),
    };
  },
  samples: {
    "ticketDefinitions.create": ({ gala }) => ({
      ticketDefinition: {
        eventId: gala.id,
        name: "Box",
        feeType: "FEE_INCLUDED",
        salePeriod: period,
        pricingMethod: {
          pricingOptions: { optionDetails: [{ optionId: gala.id, name: "Left", price: { value: "9" } }] },
        },
      },
      fields: everything,
    }),
    "ticketDefinitions.update": ({ seat }) => ({
      ticketDefinition: { id: seat.id, revision: seat.revision, description: "With a view" },
      fields: everything,
    }),
    "ticketDefinitions.get": ({ seat }) => ({ ticketDefinitionId: seat.id, fields: everything }),
    "ticketDefinitions.remove": ({ donation }) => ({ ticketDefinitionId: donation.id }),
    "ticketDefinitions.reorder": ({ gala, seat, donation }) => ({
      eventId: gala.id,
      ticketDefinitionId: donation.id,
      beforeDefinitionId: seat.id,
    }),
    "ticketDefinitions.query": ({ gala }) => ({
      query: { filter: { eventId: gala.id }, cursorPaging: { limit: 1 } },
      fields: everything,
    }),
    "ticketDefinitions.queryAvailable": ({ gala }) => ({
      query: { filter: { eventId: gala.id } },
      fields: everything,
    }),
    "ticketDefinitions.count": ({ gala }) => ({ filter: { eventId: gala.id }, facet: ["saleStatus"] }),
    "ticketDefinitions.countAvailable": ({ gala }) => ({ filter: { eventId: gala.id } }),
    "ticketDefinitions.removeByFilter": ({ donation }) => ({ filter: { id: donation.id } }),
    "ticketDefinitions.changeCurrency": ({ gala }) => ({ eventId: gala.id, currency: "USD" }),
    "ticketDefinitionsV1.query": ({ gala }) => ({
      filter: { "event.id": gala.id },
      fieldset: ["POLICY", "DASHBOARD"],
      facet: ["saleStatus"],
      sort: "name:asc",
    }),
    "ticketDefinitionsV1.queryV2": ({ gala }) => ({
      query: { filter: { eventId: gala.id }, cursorPaging: { limit: 1 } },
    }),
    "ticketDefinitionsV1.list": ({ gala }) => ({
      eventId: [gala.id],
      state: ["VISIBLE"],
      saleStatus: ["SALE_STARTED"],
      limit: 1,
    }),
    "ticketDefinitionsV1.get": ({ seat }) => ({ definitionId: seat.id, fieldset: ["DASHBOARD"] }),
    "ticketDefinitionsV1.create": ({ gala }) => ({
      eventId: gala.id,
      definition: { name: "Balcony", price: { value: "12", currency: "USD" }, limited: true, quantity: 5 },
    }),
    "ticketDefinitionsV1.update": ({ gala, seat }) => ({
      eventId: gala.id,
      definitionId: seat.id,
      definition: { policy: "No dogs" },
      fields: "policy",
    }),
    "ticketDefinitionsV1.remove": ({ gala, donation }) => ({
      eventId: gala.id,
      byId: { definitionId: [donation.id] },
    }),
    "ticketDefinitionsV1.changeCurrency": ({ gala }) => ({ eventId: gala.id, currency: "USD" }),
    "ticketReservations.create": ({ seat }) => ({
      ticketReservation: { tickets: [{ ticketDefinitionId: seat.id, quantity: 1 }] },
    }),
    "ticketReservations.get": ({ reserved }) => ({ ticketReservationId: reserved.id }),
    "ticketReservations.remove": ({ spare }) => ({ ticketReservationId: spare.id }),
    "ticketReservations.updateTags": ({ spare }) => ({ ids: [spare.id], assignTags: tags }),
    "ticketReservations.updateTagsByFilter": ({ spare }) => ({
      filter: { id: spare.id },
      assignTags: tags,
    }),
    "ticketReservations.cancel": ({ reserved }) => ({ ticketReservationId: reserved.id }),
    "eventCheckout.options": () => ({}),
    "eventCheckout.availableTickets": ({ gala }) => ({ eventId: gala.id, sort: "orderIndex:asc" }),
    "eventCheckout.queryAvailableTickets": ({ gala }) => ({
      filter: { eventId: gala.id },
      fieldset: ["DASHBOARD", "POLICY"],
    }),
    "eventCheckout.reserve": ({ gala, donation }) => ({
      eventId: gala.id,
      ticketQuantities: [{ ticketDefinitionId: donation.id, quantity: 1 }],
    }),
    "eventCheckout.cancelReservation": ({ gala, reserved }) => ({ eventId: gala.id, id: reserved.id }),
    "eventCheckout.invoice": ({ gala, reserved }) => ({
      eventId: gala.id,
      reservationId: reserved.id,
      withDiscount: { couponCode: "WELCOME10" },
    }),
    "eventCheckout.checkout": ({ gala, reserved }) => ({
      eventId: gala.id,
      reservationId: reserved.id,
      guests: [{ form: answers }],
      buyer: person,
      discount: { couponCode: "WELCOME10" },
      options: { payInPerson: true },
    }),
    "eventCheckout.updateCheckout": ({ gala, declined }) => ({
      eventId: gala.id,
      orderNumber: declined.orderNumber,
      buyer: person,
    }),
    "eventCheckout.posCheckout": ({ gala, spare }) => ({ eventId: gala.id, reservationId: spare.id }),
    "eventOrders.list": ({ gala }) => ({
      eventId: [gala.id],
      fieldset: ["TICKETS", "DETAILS", "FORM", "INVOICE"],
      facet: ["status"],
      tag: ["NON_ARCHIVED"],
      sort: "created:desc",
      limit: 10,
      offset: 0,
    }),
    "eventOrders.get": ({ gala, declined }) => ({
      eventId: gala.id,
      orderNumber: declined.orderNumber,
    }),
    "eventOrders.update": ({ gala, paid }) => ({
      eventId: gala.id,
      orderNumber: paid.orderNumber,
      fields: "archived",
      archived: true,
    }),
    "eventOrders.bulkUpdate": ({ gala, paid, pending }) => ({
      eventId: gala.id,
      orderNumber: [paid.orderNumber, pending.orderNumber],
      archived: true,
    }),
    "eventOrders.confirm": ({ gala, pending }) => ({
      eventId: gala.id,
      orderNumber: [pending.orderNumber],
    }),
    "eventOrders.summary": ({ gala }) => ({ eventId: gala.id }),
    "eventOrders.capture": ({ gala, authorized }) => ({
      eventId: gala.id,
      orderNumber: authorized.orderNumber,
    }),
    "eventOrders.void": ({ gala, authorized }) => ({
      eventId: gala.id,
      orderNumber: authorized.orderNumber,
    }),
    "tickets.list": ({ gala }) => ({
      eventId: [gala.id],
      fieldset: ["GUEST_DETAILS", "TICKET_DETAILS", "GUEST_FORM"],
      facet: ["orderStatus"],
      limit: 10,
      offset: 0,
    }),
    "tickets.get": ({ gala, paid }) => ({ eventId: gala.id, ticketNumber: paid.tickets[0]?.ticketNumber }),
    "tickets.checkIn": ({ gala, paid }) => ({
      eventId: gala.id,
      ticketNumber: [paid.tickets[0]?.ticketNumber],
    }),
    "tickets.undoCheckIn": ({ gala, authorized }) => ({
      eventId: gala.id,
      ticketNumber: [authorized.tickets[0]?.ticketNumber],
    }),
    "tickets.update": ({ gala, paid }) => ({
      eventId: gala.id,
      ticketNumber: paid.tickets[0]?.ticketNumber,
      fields: "guestDetails",
      guestDetails: { form: answers },
    }),
    "tickets.bulkUpdate": ({ gala, paid }) => ({
      eventId: gala.id,
      ticketNumber: paid.tickets.map(({ ticketNumber }) => ticketNumber),
      archived: true,
    }),
    "rsvpsV1.list": ({ picnic }) => ({ eventId: [picnic.id], fieldset: all, facet: ["status"] }),
    "rsvpsV1.query": ({ picnic }) => ({ filter: { eventId: picnic.id }, fieldset: all }),
    "rsvpsV1.get": ({ picnic, rsvp }) => ({ eventId: picnic.id, rsvpId: rsvp.id, fieldset: all }),
    "rsvpsV1.create": ({ picnic }) => ({ eventId: picnic.id, status: "YES", form: answers }),
    "rsvpsV1.update": ({ picnic, rsvp }) => ({
      eventId: picnic.id,
      rsvpId: rsvp.id,
      fields: "status",
      status: "NO",
    }),
    "rsvpsV1.bulkUpdate": ({ picnic, rsvp }) => ({
      eventId: picnic.id,
      rsvpId: [rsvp.id],
      fields: "status",
      status: "NO",
    }),
    "rsvpsV1.remove": ({ picnic, rsvp }) => ({ eventId: picnic.id, rsvps: [rsvp.id] }),
    "rsvpsV1.checkIn": ({ picnic, rsvp }) => ({ eventId: picnic.id, rsvpId: rsvp.id, guestId: [1] }),
    "rsvpsV1.undoCheckIn": ({ picnic, inside }) => ({ eventId: picnic.id, rsvpId: inside.id }),
    "rsvps.search": ({ picnic }) => ({
      search: { filter: { eventId: picnic.id }, search: { expression: "berg" } },
      fields: all,
    }),
    "rsvps.query": ({ picnic }) => ({
      query: { filter: { eventId: picnic.id }, cursorPaging: { limit: 1 } },
      fields: all,
    }),
    "rsvps.count": ({ picnic }) => ({ filter: { eventId: picnic.id } }),
    "rsvps.get": ({ rsvp }) => ({ rsvpId: rsvp.id, fields: all }),
    "rsvps.create": ({ picnic }) => ({
      rsvp: {
        ...person,
        email: "dee@example.com",
        eventId: picnic.id,
        status: "WAITLIST",
        additionalGuestDetails: { guestCount: 1, guestNames: ["Eve Berg"] },
      },
    }),
    "rsvps.update": ({ rsvp }) => ({ rsvp: { id: rsvp.id, revision: rsvp.revision, status: "NO" } }),
    "rsvps.remove": ({ rsvp }) => ({ rsvpId: rsvp.id }),
    "rsvps.bulkUpdate": ({ rsvp }) => ({
      rsvps: [{ rsvp: { id: rsvp.id, revision: rsvp.revision, firstName: "Bobo" } }],
      returnEntity: true,
    }),
    "rsvps.removeByFilter": ({ rsvp }) => ({ filter: { id: rsvp.id } }),
    "rsvps.checkIn": ({ rsvp }) => ({ rsvpId: rsvp.id, guestIds: [1], fields: all }),
    "rsvps.undoCheckIn": ({ inside }) => ({ rsvpId: inside.id, fields: all }),
    "rsvps.summary": ({ picnic }) => ({ eventId: [picnic.id] }),
    "rsvps.listCurrent": ({ picnic }) => ({ eventId: [picnic.id], fields: all }),
    "eventGuests.query": ({ gala }) => ({
      query: { filter: { eventId: gala.id }, paging: { limit: 5 } },
      fields: ["GUEST_DETAILS", "GUEST_TOTAL"],
    }),
  },
});
