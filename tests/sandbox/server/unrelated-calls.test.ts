import fc from "fast-check";
import { expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { runs } from "../../support/runs.ts";
import { newYork, openVisitorShop, shopApp, type VisitorShop } from "../support/visitor-shop.ts";

type Json = ReturnType<JSON["parse"]>;
/** One step, which may be refused; `n` chooses what it works on. */
type Step = (shop: VisitorShop, n: number) => Promise<unknown>;

const pick = (rows: Json[], n: number): Json => rows[n % Math.max(1, rows.length)] ?? {};
const ofShop = async ({ ask }: VisitorShop, method: "POST" | "GET", path: string, body?: object) =>
  (await ask(method, path, body)).body;
const events = async (shop: VisitorShop) =>
  (await ofShop(shop, "POST", "/events/v3/events/query", { query: {} })).events;
const products = async (shop: VisitorShop) =>
  (await ofShop(shop, "POST", "/stores-reader/v1/products/query-platformized", { query: {} })).products;
const orders = async (shop: VisitorShop) =>
  (await ofShop(shop, "POST", "/ecom/v1/orders/search", { search: {} })).orders;

const email = "ada@example.com";
const outcomes = ["approved", "pending", "authorized", "offline"];
const statuses = ["APPROVED", "REJECTED", "CANCELED"];
const waits = ["10m", "1h", "2d", "31d", "200d"];

const steps: readonly (readonly [name: string, step: Step])[] = [
  [
    "buy a product, as a subscription or once",
    async (shop, n) => {
      const catalogItemId = pick(await products(shop), n).id;
      const subscriptionOptionInfo = {
        title: { original: "Monthly" },
        subscriptionSettings: { frequency: "MONTH", interval: 1, autoRenewal: true },
      };
      const reference = { catalogReference: { appId: shopApp, catalogItemId }, quantity: 1 };
      const item = { ...reference, ...(n % 2 === 0 && { subscriptionOptionInfo }) };
      const { body } = await shop.ask("POST", "/ecom/v1/carts", { lineItems: [item] });
      const path = `/ecom/v1/carts/${body.cart?.id}/create-checkout`;
      const delivered = { channelType: "WEB", email, shippingAddress: newYork };
      const { body: made } = await shop.ask("POST", path, delivered);
      const payment = { "x-sandbox-payment": outcomes[n % outcomes.length] ?? "" };
      return await shop.ask("POST", `/ecom/v1/checkouts/${made.checkoutId}/create-order`, {}, payment);
    },
  ],
  [
    "set the status of an order",
    async (shop, n) => {
      const { id } = pick(await orders(shop), n);
      const status = statuses[n % statuses.length];
      return await shop.ask("POST", `/ecom/v1/orders/${id}/update-status`, { status });
    },
  ],
  [
    "mark an order as paid",
    async (shop, n) => {
      const { id } = pick(await orders(shop), n);
      return await shop.ask("POST", `/ecom/v1/payments-collector/orders/${id}/mark-as-paid`, {});
    },
  ],
  [
    "delete a product",
    async (shop, n) => shop.ask("DELETE", `/stores/v1/products/${pick(await products(shop), n).id}`),
  ],
  [
    "sell out a product",
    async (shop, n) => {
      const { id, variants } = pick(await products(shop), n);
      const sold = (variants ?? []).map((one: Json) => ({ variantId: one.id, quantity: 0 }));
      const inventoryItem = { productId: id, trackQuantity: true, variants: sold };
      return await shop.ask("PATCH", `/stores/v2/inventoryItems/product/${id}`, { inventoryItem });
    },
  ],
  [
    "reserve and order tickets",
    async (shop, n) => {
      const eventId = pick(await events(shop), n).id;
      const path = `/events/v1/checkout/available-tickets?eventId=${eventId}`;
      const { definitions = [] } = await ofShop(shop, "GET", path);
      const { id: ticketDefinitionId } = pick(definitions, n);
      const { body: reserved } = await shop.ask("POST", "/events/v1/checkout/reservations", {
        eventId,
        ticketQuantities: [{ ticketDefinitionId, quantity: 1 }],
      });
      if (n % 3 === 0) return reserved;
      const values = { firstName: "Ada", lastName: "Kowal", email };
      const inputValues = Object.entries(values).map(([inputName, value]) => ({ inputName, value }));
      const order = { eventId, reservationId: reserved.id, guests: [{ form: { inputValues } }] };
      const payment = { "x-sandbox-payment": outcomes[n % outcomes.length] ?? "" };
      return await shop.ask("POST", "/events/v1/checkout", order, payment);
    },
  ],
  [
    "respond to an event",
    async (shop, n) => {
      const eventId = pick(await events(shop), n).id;
      const who = { firstName: "Ada", lastName: "Kowal", email: `ada${n}@example.com`, status: "YES" };
      return await shop.ask("POST", "/events/v2/rsvps", { rsvp: { eventId, ...who } });
    },
  ],
  [
    "cancel an event",
    async (shop, n) => shop.ask("POST", `/events/v3/events/${pick(await events(shop), n).id}/cancel`, {}),
  ],
  [
    "delete an event",
    async (shop, n) => shop.ask("DELETE", `/events/v3/events/${pick(await events(shop), n).id}`),
  ],
  [
    "move the clock",
    async (shop, n) => shop.control("POST", "advance", { by: waits[n % waits.length] ?? "1h" }),
  ],
];

/** Calls that have nothing to do with the steps. */
async function unrelated({ ask }: VisitorShop): Promise<(string | number)[][]> {
  const found: (string | number)[][] = [];
  const expectOk = async (method: "GET" | "POST", path: string, body?: object) => {
    const answer = await ask(method, path, body);
    if (answer.status !== 200) found.push([method, path, answer.status, answer.body.message]);
  };
  await expectOk("POST", "/oauth2/token", { clientId: defaults.clientId, grantType: "anonymous" });
  await expectOk("POST", "/events/v3/events/query", { query: {} });
  await expectOk("POST", "/ecom/v1/orders/search", { search: {} });
  await expectOk("POST", "/stores/v1/collections", { collection: { name: "Spring" } });
  await expectOk("POST", "/ecom/v1/discount-rules/query", { query: {} });
  await expectOk("GET", "/__till/status");
  return found;
}

test("no sequence of calls, clock moves and deletions makes an unrelated call fail", async () => {
  const walk = fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(60)), { minLength: 8, maxLength: 20 });
  const property = fc.asyncProperty(walk, async (moves) => {
    const shop = await openVisitorShop();
    try {
      const taken: string[] = [];
      for (const [index, n] of moves) {
        const [name, step] = steps[index] ?? ["nothing", async () => {}];
        taken.push(`${name} (${n})`);
        const answer = (await step(shop, n)) as { status?: number } | undefined;
        expect([taken, answer?.status ?? 200]).not.toEqual([taken, 500]);
        expect([taken, await unrelated(shop)]).toEqual([taken, []]);
      }
    } finally {
      shop.close();
    }
  });
  await fc.assert(property, { numRuns: runs(10), endOnFailure: true });
});
