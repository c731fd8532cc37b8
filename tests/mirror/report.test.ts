import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTable } from "../../src/files/table.ts";
import { reportFiles } from "../../src/mirror/report-files.ts";
import { openMirror } from "../../src/mirror/store.ts";
import type { ListName } from "../../src/mirror/tables.ts";
import { bytes, collect } from "../files/load.ts";
import { createWorld, type World } from "../support/world.ts";

// A shop of a few objects, so that every figure below can be checked by hand.

const day = (text: string) => `${text}T00:00:00.000Z`;
const amount = (text: string) => ({ amount: text });

type Shop = Partial<Record<ListName, object[]>>;

interface Line {
  productId?: string;
  variantId?: string;
  name: string;
  quantity: number;
  total: string;
  tax?: string;
}

const order = (
  number: string,
  createdDate: string,
  total: string,
  lines: readonly Line[],
  more: object = {},
) => ({
  ...{
    id: `order-${number}`,
    number,
    createdDate: day(createdDate),
    status: "APPROVED",
    paymentStatus: "PAID",
  },
  ...{ fulfillmentStatus: "FULFILLED", currency: "EUR", channelInfo: { type: "WEB" } },
  priceSummary: { subtotal: amount(total), total: amount(total) },
  lineItems: lines.map(({ productId, variantId, name, quantity, total, tax }, index) => ({
    ...{ id: `line-${index}`, productName: { original: name }, quantity, totalPriceAfterTax: amount(total) },
    catalogReference: productId && { catalogItemId: productId, options: { variantId } },
    taxInfo: tax && { taxAmount: amount(tax) },
  })),
  ...more,
});

const product = (id: string, name: string, price: number, quantity: number, more: object = {}) => ({
  ...{
    id,
    name,
    slug: id,
    visible: true,
    createdDate: day("2025-01-01"),
    stock: { trackInventory: true, quantity },
  },
  priceData: { currency: "EUR", price, discountedPrice: price },
  variants: [
    {
      id: `${id}-only`,
      choices: {},
      variant: { priceData: { currency: "EUR", price } },
      stock: { trackQuantity: true, quantity },
    },
  ],
  ...more,
});

const ticket = (ticketNumber: string, eventId: string, more: object = {}) => ({
  ...{ ticketNumber, checkInUrl: `https://www.wixevents.com/check-in/${ticketNumber},${eventId}` },
  ...{ price: { amount: "25.00", currency: "EUR" }, ...more },
});

const [past, next] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

const shop: Shop = {
  products: [
    product("mug", "Mug", 10, 6, { costAndProfitData: { itemCost: 4 } }),
    product("throw", "Throw", 50, 3),
    product("new", "New", 5, 9, { createdDate: day("2026-03-08") }),
    product("hidden", "Hidden", 5, 0, { visible: false }),
  ],
  orders: [
    order(
      "1",
      "2026-03-05",
      "23.80",
      [{ productId: "mug", variantId: "mug-only", name: "Mug", quantity: 2, total: "23.80", tax: "3.80" }],
      {
        ...{ fulfillmentStatus: "NOT_FULFILLED", buyerInfo: { email: "ann@example.com" } },
        billingInfo: { address: { country: "DE" } },
        taxInfo: {
          taxBreakdown: [
            {
              taxName: "VAT",
              rate: "0.19",
              aggregatedTaxableAmount: amount("20.00"),
              aggregatedTaxAmount: amount("3.80"),
            },
          ],
        },
      },
    ),
    order("2", "2026-03-10", "9.00", [{ productId: "mug", name: "Mug", quantity: 1, total: "9.00" }], {
      ...{ channelInfo: { type: "POS" }, buyerInfo: { email: "bob@example.com" } },
      priceSummary: { subtotal: amount("10.00"), discount: amount("1.00"), total: amount("9.00") },
      appliedDiscounts: [{ coupon: { id: "c", code: "SAVE", name: "Save", amount: amount("1.00") } }],
    }),
    order("3", "2026-02-10", "50.00", [{ productId: "throw", name: "Throw", quantity: 1, total: "50.00" }], {
      buyerInfo: { email: "Ann@example.com" },
      activities: [
        {
          id: "a",
          createdDate: day("2026-03-02"),
          paymentRefunded: {
            refundId: "r",
            payment: { paymentId: "p", regular: { amount: amount("20.00") } },
          },
        },
      ],
    }),
    order(
      "4",
      "2026-03-12",
      "100.00",
      [{ productId: "throw", name: "Throw", quantity: 2, total: "100.00" }],
      {
        ...{ status: "CANCELED", buyerInfo: { email: "bob@example.com" } },
      },
    ),
    order("5", "2026-03-20", "30.00", [{ name: "Engraving", quantity: 1, total: "30.00" }], {
      ...{
        paymentStatus: "NOT_PAID",
        fulfillmentStatus: "NOT_FULFILLED",
        buyerInfo: { email: "cy@example.com" },
      },
      balanceSummary: { authorized: amount("30.00"), balance: amount("30.00") },
      transactions: {
        payments: [
          {
            id: "p5",
            amount: amount("30.00"),
            regularPaymentDetails: {
              status: "AUTHORIZED",
              authorizationDetails: {
                scheduledAction: { actionType: "VOID", executionDate: day("2026-04-02") },
              },
            },
          },
        ],
      },
    }),
    order("6", "2025-01-01", "10.00", [{ productId: "mug", name: "Mug", quantity: 1, total: "10.00" }], {
      buyerInfo: { email: "ann@example.com" },
    }),
    order("8", "2026-03-29", "0.00", [], {
      ...{
        paymentStatus: "DECLINED",
        fulfillmentStatus: "NOT_FULFILLED",
        currency: "EUR",
        channelInfo: { type: "WEB" },
      },
      balanceSummary: { balance: amount("12.00") },
    }),
    order("7", "2026-03-25", "7.00", [{ productId: "mug", name: "Mug", quantity: 0, total: "0.00" }], {
      ...{
        paymentStatus: "NOT_PAID",
        currency: "JPY",
        priceSummary: { total: amount("7") },
      },
    }),
  ],
  priceChanges: [
    {
      ...{ id: "j1:1:0", job: "j1", productId: "mug", product: "Mug", choices: "", currency: "EUR" },
      ...{ before: "8", after: "10", changedDate: day("2026-03-15") },
    },
    {
      ...{ id: "j2:1:0", job: "j2", productId: "throw", product: "Throw", choices: "", currency: "EUR" },
      ...{ before: "50", after: "40", changedDate: day("2026-03-20"), undoneDate: day("2026-03-21") },
    },
  ],
  giftCards: [
    {
      ...{ id: "c1", currency: "EUR", createdDate: day("2026-03-05"), expirationDate: day("2026-12-31") },
      ...{ initialValue: amount("50.00"), balance: amount("20.00") },
    },
    {
      ...{ id: "c2", currency: "EUR", createdDate: day("2026-01-05") },
      ...{ initialValue: amount("25.00"), balance: amount("25.00") },
    },
    {
      ...{ id: "c3", currency: "EUR", createdDate: day("2025-01-05"), expirationDate: day("2026-01-01") },
      ...{ initialValue: amount("20.00"), balance: amount("20.00") },
    },
  ],
  abandonedCheckouts: [
    {
      id: "a1",
      status: "ABANDONED",
      createdDate: day("2026-03-03"),
      currency: "EUR",
      totalPrice: amount("40.00"),
    },
    {
      id: "a2",
      status: "RECOVERED",
      createdDate: day("2026-02-15"),
      currency: "EUR",
      totalPrice: amount("60.00"),
    },
  ],
  events: [
    {
      ...{ id: past, title: "Past", status: "ENDED", registration: { type: "TICKETING" } },
      dateAndTimeSettings: { startDate: day("2026-03-15"), endDate: day("2026-03-16") },
    },
    {
      ...{ id: next, title: "Next", status: "UPCOMING", registration: { type: "TICKETING" } },
      dateAndTimeSettings: { startDate: day("2026-04-10"), endDate: day("2026-04-11") },
    },
  ],
  tickets: [
    ticket("t1", past, { checkIn: { created: day("2026-03-15") } }),
    ticket("t2", past),
    ticket("t3", past),
    ticket("t4", past, { canceled: true }),
    ticket("t5", next),
    ticket("t6", next),
  ],
  guests: [
    { id: "g1", eventId: next, guestType: "TICKET_HOLDER", createdDate: day("2026-03-28") },
    { id: "g2", eventId: next, guestType: "TICKET_HOLDER", createdDate: day("2026-02-20") },
    { id: "g3", eventId: next, guestType: "BUYER", createdDate: day("2026-03-28") },
  ],
};

/** Creates a world with a local copy of a shop. */
async function worldOf(shop: Shop, timeZone = "UTC"): Promise<World> {
  const world = createWorld();
  const facts = { site: "sandbox", timeZone, options: [] };
  const { mirror } = await openMirror(world.path("till/cache/mirrors/sandbox.db"), facts, async () => "v1");
  for (const [list, objects] of Object.entries(shop)) {
    const rows = objects.map((object) => ({ id: String(Object.values(object)[0]), object }));
    mirror.commit(list, { seen: day("2026-03-31"), syncedAt: day("2026-03-31"), proved: true }, () =>
      mirror.put(list as ListName, rows, 1),
    );
  }
  mirror.close();
  return world;
}

let world: World;
beforeAll(async () => {
  world = await worldOf(shop);
});
afterAll(() => world.close());

/** 30 days, and the 30 days before: from January 30. */
const period = ["--since", "2026-03-01", "--until", "2026-03-30"];
const now = new Date("2026-03-31T00:00:00Z");

/** Returns the rows of a report as lists of values. */
const values = (name: string, ...flags: string[]) => valuesIn(world, name, flags);

async function valuesIn(place: World, name: string, flags: readonly string[] = []): Promise<unknown[][]> {
  const { stdout, stderr, code } = await place.till(["data", "report", name, ...period, ...flags, "--json"], {
    now,
  });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).items.map(({ _kind, ...row }: Record<string, unknown>) => Object.values(row));
}

const expected: Readonly<Record<string, unknown[][]>> = {
  revenue: [
    ["WEB", 3, "53.80", "20.00", "33.80", "50.00", "-32%", "EUR"],
    ["POS", 1, "9.00", "0.00", "9.00", "0.00", null, "EUR"],
    ["WEB", 1, "7", "0", "7", "0", null, "JPY"],
  ],
  daily: [
    ["2026-03-05", 1, 2, "23.80", "23.80", "EUR"],
    ["2026-03-10", 1, 1, "9.00", "9.00", "EUR"],
    ["2026-03-20", 1, 1, "30.00", "30.00", "EUR"],
    ["2026-03-25", 1, 0, "7", "7", "JPY"],
    ["2026-03-29", 1, 0, "0.00", "0.00", "EUR"],
  ],
  "best-sellers": [
    ["Mug", 3, 0, "32.80", "0.00", null, "EUR"],
    ["Engraving", 1, 0, "30.00", "0.00", null, "EUR"],
  ],
  "worst-sellers": [
    ["Throw", "throw", 0, 1, 3, "50.00", "EUR"],
    ["Mug", "mug", 3, 0, 6, "10.00", "EUR"],
  ],
  margin: [["Mug", 3, "29.00", "12.00", "17.00", "59%", "EUR"]],
  "dead-stock": [["Throw", "throw", 3, "150.00", "2026-02-10", "EUR"]],
  coupons: [["SAVE", 1, 0, "1.00", "9.00", "0.00", "EUR"]],
  discounts: [["coupon", "Save", 1, "1.00", "10.0%", "EUR"]],
  customers: [["1: under 30 days", 3, 1, 5, "122.80", "40.93", "EUR"]],
  "top-customers": [
    ["cy@example.com", 1, "30.00", "0.00", "2026-03-20", "EUR"],
    ["ann@example.com", 1, "23.80", "50.00", "2026-03-05", "EUR"],
    ["bob@example.com", 1, "9.00", "0.00", "2026-03-10", "EUR"],
  ],
  "at-risk": [
    ["5", "authorized, not captured", 11, "30.00", "EUR", "2026-04-02 00:00", "cy@example.com"],
    ["8", "payment declined", 2, "12.00", "EUR", null, null],
    ["1", "paid, not fulfilled", 26, "23.80", "EUR", null, "ann@example.com"],
  ],
  // The mug: 3 units for 32.80 within 14 days before the 15th, none since; the price of the throw was changed back after a day.
  "price-changes": [
    ["Throw", "", "2026-03-20", "undone", "50.00", "40.00", "-20%", 0, 0, "0.00", "0.00", "EUR"],
    ["Mug", "", "2026-03-15", "", "8.00", "10.00", "+25%", 0.21, 0, "2.34", "0.00", "EUR"],
  ],
  "gift-cards": [
    ["owed", 2, 1, "75.00", "30.00", "45.00", "2026-12-31", "EUR"],
    ["expired", 1, 0, "20.00", "0.00", "20.00", null, "EUR"],
  ],
  abandoned: [
    ["ABANDONED", 1, 0, "40.00", "0.00", null, "EUR"],
    ["RECOVERED", 0, 1, "0.00", "60.00", "-100%", "EUR"],
  ],
  "event-sales": [["Next", "2026-04-10", 10, 2, 1, 1, "50.00"]],
  "no-shows": [["Past", "2026-03-15", 3, 1, 2, "67%"]],
  tax: [["DE", "", "VAT", "19%", 1, "20.00", "3.80", "EUR"]],
  // 3 mugs in 30 days: 6 last 60 days, longer than the 30 days that are asked for.
  "stock-cover": [],
};

test.each(Object.keys(reportFiles))("the figures of %s are those that a person calculates", async (name) => {
  expect(expected[name], "it has no figures to compare with").toBeDefined();
  // JPY orders of nobody would only repeat themselves in most reports.
  const rows = await values(name);
  expect(rows.filter((row) => name === "revenue" || name === "daily" || !row.includes("JPY"))).toEqual(
    expected[name],
  );
});

test("a parameter changes a report", async () => {
  expect(await values("stock-cover", "--param", "days=90")).toEqual([["Mug", "", null, 6, 3, 60, 3]]);
  expect(await values("best-sellers", "--param", "limit=1")).toHaveLength(1);
});

test("every report has a title and says what it is about, and its bars are one of its columns", async () => {
  const { items } = JSON.parse((await world.till("data report --json")).stdout);
  expect(items.map(({ name }: { name: string }) => name)).toEqual(Object.keys(reportFiles).sort());
  for (const { name, title, about } of items) {
    expect(title, name).not.toBe(name);
    expect(about, name).toMatch(/\.$|: till data sync --with [\w-]+$/);
    const [, bar] = /^-- bar: (\w+)$/m.exec(reportFiles[name] ?? "") ?? [];
    const header = (await world.till(["data", "report", name, "--output", "csv"], { now })).stdout
      .split("\n")[0]
      ?.split(",");
    if (bar) expect(header, name).toContain(bar);
  }
});

test("on a terminal, a report has bars and says what it is about", async () => {
  const { stdout, stderr } = await world.till(["data", "report", "revenue", ...period], {
    now,
    terminal: true,
  });
  expect(stdout).toMatch(/33\.80 .*█{20}/);
  expect(stderr).toContain(
    "Revenue by channel: 2026-03-01 00:00 to 2026-03-31 00:00 UTC, compared with the time from 2026-01-30 00:00.",
  );
  expect(stderr).toContain("From the local copy of 2026-03-31 00:00 UTC (just now).");
});

test("reports of the user are found, and replace those of till", async () => {
  mkdirSync(world.path("till/config/reports"), { recursive: true });
  const { stdout } = await world.till("data report revenue --sql");
  const asJson = await world.till("data report revenue --sql --json");
  expect(JSON.parse(asJson.stdout)).toEqual({ _kind: "report", name: "revenue", sql: stdout });
  expect(stdout).toBe(reportFiles.revenue);
  writeFileSync(
    world.path("till/config/reports/revenue.sql"),
    stdout.replace("-- title: Revenue by channel", "-- title: Mine"),
  );
  writeFileSync(
    world.path("till/config/reports/cheap.sql"),
    "-- param most = 1000\nselect name from products where price_minor < :most order by name\n",
  );
  expect((await world.till("data report --json")).stdout).toContain('"title":"Mine"');
  expect(await values("cheap")).toEqual([["Hidden"], ["New"]]);
  expect(await world.till("data report revnue")).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('Did you mean "revenue"?'),
  });
});

test("writes a page without scripts, and a workbook", async () => {
  writeFileSync(
    world.path("till/config/reports/evil.sql"),
    "-- title: <b>\nselect '<script>alert(1)</script>' as a, 2 as b",
  );
  for (const file of ["evil.html", "evil.xlsx", "evil.json"])
    expect(await world.till(["data", "report", "evil", "--to", file])).toMatchObject({ code: 0 });
  const page = readFileSync(world.path("evil.html"), "utf8");
  expect(page).toContain("&#60;script&#62;");
  expect(page).not.toContain("<script");
  expect(page).toContain('<td class="n">2</td>');
});

test.each(["CANCELED", "REJECTED"])("an order that is %s is no sale in any report", async (status) => {
  const total = "999.00";
  const gone = order(
    "9",
    "2026-03-06",
    total,
    [{ productId: "mug", variantId: "mug-only", name: "Mug", quantity: 50, total, tax: "9.00" }],
    {
      ...{ status, paymentStatus: "DECLINED", fulfillmentStatus: "NOT_FULFILLED" },
      buyerInfo: { email: "dee@example.com" },
      billingInfo: { address: { country: "DE" } },
      priceSummary: { subtotal: amount(total), tax: amount("9.00"), total: amount(total) },
      appliedDiscounts: [{ coupon: { id: "c", code: "SAVE", name: "Save", amount: amount("5.00") } }],
      activities: [
        {
          ...{ id: "b", createdDate: day("2026-03-07") },
          paymentRefunded: { payment: { regular: { amount: amount("1.00") } } },
        },
      ],
    },
  );
  const more = await worldOf({ ...shop, orders: [...(shop.orders ?? []), gone] });
  for (const name of Object.keys(reportFiles))
    expect(await valuesIn(more, name), name).toEqual(await values(name));
  more.close();
});

const line = (productId: string, quantity: number, total: string): Line => ({
  ...{ productId, variantId: `${productId}-only`, name: productId, quantity, total },
});

test.each<[what: string, report: string, shop: Shop, flags: string[], rows: unknown[][]]>([
  [
    "a buyer who ordered again after the period belongs to it by the orders before",
    "customers",
    {
      orders: [
        order("1", "2026-03-05", "10.00", [], { buyerInfo: { email: "ann@example.com" } }),
        order("2", "2026-04-10", "90.00", [], { buyerInfo: { email: "ann@example.com" } }),
      ],
    },
    [],
    [["1: under 30 days", 1, 0, 1, "10.00", "10.00", "EUR"]],
  ],
  [
    "an average is rounded, not cut",
    "daily",
    { orders: ["5.00", "5.00", "10.00"].map((total, index) => order(`${index}`, "2026-03-05", total, [])) },
    [],
    [["2026-03-05", 3, 0, "20.00", "6.67", "EUR"]],
  ],
  [
    "an average of customers is rounded, not cut",
    "customers",
    {
      orders: ["5.00", "5.00", "10.00"].map((total, index) =>
        order(`${index}`, "2026-03-05", total, [], { buyerInfo: { email: `${index}@example.com` } }),
      ),
    },
    [],
    [["1: under 30 days", 3, 0, 3, "20.00", "6.67", "EUR"]],
  ],
  [
    "the cost of a product is not taken from the revenue in another currency, and nothing is no part of nothing",
    "margin",
    {
      products: ["mug", "gift"].map((id) => product(id, id, 10, 6, { costAndProfitData: { itemCost: 4 } })),
      orders: [
        order("1", "2026-03-05", "1500", [line("mug", 1, "1500")], { currency: "JPY" }),
        order("2", "2026-03-05", "10.00", [line("mug", 1, "10.00"), line("gift", 1, "0.00")]),
      ],
    },
    [],
    [
      ["mug", 1, "10.00", "4.00", "6.00", "60%", "EUR"],
      ["gift", 1, "0.00", "4.00", "-4.00", null, "EUR"],
    ],
  ],
  [
    "two discounts on one order are a part of its price once",
    "discounts",
    {
      orders: [
        order("1", "2026-03-05", "85.00", [], {
          priceSummary: { subtotal: amount("100.00"), total: amount("85.00") },
          appliedDiscounts: ["10.00", "5.00"].map((text) => ({ merchantDiscount: { amount: amount(text) } })),
        }),
      ],
    },
    [],
    [["merchantDiscount", "", 1, "15.00", "15.0%", "EUR"]],
  ],
  [
    "a tax without its parts has no rate",
    "tax",
    {
      orders: [
        order("1", "2026-03-05", "25.00", [], {
          billingInfo: { address: { country: "FR" } },
          priceSummary: { tax: amount("5.00"), total: amount("25.00") },
        }),
      ],
    },
    [],
    [["FR", "", "", "", 1, null, "5.00", "EUR"]],
  ],
  [
    "stock that lasts exactly as long as it should is not on the list",
    "stock-cover",
    {
      products: [product("mug", "Mug", 10, 33)],
      orders: [order("1", "2026-03-05", "990.00", [line("mug", 99, "990.00")])],
    },
    ["--since", "2025-12-31", "--until", "2026-03-30"],
    [],
  ],
  [
    "stock that lasts for whole days has all of them",
    "stock-cover",
    {
      products: [product("mug", "Mug", 10, 33)],
      orders: [order("1", "2026-03-05", "990.00", [line("mug", 99, "990.00")])],
    },
    ["--since", "2025-12-31", "--until", "2026-03-30", "--param", "days=30.50"],
    [["Mug", "", null, 33, 99, 30, 1]],
  ],
  [
    "variants in stock are worth their own prices",
    "dead-stock",
    {
      products: [
        product("bowl", "Bowl", 10, 3, {
          variants: [
            ["Small", 10, 1],
            ["Large", 100, 2],
          ].map(([Size, price, quantity]) => ({
            ...{ id: `bowl-${Size}`, choices: { Size }, stock: { trackQuantity: true, quantity } },
            variant: { priceData: { currency: "EUR", price } },
          })),
        }),
      ],
    },
    [],
    [["Bowl", "bowl", 3, "210.00", null, "EUR"]],
  ],
])("%s", async (_, name, one, flags, rows) => {
  const place = await worldOf(one);
  expect(await valuesIn(place, name, flags)).toEqual(rows);
  place.close();
});

test("a parameter that has to be a number is one", async () => {
  expect(await values("at-risk", "--param", "days=25.50")).toEqual(
    (await values("at-risk")).filter(([number]) => number !== "7"),
  );
  expect(await world.till(["data", "report", "at-risk", "--param", "days=soon"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--param days: "soon" is not a number.'),
  });
});

test.each([
  // Berlin is an hour before UTC, from March 29 on two.
  ["Europe/Berlin", "2026-03-01", "2026-03-31", "2026-02-28T23:00Z", "2026-03-31T22:00Z"],
  ["America/New_York", "2026-03-31", "2026-03-31", "2026-03-31T04:00Z", "2026-04-01T04:00Z"],
  // Clocks skip the first hour of April 24.
  ["Africa/Cairo", "2026-04-24", "2026-04-24", "2026-04-23T22:00Z", "2026-04-24T21:00Z"],
  ["Europe/Berlin", "today", "today", "2026-03-30T22:00Z", "2026-03-31T22:00Z"],
])("in %s, the days from %s to %s are those of its clocks", async (zone, since, until, from, to) => {
  const times = [Date.parse(from) - 1, Date.parse(from), Date.parse(to) - 1, Date.parse(to)];
  const place = await worldOf(
    {
      orders: times.map((time, index) =>
        order(`${index}`, "2026-01-01", "1.00", [], { createdDate: new Date(time).toISOString() }),
      ),
    },
    zone,
  );
  const { stdout, stderr } = await place.till(
    ["data", "report", "daily", "--since", since, "--until", until, "--output", "csv"],
    { now: new Date("2026-03-30T23:30:00Z") },
  );
  const days = stdout.trim().split("\n").slice(1);
  expect(days.map((row) => row.split(",")[0])).toEqual(
    [...new Set([since, until])].map((day) => (day === "today" ? "2026-03-31" : day)),
  );
  expect(days.map((row) => Number(row.split(",")[1])).reduce((sum, orders) => sum + orders)).toBe(2);
  expect(stderr).toContain(`00 ${zone}.`);
  place.close();
});

test("a page says what time it is about, and how old the copy is", async () => {
  const { stderr } = await world.till(["data", "report", "customers", ...period, "--to", "customers.html"], {
    now,
  });
  const page = readFileSync(world.path("customers.html"), "utf8");
  const age = "From the local copy of 2026-03-31 00:00 UTC (just now).";
  expect(stderr).toContain(age);
  expect(page).toContain(age);
  expect(page).toContain("up to 2026-03-31 00:00 UTC.");
  expect(page).not.toContain("2026-03-01");
});

test("without gift cards in the copy, it says how to get them", async () => {
  const place = await worldOf({ orders: [] });
  const { stderr } = await place.till("data report gift-cards");
  expect(stderr).toContain("is not complete. Finish it: till data sync --with gift-cards");
  expect((await place.till("data report abandoned")).stderr).toMatch(/Finish it: till data sync$/m);
  place.close();
});

test("a title that a sheet cannot have is shortened in a workbook", async () => {
  mkdirSync(world.path("till/config/reports"), { recursive: true });
  for (const [name, title, sheet] of [
    ["days", "Sales by weekday: all/some of [2026]", "Sales by weekday all some of 20"],
    ["bare", "", "bare"],
    ["quoted", "'tis the season'", "tis the season"],
  ]) {
    writeFileSync(world.path(`till/config/reports/${name}.sql`), `-- title: ${title}\nselect 1 as n`);
    await world.till(["data", "report", name ?? "", "--to", `${name}.xlsx`]);
    const found = await readTable(bytes(readFileSync(world.path(`${name}.xlsx`))), { name: `${name}.xlsx` });
    await collect(found.rows);
    expect(found.sheet).toBe(sheet);
  }
});

test("a query of the user does not drive the terminal", async () => {
  mkdirSync(world.path("till/config/reports"), { recursive: true });
  const query = '-- title: a\u001b[2J\n-- about: b\u001b[2J\nselect 1 as "c\u001b[2J", 2 as "d\u009b2J"\n';
  writeFileSync(world.path("till/config/reports/codes.sql"), query);
  for (const flags of [["--sql"], [], ["--output", "csv"]]) {
    const { stdout, stderr } = await world.till(["data", "report", "codes", ...flags], { terminal: true });
    expect(stdout.replaceAll("\n", "") + stderr.replaceAll("\n", ""), String(flags)).not.toMatch(
      /[\u0000-\u001f\u007f-\u009f]/,
    );
  }
  expect((await world.till("data report codes --sql")).stdout).toBe(query);
  expect((await world.till("data report codes")).stdout).toBe("1\t2\n");
});
