import type { RecordedShop } from "./recorder.ts";

type Json = ReturnType<JSON["parse"]>;

const answers = {
  inputValues: [
    { inputName: "firstName", value: "Ada" },
    { inputName: "lastName", value: "Lind" },
    { inputName: "email", value: "ada@example.com" },
  ],
};

/** Sells tickets with every payment, fee, tax, tag and reservation status. */
export async function exerciseTickets(shop: RecordedShop): Promise<void> {
  const { call, took, advance } = shop;
  const createEvent = async (tickets: object = {}) =>
    (
      await call("events.create", {
        event: {
          title: "Gala",
          location: { type: "VENUE", name: "Hall" },
          dateAndTimeSettings: {
            startDate: "2035-06-01T17:00:00.000Z",
            endDate: "2035-06-01T20:00:00.000Z",
            timeZoneId: "Europe/Berlin",
          },
          registration: { initialType: "TICKETING", tickets },
        },
      })
    ).event.id as string;
  const sell = async (eventId: string, more: object = {}) =>
    (
      await call("ticketDefinitions.create", {
        ticketDefinition: {
          eventId,
          name: "Seat",
          feeType: "FEE_INCLUDED",
          pricingMethod: { fixedPrice: { value: "20", currency: "USD" } },
          ...more,
        },
        fields: ["SALES_DETAILS", "EVENT_DETAILS"],
      })
    ).ticketDefinition;
  const eventId = await createEvent();
  const seat = await sell(eventId);
  for (const group of ["SALES_DETAILS", "EVENT_DETAILS"])
    took(
      "Ticket definition field group",
      group,
      (group === "SALES_DETAILS" ? seat.salesDetails : seat.eventDetails) && group,
    );
  await sell(eventId, {
    name: "Donation",
    feeType: "FEE_ADDED_AT_CHECKOUT",
    pricingMethod: { guestPrice: { value: "5", currency: "USD" } },
  });
  await sell(eventId, {
    name: "Free",
    feeType: "NO_FEE",
    pricingMethod: { fixedPrice: { value: "0", currency: "USD" } },
  });
  await call("eventCheckout.queryAvailableTickets", { filter: { eventId } });

  const hold = async (ticketDefinitionId = seat.id, event = eventId) =>
    await call("eventCheckout.reserve", {
      eventId: event,
      ticketQuantities: [{ ticketDefinitionId, quantity: 1 }],
    });
  const buy = async (payment?: string) => {
    const { id: reservationId } = await hold();
    const purchase = { eventId, reservationId, guests: [{ form: answers }] };
    return (await call("eventCheckout.checkout", purchase, payment ? { payment } : {})).order as Json;
  };
  const invoiceOf = async (reservationId: string) =>
    await call("eventCheckout.invoice", { eventId, reservationId });
  const orders: Record<string, string> = {};
  for (const payment of [
    "approved",
    "authorized",
    "pending",
    "offline",
    "partially-paid",
    "declined",
    "canceled",
    "initiated",
  ])
    orders[payment] = (await buy(payment)).orderNumber;
  const authorized = await buy("authorized");
  await call("eventOrders.void", { eventId, orderNumber: authorized.orderNumber });
  const { id: pos } = await hold();
  await call("eventCheckout.posCheckout", { eventId, reservationId: pos });
  await call("eventOrders.update", {
    eventId,
    orderNumber: orders.approved,
    fields: "archived",
    archived: true,
  });
  const fieldset = ["TICKETS", "DETAILS", "FORM", "INVOICE"];
  const all = await call("eventOrders.list", { eventId: [eventId], fieldset });

  await checkTags();
  async function checkTags() {
    const [first] = all.orders.filter(
      (one: Json) => one.tickets?.length && !one.archived && one.status === "PAID",
    );
    await call("tickets.checkIn", {
      eventId,
      ticketNumber: first.tickets.map(({ ticketNumber }: Json) => ticketNumber),
    });
    const count = async (tag: string[]) =>
      (await call("eventOrders.list", { eventId: [eventId], tag })).total as number;
    const total = await count([]);
    for (const [tag, other] of [
      ["CONFIRMED", "UNCONFIRMED"],
      ["ARCHIVED", "NON_ARCHIVED"],
      ["FULLY_CHECKED_IN", "NOT_FULLY_CHECKED_IN"],
    ] as const) {
      const [some, rest] = [await count([tag]), await count([other])];
      // Each tag selects some orders, and the two together all of them.
      const divides = some > 0 && rest > 0 && some + rest === total;
      took("Ticket order tag", tag, divides && tag);
      took("Ticket order tag", other, divides && other);
    }
    took("Ticket order tag", "MEMBER", (await count(["MEMBER"])) === 0 && "MEMBER");
  }

  const taxed = async (type: string) => {
    const event = await createEvent({ taxSettings: { type, name: "VAT", rate: "10" } });
    const { id } = await sell(event);
    const { invoice } = await hold(id, event);
    took("Ticket tax type", type.replace("_IN_PRICE", ""), invoice.tax?.type);
  };
  for (const type of ["INCLUDED_IN_PRICE", "ADDED_AT_CHECKOUT"]) await taxed(type);

  const pending = await hold();
  await invoiceOf(pending.id);
  const { id: expiring } = await hold();
  await invoiceOf(expiring);
  const { id: canceled } = await hold();
  await call("eventCheckout.cancelReservation", { eventId, id: canceled });
  await invoiceOf(canceled).catch(() => undefined);
  await advance("1h");
  await invoiceOf(expiring).catch(() => undefined);

  await call("events.remove", { eventId });
  for (const { type, payload } of await shop.events()) {
    const [, change] = /\.Order(Initiated|Confirmed|Updated|Deleted)$/.exec(type) ?? [];
    if (change) took("Ticket order change", change.toLowerCase(), change.toLowerCase());
    const status = payload?.actionEvent?.body?.status ?? payload?.status;
    if (/Reservation/.test(type) && typeof status === "string") took("Reservation status", status, status);
  }
}
