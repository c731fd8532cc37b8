import { expect, test } from "vitest";
import { watchCheckout } from "../../../src/sandbox/abandoned-checkouts/index.ts";
import { openTestShop } from "../../support/test-shop.ts";

test("an unfinished checkout is abandoned after an hour, gets a reminder, and is recovered by its order", async () => {
  const { ok, ask, advance, newEventTypes, mails } = openTestShop();
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
  await newEventTypes();
  await ok("POST", `/ecom/v1/checkouts/${checkout.id}/create-order`, {});
  expect(await find()).toMatchObject({ status: "RECOVERED", checkoutRecoveredDate: expect.any(String) });
  expect(await newEventTypes()).toContain("abandoned_checkout_recovered");
  const figures = { startDate: "2026-01-01", endDate: "2026-12-31" };
  const body = await ok("POST", "/ecom/v1/abandoned-checkout/get-analytics", figures);
  expect(body).toMatchObject({ recoveredCheckoutCount: 2, recoverableCheckoutCount: 1, recoveryRate: 67 });
  expect((await ask("GET", `/ecom/v1/abandoned-checkout/${checkout.id}`)).status).toBe(404);
});

test("a change of a checkout puts its hour off, and one of an abandoned checkout shows in it", async () => {
  const { ok, advance } = openTestShop();
  const tour = { productName: { original: "Tour" }, price: "30.00", itemType: { preset: "SERVICE" } };
  const { checkout } = await ok("POST", "/ecom/v1/checkouts", {
    channelType: "WEB",
    customLineItems: [{ ...tour, quantity: 1 }],
  });
  const find = async () => {
    const body = await ok("POST", "/ecom/v1/abandoned-checkout/query", { query: {} });
    return body.abandonedCheckouts.find((one: { checkoutId: string }) => one.checkoutId === checkout.id);
  };
  const set = (quantity: number) =>
    ok("POST", `/ecom/v1/checkouts/${checkout.id}/update-line-items-quantity`, {
      lineItems: [{ id: checkout.lineItems[0].id, quantity }],
    });
  await advance("50m");
  await set(2);
  await advance("50m");
  expect(await find()).toBeUndefined();
  await advance("10m");
  const left = await find();
  expect(left).toMatchObject({ status: "ABANDONED", totalPrice: { amount: "60.00" } });
  await set(3);
  expect(await find()).toMatchObject({
    id: left.id,
    status: "ABANDONED",
    totalPrice: { amount: "90.00" },
    createdDate: left.createdDate,
  });
});

test("a checkout completed in time is never abandoned", async () => {
  const { ok, advance } = openTestShop();
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

test("abandoned checkouts are searched by address, first and last name", async () => {
  const { ok } = openTestShop();
  const found = async (search: object) =>
    (await ok("POST", "/ecom/v1/abandoned-checkout/search", { search })).abandonedCheckouts.map(
      ({ buyerInfo }: { buyerInfo: { email: string } }) => buyerInfo.email,
    );
  const named = (expression: string, more: object = {}) => found({ search: { expression, ...more } });
  expect(await named("finn@example.com")).toEqual(["finn@example.com"]);
  expect(await named("EDDA")).toEqual(["edda@example.com"]);
  expect(await named("edda sample", { mode: "AND" })).toEqual(["edda@example.com"]);
  expect(await named("nobody")).toEqual([]);
});

test("abandoned checkouts are filtered by activity and by coupon", async () => {
  const { ok, advance, store } = openTestShop();
  const checkoutId = "99999999-9999-4999-8999-999999999999";
  const appliedDiscounts = [{ coupon: { code: "WELCOME10" } }];
  store.write({ caller: { role: "visitor" } }, (tx) => watchCheckout(tx, { checkoutId, appliedDiscounts }));
  await advance("1h");
  const found = async (filter: object) => {
    const { abandonedCheckouts } = await ok("POST", "/ecom/v1/abandoned-checkout/search", {
      search: { filter },
    });
    return abandonedCheckouts as { id: string; checkoutId: string }[];
  };
  expect(await found({ "activities.type": { $hasSome: ["SCHEDULED"] } })).toHaveLength(3);
  const [one, ...others] = await found({ "appliedDiscounts.coupon.code": { $hasSome: ["WELCOME10"] } });
  expect([one?.checkoutId, others]).toEqual([checkoutId, []]);
  expect(one).not.toHaveProperty("lists");
  await ok("POST", `/ecom/v1/abandoned-checkouts/${one?.id}/add-activity`, { activityType: "TASK_CREATED" });
  expect(await found({ "activities.type": { $hasAll: ["TASK_CREATED", "SCHEDULED"] } })).toHaveLength(1);
});

test("each page of a search of abandoned checkouts has the total of the search", async () => {
  const { ok, advance, store } = openTestShop();
  store.write({ caller: { role: "visitor" } }, (tx) => watchCheckout(tx, { checkoutId: "another" }));
  await advance("1h");
  const page = async (search: object) =>
    (await ok("POST", "/ecom/v1/abandoned-checkout/search", { search })).pagingMetadata;
  const first = await page({ filter: { "contactDetails.lastName": "Sample" }, cursorPaging: { limit: 1 } });
  const second = await page({ cursorPaging: { limit: 1, cursor: first.cursors.next } });
  expect([first.total, second.total]).toEqual([2, 2]);
  expect([first.cursors.prev, second.cursors.next]).toEqual([undefined, undefined]);
});
