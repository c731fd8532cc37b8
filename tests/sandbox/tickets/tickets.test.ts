import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { day } from "../support/events-sandbox.ts";
import {
  answers,
  definitionsPath,
  openTicketsSandbox,
  type TicketsSandbox,
} from "../support/tickets-sandbox.ts";

let world: TicketsSandbox;
beforeEach(() => {
  world = openTicketsSandbox();
});
afterEach(() => world.close());

const rejection = ({ status, body }: { status: number; body: { message?: string; details?: object } }) => {
  const { applicationError } = (body.details ?? {}) as { applicationError?: { code: string } };
  return [status, applicationError?.code ?? body.message];
};
const minute = 60_000;

describe("ticket definitions", () => {
  it("have a sale that the clock starts and ends, with an event each", async () => {
    const { id } = await world.ticketed();
    const salePeriod = { startDate: "2030-01-02T09:00:00Z", endDate: "2030-01-04T09:00:00Z" };
    const seat = await world.sell(id, { salePeriod });
    expect(seat.saleStatus).toBe("SALE_SCHEDULED");
    world.newEventTypes();
    const states = [];
    for (const at of ["02T08:59:59", "02T09:00:00", "04T08:59:59", "04T09:00:00"]) {
      world.setClock(`2030-01-${at}Z`);
      states.push((await world.definition(seat.id)).saleStatus);
    }
    expect(states).toEqual(["SALE_SCHEDULED", "SALE_STARTED", "SALE_STARTED", "SALE_ENDED"]);
    const emitted = world.store.db
      .prepare("SELECT type, at FROM event WHERE type LIKE '%sale_%' ORDER BY seq")
      .all();
    expect(emitted).toEqual([
      { type: "wix.events.v3.ticket_definition_sale_started", at: "2030-01-02T09:00:00.000Z" },
      { type: "wix.events.v3.ticket_definition_sale_ended", at: "2030-01-04T09:00:00.000Z" },
    ]);
  });

  it("are no longer on sale once new dates have ended their event", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const past = { startDate: "2029-12-30T18:00:00Z", endDate: "2029-12-30T22:00:00Z" };
    expect((await world.update(id, { dateAndTimeSettings: past })).body.event.status).toBe("ENDED");
    expect((await world.definition(seat.id)).saleStatus).toBe("SALE_ENDED");
    expect((await world.call("GET", "/events/v1/checkout/available-tickets")).definitions).toEqual([]);
  });

  it("of a canceled event do not go on sale again", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    await world.call("POST", `/events/v3/events/${id}/cancel`, {});
    const salePeriod = { startDate: "2030-01-05T09:00:00Z", endDate: "2030-01-06T09:00:00Z" };
    const { id: definition, revision } = await world.definition(seat.id);
    const change = { ticketDefinition: { id: definition, revision, salePeriod } };
    const { ticketDefinition } = await world.call("PATCH", `${definitionsPath}/${definition}`, change);
    expect(ticketDefinition.saleStatus).toBe("SALE_ENDED");
    world.setClock("2030-01-05T10:00:00Z");
    expect((await world.definition(seat.id)).saleStatus).toBe("SALE_ENDED");
  });

  it("are sold during their sale and rejected with its status otherwise", async () => {
    const { id } = await world.ticketed();
    const salePeriod = { startDate: "2030-01-02T09:00:00Z", endDate: "2030-01-04T09:00:00Z" };
    const seat = await world.sell(id, { salePeriod });
    const early = await world.reserve(id, seat.id);
    expect(rejection(early)).toEqual([409, "TICKET_NOT_ON_SALE"]);
    expect(early.body.message).toContain("SALE_SCHEDULED");
    world.setClock("2030-01-03T00:00:00Z");
    expect((await world.reserve(id, seat.id)).status).toBe(200);
    world.setClock("2030-01-05T00:00:00Z");
    const late = await world.reserve(id, seat.id);
    expect(late.body.message).toContain("SALE_ENDED");
  });

  it("reject invalid sale periods, RSVP events, other currencies and more than a hundred", async () => {
    const { id } = await world.ticketed();
    const create = (given: object) =>
      world.ask("POST", definitionsPath, {
        ticketDefinition: {
          eventId: id,
          name: "Seat",
          feeType: "FEE_INCLUDED",
          pricingMethod: { fixedPrice: { value: "20" } },
          ...given,
        },
      });
    const backwards = { startDate: "2030-01-04T00:00:00Z", endDate: "2030-01-03T00:00:00Z" };
    expect(rejection(await create({ salePeriod: backwards }))).toEqual([400, "INVALID_SALE_PERIOD"]);
    expect(rejection(await create({ salePeriod: { endDate: "2031-01-01T00:00:00Z" } }))).toEqual([
      400,
      "INVALID_SALE_PERIOD",
    ]);
    const foreign = await create({ pricingMethod: { fixedPrice: { value: "20", currency: "EUR" } } });
    expect(foreign.body.details.validationError.fieldViolations[0]).toMatchObject({
      field: "ticketDefinition.pricingMethod.fixedPrice.currency",
      ruleName: "CURRENCY_MISMATCH",
    });
    expect((await create({ pricingMethod: { fixedPrice: { value: "20.001" } } })).status).toBe(400);
    const withoutFee = await create({ feeType: "NO_FEE" });
    expect(withoutFee.body.message).toContain("NO_FEE is for free tickets only");
    const rsvp = await world.create();
    expect(rejection(await create({ eventId: rsvp.id }))).toEqual([409, "INVALID_EVENT_TYPE"]);
    for (let count = 0; count < 100; count++) await world.sell(id);
    expect(rejection(await create({}))).toEqual([409, "TICKET_DEFINITIONS_LIMIT_REACHED"]);
  });

  it("are ordered and can be reordered", async () => {
    const { id } = await world.ticketed();
    const ids: string[] = [];
    for (const name of ["A", "B", "C"]) ids.push((await world.sell(id, { name })).id);
    const [a, , c] = ids;
    await world.call("POST", `${definitionsPath}/reorder`, {
      eventId: id,
      ticketDefinitionId: c,
      beforeDefinitionId: a,
    });
    const { definitions } = await world.call("GET", `/events/v1/checkout/available-tickets?eventId=${id}`);
    expect(definitions.map(({ name }: { name: string }) => name)).toEqual(["C", "A", "B"]);
    const sorted = async (path: string, order?: string) => {
      const sort = order === undefined ? [] : [{ fieldName: "sortIndex", order }];
      const query = { filter: { eventId: id }, sort };
      const { ticketDefinitions } = await world.call("POST", `${definitionsPath}/${path}`, { query });
      return ticketDefinitions.map(({ name }: { name: string }) => name);
    };
    for (const path of ["query", "available/query"]) {
      expect(await sorted(path), path).toEqual(["C", "A", "B"]);
      expect(await sorted(path, "ASC"), path).toEqual(["C", "A", "B"]);
      expect(await sorted(path, "DESC"), path).toEqual(["B", "A", "C"]);
    }
  });

  it("update the prices and the sold-out state of their event", async () => {
    const { id } = await world.ticketed();
    const cheap = await world.sell(id, { initialLimit: 1 });
    await world.sell(id, {
      initialLimit: 1,
      name: "Box",
      pricingMethod: { fixedPrice: { value: "100.50", currency: "USD" } },
    });
    const { registration } = await world.get(id);
    expect(registration.tickets).toMatchObject({
      lowestPrice: { value: "20" },
      highestPrice: { value: "100.5" },
      soldOut: false,
    });
    const box = (await world.call("POST", `${definitionsPath}/query`, { query: { filter: { name: "Box" } } }))
      .ticketDefinitions[0];
    await world.buy(id, cheap.id);
    await world.buy(id, box.id);
    expect((await world.get(id)).registration).toMatchObject({
      status: "CLOSED_AUTOMATICALLY",
      tickets: { soldOut: true },
    });
  });

  it("have the limit per order of their event, also after it changed", async () => {
    const { id } = await world.ticketed({ ticketLimitPerOrder: 10 });
    const seat = await world.sell(id);
    await world.update(id, { registration: { tickets: { ticketLimitPerOrder: 4 } } });
    expect((await world.definition(seat.id)).limitPerCheckout).toBe(4);
    const { definitions } = await world.call("GET", `/events/v1/checkout/available-tickets?eventId=${id}`);
    expect(definitions).toMatchObject([{ limitPerCheckout: 4 }]);
  });

  it("have a limit that is not below what is sold and reserved", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id, { initialLimit: 5 });
    await world.buy(id, seat.id, 2);
    await world.reserve(id, seat.id, 1);
    const limit = async (initialLimit: number) => {
      const { revision } = await world.definition(seat.id);
      const ticketDefinition = { id: seat.id, revision, initialLimit };
      return await world.ask("PATCH", `${definitionsPath}/${seat.id}`, { ticketDefinition });
    };
    expect((await limit(2)).body.details.validationError.fieldViolations[0]).toMatchObject({
      ruleName: "LIMIT_BELOW_SOLD",
      data: { sold: 2, reserved: 1 },
    });
    expect((await limit(3)).status).toBe(200);
    expect((await world.definition(seat.id)).salesDetails).toMatchObject({ soldCount: 2, unsoldCount: 0 });
    expect(rejection(await world.reserve(id, seat.id))).toEqual([409, "TICKETS_SOLD_OUT"]);
  });

  it("have prices to choose from, each with an ID, which change their currency with the event", async () => {
    const { id } = await world.ticketed();
    const optionDetails = ["Adult", "Child"].map((name, index) => ({
      name,
      price: { value: String(20 - 10 * index) },
    }));
    const seat = await world.sell(id, { pricingMethod: { pricingOptions: { optionDetails } } });
    await world.call("POST", `${definitionsPath}/currency`, { eventId: id, currency: "EUR" });
    const options = (await world.definition(seat.id)).pricingMethod.pricingOptions.optionDetails;
    expect(options).toMatchObject([
      { name: "Adult", price: { value: "20", currency: "EUR" } },
      { name: "Child", price: { value: "10", currency: "EUR" } },
    ]);
    expect(rejection(await world.reserve(id, seat.id))).toEqual([400, "UNSUPPORTED_PRICING_OPTION"]);
    const ticketDetails = [{ pricingOptionId: options[1].optionId }];
    const ticketQuantities = [{ ticketDefinitionId: seat.id, quantity: 1, ticketDetails }];
    const { body } = await world.reserve(id, seat.id, 1, { ticketQuantities });
    expect(body.invoice.grandTotal).toMatchObject({ value: "10", currency: "EUR" });
    const free = await world.ask("POST", definitionsPath, {
      ticketDefinition: { eventId: id, name: "Seat", feeType: "FEE_INCLUDED", pricingMethod: {} },
    });
    expect(free.body.message).toContain("requires fixedPrice, guestPrice or pricingOptions");
  });

  it("keep their currency once one is sold", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    await world.call("POST", `${definitionsPath}/currency`, { eventId: id, currency: "EUR" });
    expect((await world.definition(seat.id)).pricingMethod.fixedPrice).toEqual({
      value: "20",
      currency: "EUR",
    });
    await world.buy(id, seat.id);
    const rejected = await world.ask("POST", `${definitionsPath}/currency`, { eventId: id, currency: "USD" });
    expect(rejection(rejected)).toEqual([409, "CURRENCY_LOCKED"]);
    const rsvp = await world.create();
    const other = await world.ask("POST", `${definitionsPath}/currency`, {
      eventId: rsvp.id,
      currency: "EUR",
    });
    expect(rejection(other)).toEqual([409, "INVALID_EVENT_TYPE"]);
    expect((await world.update(rsvp.id, { title: "Still an event" })).status).toBe(200);
  });
});

it("visitors see no tickets of drafts", async () => {
  const { id } = await world.ticketed({}, {});
  const draft = await world.create({ registration: { initialType: "TICKETING" } }, { draft: true });
  await world.sell(id, { name: "Public" });
  await world.sell(draft.id, { name: "Secret" });
  const visitor = await world.visitor();
  const names = (found: { name: string }[]) => found.map(({ name }) => name);
  const ask = async (method: "GET" | "POST", path: string, body?: object) =>
    (await world.ask(method, path, body, visitor)).body;
  expect(names((await ask("GET", "/events/v1/checkout/available-tickets")).definitions)).toEqual(["Public"]);
  const older = "/events/v1/checkout/available-tickets/query";
  expect(names((await ask("POST", older, { filter: {} })).definitions)).toEqual(["Public"]);
  const { ticketDefinitions } = await ask("POST", `${definitionsPath}/available/query`, { query: {} });
  expect(names(ticketDefinitions)).toEqual(["Public"]);
  const count = await ask("POST", `${definitionsPath}/available/count`, { filter: {} });
  expect(count.metadata.total).toBe(1);
  await world.call("POST", `/events/v3/events/${draft.id}/publish`, {});
  expect(names((await ask("POST", older, { filter: {} })).definitions)).toEqual(["Public", "Secret"]);
});

describe("reservations", () => {
  it("reserve tickets and release them when they expire", async () => {
    const { id } = await world.ticketed({ reservationDurationInMinutes: 10 });
    const seat = await world.sell(id, { initialLimit: 3 });
    const sales = async () => (await world.definition(seat.id)).salesDetails;
    const { body: reservation } = await world.reserve(id, seat.id, 3);
    expect(reservation).toMatchObject({
      expires: "2030-01-01T00:10:00.000Z",
      reservationStatus: "RESERVATION_PENDING",
    });
    expect(await sales()).toEqual({ unsoldCount: 0, soldCount: 0, reservedCount: 3, soldOut: true });
    expect(rejection(await world.reserve(id, seat.id))).toEqual([409, "TICKETS_SOLD_OUT"]);
    world.advance(10 * minute - 1);
    expect(await sales()).toMatchObject({ reservedCount: 3 });
    world.advance(1);
    expect(await sales()).toMatchObject({ unsoldCount: 3, reservedCount: 0 });
    const late = await world.checkOut(id, reservation.id);
    expect(rejection(late)).toEqual([409, "RESERVATION_EXPIRED"]);
    expect(late.body.message).toContain("EXPIRED");
    expect(await sales()).toMatchObject({ unsoldCount: 3, soldCount: 0 });
  });

  it("are of whole tickets", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const tickets = [{ ticketDefinitionId: seat.id, quantity: 1.5 }];
    const ticketReservation = { tickets };
    const current = await world.ask("POST", "/events/v1/ticket-reservations", { ticketReservation });
    const limit = await world.ask("PATCH", `${definitionsPath}/${seat.id}`, {
      ticketDefinition: { id: seat.id, revision: seat.revision, initialLimit: 2.5 },
    });
    for (const { status, body } of [await world.reserve(id, seat.id, 1.5), current, limit])
      expect([status, body.message]).toEqual([400, expect.stringContaining("must be a whole number")]);
  });

  it("of several seats or prices have each of them", async () => {
    const { id } = await world.ticketed();
    const optionDetails = ["Adult", "Child"].map((name, index) => ({
      optionId: `${index}1111111-1111-4111-8111-111111111111`,
      name,
      price: { value: String(20 - 10 * index), currency: "USD" },
    }));
    const seat = await world.sell(id, { pricingMethod: { pricingOptions: { optionDetails } } });
    const ticketDetails = optionDetails.map(({ optionId }, index) => ({
      pricingOptionId: optionId,
      seatId: `A${index}`,
    }));
    const ticketQuantities = [{ ticketDefinitionId: seat.id, quantity: 2, ticketDetails }];
    const { body } = await world.reserve(id, seat.id, 2, { ticketQuantities });
    expect(body.invoice.grandTotal.value).toBe("30");
    const { order } = (await world.checkOut(id, body.id)).body;
    expect(order.tickets).toMatchObject([
      { price: { value: "20" }, ticketDetails: { seatId: "A0", pricingOptionName: "Adult" } },
      { price: { value: "10" }, ticketDetails: { seatId: "A1", pricingOptionName: "Child" } },
    ]);
  });

  it("are canceled once, then rejected with their status", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id, { initialLimit: 1 });
    const { body: reservation } = await world.reserve(id, seat.id);
    const path = `/events/v1/checkout/reservations/${reservation.id}?eventId=${id}`;
    expect((await world.ask("DELETE", path)).status).toBe(200);
    expect((await world.definition(seat.id)).salesDetails.unsoldCount).toBe(1);
    const again = await world.ask("DELETE", path);
    expect(rejection(again)).toEqual([409, "RESERVATION_NOT_PENDING"]);
    expect(again.body.message).toContain("CANCELED_MANUALLY");
    expect((await world.definition(seat.id)).salesDetails.unsoldCount).toBe(1);
  });

  it("are visible to their creator only", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const [one, other] = [await world.visitor(), await world.visitor()];
    const { body: reservation } = await world.reserve(id, seat.id, 1, {}, one);
    const path = `/events/v1/ticket-reservations/${reservation.id}`;
    expect((await world.ask("GET", path, undefined, one)).status).toBe(200);
    expect((await world.ask("GET", path, undefined, other)).status).toBe(404);
    expect((await world.checkOut(id, reservation.id, {}, undefined, other)).status).toBe(404);
  });

  it("ignore limits for admins only", async () => {
    const { id } = await world.ticketed({ ticketLimitPerOrder: 2 });
    const seat = await world.sell(id, { initialLimit: 1, hidden: true });
    const visitor = await world.visitor();
    expect(rejection(await world.reserve(id, seat.id, 1, {}, visitor))).toEqual([
      404,
      "TICKET_DEFINITION_NOT_FOUND",
    ]);
    for (const request of [{ ignoreLimits: true }, { allowHiddenTickets: true }])
      expect(rejection(await world.reserve(id, seat.id, 1, request, visitor))).toEqual([
        403,
        "PERMISSION_DENIED",
      ]);
    const allowHiddenTickets = true;
    expect(rejection(await world.reserve(id, seat.id, 3, { allowHiddenTickets }))).toEqual([
      409,
      "TICKET_LIMIT_PER_ORDER_EXCEEDED",
    ]);
    const oversold = await world.reserve(id, seat.id, 3, { allowHiddenTickets, ignoreLimits: true });
    expect(oversold.status).toBe(200);
  });

  it("accept a guest price from the minimum", async () => {
    const { id } = await world.ticketed();
    const gift = await world.sell(id, { pricingMethod: { guestPrice: { value: "5", currency: "USD" } } });
    const hold = (guestPrice?: string) =>
      world.ask("POST", "/events/v1/ticket-reservations", {
        ticketReservation: {
          tickets: [{ ticketDefinitionId: gift.id, quantity: 1, ticketInfo: { guestPrice } }],
        },
      });
    const low = await hold("4.99");
    expect(low.body.details.validationError.fieldViolations[0]).toMatchObject({
      field: "ticketReservation.tickets[0].ticketInfo.guestPrice",
      violatedRule: "DECIMAL_GTE",
      data: { threshold: "5" },
    });
    const { ticketReservation } = (await hold("12.30")).body;
    expect(ticketReservation.tickets[0]).toMatchObject({
      price: { value: "12.3" },
      subTotal: { value: "12.3" },
    });
  });

  it("are of the event that is named, which sells tickets, for amounts of its currency", async () => {
    const { id } = await world.ticketed();
    const gift = await world.sell(id, { pricingMethod: { guestPrice: { value: "5", currency: "USD" } } });
    const rsvp = await world.create();
    expect(rejection(await world.reserve(rsvp.id, gift.id))).toEqual([409, "INVALID_EVENT_TYPE"]);
    for (const [field, price] of [
      ["ticketQuantities[0].priceOverride", { priceOverride: "-1" }],
      ["ticketQuantities[0].ticketDetails[0].priceOverride", { ticketDetails: [{ priceOverride: "9.005" }] }],
    ] as const) {
      const ticketQuantities = [{ ticketDefinitionId: gift.id, quantity: 1, ...price }];
      const { body } = await world.reserve(id, gift.id, 1, { ticketQuantities });
      expect(body.details.validationError.fieldViolations).toMatchObject([{ field }]);
    }
    const ticketQuantities = [{ ticketDefinitionId: gift.id, quantity: 1, priceOverride: "9" }];
    const { body: reservation } = await world.reserve(id, gift.id, 1, { ticketQuantities });
    const other = await world.ticketed();
    expect(rejection(await world.checkOut(other.id, reservation.id))).toEqual([
      404,
      "TICKET_RESERVATION_NOT_FOUND",
    ]);
    expect((await world.checkOut(id, reservation.id)).status).toBe(200);
  });

  it("accept prices from visitors for donations only", async () => {
    const { id } = await world.ticketed();
    const gift = await world.sell(id, { pricingMethod: { guestPrice: { value: "5", currency: "USD" } } });
    const seat = await world.sell(id);
    const visitor = await world.visitor();
    const hold = (ticketDefinitionId: string) => {
      const ticketQuantities = [{ ticketDefinitionId, quantity: 1, priceOverride: "9" }];
      return world.reserve(id, ticketDefinitionId, 1, { ticketQuantities }, visitor);
    };
    const given = await hold(gift.id);
    expect([given.status, given.body.invoice?.grandTotal?.value]).toEqual([200, "9"]);
    const rejected = await hold(seat.id);
    expect([rejected.status, rejected.body.message]).toEqual([
      403,
      expect.stringContaining('An API key is required to set the price of "Seat"'),
    ]);
  });

  it("end with a canceled event", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id, { initialLimit: 1 });
    const { body: reservation } = await world.reserve(id, seat.id);
    await world.call("POST", `/events/v3/events/${id}/cancel`, {});
    expect((await world.definition(seat.id)).saleStatus).toBe("SALE_ENDED");
    expect((await world.checkOut(id, reservation.id)).body.message).toContain("CANCELED");
    const closed = await world.reserve(id, seat.id);
    expect(rejection(closed)).toEqual([409, "TICKET_SALES_CLOSED"]);
    expect(closed.body.message).toContain("the event is CANCELED");
  });
});

describe("check-in", () => {
  it("checks a ticket in once, and out again", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const order = await world.buy(id, seat.id, 2);
    const [one, two] = order.tickets.map(({ ticketNumber }: { ticketNumber: string }) => ticketNumber);
    const path = "/events/v1/tickets/check-in";
    world.setClock("2030-01-10T17:45:00Z");
    const { tickets } = await world.call("POST", path, { eventId: id, ticketNumber: [one] });
    expect(tickets[0].checkIn).toEqual({ created: "2030-01-10T17:45:00.000Z" });
    world.advance(minute);
    const again = await world.ask("POST", path, { eventId: id, ticketNumber: [two, one] });
    expect(rejection(again)).toEqual([409, "TICKET_ALREADY_CHECKED_IN"]);
    expect(again.body.message).toContain("2030-01-10T17:45:00.000Z");
    const list = async (query: string) =>
      (await world.call("GET", `/events/v1/tickets?eventId=${id}&${query}`)).total;
    expect([await list("state=CHECKED_IN"), await list("state=NON_CHECKED_IN")]).toEqual([1, 1]);
    await world.call("POST", path, { eventId: id, ticketNumber: [two] });
    expect((await world.order(id, order.orderNumber)).fullyCheckedIn).toBe(true);
    await world.call("DELETE", `${path}?eventId=${id}&ticketNumber=${one}`);
    expect((await world.order(id, order.orderNumber)).fullyCheckedIn).toBe(false);
    expect(rejection(await world.ask("DELETE", `${path}?eventId=${id}&ticketNumber=${one}`))).toEqual([
      409,
      "TICKET_NOT_CHECKED_IN",
    ]);
  });

  it("rejects tickets of other events, voided orders and archived orders", async () => {
    const { id } = await world.ticketed();
    const other = await world.ticketed();
    const seat = await world.sell(id);
    const order = await world.buy(id, seat.id, 1, "authorized");
    const [{ ticketNumber }] = order.tickets;
    const enter = (eventId: string) =>
      world.ask("POST", "/events/v1/tickets/check-in", { eventId, ticketNumber: [ticketNumber] });
    expect(rejection(await enter(other.id))).toEqual([404, "TICKET_NOT_FOUND"]);
    const path = `/events/v1/tickets/${ticketNumber}`;
    await world.call("PATCH", path, { eventId: id, fields: "archived", archived: true });
    expect(rejection(await enter(id))).toEqual([409, "TICKET_ARCHIVED"]);
    await world.call("PATCH", path, { eventId: id, fields: "archived", archived: false });
    await world.call("POST", `/events/v1/events/orders/${order.orderNumber}/void`, { eventId: id });
    const rejected = await enter(id);
    expect(rejection(rejected)).toEqual([409, "ORDER_NOT_VALID"]);
    expect(rejected.body.message).toContain("VOIDED");
  });
});

describe("a ticketed event", () => {
  it("is cloned to two weeks from now with its definitions, without sales", async () => {
    const { id } = await world.ticketed();
    const salePeriod = { startDate: "2030-01-02T09:00:00.000Z", endDate: "2030-01-09T09:00:00.000Z" };
    const seat = await world.sell(id, { initialLimit: 5, salePeriod });
    world.setClock("2030-01-03T00:00:00Z");
    await world.buy(id, seat.id);
    const { event } = await world.call("POST", `/events/v3/events/${id}/clone`, {});
    const query = { filter: { eventId: event.id } };
    const { ticketDefinitions } = await world.call("POST", `${definitionsPath}/query`, {
      query,
      fields: ["SALES_DETAILS"],
    });
    expect(ticketDefinitions).toMatchObject([
      {
        name: "Seat",
        saleStatus: "SALE_SCHEDULED",
        salePeriod: { startDate: "2030-01-09T09:00:00.000Z" },
        salesDetails: { soldCount: 0, reservedCount: 0, unsoldCount: 5 },
      },
    ]);
  });

  it("emits both events of its definitions when it is cloned", async () => {
    const { id } = await world.ticketed();
    await world.sell(id);
    world.newEventTypes();
    await world.call("POST", `/events/v3/events/${id}/clone`, {});
    expect(world.newEventTypes()).toEqual(["created", "TicketDefinitionCreated", "cloned"]);
  });

  it("is deleted with all its data and due work", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id, { salePeriod: { endDate: "2030-01-09T09:00:00.000Z" } });
    await world.buy(id, seat.id, 1, "authorized");
    await world.reserve(id, seat.id);
    await world.call("DELETE", `/events/v3/events/${id}`);
    expect(world.newEventTypes()).toContain("deleted");
    world.advance(30 * day);
    expect(await world.orders("")).toMatchObject({ orders: [], total: 0 });
    const guests = await world.call("POST", "/events/v2/guests/query", { query: {} });
    expect(guests.guests).toEqual([]);
    expect(world.store.db.prepare("SELECT * FROM due").all()).toEqual([]);
  });
});

it("asks for each guest if the form requires it", async () => {
  const { id } = await world.ticketed({ guestsAssignedSeparately: true });
  const seat = await world.sell(id);
  const { body: reservation } = await world.reserve(id, seat.id, 2);
  const forms = [answers(), answers("Bo", "bo@example.com"), answers("Cy", "cy@example.com")];
  const guests = forms.map((form) => ({ form }));
  const three = await world.checkOut(id, reservation.id, { guests });
  expect(three.body.details.validationError.fieldViolations[0].field).toBe("guests");
  const { body } = await world.checkOut(id, reservation.id, { guests: guests.slice(0, 2) });
  expect(body.order.tickets.map(({ guestFullName }: { guestFullName: string }) => guestFullName)).toEqual([
    "Ada Lovelace",
    "Bo Lovelace",
  ]);
});
