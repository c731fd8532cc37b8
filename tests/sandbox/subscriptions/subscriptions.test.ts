import { expect, test } from "vitest";
import { insertEntity, newEntity } from "../../../src/sandbox/kernel/entities.ts";
import { draftContractKind } from "../../../src/sandbox/subscriptions/draft-contracts.ts";
import { codeOf, openTestShop } from "../../support/test-shop.ts";
import { day, jug, openOrdersSandbox } from "../support/orders-sandbox.ts";

test("a subscription places and charges an order each month, and its contract counts the cycles", async () => {
  const { ok, advance, newEventTypes } = openTestShop();
  const contracts = "/ecom/subscription-contracts/v1/subscription-contracts";
  const { orders: before } = await ok("POST", "/ecom/v1/orders/search", { search: {} });
  await newEventTypes();
  await advance("27d");
  expect(await newEventTypes()).not.toContain("subscription_contract_updated");
  await advance("2d");
  await advance("31d");
  const types = await newEventTypes();
  expect(types.filter((type) => type === "subscription_contract_updated")).toHaveLength(2);
  const { subscriptionContracts } = await ok("POST", `${contracts}/query`, { query: {} });
  const [contract] = subscriptionContracts;
  expect(contract).not.toHaveProperty("internal");
  expect(contract).toMatchObject({ revision: "3", updatedDate: "2026-03-31T12:00:00.000Z" });
  expect(contract.lineItems[0].subscriptionInfo.cycleNumber).toBe(3);
  const { orders } = await ok("POST", "/ecom/v1/orders/search", { search: {} });
  const matching = orders.filter(
    ({ id }: { id: string }) => !before.some((one: { id: string }) => one.id === id),
  );
  expect(matching).toHaveLength(2);
  for (const order of matching) {
    expect(order).toMatchObject({ status: "APPROVED", paymentStatus: "PAID" });
    expect(order.priceSummary.total.amount).toBe("18.00");
    expect(order.lineItems[0].subscriptionInfo.id).toBe(contract.id);
  }
});

test("a cycle whose item is sold out is retried and pauses the subscription, while other calls keep working", async () => {
  const { ok, ask, advance } = openTestShop({ catalog: "v3" });
  const { product } = await ok("POST", "/stores/v3/products-with-inventory", {
    product: {
      name: "Coffee club",
      productType: "PHYSICAL",
      physicalProperties: {},
      subscriptionDetails: {
        allowOneTimePurchases: false,
        subscriptions: [
          {
            title: "Monthly",
            description: "A bag a month",
            frequency: "MONTH",
            interval: 1,
            autoRenewal: true,
          },
        ],
      },
      variantsInfo: {
        variants: [{ price: { actualPrice: { amount: "15" } }, inventoryItem: { quantity: 1 } }],
      },
    },
  });
  const [{ id: subscriptionOptionId }] = product.subscriptionDetails.subscriptions;
  const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
  const variantId = product.variantsInfo.variants[0].id;
  const { cart } = await ok("POST", "/ecom/v1/carts", {
    lineItems: [
      {
        quantity: 1,
        catalogReference: { appId, catalogItemId: product.id, options: { variantId, subscriptionOptionId } },
      },
    ],
  });
  const { checkoutId } = await ok("POST", `/ecom/v1/carts/${cart.id}/create-checkout`, {
    channelType: "WEB",
    shippingAddress: {
      country: "US",
      subdivision: "US-NY",
      city: "New York",
      postalCode: "10001",
      addressLine: "5 Main St",
    },
    email: "ada@example.com",
  });
  await ok("POST", `/ecom/v1/checkouts/${checkoutId}/create-order`, {});
  const bought = async () => {
    const { orders } = await ok("POST", "/ecom/v1/orders/search", { search: {} });
    return orders.filter(({ lineItems }: { lineItems: { catalogReference?: { catalogItemId: string } }[] }) =>
      lineItems.some(({ catalogReference }) => catalogReference?.catalogItemId === product.id),
    );
  };

  await advance("28d");
  expect((await ask("POST", "/stores/v3/products/query", { query: {} })).status).toBe(200);
  const { dueFailures } = await ok("GET", "/__till/status");
  expect(dueFailures).toMatchObject([
    { kind: "subscriptionContracts.bill", attempt: 1, next: "2026-03-01T12:00:00.000Z" },
  ]);
  await advance("60d");
  const { dueFailures: all } = await ok("GET", "/__till/status");
  expect(all.map(({ next }: { next: string | null }) => next === null)).toEqual([false, false, false, true]);
  expect(await bought()).toHaveLength(1);
});

/** Opens the demo shop with a draft of changes to its only contract. */
async function openDraft(target: object) {
  const shop = openTestShop();
  const contracts = "/ecom/subscription-contracts/v1/subscription-contracts";
  const drafts = "/v1/draft-subscription-contracts";
  const contractOf = async () =>
    (await shop.ok("POST", `${contracts}/query`, { query: {} })).subscriptionContracts[0];
  const { id: subscriptionContractId, lineItems } = await contractOf();
  const begun = await shop.ok("POST", drafts, { subscriptionContractId, target });
  const { id } = begun.calculatedDraftSubscriptionContract.draftSubscriptionContract;
  const ordersOf = async () => {
    const { orders } = await shop.ok("POST", "/ecom/v1/orders/search", { search: {} });
    const isCycle = ({ subscriptionInfo }: { subscriptionInfo?: { id?: string } }) =>
      subscriptionInfo?.id === subscriptionContractId;
    return orders.filter((order: { lineItems: object[] }) => order.lineItems.some(isCycle));
  };
  return { ...shop, draft: `${drafts}/${id}`, drafts, contractOf, ordersOf, lineItemId: lineItems[0].id };
}

test("a draft removes the delivery of one later cycle", async () => {
  const { ok, draft, drafts, contractOf, ordersOf, advance } = await openDraft({
    cycleTarget: { cycleNumber: 3 },
  });
  const { id: subscriptionContractId } = await contractOf();
  await ok("DELETE", draft);
  const shippingInfo = { title: "Parcel", cost: { price: { amount: "4.00" } } };
  const change = async (target: object, delivery: object) => {
    const begun = await ok("POST", drafts, { subscriptionContractId, target });
    const { id } = begun.calculatedDraftSubscriptionContract.draftSubscriptionContract;
    await ok("PUT", `${drafts}/${id}/shipping-info`, delivery);
    await ok("POST", `${drafts}/${id}/commit`, {});
  };
  await change({ contractTarget: { nextCycleNumber: 2 } }, { shippingInfo });
  await change({ cycleTarget: { cycleNumber: 3 } }, {});
  await advance("90d");
  const totals = (await ordersOf()).map(
    (order: { priceSummary: { total: { amount: string } } }) => order.priceSummary.total.amount,
  );
  // Newest first: cycles 4, 3 and 2.
  expect(totals.slice(0, 3)).toEqual(["22.00", "18.00", "22.00"]);
});

test("a draft for a cycle that has started meanwhile cannot be committed", async () => {
  const { ok, ask, draft, contractOf, advance, lineItemId } = await openDraft({
    contractTarget: { nextCycleNumber: 2 },
  });
  await ok("POST", `${draft}/line-items`, { lineItemChanges: [{ lineItemId, newQuantity: 3 }] });
  await advance("29d");
  const answer = await ask("POST", `${draft}/commit`, {});
  expect([answer.status, codeOf(answer)]).toEqual([409, "CYCLE_ALREADY_STARTED"]);
  const { draftSubscriptionContract } = (await ok("GET", draft)).calculatedDraftSubscriptionContract;
  expect(draftSubscriptionContract.status).toBe("DRAFT");
  expect((await contractOf()).lineItems[0].quantity).toBe(1);
});

test("an item that a draft adds stays an added one, with its last quantity and price", async () => {
  const { ok, ask, draft, drafts, advance, ordersOf, lineItemId } = await openDraft({
    contractTarget: { nextCycleNumber: 2 },
  });
  const draftOf = (answer: ReturnType<JSON["parse"]>) =>
    answer.calculatedDraftSubscriptionContract.draftSubscriptionContract;
  const cup = { productName: { original: "Cup" }, quantity: 1, price: { amount: "4.00" } };
  const customLineItems = [{ ...cup, itemType: { preset: "PHYSICAL" } }];
  const added = draftOf(await ok("POST", `${draft}/items`, { customLineItems })).lineItems[1].lineItem.id;
  const change = (lineItemChanges: object[]) => ask("POST", `${draft}/line-items`, { lineItemChanges });
  const changed = draftOf((await change([{ lineItemId: added, newQuantity: 3, newPrice: "5.00" }])).body);
  expect(changed.lineItems[1]).toMatchObject({
    changeType: "ADDED",
    lineItem: { quantity: 3, price: { amount: "5.00" } },
  });
  expect(changed.priceSummary.total.amount).toBe("33.00");
  const unknown = await change([{ lineItemId: draft.split("/").at(-1), newQuantity: 1 }]);
  expect([unknown.status, codeOf(unknown)]).toEqual([404, "LINE_ITEM_NOT_FOUND"]);
  await change([
    { lineItemId: added, newQuantity: 0 },
    { lineItemId, newQuantity: 0 },
  ]);
  expect(codeOf(await ask("POST", `${draft}/commit`, {}))).toBe("NO_SUBSCRIPTION_LINE_ITEMS_AFTER_COMMIT");
  await ok("DELETE", draft);
  expect((await ask("GET", draft)).status).toBe(404);
  await advance("29d");
  expect((await ordersOf())[0].priceSummary.total.amount).toBe("18.00");
  const none = await ok("GET", `${drafts}/draftability?subscriptionContractId=${lineItemId}`);
  expect(none).toMatchObject({
    draftable: false,
    nonDraftableReasons: [{ reason: "SUBSCRIPTION_CONTRACT_NOT_FOUND" }],
  });
});

test("a subscription that has ended meanwhile takes no changes of a draft", async () => {
  const sandbox = openOrdersSandbox();
  const subscriptionSettings = { frequency: "DAY", interval: 1, autoRenewal: false, billingCycles: 2 };
  const item = { productName: { original: "Paper" }, quantity: 1, price: { amount: "5.00" } };
  const subscriptionInfo = { id: jug, cycleNumber: 1, subscriptionSettings };
  sandbox.place({
    lineItems: [{ ...item, itemType: { preset: "DIGITAL" }, subscriptionInfo }],
    payment: { outcome: "approved" },
  });
  const begun = await sandbox.ask("draftContracts.create", {
    subscriptionContractId: jug,
    target: { contractTarget: { nextCycleNumber: 5 } },
  });
  const { id, lineItems } = begun.calculatedDraftSubscriptionContract.draftSubscriptionContract;
  await sandbox.ask("draftContracts.updateLineItems", {
    draftSubscriptionContractId: id,
    lineItemChanges: [{ lineItemId: lineItems[0].lineItem.id, newQuantity: 2 }],
  });
  sandbox.tick(5 * day);
  await expect(
    sandbox.ask("draftContracts.commit", { draftSubscriptionContractId: id }),
  ).rejects.toMatchObject({ status: 409, code: "SUBSCRIPTION_CONTRACT_NOT_DRAFTABLE" });
  expect((await sandbox.ask("orders.search", { search: {} })).orders).toHaveLength(2);
  sandbox.close();
});

test("all drafts that match a filter are tagged", async () => {
  const { ok, drafts, draft, store } = await openDraft({ contractTarget: { nextCycleNumber: 2 } });
  const { draftSubscriptionContract } = (await ok("GET", draft)).calculatedDraftSubscriptionContract;
  store.write({ caller: { role: "admin" } }, (tx) => {
    for (let count = 0; count < 60; count++)
      insertEntity(tx, draftContractKind, { ...draftSubscriptionContract, ...newEntity(tx) });
  });
  const assignTags = { privateTags: { tagIds: ["vip"] } };
  await ok("POST", "/v1/bulk/draft-subscription-contracts/update-tags-by-filter", {
    filter: { status: "DRAFT" },
    assignTags,
  });
  const query = { cursorPaging: { limit: 100 } };
  const { draftSubscriptionContracts } = await ok("POST", `${drafts}/query`, { query });
  expect(draftSubscriptionContracts).toHaveLength(61);
  for (const { tags } of draftSubscriptionContracts) expect(tags).toMatchObject(assignTags);
});

test("each cycle of a digital product has a download link of its own", async () => {
  const sandbox = openOrdersSandbox();
  const subscriptionSettings = { frequency: "MONTH", interval: 1, autoRenewal: true };
  sandbox.place({
    lineItems: [
      {
        productName: { original: "Magazine" },
        quantity: 1,
        price: { amount: "5.00" },
        itemType: { preset: "DIGITAL" },
        digitalFile: { fileId: "issue" },
        subscriptionInfo: { id: jug, cycleNumber: 1, subscriptionSettings },
      },
    ],
    payment: { outcome: "approved" },
  });
  sandbox.tick(62 * day);
  const { orders } = await sandbox.ask("orders.search", { search: {} });
  expect(orders).toHaveLength(3);
  for (const { id, createdDate, lineItems } of orders) {
    const { fileId, link, expirationDate } = lineItems[0].digitalFile;
    expect([fileId, link]).toEqual(["issue", expect.stringContaining(id)]);
    expect(Date.parse(expirationDate) - Date.parse(createdDate)).toBe(30 * day);
  }
  sandbox.close();
});
