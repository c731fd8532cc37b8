import fc from "fast-check";
import { expect, test } from "vitest";
import { cycleStart } from "../../../../src/sandbox/services/subscriptions/cycles.ts";
import { openSellingFloor } from "../../support/demo-shop.ts";

const stores = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const requests = "/back-in-stock-service/v1/back-in-stock-notification-requests";

test("a month keeps its day, and takes the last one where it has none", () => {
  const monthly = { frequency: "MONTH", interval: 1 };
  const starts = [1, 2, 3, 13].map((count) =>
    cycleStart("2026-01-31T09:00:00.000Z", monthly, count).toISOString(),
  );
  expect(starts).toEqual([
    "2026-02-28T09:00:00.000Z",
    "2026-03-31T09:00:00.000Z",
    "2026-04-30T09:00:00.000Z",
    "2027-02-28T09:00:00.000Z",
  ]);
  const leap = cycleStart("2024-02-29T09:00:00.000Z", { frequency: "YEAR", interval: 1 }, 1);
  expect(leap.toISOString()).toBe("2025-02-28T09:00:00.000Z");
  const fortnight = cycleStart("2026-12-25T09:00:00.000Z", { frequency: "WEEK", interval: 2 }, 1);
  expect(fortnight.toISOString()).toBe("2027-01-08T09:00:00.000Z");
});

test("later cycles start later, at the same time of day, whatever the frequency", () => {
  const times = fc.date({ min: new Date("2000-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
  const lengths = fc.record({
    frequency: fc.constantFrom("DAY", "WEEK", "MONTH", "YEAR"),
    interval: fc.integer({ min: 1, max: 24 }),
  });
  fc.assert(
    fc.property(times, lengths, fc.integer({ min: 0, max: 60 }), (anchor, length, count) => {
      const [one, next] = [count, count + 1].map((n) => cycleStart(anchor.toISOString(), length, n));
      expect(next!.getTime()).toBeGreaterThan(one!.getTime());
      expect(one!.toISOString().slice(11)).toBe(anchor.toISOString().slice(11));
    }),
  );
});

test("a subscription places and charges an order each month, and its contract counts the cycles", async () => {
  const { ok, advance, told } = await openSellingFloor("2026-01-31T12:00:00Z");
  const contracts = "/ecom/subscription-contracts/v1/subscription-contracts";
  const { orders: before } = await ok("POST", "/ecom/v1/orders/search", { search: {} });
  await told();
  await advance("27d");
  expect(await told()).not.toContain("subscription_contract_updated");
  await advance("2d");
  await advance("31d");
  const types = await told();
  expect(types.filter((type) => type === "subscription_contract_updated")).toHaveLength(2);
  const { subscriptionContracts } = await ok("POST", `${contracts}/query`, { query: {} });
  const [contract] = subscriptionContracts;
  expect(contract).not.toHaveProperty("backstage");
  expect(contract).toMatchObject({ revision: "3", updatedDate: "2026-03-31T12:00:00.000Z" });
  expect(contract.lineItems[0].subscriptionInfo.cycleNumber).toBe(3);
  const { orders } = await ok("POST", "/ecom/v1/orders/search", { search: {} });
  const made = orders.filter(
    ({ id }: { id: string }) => !before.some((one: { id: string }) => one.id === id),
  );
  expect(made).toHaveLength(2);
  for (const order of made) {
    expect(order).toMatchObject({ status: "APPROVED", paymentStatus: "PAID" });
    expect(order.priceSummary.total.amount).toBe("18.00");
    expect(order.lineItems[0].subscriptionInfo.id).toBe(contract.id);
  }
});

test("a checkout that is left is abandoned after an hour, reminded of, and recovered when it is completed", async () => {
  const { ok, ask, advance, told, mails } = await openSellingFloor();
  const { checkout } = await ok("POST", "/ecom/v1/checkouts", {
    channelType: "WEB",
    checkoutInfo: { buyerInfo: { email: "lene@example.com" } },
    customLineItems: [
      { productName: { original: "Tour" }, price: "30.00", quantity: 1, itemType: { preset: "SERVICE" } },
    ],
  });
  const find = async () => {
    const body = await ok("POST", "/ecom/v1/abandoned-checkout/query", { query: {} });
    return body.abandonedCheckouts.find((one: { checkoutId: string }) => one.checkoutId === checkout.id);
  };
  await advance("59m");
  expect(await find()).toBeUndefined();
  await advance("2m");
  const left = await find();
  expect(left).toMatchObject({
    status: "ABANDONED",
    buyerInfo: { email: "lene@example.com" },
    activities: [{ type: "SCHEDULED" }],
  });
  await advance("1h");
  expect((await find()).activities.map(({ type }: { type: string }) => type)).toEqual([
    "SCHEDULED",
    "EMAIL_SENT",
  ]);
  expect(await mails()).toMatchObject([{ to: "lene@example.com", subject: "You left something behind" }]);
  await told();
  await ok("POST", `/ecom/v1/checkouts/${checkout.id}/create-order`, {});
  expect(await find()).toMatchObject({ status: "RECOVERED", checkoutRecoveredDate: expect.any(String) });
  expect(await told()).toContain("abandoned_checkout_recovered");
  const figures = { startDate: "2026-01-01", endDate: "2026-12-31" };
  const body = await ok("POST", "/ecom/v1/abandoned-checkout/get-analytics", figures);
  expect(body).toMatchObject({ recoveredCheckoutCount: 2, recoverableCheckoutCount: 1, recoveryRate: 67 });
  expect((await ask("GET", `/ecom/v1/abandoned-checkout/${checkout.id}`)).status).toBe(404);
});

test("a checkout that is completed in time was never abandoned", async () => {
  const { ok, advance } = await openSellingFloor();
  const { checkout } = await ok("POST", "/ecom/v1/checkouts", {
    channelType: "WEB",
    customLineItems: [
      { productName: { original: "Tour" }, price: "30.00", quantity: 1, itemType: { preset: "SERVICE" } },
    ],
  });
  await ok("POST", `/ecom/v1/checkouts/${checkout.id}/create-order`, {});
  await advance("1d");
  const { abandonedCheckouts } = await ok("POST", "/ecom/v1/abandoned-checkout/query", { query: {} });
  expect(abandonedCheckouts).toHaveLength(2);
});

for (const catalog of ["v1", "v3"] as const) {
  test(`who waits for an item of catalog ${catalog} is told once it returns`, async () => {
    const { ok, advance, mails } = await openSellingFloor("2026-01-31T12:00:00Z", catalog);
    const wait = async (email: string) =>
      (
        await ok("POST", requests, {
          request: { email, catalogReference: { appId: stores, catalogItemId: pitcher.id } },
          itemDetails: { name: "Porcelain Pitcher", price: "54.00" },
        })
      ).request;
    const pitcher = await pitcherOf();
    const [one, unreachable] = [await wait("ivo@example.com"), await wait("nobody@shop.invalid")];
    expect(one).toMatchObject({ status: "RECEIVED", autoNotified: false });
    await restock();
    expect((await ok("GET", `${requests}/${one.id}`)).request.status).toBe("PROCESSING");
    await advance("2m");
    expect((await ok("GET", `${requests}/${one.id}`)).request).toMatchObject({
      status: "NOTIFICATION_SENT",
      autoNotified: true,
    });
    expect((await ok("GET", `${requests}/${unreachable.id}`)).request.status).toBe("FAILED");
    const told = (await mails()).filter(({ to }) => to === "ivo@example.com");
    expect(told).toMatchObject([{ subject: "Porcelain Pitcher is back in stock" }]);

    async function pitcherOf() {
      const filter = { slug: "porcelain-pitcher" };
      if (catalog === "v3")
        return (await ok("POST", "/stores/v3/products/query", { query: { filter } })).products[0];
      const path = "/stores-reader/v1/products/query-platformized";
      const body = await ok("POST", path, { query: { filter } });
      return body.products[0];
    }
    async function restock() {
      if (catalog === "v1") {
        const move = { incrementData: [{ productId: pitcher.id, incrementBy: 3 }] };
        return await ok("POST", "/stores/v2/inventoryItems/increment", move);
      }
      const query = { filter: { productId: pitcher.id } };
      const { inventoryItems } = await ok("POST", "/stores/v3/inventory-items/query", { query });
      const [{ id, revision }] = inventoryItems;
      const inventoryItem = { id, revision, quantity: 3 };
      return await ok("PATCH", `/stores/v3/inventory-items/${id}`, { inventoryItem });
    }
  });
}

test("requests are refused twice for one item, and while none are collected", async () => {
  const { ok, ask } = await openSellingFloor();
  const body = {
    request: { email: "ivo@example.com", catalogReference: { appId: stores, catalogItemId: "a" } },
    itemDetails: { name: "A", price: "1.00" },
  };
  await ok("POST", requests, body);
  expect((await ask("POST", requests, body)).body.details.applicationError.code).toBe(
    "BACK_IN_STOCK_NOTIFICATION_REQUEST_ALREADY_EXISTS",
  );
  const { countsPerCatalogReference } = await ok(
    "GET",
    `${requests}/count-by-catalog-reference?.r=${Buffer.from(
      JSON.stringify({ catalogReferences: [body.request.catalogReference] }),
    ).toString("base64url")}`,
  );
  expect(countsPerCatalogReference[0].count).toBe(1);
  await ok("POST", `${requests}/settings/stop-collecting`, { appId: stores });
  const other = { ...body, request: { ...body.request, email: "ute@example.com" } };
  expect((await ask("POST", requests, other)).body.details.applicationError.code).toBe(
    "REQUEST_COLLECTION_DISABLED",
  );
});

test("reporting an item by hand tells its requests, and one can be marked as told", async () => {
  const { ok, ask, advance } = await openSellingFloor();
  const make = async (email: string, variantId: string) =>
    (
      await ok("POST", requests, {
        request: { email, catalogReference: { appId: stores, catalogItemId: "a", options: { variantId } } },
        itemDetails: { name: "A", price: "1.00" },
      })
    ).request.id;
  const [red, blue] = [await make("r@example.com", "red"), await make("b@example.com", "blue")];
  const report = { itemDetails: { name: "A", price: "1.00" } };
  const reference = { appId: stores, catalogItemId: "a", options: { variantId: "red" } };
  const path = `${requests}/report-items-back-in-stock`;
  const both = { ...report, catalogReference: reference, requestIds: [red] };
  expect((await ask("POST", path, both)).status).toBe(400);
  await ok("POST", path, { ...report, catalogReference: reference });
  await advance("2m");
  const statusOf = async (id: string) => (await ok("GET", `${requests}/${id}`)).request.status;
  expect([await statusOf(red), await statusOf(blue)]).toEqual(["NOTIFICATION_SENT", "RECEIVED"]);
  await ok("PUT", `${requests}/${blue}/mark-as-notification-sent`, {});
  expect(await statusOf(blue)).toBe("NOTIFICATION_SENT");
});
