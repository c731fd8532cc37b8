import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Order } from "../../src/api/services/orders.ts";
import { type FigureRows, figuresOf } from "../../src/resources/dashboard.ts";
import type { StockRow } from "../../src/resources/inventory/inventory.ts";
import type { Figures } from "../../src/ui/screens/dashboard.state.ts";
import { createWorld, type World } from "../support/world.ts";

const none: Required<FigureRows> = {
  sales: [],
  stock: [],
  tickets: { types: [], revenue: [] },
  abandoned: [],
};
const options = { now: new Date("2030-05-10T12:00:00Z"), days: 3, timeZone: "UTC", low: 5 };
/** Figures with all parts. */
type Whole = { [Part in keyof Figures]-?: NonNullable<Figures[Part]> };
const figures = async (rows: FigureRows, other: Partial<typeof options> = {}) =>
  (await figuresOf({ ...none, ...rows }, { ...options, ...other })) as Whole;

/** Converts cents to decimal text and back, as an independent way to sum. */
const inText = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
const inCents = (text: string) => BigInt(text.replace(".", ""));

const order = (date: string, total: string, others: Partial<Order> = {}): Order => ({
  id: "o",
  createdDate: date,
  currency: "USD",
  status: "APPROVED",
  priceSummary: { total: { amount: total } },
  ...others,
});

describe("figures", () => {
  it("include approved orders of the period and all of its days", async () => {
    const { from, to, sales } = await figures({
      sales: [
        order("2030-05-07T23:59:59.999Z", "1.00"),
        order("2030-05-08T00:00:00.000Z", "0.10"),
        order("2030-05-10T11:00:00.000Z", "0.20", { balanceSummary: { refunded: { amount: "0.05" } } }),
        order("2030-05-10T11:00:00.000Z", "9.00", { status: "CANCELED" }),
        order("2030-05-10T11:00:00.000Z", "300", { currency: "JPY" }),
      ],
    });
    expect([from, to]).toEqual(["2030-05-08", "2030-05-10"]);
    expect(sales).toEqual([
      {
        currency: "USD",
        orders: 2,
        revenue: "0.30",
        refunded: "0.05",
        days: [
          { day: "2030-05-08", orders: 1, revenue: "0.10" },
          { day: "2030-05-09", orders: 0, revenue: "0.00" },
          { day: "2030-05-10", orders: 1, revenue: "0.20" },
        ],
      },
      expect.objectContaining({ currency: "JPY", orders: 1, revenue: "300", refunded: "0" }),
    ]);
  });

  it("use the days of the time zone, including one of 23 hours", async () => {
    const late = await figures(
      { sales: [order("2030-05-09T23:30:00.000Z", "1.00")] },
      { timeZone: "Europe/Berlin" },
    );
    expect(late.sales[0]?.days.at(-1)).toEqual({ day: "2030-05-10", orders: 1, revenue: "1.00" });
    const spring = await figures(
      {},
      { timeZone: "Europe/Berlin", now: new Date("2030-04-01T12:00:00Z"), days: 3 },
    );
    expect([spring.from, spring.to]).toEqual(["2030-03-30", "2030-04-01"]);
  });

  it.each([
    ["2030-04-01T22:30:00Z", "2030-03-30T12:00:00Z"],
    ["2030-10-28T22:30:00Z", "2030-10-23T12:00:00Z"],
  ])(
    "of an overview at %s compare with the days right before, across a change of the clocks",
    async (now, date) => {
      const earlier = async () => ({ until: "", orders: [] });
      const { sales } = await figuresOf(
        { ...none, sales: [order(date, "1.00")] },
        { ...options, timeZone: "Europe/Berlin", now: new Date(now), earlier },
      );
      expect(sales?.[0]?.before).toEqual({ orders: 1, revenue: "1.00" });
    },
  );

  it("add up exactly, day by day and product by product, in every currency", async () => {
    const one = fc.record({
      hour: fc.integer({ min: -80, max: 80 }),
      cents: fc.bigInt({ min: 0n, max: 10n ** 14n }),
      currency: fc.constantFrom("USD", "EUR"),
      status: fc.constantFrom("APPROVED" as const, "REJECTED" as const),
      product: fc.constantFrom("Mug", "Bowl", "Jug"),
      quantity: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 40 }), async (samples) => {
        const orders = samples.map(({ hour, cents, currency, status, product, quantity }) =>
          order(new Date(options.now.getTime() + hour * 3_600_000).toISOString(), inText(cents), {
            currency,
            status,
            lineItems: [
              { id: product, productName: { original: product }, quantity, price: { amount: inText(cents) } },
            ],
          }),
        );
        const { sales, products } = await figures({ sales: orders });
        // 2030-05-08T00:00 is 60 hours before now, and 2030-05-11T00:00 12 hours after it.
        const counted = samples.filter(
          ({ hour, status }) => hour >= -60 && hour < 12 && status === "APPROVED",
        );
        for (const { currency, orders, revenue, days } of sales) {
          const own = counted.filter((order) => order.currency === currency);
          const total = own.reduce((sum, { cents }) => sum + cents, 0n);
          expect([orders, inCents(revenue)]).toEqual([own.length, total]);
          expect(days.reduce((sum, day) => sum + inCents(day.revenue), 0n)).toBe(total);
          expect(days.reduce((sum, day) => sum + day.orders, 0)).toBe(own.length);
          expect(
            products
              .filter((sold) => sold.currency === currency)
              .reduce((sum, sold) => sum + inCents(sold.revenue), 0n),
          ).toBe(own.reduce((sum, { cents, quantity }) => sum + cents * BigInt(quantity), 0n));
        }
        expect(sales.reduce((sum, { orders }) => sum + orders, 0)).toBe(counted.length);
      }),
    );
  });

  it("contain the ten lowest stock alerts, and count all", async () => {
    const row = (stock: number | null, inStock: boolean): StockRow => ({
      productId: "p",
      variantId: "v",
      product: "Mug",
      handle: "mug",
      sku: "",
      variant: "",
      tracked: stock !== null,
      stock,
      inStock,
    });
    const rows = fc.array(fc.record({ quantity: fc.option(fc.nat(12)), inStock: fc.boolean() }), {
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (samples) => {
        const { stock } = await figures({ stock: samples.map((one) => row(one.quantity, one.inStock)) });
        const left = samples
          .map(({ quantity, inStock }) => (inStock ? quantity : 0))
          .filter((one) => one !== null && one <= 5)
          .toSorted((a, b) => Number(a) - Number(b));
        expect(stock.alerts.map(({ quantity }) => quantity)).toEqual(left.slice(0, 10));
        expect([stock.soldOut, stock.low]).toEqual([
          left.filter((one) => one === 0).length,
          left.filter((one) => one !== 0).length,
        ]);
      }),
    );
  });

  it("list tickets on sale by share sold, and count checkouts by status", async () => {
    const { tickets, abandoned } = await figures({
      tickets: {
        revenue: [{ currency: "USD", tickets: 16, orders: 9, total: "90.00", revenue: "85.50" }],
        types: [
          { id: "1", name: "Any", salesDetails: { soldCount: 7 } },
          {
            id: "2",
            name: "Half",
            actualLimit: 10,
            salesDetails: { soldCount: 5 },
            eventDetails: { title: "Fair" },
          },
          { id: "3", name: "Full", initialLimit: 4, salesDetails: { soldCount: 4 } },
          { id: "4", name: "Over", actualLimit: 9, salesDetails: { soldCount: 9 }, saleStatus: "SALE_ENDED" },
        ],
      },
      abandoned: [
        {
          createdDate: "2030-05-09T00:00:00Z",
          currency: "USD",
          status: "ABANDONED",
          totalPrice: { amount: "0.10" },
        },
        {
          createdDate: "2030-05-09T00:00:00Z",
          currency: "USD",
          status: "ABANDONED",
          totalPrice: { amount: "0.20" },
        },
        {
          createdDate: "2030-05-10T00:00:00Z",
          currency: "USD",
          status: "RECOVERED",
          totalPrice: { amount: "5.00" },
        },
        {
          createdDate: "2030-05-01T00:00:00Z",
          currency: "USD",
          status: "ABANDONED",
          totalPrice: { amount: "7.00" },
        },
      ],
    });
    expect(tickets).toEqual({
      sold: 16,
      kinds: [
        { event: "", ticket: "Full", sold: 4, capacity: 4 },
        { event: "Fair", ticket: "Half", sold: 5, capacity: 10 },
        { event: "", ticket: "Any", sold: 7, capacity: null },
      ],
      revenue: [{ currency: "USD", tickets: 16, orders: 9, total: "90.00", revenue: "85.50" }],
    });
    expect(abandoned).toEqual([
      { currency: "USD", open: 2, openValue: "0.30", recovered: 1, recoveredValue: "5.00" },
    ]);
  });
});

describe("till dashboard", () => {
  let world: World;
  beforeAll(async () => {
    world = createWorld();
    for (const line of ["till sandbox seed demo", "till sandbox seed --orders 250"])
      expect(await world.sh(line), line).toMatchObject({ code: 0 });
  });
  afterAll(() => world.close());

  test("its figures are the sums of all listed orders", async () => {
    const result = await world.till("orders list --all --output ndjson");
    const listed: Order[] = result.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const approved = listed.filter(({ status }) => status === "APPROVED");
    expect(approved.length).toBeGreaterThan(200);
    const { sales, from, to }: Whole = JSON.parse((await world.till("dashboard --days 3660 --json")).stdout);
    const cents = (orders: readonly Order[], pick: (order: Order) => string | null | undefined) =>
      orders.reduce((sum, one) => sum + inCents(pick(one) ?? "0.00"), 0n);
    const [usd, ...others] = sales;
    expect(others).toEqual([]);
    expect(usd?.orders).toBe(approved.length);
    expect(inCents(usd?.revenue ?? "")).toBe(cents(approved, (one) => one.priceSummary?.total?.amount));
    expect(inCents(usd?.refunded ?? "")).toBe(cents(approved, (one) => one.balanceSummary?.refunded?.amount));
    expect([usd?.days.length, usd?.days[0]?.day, usd?.days.at(-1)?.day]).toEqual([3660, from, to]);
    for (const { day, orders, revenue } of usd?.days ?? []) {
      const own = approved.filter(({ createdDate }) => String(createdDate).startsWith(day));
      expect([orders, inCents(revenue)]).toEqual([
        own.length,
        cents(own, (one) => one.priceSummary?.total?.amount),
      ]);
    }
  });

  test("prints a CSV row per day, and validates --days", async () => {
    const result = await world.till("dashboard --days 2 --output csv");
    expect(result.stdout.trim().split(/\r?\n/)).toHaveLength(3);
    expect(await world.till("dashboard --days 0")).toMatchObject({ code: 2 });
    expect(await world.till("dashboard --days 99999999999")).toMatchObject({ code: 2 });
  });

  test("ticket revenue is the total of all events by currency", async () => {
    const { tickets }: Whole = JSON.parse((await world.till("dashboard --json")).stdout);
    const { sales } = JSON.parse((await world.till("tickets orders summary --json")).stdout);
    expect(tickets.revenue).toEqual(
      sales.map(
        (one: {
          total: { currency: string; value: string };
          totalOrders: number;
          totalTickets: number;
          revenue: { value: string };
        }) => ({
          currency: one.total.currency,
          tickets: one.totalTickets,
          orders: one.totalOrders,
          total: Number(one.total.value).toFixed(2),
          revenue: Number(one.revenue.value).toFixed(2),
        }),
      ),
    );
    expect(tickets.revenue.length).toBeGreaterThan(0);
  });

  test.each([
    ["orders.search", "sales", "products"],
    ["products/query", "stock", "stock"],
    ["ticketDefinitions.query", "tickets", "tickets"],
    ["eventOrders.summary", "tickets", "tickets"],
    ["abandonedCheckouts.query", "abandoned", "abandoned"],
  ])(
    "if %s fails, %s has the reason and the other parts are unchanged: exit 9",
    async (route, part, member) => {
      const before: Figures = JSON.parse((await world.till("dashboard --json")).stdout);
      await world.till(`sandbox fault 500 --route ${route} --count 50`);
      const result = await world.till("dashboard --json");
      const printed = await world.till("dashboard");
      await world.till("sandbox fault --clear");
      expect([result.code, printed.code]).toEqual([9, 9]);
      const { errors, ...figures }: Figures = JSON.parse(result.stdout);
      expect(errors).toEqual([expect.objectContaining({ part, message: expect.stringMatching(/./) })]);
      const gone = part === "sales" ? { sales: null, products: null } : { [member]: null };
      expect(figures).toEqual({ ...before, ...gone });
      expect(printed.stderr).toContain(`${part} could not be read: `);
      expect(printed.stdout).not.toBe("");
    },
  );

  test("fails without figures if no part can be read", async () => {
    await world.till("sandbox fault 500 --count 1000");
    const result = await world.till("dashboard --json");
    await world.till("sandbox fault --clear");
    expect(result).toMatchObject({ code: 8, stdout: "" });
    expect(JSON.parse(result.stderr.trim().split("\n").at(-1) ?? "")).toHaveProperty("error");
    expect(await world.till("dashboard --json")).toMatchObject({ code: 0, stderr: "" });
  });

  test("--only reads the named parts only, so that others cannot fail", async () => {
    await world.till("sandbox fault 500 --route ticketDefinitions.query --count 50");
    expect(await world.till("dashboard --json")).toMatchObject({ code: 9 });
    const result = await world.till("dashboard --only sales,stock --json");
    await world.till("sandbox fault --clear");
    expect(result).toMatchObject({ code: 0, stderr: "" });
    const { sales, tickets, abandoned, errors }: Figures = JSON.parse(result.stdout);
    expect([sales?.length, tickets, abandoned, errors]).toEqual([1, null, null, undefined]);
    expect(await world.till("dashboard --only stok")).toMatchObject({ code: 2 });
    expect(await world.till("dashboard --only stock --output csv")).toMatchObject({ code: 2 });
  });
});
