import { AsyncResource } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { get as httpsGet, request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import { setImmediate as breathe } from "node:timers/promises";
import { urlToHttpOptions } from "node:url";
import { request as undiciRequest } from "undici";
import { afterEach, expect, test } from "vitest";
import { createClient } from "../../src/library/api.ts";
import { openShop, type TestShop } from "../../src/library/testing.ts";

const opened: TestShop[] = [];
async function open(name: string): Promise<TestShop> {
  const shop = await openShop({ name, seed: { products: [{ name, price: 1 }] } });
  opened.push(shop);
  return shop;
}
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close();
});

const path = "/stores-reader/v1/products/query";
const url = `https://www.wixapis.com${path}`;
type Names = { products?: { name: string }[] };
const nameIn = (body: unknown) => (body as Names).products?.[0]?.name;
const asked = ({ apiKey: authorization }: TestShop) => ({
  method: "POST",
  headers: { authorization, "content-type": "application/json" },
  body: "{}",
});

/** Returns the name of the product in the shop that a client reaches. */
const clients: Record<string, (shop: TestShop) => Promise<string | undefined>> = {
  fetch: async (shop) => nameIn(await (await fetch(url, asked(shop))).json()),
  "fetch with a Request": async (shop) => nameIn(await (await fetch(new Request(url, asked(shop)))).json()),
  undici: async (shop) => {
    const { body } = await undiciRequest(url, { ...asked(shop), method: "POST" });
    return nameIn(await body.json());
  },
  "https.request with a URL": (shop) =>
    new Promise((resolve, reject) => {
      const { body, ...options } = asked(shop);
      const request = httpsRequest(url, options, async (response) => {
        resolve(nameIn(JSON.parse(await text(response))));
      });
      request.on("error", reject);
      request.setTimeout(20_000);
      request.end(body);
    }),
  "https.request with options": (shop) =>
    new Promise((resolve, reject) => {
      const { body, ...options } = asked(shop);
      const request = httpsRequest({ hostname: "www.wixapis.com", path, ...options });
      request.on("response", async (response) => resolve(nameIn(JSON.parse(await text(response)))));
      request.on("error", reject).end(body);
    }),
  // As node-fetch calls it, and axios after a redirect.
  "https.request with the fields of a URL": (shop) =>
    new Promise((resolve, reject) => {
      const { body, ...options } = asked(shop);
      const fields = { ...urlToHttpOptions(new URL(url)), auth: null };
      const request = httpsRequest({ ...fields, ...options });
      request.on("response", async (response) => resolve(nameIn(JSON.parse(await text(response)))));
      request.on("error", reject).end(body);
    }),
  "https.get": () =>
    new Promise((resolve, reject) => {
      httpsGet("https://static.wixstatic.com/media/till_mug~mv2.jpg", (response) => {
        response.resume();
        resolve(response.headers["content-type"] === "image/png" ? "picture" : "");
      }).on("error", reject);
    }),
  createClient: async ({ apiKey, siteId }) =>
    (await createClient({ apiKey, siteId }).products.query({})).products?.[0]?.name ?? "",
};

test.for(Object.entries(clients))("%s reaches the installed shop", async ([name, client]) => {
  const shop = await open("picture");
  const remove = shop.installFetch();
  expect(await client(shop)).toBe("picture");
  expect(shop.requests.last()?.status, name).toBe(200);
  if (name !== "createClient")
    expect(shop.requests.last()?.headers.host, name).toMatch(/^(www\.wixapis|static\.wixstatic)\.com$|^$/);
  remove();
});

test("20 requests, one after another, take at most two connections", async () => {
  const shop = await open("Reused");
  shop.installFetch();
  let connections = 0;
  const count = () => {
    connections += 1;
  };
  subscribe("undici:client:connected", count);
  try {
    for (let sent = 0; sent < 20; sent += 1) await (await fetch(url, asked(shop))).json();
  } finally {
    unsubscribe("undici:client:connected", count);
  }
  // Undici frees a connection after the response was read: the next request opens the other one.
  expect(connections).toBeLessThanOrEqual(2);
});

test("200 tests at a time each reach their own shop, with every client", async () => {
  const all = Object.entries(clients).filter(([name]) => name !== "https.get");
  const runOne = async (index: number) => {
    const shop = await open(`shop ${index}`);
    shop.installFetch();
    await breathe();
    const [, client = clients.fetch] = all[index % all.length] ?? [];
    const names = [await client?.(shop), await clients.fetch?.(shop)];
    await shop.close();
    return names;
  };
  const seen = await Promise.all(Array.from({ length: 200 }, (_, index) => runOne(index)));
  expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => [`shop ${index}`, `shop ${index}`]));
});

test("shops that are installed in one test are removed in any order", async () => {
  const [first, second, third] = [await open("first"), await open("second"), await open("third")];
  const remove = [first, second, third].map((shop) => shop.installFetch());
  const reached = async () => await clients.fetch?.(first);
  expect(await reached()).toBe("third");
  remove[1]?.();
  expect(await reached()).toBe("third");
  remove[2]?.();
  remove[2]?.();
  expect(await reached()).toBe("first");
  remove[0]?.();
  const again = second.installFetch();
  expect(await reached()).toBe("second");
  again();
});

test("a request after the shop is closed is refused and names the test", async () => {
  const shop = await open("sells a mug");
  shop.installFetch();
  await shop.close();
  for (const [name, client] of Object.entries(clients)) {
    const error = await client(shop).catch((thrown: unknown) => thrown);
    const { message, cause } = error as Error & { cause?: Error };
    expect(cause?.message ?? message, name).toMatch(
      /^The test shop of "sells a mug" is closed, and (GET|POST) https:\S+ came too late\. Await everything/,
    );
  }
});

/** Runs work where no test has installed a shop, as hooks and servers do. */
const outside = AsyncResource.bind(<T>(work: () => T): T => work());

test("a shop that a hook installed answers while it is the only one, and two are refused", async () => {
  const [first, second] = [await open("first"), await open("second")];
  outside(() => first.installFetch());
  expect(await outside(async () => await clients.fetch?.(first))).toBe("first");
  const remove = outside(() => second.installFetch());
  for (const client of [clients.fetch, clients["https.request with a URL"], clients.createClient]) {
    const error = await outside(async () => await client?.(second)).catch((thrown: unknown) => thrown);
    const { message, cause } = error as Error & { cause?: Error };
    expect(cause?.message ?? message).toMatch(
      /^2 test shops are installed, and \w+ https:\S+ came from none of their tests\. Call installFetch inside the test/,
    );
  }
  remove();
  expect(await outside(async () => await clients.fetch?.(first))).toBe("first");
});

test("other hosts are reached, unless onUnhandled says otherwise", async () => {
  const { url: server } = await (await open("server")).listen();
  const shop = await open("shop");
  const ask = async (address: string) => (await fetch(address, { method: "POST" })).status;
  const remove = shop.installFetch();
  expect(await ask(`${server}${path}`)).toBe(401);
  remove();

  const removeStrict = shop.installFetch({ onUnhandled: "error" });
  expect(await ask(`${server}${path}`)).toBe(401);
  const strict = await ask("https://example.invalid/rates").catch((error: Error) => error.cause);
  expect(strict).toMatchObject({ name: "UsageError", code: "UNHANDLED_REQUEST" });
  expect(String(strict)).toContain("POST https://example.invalid/rates is not for the platform");
  removeStrict();

  const seen: unknown[] = [];
  shop.installFetch({
    onUnhandled(request) {
      seen.push(request);
      if (request.url.includes("invalid")) throw new Error("no such host");
    },
  });
  expect(await ask(`${server}${path}`)).toBe(401);
  await expect(ask("https://example.invalid/rates")).rejects.toMatchObject({
    cause: { message: "no such host" },
  });
  expect(seen).toEqual([
    { method: "POST", url: `${server}${path}` },
    { method: "POST", url: "https://example.invalid/rates" },
  ]);
  expect(() => shop.installFetch({ onUnhandled: "warn" } as never)).toThrow('onUnhandled cannot be "warn"');
});

test("a connection that a fault cuts fails every client, and a page of another origin may call", async () => {
  const shop = await open("shop");
  shop.installFetch();
  for (const client of [clients.fetch, clients.undici, clients["https.request with a URL"]]) {
    await shop.faults.add({ fault: "drop-after", route: "products.query" });
    await expect(client?.(shop)).rejects.toThrow();
    await shop.faults.assertHit();
  }
  const { headers } = await undiciRequest(url, {
    method: "OPTIONS",
    headers: { origin: "https://shop.example", "access-control-request-method": "POST" },
  });
  expect(headers["access-control-allow-origin"]).toBe("https://shop.example");
});
