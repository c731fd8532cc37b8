import { openEventsSandbox } from "./events-sandbox.ts";

/** Opens a sandbox with its clock set to 2030-01-01 and functions to sell tickets. */
export function openTicketsSandbox() {
  const world = openEventsSandbox();
  const { call, ask } = world;
  return {
    ...world,
    /** Creates a ticketed event on 10 January. */
    async ticketed(tickets: object = {}, more: object = {}) {
      return await world.create({ registration: { initialType: "TICKETING", tickets }, ...more });
    },
    /** Creates a ticket definition for 20 dollars. */
    async sell(eventId: string, given: object = {}) {
      const ticketDefinition = {
        eventId,
        name: "Seat",
        feeType: "FEE_INCLUDED",
        pricingMethod: { fixedPrice: { value: "20", currency: "USD" } },
        ...given,
      };
      const fields = ["SALES_DETAILS"];
      return (await call("POST", definitionsPath, { ticketDefinition, fields })).ticketDefinition;
    },
    async definition(id: string) {
      const query = "fields=SALES_DETAILS&fields=EVENT_DETAILS";
      return (await call("GET", `${definitionsPath}/${id}?${query}`)).ticketDefinition;
    },
    /** Reserves tickets and returns the response. */
    reserve: (eventId: string, id: string, quantity = 1, more: object = {}, headers = {}) =>
      ask(
        "POST",
        "/events/v1/checkout/reservations",
        { eventId, ticketQuantities: [{ ticketDefinitionId: id, quantity }], ...more },
        headers,
      ),
    /** Checks out a reservation; `payment` is the result of the payment. */
    checkOut: (eventId: string, reservationId: string, more: object = {}, payment?: string, headers = {}) =>
      ask(
        "POST",
        "/events/v1/checkout",
        { eventId, reservationId, guests: [{ form: answers() }], ...more },
        { ...(payment && { "x-sandbox-payment": payment }), ...headers },
      ),
    /** Reserves and checks out. */
    async buy(eventId: string, id: string, quantity = 1, payment?: string, more: object = {}) {
      const { body } = await this.reserve(eventId, id, quantity);
      const { body: bought, status } = await this.checkOut(eventId, body.id, more, payment);
      if (status !== 200) throw new Error(bought.message);
      return bought.order;
    },
    order: async (eventId: string, number: string) =>
      (await call("GET", `/events/v1/events/${eventId}/orders/${number}`)).order,
    orders: async (query: string) => await call("GET", `/events/v1/orders?${query}`),
    visitor: world.newVisitor,
    /** Returns the types of the events since the last call. */
    newEventTypes() {
      return world.newEvents().map(({ type }) => type);
    },
  };
}
export type TicketsSandbox = ReturnType<typeof openTicketsSandbox>;

export const definitionsPath = "/events-ticket-definitions/v3/ticket-definitions";
export const answers = (firstName = "Ada", email = "ada@example.com") => ({
  inputValues: [
    { inputName: "firstName", value: firstName },
    { inputName: "lastName", value: "Lovelace" },
    { inputName: "email", value: email },
  ],
});
