import { beforeEach, expect, test } from "vitest";
import { discountRules } from "../../../src/sandbox/discounts/discounts.ts";
import type { StoreTx, Table } from "../../../src/sandbox/kernel/tx.ts";
import { allServices } from "../../../src/sandbox/server/router.ts";
import { openVisitorShop, type VisitorShop } from "../support/visitor-shop.ts";

const current = "/ecom/v1/carts/current";
const checkouts = "/ecom/v1/checkouts";
let shop: VisitorShop;
let calculations = 0;

/** A transaction that counts price calculations; each one reads the discount rules once. */
const counting = (tx: StoreTx): StoreTx => ({
  ...tx,
  each<T>(table: Table<T>, filter?: unknown) {
    if (table.name === discountRules.name) calculations += 1;
    return tx.each(table, filter);
  },
});

const services = allServices.map(({ load, ...loader }) => ({
  ...loader,
  async load() {
    const { handlers = {}, ...service } = await load();
    const counted = Object.entries(handlers).map(([call, handler]) => [
      call,
      (tx: StoreTx, input: never) => handler(counting(tx), input),
    ]);
    return { ...service, handlers: Object.fromEntries(counted) };
  },
}));

beforeEach(async () => {
  // Delivery times depend on the clock.
  shop = await openVisitorShop({ services, now: "2030-05-01T09:00:00Z" });
});

/** Makes a call as the visitor, and counts the calculations that it takes. */
async function count(...call: Parameters<VisitorShop["visitor"]>) {
  calculations = 0;
  const body = await shop.visitor(...call);
  return { body, calculations };
}

const lastEvent = async (type: string) => {
  const { events } = await shop.control("GET", "events?limit=500");
  return events.findLast((event: { type: string }) => event.type === type).payload;
};

test("a changed checkout is priced once, and the event shows what the call returns", async () => {
  await shop.add("espresso-cup-set", 1);
  const id = await shop.checkout();
  const { checkout } = await shop.visitor("GET", `${checkouts}/${id}`);
  const [{ code }] = checkout.shippingInfo.carrierServiceOptions[0].shippingOptions;
  const shippingInfo = { selectedCarrierServiceOption: { code } };
  const change = { checkout: { id, shippingInfo }, couponCode: "WELCOME10" };
  const changed = await count("PATCH", `${checkouts}/${id}`, change);
  expect(changed.calculations).toBe(1);
  const { updatedEvent } = await lastEvent("wix.ecom.v1.checkout_updated");
  expect(updatedEvent.currentEntity).toEqual(changed.body.checkout);

  const unchanged = await count("PATCH", `${checkouts}/${id}`, change);
  expect(unchanged.calculations).toBe(1);
  expect(unchanged.body).toEqual(changed.body);
});

test("a changed cart is priced once, and the event shows what the call returns", async () => {
  await shop.add("espresso-cup-set", 1);
  const changed = await count("PATCH", current, { couponCode: "WELCOME10" });
  expect(changed.calculations).toBe(1);
  const { updatedEvent } = await lastEvent("wix.ecom.v1.cart_updated");
  expect(updatedEvent.currentEntity).toEqual(changed.body.cart);
});

test("a new checkout is priced once", async () => {
  await shop.add("espresso-cup-set", 1);
  const catalogReference = await shop.item("espresso-cup-set");
  const created = await count("POST", checkouts, {
    lineItems: [{ catalogReference, quantity: 2 }],
    channelType: "WEB",
  });
  expect(created.calculations).toBe(1);
});
