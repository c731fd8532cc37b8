import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decimal } from "../../../src/kernel/money.ts";
import { invoiceOf } from "../../../src/sandbox/tickets/invoice.ts";
import { transitions } from "../../../src/sandbox/tickets/orders.ts";
import { day } from "../support/events-sandbox.ts";
import { answers, openTicketsSandbox, type TicketsSandbox } from "../support/tickets-sandbox.ts";

let world: TicketsSandbox;
beforeEach(() => {
  world = openTicketsSandbox();
});
afterEach(() => world.close());

const codeOf = ({ status, body }: { status: number; body: ReturnType<JSON["parse"]> }) => [
  status,
  body.details?.applicationError?.code,
];
const ledgerOf = async (number: string) =>
  (await world.call("GET", `/__till/ledger?orderId=${number}`)).movements.map(
    ({ kind, amount }: { kind: string; amount: string }) => [kind, amount],
  );
const act = (what: string, id: string, orderNumber: string, payment?: string) =>
  world.ask(
    "POST",
    `/events/v1/events/orders/${orderNumber}/${what}`,
    { eventId: id },
    payment ? { "x-sandbox-payment": payment } : {},
  );

describe("payments", () => {
  it.each([
    ["approved", "PAID", true, 1],
    ["authorized", "AUTHORIZED", false, 1],
    ["pending", "PENDING", false, 1],
    ["offline", "OFFLINE_PENDING", false, 1],
    ["partially-paid", "PARTIALLY_PAID", false, 1],
    ["declined", "DECLINED", false, 0],
    ["canceled", "CANCELED", false, 0],
    ["initiated", "INITIATED", false, 0],
  ])("with the outcome %s make an order %s", async (payment, status, confirmed, sold) => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const order = await world.buy(id, seat.id, 1, payment);
    expect(order).toMatchObject({ status, confirmed });
    expect(order.tickets).toHaveLength(sold);
    expect((await world.definition(seat.id)).salesDetails).toMatchObject({
      soldCount: sold,
      reservedCount: status === "DECLINED" || status === "INITIATED" ? 1 : 0,
    });
    expect((await world.get(id)).summaries.tickets).toMatchObject({ ticketsSold: sold, totalOrders: sold });
  });

  it.each([
    ["pending", "PENDING"],
    ["offline", "OFFLINE_PENDING"],
  ])("with the outcome %s leave the buyer's details open to changes", async (payment, status) => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const { orderNumber } = await world.buy(id, seat.id, 1, payment);
    const buyer = { firstName: "Bo", lastName: "Berg", email: "bo@example.com" };
    const path = `/events/v1/checkout/${orderNumber}`;
    const { body } = await world.ask("PATCH", path, { eventId: id, orderNumber, buyer });
    expect(body.order).toMatchObject({ status, fullName: "Bo Berg", email: "bo@example.com" });
    expect((await world.definition(seat.id)).salesDetails.soldCount).toBe(1);
  });

  it("that are pending leave the guests of the tickets open to changes", async () => {
    const { id } = await world.ticketed({ guestsAssignedSeparately: true });
    const seat = await world.sell(id);
    const { orderNumber } = await world.buy(id, seat.id, 2, "offline");
    const guests = [{ form: answers("Bo", "bo@example.com") }, { form: answers("Cy", "cy@example.com") }];
    await world.call("PATCH", `/events/v1/checkout/${orderNumber}`, { eventId: id, guests });
    expect((await world.order(id, orderNumber)).tickets).toMatchObject([
      { guestFullName: "Bo Lovelace", guestDetails: { email: "bo@example.com", guestAssigned: true } },
      { guestFullName: "Cy Lovelace", guestDetails: { email: "cy@example.com", guestAssigned: true } },
    ]);
  });

  it("are not required for free tickets", async () => {
    const { id } = await world.ticketed();
    const free = await world.sell(id, { pricingMethod: { fixedPrice: { value: "0", currency: "USD" } } });
    expect(await world.buy(id, free.id, 1, "declined")).toMatchObject({ status: "FREE", confirmed: true });
  });

  it("are captured and counted once", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const { orderNumber, paymentDetails } = await world.buy(id, seat.id, 2, "authorized");
    expect(paymentDetails.transaction).toMatchObject({
      scheduledAction: "VOID",
      scheduledActionExecutionDate: "2030-01-08T00:00:00.000Z",
    });
    expect((await act("capture", id, orderNumber)).status).toBe(200);
    const again = await act("capture", id, orderNumber);
    expect(codeOf(again)).toEqual([409, "ORDER_STATUS_NOT_AUTHORIZED"]);
    expect(again.body.message).toContain("PAID");
    expect(codeOf(await act("void", id, orderNumber))).toEqual([409, "ORDER_STATUS_NOT_AUTHORIZED"]);
    expect(await ledgerOf(orderNumber)).toEqual([
      ["AUTHORIZED", "40.00"],
      ["CAPTURED", "40.00"],
    ]);
    world.advance(9 * day);
    expect((await world.order(id, orderNumber)).status).toBe("PAID");
  });

  it("are voided manually or when they expire, releasing the tickets", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id, { initialLimit: 2 });
    const [one, two] = [
      await world.buy(id, seat.id, 1, "authorized"),
      await world.buy(id, seat.id, 1, "authorized"),
    ];
    world.newEventTypes();
    expect((await act("void", id, one.orderNumber)).status).toBe(200);
    expect(world.newEventTypes()).toContain("canceled");
    expect((await world.definition(seat.id)).salesDetails).toMatchObject({ soldCount: 1, unsoldCount: 1 });
    world.advance(7 * day);
    expect(await world.order(id, two.orderNumber)).toMatchObject({
      status: "VOIDED",
      tickets: [{ canceled: true, orderStatus: "VOIDED" }],
    });
    expect((await world.definition(seat.id)).salesDetails).toMatchObject({ soldCount: 0, unsoldCount: 2 });
    expect((await world.get(id)).summaries.tickets).toMatchObject({ ticketsSold: 0, totalOrders: 0 });
  });

  it("that are voided release the tickets, also if the reservation was deleted", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id, { initialLimit: 1 });
    const { orderNumber, reservationId } = await world.buy(id, seat.id, 1, "authorized");
    await world.call("DELETE", `/events/v1/ticket-reservations/${reservationId}`);
    expect((await act("void", id, orderNumber)).status).toBe(200);
    expect((await world.definition(seat.id)).salesDetails).toMatchObject({ soldCount: 0, unsoldCount: 1 });
    expect((await world.get(id)).registration.tickets.soldOut).toBe(false);
  });

  it("with an outcome that tickets do not have are rejected, and sell nothing", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const { body } = await world.reserve(id, seat.id);
    const rejected = await world.checkOut(id, body.id, {}, "scheduled");
    expect(rejected.status).toBe(400);
    expect(rejected.body.message).toContain("x-sandbox-payment");
    expect((await world.definition(seat.id)).salesDetails).toMatchObject({ soldCount: 0, reservedCount: 1 });
  });

  it("change nothing if declined, and settle later if pending", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const { orderNumber } = await world.buy(id, seat.id, 1, "authorized");
    expect(codeOf(await act("capture", id, orderNumber, "declined"))).toEqual([409, "PAYMENT_DECLINED"]);
    expect((await act("capture", id, orderNumber, "pending")).status).toBe(200);
    expect((await world.order(id, orderNumber)).status).toBe("AUTHORIZED");
    expect((await act("capture", id, orderNumber)).body.message).toContain("pending CAPTURE");
    world.advance(60_000);
    expect((await world.order(id, orderNumber)).status).toBe("PAID");
    expect(await ledgerOf(orderNumber)).toHaveLength(2);
  });

  it("can be retried while the reservation lasts", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id, { initialLimit: 1 });
    const declined = await world.buy(id, seat.id, 1, "declined");
    const path = `/events/v1/checkout/${declined.orderNumber}`;
    const buyer = { firstName: "Bo", lastName: "Berg", email: "bo@example.com" };
    const { order } = await world.call("PATCH", path, { eventId: id, buyer });
    expect(order).toMatchObject({ status: "PAID", fullName: "Bo Berg" });
    const again = await world.ask("PATCH", path, { eventId: id, buyer });
    expect(codeOf(again)).toEqual([409, "ORDER_ACTION_NOT_AVAILABLE"]);
    expect(again.body.message).toContain("PAID");
  });

  it("cancel the order if missing when the reservation expires", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id, { initialLimit: 1 });
    const { orderNumber, reservationId } = await world.buy(id, seat.id, 1, "initiated");
    const second = await world.checkOut(id, reservationId);
    expect(codeOf(second)).toEqual([409, "RESERVATION_OCCUPIED"]);
    world.advance(20 * 60_000);
    expect(await world.order(id, orderNumber)).toMatchObject({ status: "CANCELED", tickets: [] });
    expect((await world.definition(seat.id)).salesDetails.unsoldCount).toBe(1);
  });

  it("are confirmed manually, all or none", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const [waiting, partly, paid] = [
      await world.buy(id, seat.id, 1, "offline"),
      await world.buy(id, seat.id, 1, "partially_paid"),
      await world.buy(id, seat.id),
    ];
    const confirm = (...orderNumber: string[]) =>
      world.ask("POST", `/events/v1/events/${id}/orders/confirm`, { orderNumber });
    const rejected = await confirm(waiting.orderNumber, paid.orderNumber);
    expect(codeOf(rejected)).toEqual([409, "ORDER_ACTION_NOT_AVAILABLE"]);
    expect((await world.order(id, waiting.orderNumber)).status).toBe("OFFLINE_PENDING");
    const { body } = await confirm(waiting.orderNumber, partly.orderNumber);
    expect(body.orders.map(({ status }: { status: string }) => status)).toEqual(["PAID", "PAID"]);
    expect(await ledgerOf(partly.orderNumber)).toEqual([
      ["CHARGED", "10.00"],
      ["CHARGED", "10.00"],
    ]);
  });
});

it("final statuses have no transitions, and every status is reachable", () => {
  const finals = Object.entries(transitions).filter(([, next]) => next.length === 0);
  expect(finals.map(([status]) => status)).toEqual(["FREE", "PAID", "CANCELED", "VOIDED"]);
  const reached = new Set(["INITIATED", ...Object.values(transitions).flat()]);
  expect([...reached].sort()).toEqual(Object.keys(transitions).sort());
});

describe("an invoice", () => {
  const money = (value: string) => ({ value, amount: value, currency: "USD" });
  const buyWith = async (given: object, tickets: object, quantity: number, more: object = {}) => {
    const { id } = await world.ticketed(tickets);
    const seat = await world.sell(id, given);
    return (await world.buy(id, seat.id, quantity, undefined, more)).invoice;
  };

  it("adds a fee at checkout or deducts it from the revenue", async () => {
    const tickets = { taxSettings: { type: "ADDED_AT_CHECKOUT", name: "VAT", rate: "19" } };
    const pricingMethod = { fixedPrice: { value: "19.99", currency: "USD" } };
    const added = await buyWith({ feeType: "FEE_ADDED_AT_CHECKOUT", pricingMethod }, tickets, 3);
    // 59.97; tax 11.3943 -> 11.39; fee 1.49925 -> 1.50
    expect(added).toMatchObject({
      subTotal: money("59.97"),
      grandTotal: money("72.86"),
      revenue: money("71.36"),
      tax: { amount: money("11.39") },
      fees: [{ type: "FEE_ADDED_AT_CHECKOUT", amount: money("1.5") }],
    });
    const included = await buyWith({ feeType: "FEE_INCLUDED", pricingMethod }, tickets, 3);
    expect(included).toMatchObject({ grandTotal: money("71.36"), revenue: money("69.86") });
    const free = { feeType: "NO_FEE", pricingMethod: { fixedPrice: { value: "0" } } };
    expect(await buyWith(free, tickets, 3)).toMatchObject({ grandTotal: money("0"), fees: [] });
  });

  it("calculates the tax included in the price", async () => {
    const tickets = { taxSettings: { type: "INCLUDED_IN_PRICE", name: "VAT", rate: "7" } };
    const invoice = await buyWith({ pricingMethod: { fixedPrice: { value: "10" } } }, tickets, 1);
    expect(invoice).toMatchObject({
      grandTotal: money("10"),
      tax: { type: "INCLUDED", amount: money("0.65"), taxable: money("10") },
    });
  });

  it("applies a coupon and counts its use once per sold order", async () => {
    const coupon = { code: "TEN", percent: "10", usageLimit: 1 };
    await world.call("POST", "/__till/coupons", { coupon });
    const invoice = await buyWith({}, {}, 2, { discount: { couponCode: "ten" } });
    expect(invoice).toMatchObject({
      grandTotal: money("36"),
      discount: { amount: money("4"), afterDiscount: money("36"), discounts: [{ coupon: { code: "TEN" } }] },
    });
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const { body: reservation } = await world.reserve(id, seat.id);
    const path = `/events/v1/checkout/invoices/${reservation.id}`;
    const quote = await world.call("POST", path, { eventId: id, withDiscount: { couponCode: "TEN" } });
    expect(quote.discountErrors).toEqual({ error: [{ code: "ERROR_COUPON_USAGE_EXCEEDED" }] });
    const rejected = await world.checkOut(id, reservation.id, { discount: { couponCode: "TEN" } });
    expect(codeOf(rejected)).toEqual([400, "ERROR_COUPON_USAGE_EXCEEDED"]);
    expect((await world.checkOut(id, reservation.id, { discount: { couponCode: "NOPE" } })).status).toBe(404);
  });

  it("counts the sale and the coupon of a pending order anew when its discount changes", async () => {
    for (const code of ["TEN", "HALF"]) {
      const coupon = { code, percent: code === "TEN" ? "10" : "50", usageLimit: 1 };
      await world.call("POST", "/__till/coupons", { coupon });
    }
    const uses = async () =>
      Object.fromEntries(
        (await world.call("GET", "/__till/coupons")).coupons.map(
          ({ code, used }: Record<string, unknown>) => [code, used],
        ),
      );
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const { orderNumber } = await world.buy(id, seat.id, 2, "offline");
    const change = async (couponCode: string) => {
      const path = `/events/v1/checkout/${orderNumber}`;
      return await world.ask("PATCH", path, { eventId: id, discount: { couponCode } });
    };
    for (const [code, total, used] of [
      ["TEN", "36", { TEN: 1, HALF: 0 }],
      ["HALF", "20", { TEN: 0, HALF: 1 }],
      ["HALF", "20", { TEN: 0, HALF: 1 }],
    ] as const) {
      expect((await change(code)).body.order).toMatchObject({ totalPrice: { value: total } });
      const { sales } = await world.call("GET", `/events/v1/orders/summary?eventId=${id}`);
      expect(sales).toMatchObject([{ total: { value: total }, totalOrders: 1, totalTickets: 2 }]);
      expect(await uses()).toEqual(used);
    }
    expect((await change("NOPE")).status).toBe(404);
    expect(await uses()).toEqual({ TEN: 0, HALF: 1 });
  });

  it("takes a coupon for one item off the cheapest ticket only, and as often as a customer may use it", async () => {
    const scope = { namespace: "stores" };
    const created = { name: "Half", code: "HALF", startTime: "1735689600000", scope, percentOffRate: 50 };
    const specification = { ...created, limitedToOneItem: true, limitPerCustomer: 1 };
    await world.call("POST", "/stores/v2/coupons", { specification });
    const { id } = await world.ticketed();
    const box = await world.sell(id, { pricingMethod: { fixedPrice: { value: "50" } } });
    const seat = await world.sell(id);
    const ticketQuantities = [box, seat].map((one) => ({ ticketDefinitionId: one.id, quantity: 3 }));
    const order = async (email?: string) => {
      const { body } = await world.reserve(id, seat.id, 1, { ticketQuantities });
      const guests = [{ form: answers("Ada", email) }];
      return await world.checkOut(id, body.id, { discount: { couponCode: "HALF" }, guests });
    };
    const { body } = await order();
    expect(body.order.invoice).toMatchObject({ discount: { amount: money("10") }, grandTotal: money("200") });
    expect(codeOf(await order("ADA@example.com"))).toEqual([400, "ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED"]);
    expect((await order("bo@example.com")).status).toBe(200);
  });

  it("covers as many tickets with a plan as it has credits", async () => {
    const memberId = "11111111-1111-4111-8111-111111111111";
    const membership = { memberId, name: "Friends", credits: { total: 5, remaining: 2 } };
    const { membership: plan } = await world.call("POST", "/__till/memberships", { membership });
    const paidPlanBenefit = { planOrderId: plan.id };
    const invoice = await buyWith({}, {}, 3, { memberId, paidPlanBenefit });
    expect(invoice).toMatchObject({
      grandTotal: money("20"),
      discount: {
        discounts: [{ paidPlan: { name: "Friends", percentDiscount: { quantityDiscounted: 2 } } }],
      },
    });
    const { memberships } = await world.call("GET", "/__till/memberships");
    expect(memberships[0].credits.remaining).toBe(0);
  });

  it("covers the most expensive tickets that a plan is for", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const box = await world.sell(id, { pricingMethod: { fixedPrice: { value: "50" } } });
    const gala = await world.sell(id, { pricingMethod: { fixedPrice: { value: "90" } } });
    const memberId = "11111111-1111-4111-8111-111111111111";
    const membership = { memberId, name: "Friends", credits: { total: 9, remaining: 3 } };
    const productIds = [seat.id, box.id];
    const { membership: plan } = await world.call("POST", "/__till/memberships", {
      membership: { ...membership, productIds },
    });
    const ticketQuantities = [seat, box, gala].map((one) => ({ ticketDefinitionId: one.id, quantity: 2 }));
    const { body } = await world.reserve(id, seat.id, 1, { ticketQuantities });
    const paidPlanBenefit = { planOrderId: plan.id };
    const { order } = (await world.checkOut(id, body.id, { memberId, paidPlanBenefit })).body;
    // Of 20 + 20 + 50 + 50 + 90 + 90: both boxes and one seat.
    expect(order.invoice).toMatchObject({ discount: { amount: money("120") }, grandTotal: money("200") });
  });

  it("rejects a plan of somebody else, that is over, used up or for other tickets", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const memberId = "11111111-1111-4111-8111-111111111111";
    const planOf = async (name: string, given: object) => {
      const membership = { memberId, name, ...given };
      return (await world.call("POST", "/__till/memberships", { membership })).membership.id;
    };
    const pay = async (planOrderId: string, headers = {}) => {
      const { body } = await world.reserve(id, seat.id, 1, {}, headers);
      const more = { memberId, paidPlanBenefit: { planOrderId } };
      return codeOf(await world.checkOut(id, body.id, more, undefined, headers));
    };
    expect(await pay(memberId)).toEqual([404, "PAID_PLAN_NOT_FOUND"]);
    for (const [code, given] of [
      ["PAID_PLAN_EXPIRED", { expirationDate: "2030-01-01T00:00:00.000Z" }],
      ["PAID_PLAN_USED_UP", { credits: { total: 5, remaining: 0 } }],
      ["PAID_PLAN_NOT_APPLICABLE", { productIds: [memberId] }],
    ] as const)
      expect(await pay(await planOf(code, given))).toEqual([409, code]);
    const own = await planOf("Own", {});
    const visitor = await world.visitor();
    const { body } = await world.reserve(id, seat.id, 1, {}, visitor);
    const more = { paidPlanBenefit: { planOrderId: own } };
    const foreign = await world.checkOut(id, body.id, more, undefined, visitor);
    expect(codeOf(foreign)).toEqual([404, "PAID_PLAN_NOT_FOUND"]);
  });

  it("always adds up, to the cent", () => {
    const line = fc.record({
      cents: fc.integer({ min: 0, max: 99_999 }),
      quantity: fc.integer({ min: 1, max: 50 }),
      feeType: fc.constantFrom("NO_FEE", "FEE_INCLUDED", "FEE_ADDED_AT_CHECKOUT"),
    });
    const tax = fc.option(
      fc.record({
        type: fc.constantFrom("INCLUDED_IN_PRICE", "ADDED_AT_CHECKOUT"),
        rate: fc.integer({ min: 1, max: 10_000 }).map((rate) => String(rate / 100)),
      }),
      { nil: undefined },
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), tax, (given, taxed) => {
        const lines = given.map(({ cents, quantity, feeType }, index) => ({
          ticketDefinitionId: String(index),
          quantity,
          feeType,
          donation: false,
          price: { value: String(cents / 100) },
        }));
        const invoice = invoiceOf({ currency: "USD", lines, tax: taxed });
        const of = (money: { value?: string | null } | null | undefined) => decimal(money?.value ?? "0");
        const sum = (type: string) =>
          (invoice.items ?? [])
            .flatMap(({ fees }) => fees ?? [])
            .filter((fee) => fee.type === type)
            .reduce((all, { amount }) => all.plus(of(amount)), decimal("0"));
        const extra = taxed?.type === "ADDED_AT_CHECKOUT" ? of(invoice.tax?.amount) : decimal("0");
        const whole = of(invoice.subTotal).plus(extra).plus(sum("FEE_ADDED_AT_CHECKOUT"));
        expect(invoice.grandTotal?.value).toBe(whole.toFixed());
        const fees = sum("FEE_ADDED_AT_CHECKOUT").plus(sum("FEE_INCLUDED"));
        expect(invoice.revenue?.value).toBe(whole.minus(fees).toFixed());
      }),
    );
  });
});

describe("the list of orders", () => {
  it("supports every filter of the platform", async () => {
    const { id } = await world.ticketed();
    const other = await world.ticketed();
    const [seat, box] = [await world.sell(id), await world.sell(other.id)];
    const paid = await world.buy(id, seat.id, 2);
    world.advance(1000);
    const waiting = await world.buy(id, seat.id, 1, "offline", {
      guests: [{ form: answers("Bo", "bo@example.com") }],
    });
    world.advance(1000);
    const memberId = "11111111-1111-4111-8111-111111111111";
    const ownOrder = await world.buy(other.id, box.id, 1, undefined, { memberId });
    const [ticket] = ownOrder.tickets;
    const checkIn = { eventId: other.id, ticketNumber: [ticket.ticketNumber] };
    await world.call("POST", "/events/v1/tickets/check-in", checkIn);
    await world.call("PATCH", `/events/v1/events/${id}/orders`, {
      orderNumber: [waiting.orderNumber],
      fields: "archived",
      archived: true,
    });
    const names = new Map([paid, waiting, ownOrder].map((order, index) => [order.orderNumber, "ABC"[index]]));
    const list = async (query: string) =>
      (await world.orders(query)).orders
        .map(({ orderNumber }: { orderNumber: string }) => names.get(orderNumber))
        .join("");
    const { userId } = await world.get(id);
    const found = {
      all: await list(""),
      event: await list(`eventId=${id}`),
      status: await list("status=PAID&status=OFFLINE_PENDING"),
      number: await list(`orderNumber=${paid.orderNumber}`),
      member: await list(`memberId=${memberId}`),
      contact: await list(`contactId=${waiting.contactId}`),
      phrase: await list("searchPhrase=bo%20love"),
      creator: await list(`eventCreatorId=${userId}`),
      nobody: await list("eventCreatorId=11111111-1111-4111-8111-111111111111"),
      sort: await list("sort=created:asc"),
      minus: await list("sort=-totalPrice,created"),
      confirmed: await list("tag=CONFIRMED"),
      two: await list("tag=CONFIRMED&tag=MEMBER"),
      archived: await list("tag=ARCHIVED"),
      inside: await list("tag=FULLY_CHECKED_IN"),
      outside: await list("tag=NOT_FULLY_CHECKED_IN&tag=NON_ARCHIVED"),
      page: await list("limit=1&offset=1"),
    };
    expect(found).toEqual({
      all: "CBA",
      event: "BA",
      status: "CBA",
      number: "A",
      member: "C",
      contact: "B",
      phrase: "B",
      creator: "CBA",
      nobody: "",
      sort: "ABC",
      minus: "ABC",
      confirmed: "CA",
      two: "C",
      archived: "B",
      inside: "C",
      outside: "A",
      page: "B",
    });
    const { facets, orderFacets } = await world.orders("facet=status");
    expect(facets.status.counts).toEqual({ PAID: 2, OFFLINE_PENDING: 1 });
    expect(orderFacets.facets.status.counts.PAID).toEqual({ count: 2, tickets: 3, ticketsCheckIn: 1 });
    const wrong = await world.ask("GET", "/events/v1/orders?sort=color");
    expect(wrong.body.message).toContain('"sort" must be one of');
  });

  it("adds up sales by currency", async () => {
    const { id } = await world.ticketed({ currency: "EUR" });
    const other = await world.ticketed();
    const pricingMethod = { fixedPrice: { value: "10", currency: "EUR" } };
    const [seat, box] = [
      await world.sell(id, { pricingMethod, feeType: "FEE_INCLUDED" }),
      await world.sell(other.id),
    ];
    await world.buy(id, seat.id, 2);
    await world.buy(id, seat.id, 1, "declined");
    await world.buy(other.id, box.id, 1);
    const { sales } = await world.call("GET", "/events/v1/orders/summary");
    expect(sales).toMatchObject([
      {
        total: { value: "20", currency: "EUR" },
        totalOrders: 1,
        totalTickets: 2,
        revenue: { value: "19.5" },
      },
      { total: { value: "20", currency: "USD" }, totalOrders: 1, totalTickets: 1 },
    ]);
    expect((await world.call("GET", `/events/v1/orders/summary?eventId=${id}`)).sales).toHaveLength(1);
  });
});

describe("checkout", () => {
  it("rejects invalid answers with field, rule and value", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const { body: reservation } = await world.reserve(id, seat.id);
    const form = { inputValues: [{ inputName: "email", value: "nobody" }] };
    const { status, body } = await world.checkOut(id, reservation.id, { guests: [{ form }] });
    expect(status).toBe(400);
    const violations = body.details.validationError.fieldViolations;
    expect(
      violations.map(({ field, violatedRule }: Record<string, string>) => [field, violatedRule]),
    ).toEqual([
      ["guests[0].form.inputValues[0].value", "FORMAT"],
      ["guests[0].form.inputValues", "REQUIRED_FIELD"],
      ["guests[0].form.inputValues", "REQUIRED_FIELD"],
    ]);
    const lenient = { guests: [{ form: { inputValues: [] } }], options: { ignoreFormValidation: true } };
    const visitor = await world.visitor();
    const { body: otherReservation } = await world.reserve(id, seat.id, 1, {}, visitor);
    expect(codeOf(await world.checkOut(id, otherReservation.id, lenient, undefined, visitor))).toEqual([
      403,
      "PERMISSION_DENIED",
    ]);
    expect((await world.checkOut(id, reservation.id, lenient)).status).toBe(200);
  });

  it("is not moved to another member, whose plan would pay for it, by its buyer", async () => {
    const memberId = "11111111-1111-4111-8111-111111111111";
    const membership = { memberId, name: "Friends", credits: { total: 5, remaining: 5 } };
    const { membership: plan } = await world.call("POST", "/__till/memberships", { membership });
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const visitor = await world.visitor();
    const { body: reservation } = await world.reserve(id, seat.id, 1, {}, visitor);
    const { body } = await world.checkOut(id, reservation.id, {}, "declined", visitor);
    const { orderNumber } = body.order;
    const change = { eventId: id, memberId, paidPlanBenefit: { planOrderId: plan.id } };
    const path = `/events/v1/checkout/${orderNumber}`;
    expect(codeOf(await world.ask("PATCH", path, change, visitor))).toEqual([403, "PERMISSION_DENIED"]);
    expect(await world.order(id, orderNumber)).toMatchObject({ status: "DECLINED" });
    expect((await world.ask("PATCH", path, change)).body.order).toMatchObject({ status: "FREE", memberId });
  });

  it("shows an order to its buyer only", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const [buyer, other] = [await world.visitor(), await world.visitor()];
    const { body: reservation } = await world.reserve(id, seat.id, 1, {}, buyer);
    const { body } = await world.checkOut(id, reservation.id, {}, undefined, buyer);
    const path = `/events/v1/events/${id}/orders/${body.order.orderNumber}`;
    const read = (headers: { authorization: string }) => world.ask("GET", path, undefined, headers);
    expect((await read(buyer)).body.order).toMatchObject({ orderNumber: body.order.orderNumber });
    expect(codeOf(await read(other))).toEqual([404, "ORDER_NOT_FOUND"]);
    const { definitions } = await world.call(
      "GET",
      `/events/v1/checkout/available-tickets?eventId=${id}&sort=sortIndex:asc`,
    );
    expect(definitions).toHaveLength(1);
  });

  it("keeps the contact that an update names beside new answers", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const { orderNumber } = await world.buy(id, seat.id);
    const contactId = "22222222-2222-4222-8222-222222222222";
    const change = { checkoutForm: answers("Bo", "bo@example.com"), contactId };
    const path = `/events/v1/events/${id}/orders/${orderNumber}`;
    const { order } = await world.call("PATCH", path, { ...change, fields: "checkoutForm,contactId" });
    expect(order).toMatchObject({ fullName: "Bo Lovelace", email: "bo@example.com", contactId });
  });

  it("mails the tickets once they are confirmed, unless the order is silent", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    await world.buy(id, seat.id, 1, "declined");
    await world.buy(id, seat.id, 1, "approved", { options: { silent: true } });
    const { orderNumber } = await world.buy(id, seat.id, 2, "pending");
    expect(await world.mails()).toEqual([]);
    await world.call("POST", `/events/v1/events/${id}/orders/confirm`, { orderNumber: [orderNumber] });
    const text = expect.stringContaining(`${orderNumber}01, ${orderNumber}02: `);
    expect(await world.mails()).toMatchObject([
      { to: "ada@example.com", subject: "Your tickets for Garden party", code: `${orderNumber}01`, text },
    ]);
  });

  it("emits the platform's order events", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    world.newEventTypes();
    const { orderNumber } = await world.buy(id, seat.id, 1, "authorized");
    await act("capture", id, orderNumber);
    const emitted = world.store.db
      .prepare("SELECT type FROM event WHERE type LIKE 'wix.events.ticketing.events.Order%' ORDER BY seq")
      .all<{ type: string }>();
    expect(emitted.map(({ type }) => type.split(".").at(-1))).toEqual([
      "OrderInitiated",
      "OrderConfirmed",
      "OrderUpdated",
    ]);
  });

  it("sells at the point of sale without a form", async () => {
    const { id } = await world.ticketed();
    const seat = await world.sell(id);
    const { body: reservation } = await world.reserve(id, seat.id, 2);
    const { order } = await world.call("POST", "/events/v1/pos-checkout", {
      eventId: id,
      reservationId: reservation.id,
    });
    expect(order).toMatchObject({ channel: "OFFLINE_POS", status: "PAID", ticketsQuantity: 2 });
  });
});
