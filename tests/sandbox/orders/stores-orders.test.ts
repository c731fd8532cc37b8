import { expect, onTestFinished, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";

/** The demo shop, and what the older API of stores answers about its orders. */
function openOrders() {
  const shop = openTestShop({ seed: "demo" });
  onTestFinished(shop.close);
  const query = async (request: object = {}) => {
    const { status, body } = await shop.ask("POST", "/stores/v2/orders/query", { query: request });
    expect([status, body.message]).toEqual([200, undefined]);
    return body;
  };
  return { shop, query };
}

test("lists orders in the older format, with filter and sort as JSON text", async () => {
  const { shop, query } = openOrders();
  const { orders, totalResults, metadata } = await query({
    sort: '[{"number":"desc"}]',
    paging: { limit: 2 },
  });
  expect([orders.length, metadata]).toEqual([2, { items: 2, offset: 0 }]);
  expect(orders[0].number).toBeGreaterThan(orders[1].number);
  const { body } = await shop.ask("GET", `/ecom/v1/orders/${orders[0].id}`);
  expect(orders[0]).toMatchObject({
    number: Number(body.order.number),
    dateCreated: body.order.createdDate,
    totals: { total: body.order.priceSummary.total.amount },
    buyerInfo: { email: body.order.buyerInfo.email },
    billingInfo: { address: { city: body.order.billingInfo.address.city } },
    lineItems: [{ index: 1, productId: body.order.lineItems[0].catalogReference.catalogItemId }],
  });
  const one = await shop.ask("GET", `/stores/v2/orders/${orders[0].id}`);
  expect(one.body.order).toEqual(orders[0]);
  const later = await query({ sort: '[{"number":"desc"}]', paging: { limit: 100, offset: 2 } });
  expect(later.orders).toHaveLength(totalResults - 2);
});

test("the options of an item are the lines of its description", async () => {
  const { shop } = openOrders();
  const { body } = await shop.ask("POST", "/ecom/v1/orders", {
    order: {
      channelInfo: { type: "WEB" },
      priceSummary: { total: { amount: "5.00" } },
      lineItems: [
        {
          productName: { original: "Mug" },
          quantity: 1,
          price: { amount: "5.00" },
          itemType: { preset: "PHYSICAL" },
          descriptionLines: [
            { name: { original: "Size" }, plainText: { original: "L" } },
            { name: { original: "Colour" }, colorInfo: { original: "Oat", code: "#eee" } },
          ],
        },
      ],
    },
  });
  const { order } = (await shop.ask("GET", `/stores/v2/orders/${body.order.id}`)).body;
  expect(order.lineItems[0].options).toEqual([
    { option: "Size", selection: "L" },
    { option: "Colour", selection: "Oat" },
  ]);
});

test("finds the orders of a product, by number and by times in milliseconds", async () => {
  const { query } = openOrders();
  const { orders, totalResults } = await query();
  const count = async (filter: object) => (await query({ filter: JSON.stringify(filter) })).totalResults;
  const { productId } = orders[0].lineItems[0];
  const withProduct = orders.filter((order: { lineItems: { productId: string }[] }) =>
    order.lineItems.some((line) => line.productId === productId),
  );
  expect(await count({ "lineItems.productId": productId })).toBe(withProduct.length);
  expect(await count({ "lineItems.productId": { $ne: productId } })).toBe(totalResults - withProduct.length);
  expect(await count({ number: orders[0].number })).toBe(1);
  const first = Date.parse(orders[0].lastUpdated);
  const since = await count({ lastUpdated: { $gte: first } });
  expect(since + (await count({ $and: [{ lastUpdated: { $lt: first } }] }))).toBe(totalResults);
});

test("an order that was sent has its tracking number", async () => {
  const { shop, query } = openOrders();
  const { orders } = await query({ filter: '{"fulfillmentStatus":"NOT_FULFILLED","paymentStatus":"PAID"}' });
  const { id } = orders[0];
  const trackingInfo = { trackingNumber: "1Z", shippingProvider: "ups" };
  const { body } = await shop.ask("GET", `/ecom/v1/orders/${id}`);
  const lineItems = body.order.lineItems.map((line: { id: string; quantity: number }) => ({
    id: line.id,
    quantity: line.quantity,
  }));
  const path = `/ecom/v1/fulfillments/orders/${id}/create-fulfillment`;
  expect((await shop.ask("POST", path, { fulfillment: { lineItems, trackingInfo } })).status).toBe(200);
  expect((await shop.ask("GET", `/stores/v2/orders/${id}`)).body.order).toMatchObject({
    fulfillmentStatus: "FULFILLED",
    shippingInfo: { shipmentDetails: { trackingInfo } },
    fulfillments: [{ lineItems: [{ index: 1 }], trackingInfo }],
  });
});
