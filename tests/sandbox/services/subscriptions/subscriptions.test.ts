import { expect, test } from "vitest";
import { openDemoShop } from "../../support/demo-sandbox.ts";

test("a subscription places and charges an order each month, and its contract counts the cycles", async () => {
  const { ok, advance, eventTypes } = await openDemoShop("2026-01-31T12:00:00Z");
  const contracts = "/ecom/subscription-contracts/v1/subscription-contracts";
  const { orders: before } = await ok("POST", "/ecom/v1/orders/search", { search: {} });
  await eventTypes();
  await advance("27d");
  expect(await eventTypes()).not.toContain("subscription_contract_updated");
  await advance("2d");
  await advance("31d");
  const types = await eventTypes();
  expect(types.filter((type) => type === "subscription_contract_updated")).toHaveLength(2);
  const { subscriptionContracts } = await ok("POST", `${contracts}/query`, { query: {} });
  const [contract] = subscriptionContracts;
  expect(contract).not.toHaveProperty("internal");
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
