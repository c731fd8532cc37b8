import { expect, onTestFinished, test } from "vitest";
import { giftCardsAppId } from "../../../src/api/models/app-ids.ts";
import { parseShopData } from "../../../src/sandbox/seed/shop-data.ts";
import { openTestShop } from "../../support/test-shop.ts";

const storesApp = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const address = { country: "US", subdivision: "US-NY", city: "New York", postalCode: "10001" };

const data = {
  collections: [{ name: "Mugs" }],
  products: [
    {
      name: "Mug",
      price: 20,
      stock: 5,
      collections: ["Mugs"],
      options: { Size: ["Small", "Large"] },
      variants: [{ choices: { Size: "Large" }, price: 24, stock: 3 }],
    },
    { name: "Recipe book", price: 9.99, digital: true, discount: { percent: 15 } },
  ],
  shipping: [
    { title: "Parcel", price: 6.5, freeFrom: 100, countries: ["US"], deliveryTime: "3 days" },
    { title: "Abroad", price: 20 },
  ],
  tax: [
    { country: "US", subdivision: "US-NY", percent: 8.875, name: "Sales tax" },
    { country: "DE", percent: 19, included: true },
  ],
  giftCards: [
    { code: "gift-2030-x", value: 25 },
    { code: "GIFTEXPIRED", value: 5, expires: "2020-01-01" },
  ],
  coupons: [{ code: "MUGS", amount: 3, collections: ["Mugs"] }],
  discounts: [
    { name: "Mug days", percent: 10, collections: ["Mugs"] },
    { name: "Big order", amount: 1, minimumSubtotal: 500 },
  ],
  members: [{ email: "ada@example.com" }],
  orders: [
    {
      email: "Ada@example.com",
      items: [{ product: "Mug", quantity: 2, choices: { Size: "Large" } }],
      address,
      shipping: 6.5,
      fulfilled: true,
      daysAgo: 3,
    },
    { email: "bo@example.com", items: [{ product: "Recipe book" }], payment: "authorized" as const },
  ],
  events: [
    {
      title: "Throwing night",
      start: "2030-05-01T18:30",
      tickets: [{ name: "Seat", price: 30 }],
      form: [
        { label: "Your level", type: "dropdown" as const, required: true, options: ["New", "Old hand"] },
        { label: "Anything else?", type: "textarea" as const },
      ],
    },
  ],
};

async function seeded(catalog: "v1" | "v3" = "v1") {
  const shop = openTestShop({ seed: "empty", ...(catalog === "v3" && { catalog }) });
  onTestFinished(shop.close);
  await shop.control("POST", "seed", { data });
  return shop;
}
type Shop = Awaited<ReturnType<typeof seeded>>;

/** Returns the checkout of a cart with a product of the seed. */
async function checkoutOf({ ok, newVisitor }: Shop, slug: string, more: object) {
  const visitor = await newVisitor();
  const { products } = await ok("POST", "/stores-reader/v1/products/query", {
    query: { filter: JSON.stringify({ slug }) },
  });
  const [{ id, productOptions }] = products;
  const options = productOptions.length > 0 && { options: { options: { Size: "Large" } } };
  const catalogReference = { appId: storesApp, catalogItemId: id, ...options };
  const { checkout } = await ok(
    "POST",
    "/ecom/v1/checkouts",
    { lineItems: [{ catalogReference, quantity: 1 }], channelType: "WEB", checkoutInfo: more },
    visitor,
  );
  return {
    checkout,
    place: (ask: Shop["ask"]) => ask("POST", `/ecom/v1/checkouts/${checkout.id}/create-order`, {}, visitor),
  };
}

const billing = {
  billingInfo: { contactDetails: { firstName: "Ada", lastName: "L" } },
  buyerInfo: { email: "ada@example.com" },
};

test("a shop that ships refuses an order without an address", async () => {
  const shop = await seeded();
  const { place } = await checkoutOf(shop, "mug", billing);
  const { status, body } = await place(shop.ask);
  expect([status, body.message]).toEqual([400, expect.stringContaining("address")]);
  const digital = await checkoutOf(shop, "recipe-book", billing);
  expect((await digital.place(shop.ask)).status).toBe(200);
});

test("prices a checkout with the declared delivery, tax, discount and gift card", async () => {
  const shop = await seeded();
  const { checkout } = await checkoutOf(shop, "mug", {
    ...billing,
    shippingInfo: { shippingDestination: { address, contactDetails: { firstName: "Ada", lastName: "L" } } },
  });
  expect(checkout.priceSummary).toMatchObject({
    subtotal: { amount: "24.00" },
    discount: { amount: "2.40" },
    shipping: { amount: "6.50" },
  });
  expect(Number(checkout.taxSummary.totalTax.amount)).toBeGreaterThan(1.9);
  const card = await shop.ok("POST", "/ecom/v1/gift-cards/GIFT-2030-X", {
    appId: giftCardsAppId,
  });
  expect(card.giftCard).toMatchObject({ balance: { value: "25.00" }, status: "VALID" });
});

test.each([
  ["v1", "/stores-reader/v1/products/query-platformized"],
  ["v3", "/stores/v3/products/query"],
] as const)(
  "a discount or coupon for a collection applies to its products (catalog %s)",
  async (catalog, path) => {
    const { ok } = await seeded(catalog);
    const [{ id }] = (await ok("POST", path, { query: { filter: { slug: "mug" } } })).products;
    const options = { options: { Size: "Large" } };
    const catalogReference = { appId: storesApp, catalogItemId: id, options };
    const { appliedDiscounts } = await ok("POST", "/ecom/v1/calculate-totals", {
      lineItems: [{ id: "1", quantity: 1, price: "24", catalogReference }],
      couponCode: "MUGS",
    });
    expect(appliedDiscounts).toMatchObject([
      { discountRule: { amount: { amount: "2.40" } } },
      { coupon: { code: "MUGS", amount: { amount: "3.00" } } },
    ]);
  },
);

test.each(["v1", "v3"] as const)(
  "orders of the seed are there, and belong to members (catalog %s)",
  async (catalog) => {
    const { ok } = await seeded(catalog);
    const { orders } = await ok("POST", "/ecom/v1/orders/search", {
      search: { sort: [{ fieldName: "number", order: "ASC" }] },
    });
    expect(orders).toMatchObject([
      {
        buyerInfo: { memberId: expect.any(String) },
        priceSummary: { subtotal: { amount: "48.00" }, shipping: { amount: "6.50" } },
        paymentStatus: "PAID",
        fulfillmentStatus: "FULFILLED",
      },
      { priceSummary: { subtotal: { amount: "8.49" } }, paymentStatus: "NOT_PAID" },
    ]);
  },
);

test("a registration form asks the declared questions", async () => {
  const { ok } = await seeded();
  const { event } = await ok("GET", "/events/v3/events/slug/throwing-night?fields=FORM");
  expect(event.form.controls.map(({ type, label }: Record<string, string>) => `${type} ${label}`)).toEqual([
    "NAME First name",
    "INPUT Email",
    "DROPDOWN Your level",
    "TEXTAREA Anything else?",
  ]);
});

test("a registration form has each type of question, and tells which ones are required", async () => {
  const shop = openTestShop({ seed: "empty" });
  onTestFinished(shop.close);
  const options = ["A", "B"];
  const form = [
    { label: "One", type: "radio", options },
    { label: "Some", type: "checkbox", options, required: true },
    { label: "Born", type: "date", required: true },
    { label: "Mobile", type: "phone" },
    { label: "Home", type: "address", required: true },
  ];
  const event = { title: "Tea", start: "2030-05-01T18:30", category: "Evenings", form };
  const tea = { ...event, title: "More tea" };
  await shop.control("POST", "seed", { data: { events: [event, tea] } });
  const { event: seeded } = await shop.ok("GET", "/events/v3/events/slug/tea?fields=FORM");
  const questions = seeded.form.controls
    .slice(2)
    .map(({ type, label, inputs }: { type: string; label: string; inputs: { mandatory: boolean }[] }) => [
      type,
      label,
      inputs[0]?.mandatory,
    ]);
  expect(questions).toEqual([
    // The platform always requires an answer to radio buttons.
    ["RADIO", "One", true],
    ["CHECKBOX", "Some", true],
    ["DATE", "Born", true],
    ["INPUT", "Mobile", false],
    ["ADDRESS_FULL", "Home", true],
  ]);
});

test("a product costs less by an amount, and its delivery is added to a shop that has some", async () => {
  const shop = openTestShop({ seed: "demo" });
  onTestFinished(shop.close);
  const data = {
    products: [{ name: "Tray", price: 10.5, discount: { amount: 2.25 }, stock: 3 }],
    shipping: [{ title: "Boat", price: 20, countries: ["IS"] }],
  };
  await shop.control("POST", "seed", { data });
  const query = { query: { filter: JSON.stringify({ slug: "tray" }) } };
  const [{ id, price }] = (await shop.ok("POST", "/stores-reader/v1/products/query", query)).products;
  expect(price).toMatchObject({ price: 10.5, discountedPrice: 8.25 });
  const profiles = await shop.ok("POST", "/ecom/v1/delivery-profiles/query", {
    query: { filter: { default: true } },
  });
  const names = profiles.deliveryProfiles.map(
    ({ deliveryRegions }: { deliveryRegions: { name: string }[] }) => deliveryRegions.map(({ name }) => name),
  );
  expect(names).toEqual([expect.arrayContaining(["Europe", "IS"])]);
  const { checkout } = await shop.ok("POST", "/ecom/v1/checkouts", {
    lineItems: [{ catalogReference: { appId: storesApp, catalogItemId: id }, quantity: 1 }],
    channelType: "WEB",
    checkoutInfo: {
      shippingInfo: { shippingDestination: { address: { country: "IS", city: "Reykjavík" } } },
    },
  });
  expect(checkout.priceSummary).toMatchObject({
    subtotal: { amount: "8.25" },
    shipping: { amount: "20.00" },
  });
});

test("names what a seed refers to and does not have", () => {
  const wrong = {
    products: [{ name: "Mug", price: 1, options: { Size: ["S"] } }],
    discounts: [
      { name: "Odd", percent: 5, products: ["Cup"] },
      { name: "Both", percent: 5, amount: 1 },
    ],
  };
  expect(() => parseShopData(wrong)).toThrow("discounts[1]: expected percent or amount");
  const orders = [{ email: "a@b.example", items: [{ product: "Mug" }, { product: "Cup" }] }];
  expect(() => parseShopData({ ...wrong, discounts: wrong.discounts.slice(0, 1), orders })).toThrow(
    /discounts\[0\]\.products\[0\]: there is no product "Cup"\n.*items\[0\]\.choices\.Size: required\n.*items\[1\]\.product: there is no product/,
  );
  expect(() => parseShopData({ tax: [{ country: "Germany", percent: 19 }] })).toThrow("such as US");
});

test.each(["v1", "v3"] as const)(
  "names without Latin letters have ids and slugs of their own (%s)",
  async (catalog) => {
    const shop = openTestShop({ seed: "empty", catalog });
    const names = ["急須", "茶碗"];
    const data = {
      collections: names.map((name) => ({ name })),
      products: names.map((name) => ({ name, price: 5, collections: [name] })),
      events: names.map((title) => ({ title, start: "2030-05-01T18:30" })),
    };
    const { counts } = await shop.control("POST", "seed", { data });
    const kinds = catalog === "v1" ? ["products", "collections", "events"] : ["v3-products", "events"];
    for (const kind of kinds)
      expect([kind, counts[kind] - (kind === "collections" ? 1 : 0)]).toEqual([kind, 2]);
    const again = await shop.ask("POST", "/__till/seed", { data: { events: data.events } });
    expect([again.status, again.body.message]).toEqual([
      409,
      'This sandbox already contains the event "急須"',
    ]);
  },
);

test.each<[string, Record<string, Record<string, unknown>[]>]>([
  [
    'products[1]: the slug "cafe" appears twice',
    {
      products: [
        { name: "Café", price: 1 },
        { name: "cafe", price: 2 },
      ],
    },
  ],
  ['collections[1]: the slug "mugs" appears twice', { collections: [{ name: "Mugs" }, { name: "Mugs!" }] }],
  ['events[1]: the slug "tea" appears twice', { events: [{ title: "Tea" }, { title: "tea" }] }],
  [
    'events[0].tickets[1]: "Seat" appears twice',
    { events: [{ tickets: ["Seat", "Seat"].map((name) => ({ name, price: 1 })) }] },
  ],
  ["events[0].start: expected local time", { events: [{ start: "2030-02-30T18:30" }] }],
  ["events[0].end: expected local time", { events: [{ end: "2030-05-01T25:30" }] }],
  [
    "events[0].timeZone: expected a time zone such as Europe/Berlin",
    { events: [{ timeZone: "Europe/Berln" }] },
  ],
  [
    "giftCards[0].expires: expected a date",
    { giftCards: [{ code: "GIFT-2030", value: 5, expires: "2030-02-30" }] },
  ],
  ["coupons[0].percent: expected 100 or less", { coupons: [{ code: "A", percent: 101 }] }],
])("a seed is refused: %s", (problem, { events, ...others }) => {
  const complete = events?.map((event) => ({ title: "Tea", start: "2030-05-01T18:30", ...event }));
  expect(() => parseShopData({ ...others, ...(complete && { events: complete }) })).toThrow(problem);
});

test("an event has the slug that the seed gives it", async () => {
  const shop = openTestShop({ seed: "empty" });
  const event = { title: "Throwing night", slug: "wheel", start: "2030-05-01T18:30" };
  await shop.control("POST", "seed", { data: { events: [event] } });
  expect((await shop.ok("GET", "/events/v3/events/slug/wheel")).event).toMatchObject({ title: event.title });
  const { status } = await shop.ask("POST", "/__till/seed", { data: { events: [event] } });
  expect(status).toBe(409);
});
