import { encode } from "fast-png";
import { afterEach, expect, test } from "vitest";
import { type ClientOptions, createClient } from "../../src/library/api.ts";
import { createFetch } from "../../src/library/test-fetch.ts";
import {
  defineSeed,
  openShop,
  type PaymentOutcome,
  type ShopFault,
  type ShopOptions,
  type TestShop,
} from "../../src/library/testing.ts";
import { shopFixture } from "../../src/library/testing-vitest.ts";
import { verifyWebhook } from "../../src/library/webhooks.ts";

const opened: TestShop[] = [];
async function open(options?: ShopOptions): Promise<TestShop> {
  const shop = await openShop(options);
  opened.push(shop);
  return shop;
}
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close();
});

const storesApp = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

const mugs = defineSeed({
  collections: [{ name: "Mugs" }],
  products: [
    { name: "Plain Mug", price: 12, stock: 3, collections: ["Mugs"] },
    {
      name: "Glazed Mug",
      price: 24,
      sku: "GLZ",
      options: { Colour: ["#f4efe6 Oat", "#2f4858 Ink"] },
      variants: [{ choices: { Colour: "Ink" }, sku: "GLZ-INK", price: 26, stock: 5 }],
    },
  ],
  coupons: [{ code: "TEN", percent: 10, products: ["Plain Mug"] }],
  members: [{ email: "ada@example.com", password: "correct horse", firstName: "Ada" }],
  events: [
    {
      title: "Raku night",
      start: "2030-05-01T18:30",
      timeZone: "Europe/Berlin",
      location: "Studio",
      category: "Workshops",
      tickets: [{ name: "Seat", price: 30, limit: 10 }],
    },
  ],
});

async function productNamed(shop: TestShop, name: string) {
  const { products = [] } = await shop.client.asVisitor().products.query({ includeVariants: true });
  const product = products?.find((one) => one.name === name);
  if (!product) throw new Error(`no product ${name}`);
  return product;
}

/** Buys one piece of a product as a guest. Resolves with the id of the order. */
async function buy(shop: TestShop, name: string, visitor = shop.client.asVisitor()): Promise<string> {
  const { id } = await productNamed(shop, name);
  await visitor.currentCart.addToCart({
    lineItems: [{ quantity: 1, catalogReference: { appId: storesApp, catalogItemId: id } }],
  });
  const { checkoutId } = await visitor.currentCart.createCheckout({ channelType: "WEB" });
  const { orderId } = await visitor.checkouts.createOrder({ id: checkoutId ?? "" });
  return orderId ?? "";
}

test("opens the demo shop by default and an empty one on request", async () => {
  const { products } = await (await open()).client.asAdmin().products.query({});
  expect(products).toHaveLength(24);
  const empty = await (await open({ seed: "empty", catalog: "v3" })).client.asAdmin().productsV3.query({});
  expect(empty.products).toEqual([]);
});

test("two shops never see each other's changes", async () => {
  const [one, other] = [await open({ seed: mugs }), await open({ seed: mugs })];
  const { id } = await productNamed(one, "Plain Mug");
  await one.client.asAdmin().products.update({ product: { id, name: "Renamed" } });
  expect((await productNamed(one, "Renamed")).id).toBe(id);
  expect((await productNamed(other, "Plain Mug")).id).toBe(id);
});

test("a seed has the same ids when entries are added before others", async () => {
  const one = await open({ seed: mugs });
  const other = await open({
    seed: { ...mugs, products: [{ name: "New", price: 1 }, ...(mugs.products ?? [])] },
  });
  expect((await productNamed(other, "Glazed Mug")).id).toBe((await productNamed(one, "Glazed Mug")).id);
});

test.each(["v1", "v3"] as const)(
  "a seed fills catalog %s with variants, stock and collections",
  async (catalog) => {
    const shop = await open({ seed: mugs, catalog });
    const admin = shop.client.asAdmin();
    if (catalog === "v1") {
      const glazed = await productNamed(shop, "Glazed Mug");
      expect(
        glazed.variants?.map(({ variant, stock }) => [
          variant?.sku,
          variant?.priceData?.price,
          stock?.quantity,
        ]),
      ).toEqual([
        ["GLZ", 24, 1],
        ["GLZ-INK", 26, 5],
      ]);
      expect((await admin.collections.query({})).collections?.map(({ name }) => name)).toContain("Mugs");
    } else {
      const { variants } = await admin.variantsV3.query({});
      expect(variants?.map(({ sku, price }) => `${sku ?? ""} ${price?.actualPrice?.amount}`).sort()).toEqual([
        " 12",
        "GLZ 24",
        "GLZ-INK 26",
      ]);
    }
  },
);

test.each(["2020-02-29T12:00:00Z", "2030-05-01T10:00:00Z"])(
  "the demo shop of a clock that stands at %s has orders of the days before",
  async (now) => {
    const shop = await open({ now });
    const { orders } = await shop.client.asAdmin().orders.search({ search: {} });
    const ages = orders?.map(({ createdDate }) => Date.parse(now) - (createdDate?.getTime() ?? 0)) ?? [];
    expect(ages).toHaveLength(14);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ages)).toBeLessThan(90 * 86_400_000);
  },
);

test("names every problem of a seed with its path", () => {
  expect(() =>
    defineSeed({
      products: [
        { name: "", price: -1 },
        // @ts-expect-error: an unknown field
        { name: "Mug", price: 1, color: "red" },
      ],
    }),
  ).toThrow(/products\[0\]\.name: .*\n.*products\[0\]\.price: .*\n.*products\[1\]\.color: unknown field/);
  expect(() =>
    defineSeed({
      products: [
        {
          name: "Mug",
          price: 1,
          collections: ["Bowls"],
          options: { Size: ["S"] },
          variants: [{ choices: { Size: "XL" } }],
        },
      ],
      coupons: [{ code: "TEN", percent: 10, products: ["Jug"] }],
    }),
  ).toThrow(
    /collections\[0\]: there is no collection "Bowls"\n.*choices\.Size: the product has no choice "XL"\n.*coupons\[0\]\.products\[0\]: there is no product "Jug"/,
  );
});

test("a visitor buys through the typed client, and a webhook of the order is signed", async () => {
  const shop = await open({ seed: mugs });
  const orderId = await buy(shop, "Plain Mug");
  const { jwt, payload } = await shop.webhooks.next("order_approved");
  expect(payload).toMatchObject({ actionEvent: { body: { order: { id: orderId } } } });
  const event = await verifyWebhook(jwt, await shop.webhooks.publicKey());
  expect(event.eventType).toBe("wix.ecom.v1.order_approved");
  await expect(shop.webhooks.next("order_canceled")).rejects.toThrow('No webhook "order_canceled" was sent.');
});

test("a guest reads the order that they placed, and no order of another guest", async () => {
  const shop = await open({ seed: mugs });
  const guest = shop.client.asVisitor();
  const id = await buy(shop, "Plain Mug", guest);
  expect((await guest.orders.get({ id })).order?.id).toBe(id);
  await expect(shop.client.asVisitor().orders.get({ id })).rejects.toMatchObject({ status: 403 });
});

test("unknown types of webhooks, orders and handlers are errors, not an empty answer", async () => {
  const shop = await open({ seed: mugs });
  const next = shop.webhooks.next as (type: string) => Promise<unknown>;
  await expect(next("order_aproved")).rejects.toMatchObject({
    code: "UNKNOWN_TOPIC",
    message: 'No webhook has the type "order_aproved". Did you mean order_approved?',
  });
  await expect(shop.ledger("5173f0a0-5a9d-4b0c-8a0d-000000009999")).rejects.toMatchObject({ status: 404 });
  await expect(shop.ledger("")).rejects.toMatchObject({ status: 404 });
  expect((await shop.ledger()).movements).toEqual([]);
  expect(() => shop.webhooks.forward({} as () => void)).toThrow(
    "webhooks.forward takes a function, not object.",
  );
});

test("forwards webhooks in order and settles once they are handled", async () => {
  const shop = await open({ seed: mugs });
  const types: string[] = [];
  const publicKey = await shop.webhooks.publicKey();
  const stop = shop.webhooks.forward(async (request) => {
    types.push((await verifyWebhook(await request.text(), publicKey)).eventType);
  });
  await buy(shop, "Plain Mug");
  await shop.settled();
  expect(types.indexOf("wix.ecom.v1.order_created")).toBeLessThan(
    types.indexOf("wix.ecom.v1.order_approved"),
  );
  stop();
  const count = types.length;
  await buy(shop, "Plain Mug");
  await shop.settled();
  expect(types).toHaveLength(count);
});

test("a webhook that a handler does not accept is sent again by the shop's clock, as on the platform", async () => {
  const shop = await open({ seed: mugs, now: "2030-05-01T10:00:00Z" });
  let answer: () => unknown = () => {
    throw new Error("the handler failed");
  };
  const seen: string[] = [];
  const publicKey = await shop.webhooks.publicKey();
  shop.webhooks.forward(async (request) => {
    const { eventType } = await verifyWebhook(await request.text(), publicKey);
    seen.push(eventType);
    return eventType.endsWith("order_approved") ? answer() : undefined;
  });
  const count = () => seen.filter((type) => type.endsWith("order_approved")).length;
  await buy(shop, "Plain Mug");
  for (let time = 0; time < 2; time += 1)
    await expect(shop.settled()).rejects.toThrow(
      "A webhook was not accepted:\n  wix.ecom.v1.order_approved, attempt 1 of 13 (next at 2030-05-01T10:01:00.000Z): the handler failed",
    );
  expect(count()).toBe(1);
  // Resent webhooks do not delay others.
  expect(seen.at(-1)).not.toContain("order_approved");

  answer = () => new Response(null, { status: 204 });
  await shop.clock.advance("59s");
  await expect(shop.settled()).rejects.toThrow("attempt 1 of 13");
  await shop.clock.advance("1s");
  await expect(shop.settled()).rejects.toThrow(
    "attempt 2 of 13 (next at 2030-05-01T10:11:00.000Z): the handler responded with 204, and the platform expects 200",
  );
  // A jump of the clock makes every attempt that was due meanwhile.
  await shop.clock.advance("3h11m");
  await expect(shop.settled()).rejects.toThrow("attempt 5 of 13 (next at 2030-05-01T15:11:00.000Z)");
  answer = () => new Response("ok");
  await shop.clock.advance("2h");
  await shop.settled();
  const sent = (await shop.webhooks.history()).find(({ type }) => type.endsWith("order_approved"));
  expect(sent?.attempts.map(({ at, accepted }) => [at.toISOString().slice(11, 16), accepted])).toEqual([
    ["10:00", false],
    ["10:01", false],
    ["10:11", false],
    ["11:11", false],
    ["13:11", false],
    ["15:11", true],
  ]);
  expect(sent?.attempts[0]?.error).toBe("the handler failed");
});

test("a webhook is given up after the twelfth repetition, and forgotten with its handler", async () => {
  const shop = await open({ seed: "empty", now: "2030-05-01T10:00:00Z" });
  let count = 0;
  const stop = shop.webhooks.forward(() => {
    count += 1;
    throw new Error("always");
  });
  await shop.client.asAdmin().products.create({
    product: { name: "Egg cup", productType: "physical", priceData: { price: 8.5 } },
  });
  await expect(shop.settled()).rejects.toThrow("always");
  expect(count).toBe(1);
  await shop.clock.advance("30d");
  await expect(shop.settled()).rejects.toThrow("attempt 13 of 13 (no further attempt): always");
  expect(count).toBe(13);
  stop();
  await shop.settled();
});

test("next waits for a webhook that another process causes", async () => {
  const shop = await open({ seed: mugs });
  const create = (url: string) =>
    fetch(`${url}/stores/v1/products`, {
      method: "POST",
      headers: { authorization: shop.apiKey },
      body: JSON.stringify({
        product: { name: "Egg cup", productType: "physical", priceData: { price: 8 } },
      }),
    });
  await expect(shop.webhooks.next("ProductCreated", { timeout: 30 })).rejects.toThrow(
    'No webhook "ProductCreated" was sent within 30 ms.',
  );
  const { url } = await shop.listen();
  const coming = shop.webhooks.next("ProductCreated");
  await create(url);
  expect((await coming).type).toContain("ProductCreated");
});

test("declines the next payment only", async () => {
  const shop = await open({ seed: mugs });
  await shop.payments.next("DECLINED");
  await expect(buy(shop, "Plain Mug")).rejects.toMatchObject({ status: 402 });
  await buy(shop, "Plain Mug");
  expect((await shop.ledger()).totals).toMatchObject([{ charged: "12.00" }]);
});

test("keeps the outcome of the next payment while the checkout lacks an address", async () => {
  const shop = await open();
  const visitor = shop.client.asVisitor();
  const { id } = await productNamed(shop, "Oven Mitt");
  await visitor.currentCart.addToCart({
    lineItems: [{ quantity: 1, catalogReference: { appId: storesApp, catalogItemId: id } }],
  });
  const { checkoutId = "" } = await visitor.currentCart.createCheckout({ channelType: "WEB" });
  await shop.payments.next("DECLINED");
  const order = () => visitor.checkouts.createOrder({ id: checkoutId ?? "" });
  await expect(order()).rejects.toThrow("The delivery address is missing");
  await visitor.checkouts.update({
    checkout: {
      id: checkoutId ?? "",
      shippingInfo: { shippingDestination: { address: { country: "US", postalCode: "10001" } } },
    },
  });
  await expect(order()).rejects.toMatchObject({ status: 402 });
});

test("signs members in by email address", async () => {
  const shop = await open({ seed: mugs });
  const { sub, email } = await shop.client.asMember("ada@example.com").oauth.userInfo({});
  expect({ sub, email }).toMatchObject({ email: "ada@example.com" });
  await expect(shop.client.asMember("nobody@example.com").products.query({})).rejects.toThrow(
    "nobody@example.com",
  );
});

test("stops and advances the clock, sets it, and goes back to the real time", async () => {
  const shop = await open({ now: "2030-05-01T10:00:00Z" });
  expect(await shop.clock.now()).toEqual(new Date("2030-05-01T10:00:00Z"));
  expect(await shop.clock.advance("1d2h")).toEqual(new Date("2030-05-02T12:00:00Z"));
  expect(await shop.clock.set(new Date("2031-01-01T00:00:00Z"))).toEqual(new Date("2031-01-01T00:00:00Z"));
  const real = await shop.clock.reset();
  expect(Math.abs(real.getTime() - Date.now())).toBeLessThan(60_000);
});

test("the last mail is the newest one, to an address or to any", async () => {
  const shop = await open({ seed: mugs, now: "2030-05-01T10:00:00Z" });
  expect(await shop.mail.last()).toBeUndefined();
  const recover = (email: string) => shop.client.asVisitor().recovery.sendEmail({ email });
  await recover("ada@example.com");
  const [first] = await shop.mail.list("ada@example.com");
  await shop.clock.advance("1m");
  await recover("ada@example.com");
  expect(await shop.mail.list()).toHaveLength(2);
  const last = await shop.mail.last("ada@example.com");
  expect(last).toEqual(await shop.mail.last());
  expect(last?.at).toBe("2030-05-01T10:01:00.000Z");
  expect(last).not.toEqual(first);
  expect(await shop.mail.last("bo@example.com")).toBeUndefined();
});

test("faults fail the next matching call", async () => {
  const shop = await open();
  const visitor = shop.client.asVisitor();
  await shop.faults.add({ fault: "503", route: "products.query" });
  await expect(visitor.products.query({})).rejects.toMatchObject({ status: 503 });
  await expect(visitor.products.query({})).resolves.toBeDefined();
  await shop.faults.add({ fault: "drop-before" });
  await expect(shop.fetch("https://www.wixapis.com/stores/v1/products", { method: "POST" })).rejects.toThrow(
    "fetch failed",
  );
  expect(shop.requests.last()?.status).toBe(0);
  await shop.faults.clear();
});

test("hold keeps a call waiting until faults are cleared", async () => {
  const shop = await open();
  await shop.faults.add({ fault: "hold", route: "products.query" });
  const held = shop.client.asVisitor().products.query({});
  expect(
    await Promise.race([
      held,
      shop.client
        .asVisitor()
        .collections.query({})
        .then(() => "first"),
    ]),
  ).toBe("first");
  await shop.faults.clear();
  await expect(held).resolves.toBeDefined();
});

test("records requests with their bodies", async () => {
  const shop = await open();
  await shop.client.asAdmin().products.create({
    product: { name: "Egg cup", productType: "physical", priceData: { price: 8.5 } },
  });
  expect(shop.requests.last()).toMatchObject({
    method: "POST",
    path: "/stores/v1/products",
    body: { product: { name: "Egg cup" } },
    status: 200,
    response: { product: { name: "Egg cup" } },
  });
});

test("a snapshot and a fork have the same contents and then differ", async () => {
  const shop = await open({ seed: mugs });
  const snapshot = shop.snapshot();
  const { id } = await productNamed(shop, "Plain Mug");
  await shop.client.asAdmin().products.remove({ id });
  const fork = await shop.fork();
  opened.push(fork);
  expect((await fork.client.asAdmin().products.query({})).products).toHaveLength(1);
  expect((await (await open({ seed: snapshot })).client.asAdmin().products.query({})).products).toHaveLength(
    2,
  );
});

test("the global fetch reaches the platform's hosts in the shop, and others on the network", async () => {
  const shop = await open();
  const restore = shop.installFetch();
  const response = await fetch("https://www.wixapis.com/stores/v1/products", {
    method: "POST",
    headers: { authorization: shop.apiKey },
    body: "{}",
  });
  expect(response.headers.get("x-sandbox")).toBe("till");
  const { url } = await (await open()).listen();
  expect((await fetch(`${url}/stores/v1/products`, { method: "POST" })).status).toBe(401);
  restore();
});

test("notes requests over its port, and delivers the webhooks that they cause", async () => {
  const shop = await open();
  const { promise, resolve } = Promise.withResolvers<Request>();
  shop.webhooks.forward(resolve);
  const { url } = await shop.listen();
  await fetch(`${url}/stores/v1/products`, {
    method: "POST",
    headers: { authorization: shop.apiKey },
    body: JSON.stringify({
      product: { name: "Egg cup", productType: "physical", priceData: { price: 8 } },
    }),
  });
  expect(shop.requests.last()).toMatchObject({ path: "/stores/v1/products", status: 200 });
  expect((await promise).method).toBe("POST");
});

test("a shop whose port is taken can listen on another one, and closes", async () => {
  const taken = new URL((await (await open({ seed: "empty" })).listen()).url).port;
  const shop = await openShop({ seed: "empty" });
  await expect(shop.listen({ port: Number(taken) })).rejects.toThrow("in use by another program");
  expect((await shop.listen()).url).not.toContain(taken);
  await shop.close();
});

test("its fetch follows redirects with the method and the body that the standard says", async () => {
  const seen: string[] = [];
  const redirected = (status: number) =>
    createFetch(async ({ method, path, body }) => {
      seen.push(`${method} ${path} ${body}`.trim());
      return path === "/" ? { status, headers: { location: "/next" } } : { status: 200, body: "here" };
    });
  for (const [status, method, expected] of [
    [301, "POST", "GET /next"],
    [302, "POST", "GET /next"],
    [303, "POST", "GET /next"],
    [303, "PUT", "GET /next"],
    [302, "PUT", "PUT /next cups"],
    [307, "POST", "POST /next cups"],
    [308, "PATCH", "PATCH /next cups"],
    [303, "HEAD", "HEAD /next"],
  ] as const) {
    seen.length = 0;
    const init = { method, ...(method !== "HEAD" && { body: "cups" }) };
    const response = await redirected(status)("https://www.wixapis.com/", init);
    expect([response.status, response.redirected, response.url]).toEqual([
      ...[200, true, "https://www.wixapis.com/next"],
    ]);
    expect(seen.at(-1), `${status} ${method}`).toBe(expected);
  }
  const once = redirected(302);
  expect((await once("https://www.wixapis.com/", { redirect: "manual" })).status).toBe(302);
  await expect(once("https://www.wixapis.com/", { redirect: "error" })).rejects.toThrow("fetch failed");
  const forever = createFetch(async () => ({ status: 302, headers: { location: "/" } }));
  await expect(forever("https://www.wixapis.com/")).rejects.toThrow("fetch failed");
});

test("a request that is aborted ends at once, and the shop keeps working", async () => {
  const shop = await open();
  await shop.faults.add({ fault: "hold", route: "products.query" });
  const controller = new AbortController();
  const url = "https://www.wixapis.com/stores-reader/v1/products/query";
  const headers = { authorization: shop.apiKey };
  const held = shop.fetch(url, { method: "POST", headers, body: "{}", signal: controller.signal });
  controller.abort(new Error("too long"));
  await expect(held).rejects.toThrow("too long");
  await shop.faults.clear();
  expect((await shop.fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(200);
});

test("a client tells why it waits before it tries again", async () => {
  const shop = await open();
  const notices: string[] = [];
  let calls = 0;
  const client = createClient({
    apiKey: shop.apiKey,
    siteId: shop.siteId,
    fetch: async (...given) => {
      calls += 1;
      if (calls > 1) return await shop.fetch(...given);
      return new Response("", { status: 503, headers: { "retry-after": "0" } });
    },
    onNotice: (text) => notices.push(text),
  });
  expect((await client.products.query({})).products).toHaveLength(24);
  await client.close();
  expect(notices).toEqual([expect.stringMatching(/^products\.query: .*503.*, trying again in 0 ms$/)]);
});

test("serves pages and pictures", async () => {
  const shop = await open();
  const picture = await shop.fetch("https://static.wixstatic.com/media/till_mug~mv2.jpg");
  expect(picture.headers.get("content-type")).toBe("image/png");
  const { url } = await shop.listen();
  expect((await fetch(`${url}/media/till_mug~mv2.jpg`)).status).toBe(200);
});

test.each([
  ["its fetch", async (shop: TestShop) => shop.fetch],
  [
    "the global fetch",
    async (shop: TestShop) => {
      shop.installFetch();
      return fetch;
    },
  ],
])("uploads a picture with %s", async (_, fetchOf) => {
  const shop = await open({ seed: "empty" });
  const send = await fetchOf(shop);
  const { uploadUrl } = await shop.client
    .asAdmin()
    .mediaFiles.generateUploadUrl({ mimeType: "image/png", fileName: "mug.png" });
  const content = encode({ width: 4, height: 3, channels: 3, data: new Uint8Array(36) });
  const response = await send(uploadUrl ?? "", {
    method: "PUT",
    headers: { "content-type": "image/png" },
    body: content as Uint8Array<ArrayBuffer>,
  });
  expect(response.status).toBe(200);
  const { file } = (await response.json()) as { file: { media: object } };
  expect(file.media).toMatchObject({ image: { image: { width: 4, height: 3 } } });
});

test("names unknown options and values with the nearest one, before a shop is opened", async () => {
  const refused: [unknown, string][] = [
    [
      { sead: "demo" },
      'openShop has no option "sead". Did you mean "seed"? Use one of seed, catalog, strict, now, name.',
    ],
    [{ seed: "dmeo" }, 'seed cannot be "dmeo". Did you mean "demo"?'],
    [{ catalog: "v2" }, 'catalog cannot be "v2". Did you mean "v1"?'],
    [{ now: "tomorrow" }, 'now cannot be "tomorrow". Pass a Date, or a time with a zone such as'],
    [{ now: "2030-05-01T10:00" }, "a time with a zone"],
    [{ now: new Date("") }, "now cannot be an invalid Date."],
    [{ seed: { settings: { curency: "EUR" } } }, "settings.curency: the name must be one of"],
    [{ seed: { settings: { curency: "EUR" } } }, "Did you mean currency?"],
    [{ seed: { settings: { currency: "euro" } } }, "settings.currency: must be "],
  ];
  for (const [options, message] of refused)
    await expect(openShop(options as ShopOptions), message).rejects.toThrow(message);
  expect(() => shopFixture({ sead: "demo" } as ShopOptions)).toThrow('shopFixture has no option "sead"');
  expect(() => createClient({ apikey: "x" } as ClientOptions)).toThrow('Did you mean "apiKey"?');
});

test("names unknown options of faults, routes that no call has, and bad times", async () => {
  const shop = await open({ seed: "empty" });
  const add = (fault: object) => shop.faults.add(fault as ShopFault);
  await expect(add({ fault: "503", rout: "createOrder" })).rejects.toThrow('Did you mean "route"?');
  await expect(add({ fault: "503", route: "cretaeOrder" })).rejects.toThrow("Did you mean createOrder?");
  await expect(add({ fault: "505" })).rejects.toThrow("must be one of: 403, 429");
  for (const route of [
    "checkouts.createOrder",
    "/stores/v1/",
    "/ecom/v1/orders/0b1",
    "v1/products/query",
    "4f2d1c",
  ])
    await add({ fault: "503", route });
  for (const route of ["/ecom/v9/", "/ecom/v1/ordres", "rders/0b1/v1"])
    await expect(add({ fault: "503", route }), route).rejects.toThrow("is in no call's name or path");
  await expect(shop.clock.set("noon")).rejects.toThrow('time cannot be "noon"');
  await expect(shop.clock.advance("20 parsecs")).rejects.toThrow("must be a duration");
  await expect(shop.payments.next("DENIED" as PaymentOutcome)).rejects.toThrow(
    "must be one of: APPROVED, DECLINED",
  );
});

test("assertHit names the faults that failed no call", async () => {
  const shop = await open({ seed: "empty" });
  const visitor = shop.client.asVisitor();
  await shop.faults.assertHit();
  await shop.faults.add({ fault: "503", route: "products.query" });
  await shop.faults.add({ fault: "500", route: "orders.get", probability: 0.5 });
  await expect(shop.faults.assertHit()).rejects.toThrow(
    'No call was failed by 503 on "products.query", 500 on "orders.get". Calls: none.',
  );
  await expect(visitor.products.query({})).rejects.toMatchObject({ status: 503 });
  await expect(shop.faults.assertHit()).rejects.toThrow(
    'No call was failed by 500 on "orders.get". Calls: POST /oauth2/token, GET /stores-reader/v1/products/query-platformized.',
  );
  await shop.faults.clear();
  await shop.faults.assertHit();
  await shop.faults.add({ fault: "503", times: 2 });
  await expect(visitor.products.query({})).rejects.toMatchObject({ status: 503 });
  await shop.faults.assertHit();
});

test("a closed shop refuses calls with its name, and closing it again is fine", async () => {
  const shop = await openShop({ seed: "empty", name: "sells a mug" });
  const visitor = shop.client.asVisitor();
  await shop.close();
  await shop.close();
  const refusal = 'The test shop of "sells a mug" is closed, and ';
  await expect(visitor.products.query({})).rejects.toThrow(`${refusal}POST /oauth2/token came too late.`);
  await expect(shop.fetch("https://www.wixapis.com/stores/v1/products")).rejects.toThrow(
    `${refusal}GET /stores/v1/products came`,
  );
  await expect(shop.clock.now()).rejects.toThrow(refusal);
  await expect(shop.listen()).rejects.toThrow(`${refusal}listen came`);
  expect(() => shop.client.asAdmin()).toThrow(`${refusal}client came`);
  await expect(shop.fork()).rejects.toThrow(refusal);
  expect(() => shop.installFetch()).toThrow(refusal);
  const unnamed = await openShop({ seed: "empty" });
  await unnamed.close();
  await expect(unnamed.settled()).rejects.toThrow(/The test shop of "testing\.test\.ts:\d+:\d+" is closed/);
});
