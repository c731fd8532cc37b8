import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  activityTypes,
  cup,
  day,
  jug,
  type OrdersSandbox,
  openOrdersSandbox,
} from "../support/orders-sandbox.ts";

let sandbox: OrdersSandbox;
let id: string;
beforeEach(() => {
  sandbox = openOrdersSandbox();
  ({ id } = sandbox.place({ payment: { outcome: "approved" } }));
  sandbox.events();
});
afterEach(() => sandbox.close());

const rejection = (status: number, code: string) => ({ status, code });
const ship = (lineItems: object[], trackingInfo?: object, orderId = id) =>
  sandbox.ask("orderFulfillments.create", {
    orderId,
    fulfillment: { lineItems, ...(trackingInfo && { trackingInfo }) },
  });

describe("fulfillments", () => {
  test("units can be fulfilled in parts until none are left, and fulfillments can be deleted", async () => {
    const { fulfillmentId } = await ship([{ id: cup, quantity: 2 }], {
      trackingNumber: "PT1",
      trackingLink: "https://post.example/PT1",
    });
    expect(await sandbox.order(id)).toMatchObject({ fulfillmentStatus: "PARTIALLY_FULFILLED" });
    const { orderWithFulfillments } = await ship([{ id: jug }, { id: cup }]);
    expect(orderWithFulfillments.fulfillments[1].lineItems).toEqual([
      { id: jug, quantity: 1 },
      { id: cup, quantity: 1 },
    ]);
    const order = await sandbox.order(id);
    expect(order.fulfillmentStatus).toBe("FULFILLED");
    expect(activityTypes(order).slice(2)).toEqual([
      "TRACKING_NUMBER_ADDED",
      "TRACKING_LINK_ADDED",
      "ORDER_FULFILLED",
    ]);
    expect(sandbox.events()).toEqual([
      ...["fulfillments_updated", "order_updated", "order_fulfilled"],
      ...["fulfillments_updated", "order_updated", "order_fulfilled"],
    ]);
    await sandbox.ask("orderFulfillments.remove", { orderId: id, fulfillmentId });
    expect(await sandbox.order(id)).toMatchObject({ fulfillmentStatus: "PARTIALLY_FULFILLED" });
  });

  test("more units than ordered, duplicate items and unknown items are rejected", async () => {
    await expect(ship([{ id: cup, quantity: 4 }])).rejects.toMatchObject({ status: 400 });
    await ship([{ id: cup, quantity: 3 }]);
    await expect(ship([{ id: cup, quantity: 1 }])).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("lineItems[0].quantity"),
    });
    await expect(ship([{ id: cup }])).rejects.toMatchObject({ status: 400 });
    await expect(ship([{ id: jug }, { id: jug }])).rejects.toMatchObject({ status: 400 });
    await expect(ship([{ id }])).rejects.toMatchObject(rejection(404, "LINE_ITEM_NOT_FOUND"));
    await expect(ship([{ id: jug }], undefined, jug)).rejects.toMatchObject(
      rejection(404, "ORDER_NOT_FOUND"),
    );
  });

  test("a tracking number is unique and can be changed", async () => {
    const { fulfillmentId } = await ship([{ id: jug }], { trackingNumber: "PT1" });
    await expect(ship([{ id: cup }], { trackingNumber: "PT1" })).rejects.toMatchObject(
      rejection(409, "TRACKING_NUMBER_ALREADY_EXISTS"),
    );
    const update = { id: fulfillmentId, trackingInfo: { trackingNumber: "PT2" } };
    await sandbox.ask("orderFulfillments.update", { orderId: id, fulfillment: update });
    expect(activityTypes(await sandbox.order(id))).toContain("TRACKING_NUMBER_EDITED");
  });

  test("a fulfillment has either tracking or custom information", async () => {
    const { fulfillmentId } = await ship([{ id: cup }], { trackingNumber: "PT1" });
    const update = async (change: object) =>
      (
        await sandbox.ask("orderFulfillments.update", {
          orderId: id,
          fulfillment: { id: fulfillmentId, ...change },
        })
      ).orderWithFulfillments.fulfillments[0];
    const customInfo = { fieldsData: { locker: "7" } };
    const custom = await update({ customInfo });
    expect([custom.customInfo, custom.trackingInfo]).toEqual([customInfo, undefined]);
    const tracked = await update({ trackingInfo: { trackingNumber: "PT2" } });
    expect([tracked.customInfo, tracked.trackingInfo]).toEqual([undefined, { trackingNumber: "PT2" }]);
  });

  test.each([
    ["pending", "ORDER_IS_PENDING"],
    ["declined", "ORDER_IS_REJECTED"],
  ] as const)("an order whose payment is %s cannot be fulfilled", async (outcome, code) => {
    const { id: orderId } = sandbox.place({ payment: { outcome } });
    await expect(ship([{ id: jug }], undefined, orderId)).rejects.toMatchObject({
      ...rejection(409, code),
      message: expect.stringContaining("its status is"),
    });
  });

  test("fulfillments of many orders are created at once", async () => {
    const answer = await sandbox.ask("orderFulfillments.bulkCreate", {
      ordersWithFulfillments: [
        { orderId: id, fulfillments: [{ lineItems: [{ id: jug }] }, { lineItems: [{ id: cup }] }] },
        { orderId: jug, fulfillments: [{ lineItems: [{ id: jug }] }] },
      ],
    });
    expect(answer).toMatchObject({
      results: [
        { itemMetadata: { success: true } },
        { itemMetadata: { error: { code: "ORDER_NOT_FOUND" } } },
      ],
    });
    expect(await sandbox.order(id)).toMatchObject({ fulfillmentStatus: "FULFILLED" });
  });
});

describe("invoices", () => {
  const statusOf = async (orderId: string) =>
    (await sandbox.ask("orderInvoices.list", { orderIds: [orderId] })).invoicesForOrder[0].invoicesInfo[0]
      .status;

  test("an order has one, whose status follows the order", async () => {
    const { invoiceId } = await sandbox.ask("orderInvoices.generate", { orderId: id });
    expect(activityTypes(await sandbox.order(id)).at(-1)).toBe("INVOICE_ADDED");
    await expect(sandbox.ask("orderInvoices.generate", { orderId: id })).rejects.toMatchObject({
      ...rejection(409, "INVOICE_ALREADY_EXISTS"),
      details: { applicationError: { data: { invoiceId } } },
    });
    expect(await statusOf(id)).toBe("Paid");
    const open = sandbox.place({ payment: { outcome: "offline" } }).id;
    await sandbox.ask("orderInvoices.generate", { orderId: open });
    expect(await statusOf(open)).toBe("Sent");
    sandbox.tick(31 * day);
    expect(await statusOf(open)).toBe("Overdue");
    await sandbox.ask("orders.recordPayment", { orderId: open, amount: { amount: "1.00" } });
    expect(await statusOf(open)).toBe("PartialAndOverdue");
    await sandbox.ask("orders.cancel", { id: open });
    expect(await statusOf(open)).toBe("Void");
  });

  test("of an order whose payment the merchant must confirm is processing, not paid", async () => {
    const open = sandbox.place({ payment: { outcome: "pending" } }).id;
    const [{ id: paymentId }] = (await sandbox.money(open)).payments;
    const status = "PENDING_MERCHANT";
    await sandbox.ask("orderTransactions.updateStatus", { orderId: open, paymentId, status });
    await sandbox.ask("orderInvoices.generate", { orderId: open });
    expect(await statusOf(open)).toBe("Processing");
  });

  test("of a deleted order has the status Deleted", async () => {
    const given = {
      lineItems: [
        {
          productName: { original: "Mug" },
          itemType: { preset: "PHYSICAL" },
          quantity: 1,
          price: { amount: "8" },
        },
      ],
      priceSummary: { subtotal: { amount: "8" }, total: { amount: "8" } },
      channelInfo: { type: "OTHER_PLATFORM" },
      status: "APPROVED",
      paymentStatus: "PAID",
      billingInfo: { contactDetails: { firstName: "Ada" } },
    };
    const { order } = await sandbox.ask("orders.importOrder", { order: given });
    const invoiceInfo = { id: "I-1", appId: "13ee94c1-b635-8505-3391-97919052c16f" };
    await sandbox.ask("orderInvoices.add", { orderId: order.id, invoiceInfo });
    expect(await statusOf(order.id)).toBe("Paid");
    await sandbox.ask("orders.bulkDeleteImported", { orderIds: [order.id] });
    expect(await statusOf(order.id)).toBe("Deleted");
  });

  test("needs a recipient and an amount to pay", async () => {
    const nobody = sandbox.place({ payment: { outcome: "none" }, buyerInfo: {} }).id;
    const generate = (orderId: string) => sandbox.ask("orderInvoices.generate", { orderId });
    await expect(generate(nobody)).rejects.toMatchObject(rejection(400, "MISSING_CONTACT"));
    const named = sandbox.place({
      payment: { outcome: "none" },
      buyerInfo: {},
      billingInfo: { contactDetails: { firstName: "Ada" } },
    }).id;
    await expect(generate(named)).rejects.toMatchObject(rejection(400, "MISSING_CONTACT_EMAIL"));
  });
});

describe("payment requests", () => {
  const request = (amount: string, more: object = {}, orderId?: string) =>
    sandbox.ask("orderPaymentRequests.create", {
      orderPaymentRequest: { orderId, amount: { amount }, title: "The rest", ...more },
    });

  test("are paid once and pay the order", async () => {
    const open = sandbox.place({ payment: { outcome: "offline" } }).id;
    await expect(request("32.51", {}, open)).rejects.toMatchObject(rejection(400, "INVALID_AMOUNT"));
    const { orderPaymentRequest: created, orderPaymentRequestUrl } = await request("30.00", {}, open);
    expect(created).toMatchObject({ status: "UNPAID", currency: "USD", orderNumber: "10002" });
    expect(orderPaymentRequestUrl).toContain(created.id);
    const charge = (outcome?: string) =>
      sandbox.ask("orderPaymentRequests.charge", { orderPaymentRequestId: created.id }, outcome);
    await charge("declined");
    expect(
      (await sandbox.ask("orderPaymentRequests.get", { orderPaymentRequestId: created.id }))
        .orderPaymentRequest.status,
    ).toBe("UNPAID");
    sandbox.events();
    await charge();
    expect(sandbox.events()).toContain("order_payment_request_paid");
    expect(await sandbox.order(open)).toMatchObject({
      paymentStatus: "PARTIALLY_PAID",
      balanceSummary: { paid: { amount: "30.00" } },
    });
    await expect(charge()).rejects.toMatchObject(rejection(409, "CANNOT_CHARGE_PAID_ORDER_PAYMENT_REQUEST"));
    await expect(
      sandbox.ask("orderPaymentRequests.void", { orderPaymentRequestId: created.id }),
    ).rejects.toMatchObject(rejection(409, "CANNOT_VOID_PAID_ORDER_PAYMENT_REQUEST"));
    await expect(
      sandbox.ask("orderPaymentRequests.remove", { orderPaymentRequestId: created.id }),
    ).rejects.toMatchObject(rejection(409, "CANNOT_DELETE_PAID_ORDER_PAYMENT_REQUEST"));
  });

  test("expire on time, which can be postponed", async () => {
    const open = sandbox.place({ payment: { outcome: "offline" } }).id;
    const { orderPaymentRequest: created } = await request(
      "5.00",
      { expirationDate: "2026-03-02T08:00:00.000Z" },
      open,
    );
    const update = (change: object) =>
      sandbox.ask("orderPaymentRequests.update", { orderPaymentRequest: { id: created.id, ...change } });
    await update({ expirationDate: "2026-03-03T08:00:00.000Z" });
    await expect(update({ amount: { amount: "6.00" } })).rejects.toMatchObject(
      rejection(409, "CANNOT_UPDATE_ORDER_PAYMENT_REQUEST_AMOUNT"),
    );
    sandbox.tick(day);
    const statusOf = async () =>
      (await sandbox.ask("orderPaymentRequests.query", { query: { filter: { orderId: open } } }))
        .orderPaymentRequests[0].status;
    expect(await statusOf()).toBe("UNPAID");
    sandbox.tick(day);
    expect(await statusOf()).toBe("EXPIRED");
    await expect(update({ title: "Late" })).rejects.toMatchObject(
      rejection(409, "CANNOT_UPDATE_EXPIRED_ORDER_PAYMENT_REQUEST"),
    );
  });

  test("do not expire after their expiration was cleared", async () => {
    const open = sandbox.place({ payment: { outcome: "offline" } }).id;
    const { orderPaymentRequest: created } = await request(
      "5.00",
      { expirationDate: "2026-03-02T08:00:00.000Z" },
      open,
    );
    await sandbox.ask("orderPaymentRequests.update", {
      orderPaymentRequest: { id: created.id, expirationDate: null },
    });
    sandbox.tick(2 * day);
    const { orderPaymentRequest } = await sandbox.ask("orderPaymentRequests.get", {
      orderPaymentRequestId: created.id,
    });
    expect(orderPaymentRequest.status).toBe("UNPAID");
  });
});
