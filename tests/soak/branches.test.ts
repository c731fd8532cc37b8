import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/library/api.ts";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";

const storesApp = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
/** Each round makes ten calls. */
const rounds = 500;

let server: SandboxServer;
const errors: unknown[] = [];
beforeAll(async () => {
  server = await startSandboxServer({ file: ":memory:", port: 0, onError: (error) => errors.push(error) });
});
afterAll(() => server.close());

async function control(worker: string, method: "GET" | "POST", path: string, body?: object) {
  const response = await fetch(`${server.baseUrl}/__till/${path}`, {
    method,
    headers: { "x-till-control": server.controlToken, "x-sandbox-branch": worker },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as ReturnType<JSON["parse"]>;
}

/** Creates products and orders, moves the clock, and checks that the branch has its own only. */
async function work(worker: string, hours: number): Promise<number> {
  const baseUrl = `${server.baseUrl}/@${worker}`;
  const admin = createClient({ baseUrl, apiKey: defaults.apiKey, siteId: defaults.siteId, retries: 0 });
  const visitor = createClient({ baseUrl, clientId: defaults.clientId, retries: 0 });
  const start = new Date("2030-01-01T00:00:00Z").getTime();
  await control(worker, "POST", "clock", { set: new Date(start).toISOString() });
  let calls = 1;
  let position = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const name = `${worker} ${round}`;
    const { product } = await admin.products.create({
      product: { name, productType: "physical", priceData: { price: 10 } },
    });
    await admin.products.update({ product: { id: product?.id, brand: worker } });
    await visitor.currentCart.addToCart({
      lineItems: [{ quantity: 1, catalogReference: { appId: storesApp, catalogItemId: product?.id } }],
    });
    const { checkoutId } = await visitor.currentCart.createCheckout({ channelType: "WEB" });
    const { orderId } = await visitor.checkouts.createOrder({ id: checkoutId ?? "" });
    const { order } = await admin.orders.get({ id: orderId ?? "" });
    expect(order?.lineItems?.[0]?.productName?.original).toBe(name);
    const { products = [], metadata } = await visitor.products.query({ query: { paging: { limit: 100 } } });
    expect(metadata?.total).toBe(round);
    expect(products?.filter((one) => !one.name?.startsWith(`${worker} `))).toEqual([]);
    const { now } = await control(worker, "POST", "advance", { by: `${hours}h` });
    expect(Date.parse(now)).toBe(start + round * hours * 3_600_000);
    const { events, last } = await control(worker, "GET", `deliveries?after=${position}&limit=1000`);
    expect(JSON.stringify(events)).not.toContain(worker === "left" ? "right " : "left ");
    position = last;
    const { counts } = await control(worker, "GET", "status");
    expect(counts.orders).toBe(round);
    calls += 10;
  }
  await Promise.all([admin.close(), visitor.close()]);
  return calls;
}

test("two workers on two branches make 10,000 calls and never see each other", async () => {
  const calls = await Promise.all([work("left", 1), work("right", 2)]);
  expect(calls[0] + calls[1]).toBeGreaterThanOrEqual(10_000);
  const main = await control("main", "GET", "status");
  expect([main.counts.products ?? 0, main.counts.orders ?? 0, main.clock.mode]).toEqual([0, 0, "real"]);
  expect(errors).toEqual([]);
});
