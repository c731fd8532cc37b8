import { afterEach, beforeEach, expect, it } from "vitest";
import { definitionsPath, openTicketsSandbox, type TicketsSandbox } from "../support/tickets-sandbox.ts";

let world: TicketsSandbox;
beforeEach(() => {
  world = openTicketsSandbox();
});
afterEach(() => world.close());

const counts = (rows: readonly { [key: string]: string }[], key: string) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(rows, (row) => row[key] ?? "")).map(([name, list]) => [name, list?.length]),
  );

it("creates ticket orders in every lasting status, RSVPs and guests, without domain events", async () => {
  await world.call("POST", "/__till/seed", { shop: "demo" });
  expect(world.newEvents()).toEqual([]);
  const { orders } = await world.orders("limit=100");
  expect(counts(orders, "status")).toEqual({
    PAID: 2,
    FREE: 1,
    AUTHORIZED: 1,
    OFFLINE_PENDING: 1,
    PENDING: 1,
    PARTIALLY_PAID: 1,
    DECLINED: 1,
    CANCELED: 1,
  });
  const { guests } = await world.call("POST", "/events/v2/guests/query", { query: {} });
  expect(counts(guests, "attendanceStatus")).toEqual({ ATTENDING: 11, NOT_ATTENDING: 1 });
  const { ticketDefinitions } = await world.call("POST", `${definitionsPath}/query`, { query: {} });
  expect(counts(ticketDefinitions, "saleStatus")).toEqual({
    SALE_STARTED: 5,
    SALE_SCHEDULED: 1,
    SALE_ENDED: 1,
  });
  const checkedIn = await world.call("GET", "/events/v1/tickets?state=CHECKED_IN&state=ORDER_ACTIVE");
  expect(checkedIn.total).toBe(3);
});

it("gives the same numbers for the same seed", async () => {
  const numbers = [];
  for (let round = 0; round < 2; round++) {
    await world.call("POST", "/__till/reset", {});
    await world.call("POST", "/__till/seed", { shop: "demo" });
    const { orders } = await world.orders("limit=100&sort=orderNumber");
    numbers.push(orders.map(({ orderNumber }: { orderNumber: string }) => orderNumber).join());
  }
  expect(numbers[0]).toBe(numbers[1]);
});

it("adds generated ticket orders once, with consistent totals", async () => {
  const seed = () => world.call("POST", "/__till/seed", { ticketOrders: 60 });
  expect((await seed()).added).toBe(60);
  expect((await seed()).added).toBe(0);
  const { orders, total } = await world.orders("limit=400&fieldset=TICKETS");
  const tickets = orders.flatMap((order: { tickets: object[] }) => order.tickets);
  expect([total, tickets.length]).toEqual([60, 120]);
  const { sales } = await world.call("GET", "/events/v1/orders/summary");
  expect(sales).toMatchObject([
    { totalOrders: 60, totalTickets: 120, total: { value: "2940" }, revenue: { value: "2866.4" } },
  ]);
});
