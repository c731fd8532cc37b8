import { afterEach, expect, test } from "vitest";
import { faultKinds } from "../../src/api/services/sandbox/fault-kinds.ts";
import { sandbox as sandboxGroup } from "../../src/commands/sandbox/index.ts";
import { type ClientOptions, createClient } from "../../src/library/api.ts";
import {
  defineSeed,
  type FaultKind,
  openShop,
  type PaymentOutcome,
  type Seed,
  type ShopFault,
  type ShopOptions,
  type TestShop,
  TillError,
} from "../../src/library/testing.ts";
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

const missing = { id: "5173f0a0-5a9d-4b0c-8a0d-000000000404" };

const errorOf = async (work: () => unknown): Promise<TillError> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof TillError) return error;
    throw error;
  }
  throw new Error(`No error: ${work}`);
};

/** Expects that an error names no command but those of the sandbox, and no flag of theirs. */
function expectOfLibrary({ message, hint = "" }: TillError): void {
  const verbs = new Set(sandboxGroup.verbs.map(({ name }) => name));
  for (const text of [message, hint]) {
    expect(text).not.toMatch(/(^|\s)--[a-z]|\bprofile\b|: till api/);
    for (const [command, verb = ""] of text.matchAll(/\btill sandbox ([\w-]+)/g))
      expect(verbs.has(verb), command).toBe(true);
    expect(text.replace("till does not follow redirects", "")).not.toMatch(/\btill (?!sandbox )[a-z]/);
  }
}

test("hints of the client name its options, not commands and profiles", async () => {
  const shop = await open({ seed: "empty" });
  const { fetch } = shop;
  const hintOf = async (options: ClientOptions, fault?: FaultKind) => {
    if (fault) await shop.faults.add({ fault });
    const error = await createClient({ retries: 0, ...options })
      .products.remove({ id: "5173f0a0-5a9d-4b0c-8a0d-000000000404" })
      .catch((error: unknown) => error);
    return (error as TillError).hint;
  };
  const apiKey = { apiKey: shop.apiKey, siteId: shop.siteId, fetch };
  expect(await hintOf({ accessToken: "none", fetch })).toContain("accessToken");
  expect(await hintOf({ clientId: "none", fetch })).toContain("clientId");
  expect(await hintOf({ clientId: shop.clientId, fetch })).toContain("use an apiKey");
  expect(await hintOf(apiKey, "429")).toContain("concurrency");
  const { apiKey: key, siteId } = shop;
  const unreachable = { apiKey: key, siteId, baseUrl: "http://127.0.0.1:9" };
  expect(await hintOf(apiKey, "redirect")).toContain("baseUrl");
  for (const hint of [await hintOf(apiKey, "truncate"), await hintOf(unreachable)])
    expect(hint ?? "").not.toMatch(/till |profile|--/);
});

test("hints of a shop's clients name the shop", async () => {
  const shop = await open({ seed: "empty" });
  const hintOf = async (client: ReturnType<TestShop["client"]["asAdmin"]>, fault?: FaultKind) => {
    if (fault) await shop.faults.add({ fault });
    return (await errorOf(() => client.products.remove(missing))).hint;
  };
  const { asAdmin, asVisitor } = shop.client;
  expect(await hintOf(asVisitor())).toContain("shop.client.asAdmin()");
  expect(await hintOf(asAdmin(), "429")).toContain("shop.faults.clear()");
  expect(await hintOf(asAdmin(), "redirect")).toContain("shop.faults.clear()");
});

test("no error of the library names a command or a flag, whatever goes wrong", async () => {
  const shop = await open({ seed: "empty" });
  const product = { name: "Mug", productType: "physical", priceData: { price: 8 } } as const;
  const clients = [
    shop.client.asAdmin(),
    shop.client.asVisitor(),
    createClient({ apiKey: shop.apiKey, siteId: shop.siteId, fetch: shop.fetch, retries: 0 }),
  ];
  const caught: TillError[] = [];
  for (const fault of faultKinds)
    for (const client of clients)
      for (const work of [() => client.products.query({}), () => client.products.create({ product })]) {
        if (fault === "slow" || fault === "hold") continue;
        await shop.faults.add({ fault });
        caught.push(await errorOf(work));
        await shop.faults.clear();
      }

  const { port } = new URL((await shop.listen()).url);
  const closed = await openShop({ seed: "empty" });
  await closed.close();
  const as = <T>(value: unknown) => value as T;
  const failures: readonly (() => unknown)[] = [
    () => openShop(as("demo")),
    () => openShop(as(null)),
    () => openShop({ seed: new Uint8Array([1, 2, 3]) }),
    () => openShop({ seed: shop.snapshot().slice(0, 5000) }),
    () => openShop({ seed: as<Seed>([]) }),
    () => openShop({ now: "noon" }),
    () => defineSeed({ products: [as({ nam: "Mug" })] }),
    () => shop.installFetch(as({ unhandled: "error" })),
    () => shop.installFetch(as("error")),
    () => shop.faults.add(as<ShopFault>("503")),
    () => shop.faults.add({ fault: "503", route: as("cretaeOrder") }),
    () => shop.faults.add({ fault: as<FaultKind>("505") }),
    () => shop.clock.advance("20 parsecs"),
    () => shop.payments.next(as<PaymentOutcome>("DENIED")),
    () => shop.webhooks.next("order_created", { timeout: 0 }),
    () => shop.client.asMember("nobody@example.com").products.query({}),
    () => shop.client.asAdmin().products.get(missing),
    () => shop.client.asAdmin().products.create({ product: { ...product, priceData: { price: -1 } } }),
    () => shop.client.asAdmin().products.create(as({ product: { name: 4 } })),
    () => shop.client.asAdmin().dataItems.query({ dataCollectionId: "Nowhere" }),
    async () => await (await open({ seed: "empty" })).listen({ port: Number(port) }),
    async () => await (await open({ seed: "empty" })).listen({ port: as("http") }),
    () => closed.ledger(),
    () => closed.client.asVisitor().products.query({}),
    () => createClient({}),
    () => createClient({ apiKey: "a", clientId: "b" }),
    () => createClient({ apiKey: "a", baseUrl: "shop.example", retries: 0 }).products.query({}),
    () => createClient({ apiKey: "a", baseUrl: "http://127.0.0.1:9", retries: 0 }).products.query({}),
    () => createClient({ apiKey: "a", baseUrl: "https://nowhere.invalid", retries: 0 }).products.query({}),
    () => createClient({ accessToken: "none", fetch: shop.fetch, retries: 0 }).products.query({}),
    () => createClient({ clientId: "none", fetch: shop.fetch, retries: 0 }).products.query({}),
    () => verifyWebhook("", "key"),
    () => verifyWebhook("a.b.c", "key"),
    async () => verifyWebhook("a.b.c", await shop.webhooks.publicKey()),
  ];
  for (const work of failures) caught.push(await errorOf(work));
  for (const error of caught) expectOfLibrary(error);
  expect([...new Set(caught.map(({ name }) => name))].sort()).toEqual([
    "ApiError",
    "TillError",
    "TransportError",
    "UnknownOutcomeError",
    "UsageError",
  ]);
});
