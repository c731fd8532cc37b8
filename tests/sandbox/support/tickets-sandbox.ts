import { openEventsSandbox } from "./events-sandbox.ts";

/** A sandbox at 2030-01-01 with ways to sell tickets in it. */
export function openTicketsSandbox() {
  const world = openEventsSandbox();
  const { call, ask } = world;
  return {
    ...world,
    /** A ticketed party on 10 January. */
    async ticketed(tickets: object = {}, more: object = {}) {
      return await world.create({ registration: { initialType: "TICKETING", tickets }, ...more });
    },
    /** A kind of ticket for 20 dollars. */
    async sell(eventId: string, given: object = {}) {
      const ticketDefinition = {
        eventId,
        name: "Seat",
        feeType: "NO_FEE",
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
    /** Holds tickets; the answer as it came. */
    reserve: (eventId: string, id: string, quantity = 1, more: object = {}, headers = {}) =>
      ask(
        "POST",
        "/events/v1/checkout/reservations",
        { eventId, ticketQuantities: [{ ticketDefinitionId: id, quantity }], ...more },
        headers,
      ),
    /** Orders what is held; `payment` is how it turns out. */
    checkOut: (eventId: string, reservationId: string, more: object = {}, payment?: string, headers = {}) =>
      ask(
        "POST",
        "/events/v1/checkout",
        { eventId, reservationId, guests: [{ form: answers() }], ...more },
        { ...(payment && { "x-sandbox-payment": payment }), ...headers },
      ),
    /** Holds and orders in one go. */
    async buy(eventId: string, id: string, quantity = 1, payment?: string, more: object = {}) {
      const { body } = await this.reserve(eventId, id, quantity);
      const { body: bought, status } = await this.checkOut(eventId, body.id, more, payment);
      if (status !== 200) throw new Error(bought.message);
      return bought.order;
    },
    order: async (eventId: string, number: string) =>
      (await call("GET", `/events/v1/events/${eventId}/orders/${number}`)).order,
    orders: async (query: string) => await call("GET", `/events/v1/orders?${query}`),
    async visitor(): Promise<{ authorization: string }> {
      const grant = { clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001", grantType: "anonymous" };
      const { access_token } = await call("POST", "/oauth2/token", grant);
      return { authorization: access_token };
    },
    /** Types and bodies of everything that was told since this was last asked. */
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
