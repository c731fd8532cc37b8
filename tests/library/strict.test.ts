import { expect, onTestFinished, test } from "vitest";
import { openShop } from "../../src/library/testing.ts";

const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

async function openStrict(options: object = {}) {
  const shop = await openShop({ strict: true, ...options });
  onTestFinished(() => shop.close());
  const tokens = await shop.fetch("https://www.wixapis.com/oauth2/token", {
    method: "POST",
    body: JSON.stringify({ clientId: shop.clientId, grantType: "anonymous" }),
  });
  const { access_token: token } = (await tokens.json()) as { access_token: string };
  const ask = async (path: string, body: object) => {
    const headers = { authorization: token, "content-type": "application/json" };
    const url = `https://www.wixapis.com${path}`;
    const response = await shop.fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  return { shop, ask };
}

test("a strict shop lets buyers return to localhost only, and says so with 403", async () => {
  const { shop, ask } = await openStrict();
  const { body: found } = await ask("/stores/v1/products/query", {
    query: { filter: '{"slug":"espresso-cup-set"}' },
  });
  const catalogReference = { appId, catalogItemId: found.products[0].id };
  const shippingDestination = {
    address: {
      country: "US",
      subdivision: "US-NY",
      city: "New York",
      postalCode: "10001",
      addressLine: "5 Main St",
    },
    contactDetails: { firstName: "Ada", lastName: "Byron" },
  };
  const statusOf = async (thankYouPageUrl: string) => {
    const { body: created } = await ask("/ecom/v1/checkouts", {
      channelType: "WEB",
      lineItems: [{ quantity: 1, catalogReference }],
      checkoutInfo: { buyerInfo: { email: "ada@example.com" }, shippingInfo: { shippingDestination } },
    });
    const checkoutId = created.checkout.id;
    const { status, body } = await ask("/_api/redirects-api/v1/redirect-session", {
      ecomCheckout: { checkoutId },
      callbacks: { thankYouPageUrl },
    });
    expect(status).toBe(200);
    expect((await ask(`/ecom/v1/checkouts/${checkoutId}/create-order`, {})).status).toBe(200);
    const opened = await shop.fetch(body.redirectSession.fullUrl, { redirect: "manual" });
    const location = new URL(opened.headers.get("location") ?? "", opened.url);
    const page = await shop.fetch(location, { redirect: "manual" });
    return [page.status, (await page.text()).includes("not an allowed redirect domain")];
  };
  expect(await statusOf("https://elsewhere.example/thanks")).toEqual([403, true]);
  expect(await statusOf("http://localhost:3000/thanks")).toEqual([303, false]);
});

test("a redirect session of a strict shop opens once", async () => {
  const { shop, ask } = await openStrict();
  const { body } = await ask("/_api/redirects-api/v1/redirect-session", {
    storesProduct: { productSlug: "espresso-cup-set" },
  });
  const { fullUrl } = body.redirectSession;
  const open = async (url: string) => {
    const { status, headers } = await shop.fetch(url, { redirect: "manual" });
    return { status, location: headers.get("location") ?? "" };
  };
  const { status, location } = await open(fullUrl);
  expect([status, new URL(location, fullUrl).pathname]).toEqual([303, new URL(fullUrl).pathname]);
  const page = new URL(location, fullUrl).href;
  expect((await open(page)).status).toBe(200);
  expect((await open(page)).status).toBe(200);
  expect((await open(fullUrl)).status).toBe(410);
});

test("lists of a strict shop show a write two seconds later, and a read by id shows it at once", async () => {
  const { shop, ask } = await openStrict({ now: "2030-01-01T00:00:00Z" });
  const admin = async (method: string, path: string, body?: object) => {
    const response = await shop.fetch(`https://www.wixapis.com${path}`, {
      method,
      headers: { authorization: shop.apiKey, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const listed = async (slug: string) => {
    const { body } = await ask("/stores/v1/products/query", { query: { filter: JSON.stringify({ slug }) } });
    return [body.totalResults, body.products.map(({ name }: { name: string }) => name)];
  };
  const product = { name: "Lag", slug: "lag", productType: "physical", priceData: { price: 1 } };
  const { body: created } = await admin("POST", "/stores/v1/products", { product });
  const path = `/stores/v1/products/${created.product.id}`;
  expect((await admin("GET", `/stores-reader/v1/products/${created.product.id}`)).status).toBe(200);
  expect(await listed("lag")).toEqual([0, []]);
  await shop.clock.advance("1s");
  await admin("PATCH", path, { product: { name: "Later" } });
  await shop.clock.advance("1s");
  expect(await listed("lag")).toEqual([1, ["Lag"]]);
  await shop.clock.advance("1s");
  expect(await listed("lag")).toEqual([1, ["Later"]]);
  await admin("DELETE", path);
  expect(await listed("lag")).toEqual([1, ["Later"]]);
  await shop.clock.advance("2s");
  expect(await listed("lag")).toEqual([0, []]);
});

test("a strict shop drops what a cart cannot sell, without an error", async () => {
  const { ask } = await openStrict();
  const { body } = await ask("/stores/v1/products/query", { query: { paging: { limit: 100 } } });
  const named = (name: string) => body.products.find((product: { name: string }) => product.name === name).id;
  const soldOut = body.products.find(
    ({ stock }: { stock: { inventoryStatus: string } }) => stock.inventoryStatus === "OUT_OF_STOCK",
  ).id;
  const lineItems = [named("Stoneware Mug"), soldOut, named("Espresso Cup, Set of Four")].map(
    (catalogItemId) => ({
      quantity: 1,
      catalogReference: { appId, catalogItemId },
    }),
  );
  const { status, body: added } = await ask("/ecom/v1/carts/current/add-to-cart", { lineItems });
  expect(status).toBe(200);
  expect(added.cart.lineItems.map((line: { productName: object }) => line.productName)).toMatchObject([
    { original: "Espresso Cup, Set of Four" },
  ]);
});

test("a strict shop allows 200 requests a minute", async () => {
  const { ask } = await openStrict({ now: "2030-01-01T00:00:00Z", seed: "empty" });
  // The requests may fall into two minutes of the clock.
  const statuses = await Promise.all(
    Array.from({ length: 405 }, async () => (await ask("/stores/v1/products/query", {})).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const allowed = statuses.filter((status) => status === 200).length;
  expect(allowed).toBeGreaterThanOrEqual(199);
  expect(allowed).toBeLessThanOrEqual(400);
});

test("strict is true or false", async () => {
  await expect(openShop({ strict: "yes" as never })).rejects.toThrow('strict cannot be "yes"');
});
