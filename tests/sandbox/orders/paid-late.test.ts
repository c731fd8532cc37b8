import { expect, test } from "vitest";
import { codeOf, openTestShop, type TestShop } from "../../support/test-shop.ts";

const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const email = "ada@example.com";
const contracts = "/ecom/subscription-contracts/v1/subscription-contracts/query";

type Shop = TestShop;

/** Checks out one unit of a product; the gateway answers that the payment is pending, or with another outcome. */
async function buy({ ask, ok }: Shop, productId: string, options: object, outcome = "pending") {
  const catalogReference = { appId, catalogItemId: productId, options };
  const { cart } = await ok("POST", "/ecom/v1/carts", { lineItems: [{ quantity: 1, catalogReference }] });
  const path = `/ecom/v1/carts/${cart.id}/create-checkout`;
  const { checkoutId } = await ok("POST", path, { channelType: "WEB", email });
  const payment = { "x-sandbox-payment": outcome };
  const { body } = await ask("POST", `/ecom/v1/checkouts/${checkoutId}/create-order`, {}, payment);
  return body.orderId as string;
}

/** Reports the payment of an order as approved, as a payment provider does. */
async function approvePayment({ ok }: Shop, orderId: string) {
  const { orderTransactions } = await ok("GET", `/ecom/v1/payments/orders/${orderId}`);
  const [{ id }] = orderTransactions.payments;
  await ok("POST", `/ecom/v1/payments/${id}/orders/${orderId}/update-payment-transaction-status`, {
    status: "APPROVED",
  });
}

async function coffeeClub({ ok }: Shop) {
  const subscription = { title: "Monthly", frequency: "MONTH", interval: 1, autoRenewal: true };
  const { product } = await ok("POST", "/stores/v3/products", {
    product: {
      name: "Coffee club",
      productType: "DIGITAL",
      subscriptionDetails: {
        allowOneTimePurchases: false,
        subscriptions: [{ ...subscription, description: "A letter a month" }],
      },
      variantsInfo: { variants: [{ price: { actualPrice: { amount: "15" } } }] },
    },
  });
  await ok("POST", "/stores/v3/inventory-items", {
    inventoryItem: { productId: product.id, variantId: product.variantsInfo.variants[0].id, inStock: true },
  });
  const [{ id: subscriptionOptionId }] = product.subscriptionDetails.subscriptions;
  return { product, options: { variantId: product.variantsInfo.variants[0].id, subscriptionOptionId } };
}

test("a subscription gets its contract once its payment is approved", async () => {
  const shop = openTestShop({ catalog: "v3" });
  const { product, options } = await coffeeClub(shop);
  const count = async () => (await shop.ok("POST", contracts, { query: {} })).subscriptionContracts.length;
  const before = await count();
  const orderId = await buy(shop, product.id, options);
  expect(await count()).toBe(before);
  await shop.advance("2d");
  await approvePayment(shop, orderId);
  expect(await count()).toBe(before + 1);
  expect(await shop.newEventTypes()).toContain("subscription_contract_created");
  await shop.advance("29d");
  const { orders } = await shop.ok("POST", "/ecom/v1/orders/search", { search: {} });
  const ofContract = orders.filter(
    (order: { lineItems: { catalogReference?: { catalogItemId: string } }[] }) =>
      order.lineItems.some(({ catalogReference }) => catalogReference?.catalogItemId === product.id),
  );
  expect(ofContract).toHaveLength(2);
  expect(await count()).toBe(before + 1);
});

test("an order that an admin approves starts its subscription, and a rejected one does not", async () => {
  const shop = openTestShop({ catalog: "v3" });
  const { product, options } = await coffeeClub(shop);
  const count = async () => (await shop.ok("POST", contracts, { query: {} })).subscriptionContracts.length;
  const before = await count();
  const [first, second] = [await buy(shop, product.id, options), await buy(shop, product.id, options)];
  const set = (id: string, status: string) =>
    shop.ask("POST", `/ecom/v1/orders/${id}/update-status`, { status });
  expect((await set(first, "REJECTED")).status).toBe(200);
  expect(codeOf(await set(first, "APPROVED"))).toBe("UNSUPPORTED_TRANSITION");
  expect((await set(second, "APPROVED")).status).toBe(200);
  expect(await count()).toBe(before + 1);
});

test("lines of digital products contain the file, and a link with expiration once the order is paid", async () => {
  const shop = openTestShop();
  const path = "/stores-reader/v1/products/query-platformized";
  const query = { filter: { slug: "brewing-at-home" } };
  const [book] = (await shop.ok("POST", path, { query })).products;
  const orderId = await buy(shop, book.id, {});
  const line = async () => (await shop.ok("GET", `/ecom/v1/orders/${orderId}`)).order.lineItems[0];
  expect((await line()).digitalFile).toEqual({ fileId: book.digitalFile.id });
  await shop.advance("1d");
  await approvePayment(shop, orderId);
  const { digitalFile } = await line();
  expect(digitalFile).toEqual({
    fileId: book.digitalFile.id,
    link: expect.stringMatching(/^https:\/\//),
    expirationDate: "2026-03-03T12:00:00.000Z",
  });
  await shop.advance("1d");
  expect((await line()).digitalFile).toEqual(digitalFile);
});

test("an imported order of a digital product is delivered when it is paid", async () => {
  const shop = openTestShop();
  const path = "/stores-reader/v1/products/query-platformized";
  const [book] = (await shop.ok("POST", path, { query: { filter: { slug: "brewing-at-home" } } })).products;
  const amount = { amount: "9.99" };
  const { order } = await shop.ok("POST", "/ecom/v1/orders/import", {
    order: {
      lineItems: [
        {
          productName: { original: book.name },
          catalogReference: { appId, catalogItemId: book.id },
          itemType: { preset: "DIGITAL" },
          quantity: 1,
          price: amount,
        },
      ],
      billingInfo: { contactDetails: { firstName: "Ada" } },
      channelInfo: { type: "OTHER_PLATFORM" },
      priceSummary: { subtotal: amount, total: amount },
      status: "APPROVED",
      paymentStatus: "NOT_PAID",
    },
  });
  expect(order.lineItems[0].digitalFile).toEqual({ fileId: book.digitalFile.id });
  const paid = await shop.ok("POST", `/ecom/v1/payments-collector/orders/${order.id}/mark-as-paid`, {});
  expect(paid.order.lineItems[0].digitalFile).toMatchObject({
    link: expect.any(String),
    expirationDate: "2026-03-02T12:00:00.000Z",
  });
});
