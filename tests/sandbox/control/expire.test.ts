import { expect, test } from "vitest";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

test("an expired checkout is gone, emits its event, and is not abandoned later", async () => {
  const { ok, ask, control, newEvents, newEventTypes, advance } = openTestShop();
  const mug = { name: "A mug", productType: "physical", visible: true, priceData: { price: 5 } };
  const { product } = await ok("POST", "/stores/v1/products", { product: mug });
  const lineItems = [{ catalogReference: { appId, catalogItemId: product.id }, quantity: 1 }];
  const { checkout } = await ok("POST", "/ecom/v1/checkouts", { channelType: "WEB", lineItems });
  newEvents();
  await control("POST", "expire", { kind: "checkout", id: checkout.id });
  expect(newEvents()).toMatchObject([
    { type: "wix.ecom.v1.checkout_deleted", entityId: checkout.id, payload: { deletedEvent: {} } },
  ]);
  expect(codeOf(await ask("GET", `/ecom/v1/checkouts/${checkout.id}`))).toBe("CHECKOUT_NOT_FOUND");
  await advance("2d");
  expect(newEventTypes().filter((type) => type.startsWith("abandoned"))).toEqual([]);
  const again = await ask("POST", "/__till/expire", { kind: "checkout", id: checkout.id });
  expect([again.status, codeOf(again)]).toEqual([404, "CHECKOUT_NOT_FOUND"]);
});

test("an expired subscription contract is gone, emits its event, and charges nothing", async () => {
  const { ok, control, newEvents, newEventTypes, advance } = openTestShop();
  const query = { query: {} };
  const path = "/ecom/subscription-contracts/v1/subscription-contracts/query";
  const { subscriptionContracts } = await ok("POST", path, query);
  const [{ id }] = subscriptionContracts;
  newEvents();
  for (const contract of subscriptionContracts)
    await control("POST", "expire", { kind: "contract", id: contract.id });
  expect(newEvents()).toContainEqual(
    expect.objectContaining({
      type: "wix.ecom.subscription_contracts.v1.subscription_contract_deleted",
      entityId: id,
      payload: expect.objectContaining({ deletedEvent: {} }),
    }),
  );
  expect((await ok("POST", path, query)).subscriptionContracts).toEqual([]);
  await advance("90d");
  expect(newEventTypes().filter((type) => type.startsWith("subscription_contract"))).toEqual([]);
});
