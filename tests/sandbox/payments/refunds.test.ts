import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  activityTypes,
  cup,
  day,
  jug,
  minute,
  type OrdersSandbox,
  openOrdersSandbox,
} from "../support/orders-sandbox.ts";

let sandbox: OrdersSandbox;
let id: string;
let paymentId: string;
beforeEach(async () => {
  sandbox = openOrdersSandbox();
  ({ id } = sandbox.place({ payment: { outcome: "approved" } }));
  paymentId = (await sandbox.money(id)).payments[0].id;
});
afterEach(() => sandbox.close());

const rejection = (status: number, code: string) => ({ status, code });
const fee = "33333333-3333-4333-8333-333333333333";

const refund = (amount: string | undefined, more: object = {}, outcome?: string) =>
  sandbox.ask(
    "orderBilling.refund",
    { orderId: id, paymentRefunds: [{ paymentId, ...(amount && { amount: { amount } }) }], ...more },
    outcome,
  );
const refundabilityOf = async (order = id) =>
  await sandbox.ask("orderBilling.refundability", { orderId: order });

describe("refunds", () => {
  test("can be partial until nothing is left", async () => {
    await refund("10.00");
    expect(await sandbox.order(id)).toMatchObject({
      paymentStatus: "PARTIALLY_REFUNDED",
      balanceSummary: {
        paid: { amount: "32.50" },
        refunded: { amount: "10.00" },
        balance: { amount: "0.00" },
      },
    });
    expect((await sandbox.money(id)).payments[0].status).toBe("PARTIALLY_REFUNDED");
    await expect(refund("22.51")).rejects.toMatchObject(rejection(400, "INVALID_PAYMENT_REFUND_AMOUNT"));
    const { refund: last } = await refund(undefined);
    expect(last.summary).toMatchObject({ refunded: { amount: "22.50" }, pending: false });
    expect(await sandbox.order(id)).toMatchObject({ paymentStatus: "FULLY_REFUNDED" });
    expect((await sandbox.money(id)).payments[0].status).toBe("REFUNDED");
    await expect(refund("0.01")).rejects.toMatchObject({
      ...rejection(409, "PAYMENT_NOT_REFUNDABLE"),
      details: { applicationError: { data: { reason: "ALREADY_REFUNDED", status: "REFUNDED" } } },
    });
    expect(activityTypes(await sandbox.order(id)).slice(2)).toEqual([
      "REFUND_INITIATED",
      "PAYMENT_REFUNDED",
      "REFUND_INITIATED",
      "PAYMENT_REFUNDED",
    ]);
  });

  test.each(["0", "-1", "1.005", "32.51", "1e1"])("of %s are rejected and change nothing", async (amount) => {
    const before = [await sandbox.order(id), await sandbox.money(id)];
    await expect(refund(amount)).rejects.toMatchObject({ status: 400 });
    expect([await sandbox.order(id), await sandbox.money(id)]).toEqual(before);
  });

  test("that are declined move no money", async () => {
    const answer = await refund("10.00", {}, "declined");
    expect(answer.refund.transactions[0]).toMatchObject({ refundStatus: "FAILED" });
    expect(await sandbox.order(id)).toMatchObject({
      paymentStatus: "PAID",
      balanceSummary: { refunded: { amount: "0.00" } },
    });
    expect(activityTypes(await sandbox.order(id)).slice(-1)).toEqual(["PAYMENT_REFUND_FAILED"]);
    expect((await refundabilityOf()).payments[0]).toMatchObject({
      refundable: true,
      payment: { monetary: { maxRefund: { amount: "32.50" } } },
    });
  });

  test("that are scheduled become STARTED and SUCCEEDED as the clock advances", async () => {
    const statusOf = async () => (await sandbox.money(id)).refunds[0].transactions[0].refundStatus;
    await refund(undefined, {}, "scheduled");
    expect(await statusOf()).toBe("SCHEDULED");
    expect((await sandbox.order(id)).balanceSummary.pendingRefund.amount).toBe("32.50");
    expect((await refundabilityOf()).payments[0]).toMatchObject({
      nonRefundable: { reason: "PENDING_REFUND" },
    });
    sandbox.tick(60 * minute);
    expect(await statusOf()).toBe("STARTED");
    sandbox.tick(minute);
    expect(await statusOf()).toBe("SUCCEEDED");
    expect(await sandbox.order(id)).toMatchObject({ paymentStatus: "FULLY_REFUNDED" });
    expect(sandbox.events().filter((type) => type === "order_transactions_refund_completed")).toHaveLength(1);
  });

  test("that are pending can be completed once", async () => {
    const { refund: created } = await refund("5.00", {}, "pending");
    const set = (refundStatus: string) =>
      sandbox.ask("orderTransactions.updateRefund", {
        orderId: id,
        refundId: created.id,
        transaction: { paymentId, refundStatus },
      });
    await set("SUCCEEDED");
    await expect(set("FAILED")).rejects.toMatchObject(rejection(409, "STATUS_NOT_ALLOWED"));
    sandbox.tick(10 * minute);
    expect((await sandbox.order(id)).balanceSummary.refunded.amount).toBe("5.00");
  });

  test("of items count quantities, and nothing is refunded twice", async () => {
    const items = { lineItems: [{ lineItemId: cup, quantity: 2 }], shipping: {} };
    const quote = await sandbox.ask("orderBilling.calculateRefund", { orderId: id, refundItems: items });
    expect(quote).toMatchObject({ available: true, summary: { total: { amount: "14.00" } } });
    await refund("14.00", { refundItems: items, customerReason: "Broken" });
    const { lineItems, shipping, additionalFees } = await refundabilityOf();
    expect(lineItems).toEqual([
      { lineItemId: jug, originalQuantity: 1, refundedQuantity: 0, availableRefundQuantity: 1 },
      { lineItemId: cup, originalQuantity: 3, refundedQuantity: 2, availableRefundQuantity: 1 },
    ]);
    expect(shipping.availableRefundAmount.amount).toBe("0.00");
    expect(additionalFees[0]).toMatchObject({
      additionalFeeId: fee,
      availableRefundAmount: { amount: "1.00" },
    });
    expect((await sandbox.order(id)).lineItems[1].refundQuantity).toBe(2);
    await expect(refund("1.00", { refundItems: items })).rejects.toMatchObject(
      rejection(400, "INVALID_LINE_ITEM_REFUND_QUANTITY"),
    );
    const again = await sandbox.ask("orderBilling.calculateRefund", { orderId: id, refundItems: items });
    expect(
      again.notAvailable.errors.map(
        (one: { error: { applicationError: { code: string } } }) => one.error.applicationError.code,
      ),
    ).toEqual(["INVALID_LINE_ITEM_REFUND_QUANTITY", "INVALID_SHIPPING_REFUND_AMOUNT"]);
  });

  test("of a fee count what was returned of it", async () => {
    const items = { additionalFees: [{ additionalFeeId: fee }] };
    const quote = () => sandbox.ask("orderBilling.calculateRefund", { orderId: id, refundItems: items });
    expect(await quote()).toMatchObject({ available: true, summary: { total: { amount: "1.00" } } });
    await refund("1.00", { refundItems: items });
    const { additionalFees } = await refundabilityOf();
    expect(additionalFees[0]).toMatchObject({ availableRefundAmount: { amount: "0.00" } });
    expect(JSON.stringify(await quote())).toContain("INVALID_ADDITIONAL_FEE_REFUND_AMOUNT");
    await expect(refund("1.00", { refundItems: items })).rejects.toMatchObject({ status: 400 });
    expect((await sandbox.order(id)).balanceSummary.refunded.amount).toBe("1.00");
  });

  test.each([
    ["an item", { refundItems: { lineItems: [1, 2].map(() => ({ lineItemId: cup, quantity: 2 })) } }],
    ["a fee", { refundItems: { additionalFees: [1, 2].map(() => ({ additionalFeeId: fee })) } }],
    [
      "an item to restock",
      { sideEffects: { restock: { lineItems: [1, 2].map(() => ({ lineItemId: cup, quantity: 1 })) } } },
    ],
  ])("that name %s twice are rejected", async (_, input) => {
    await expect(refund("1.00", input)).rejects.toMatchObject({ status: 400 });
    expect((await sandbox.order(id)).paymentStatus).toBe("PAID");
    if (!("refundItems" in input)) return;
    await expect(
      sandbox.ask("orderBilling.calculateRefund", { orderId: id, ...input }),
    ).rejects.toMatchObject({
      status: 400,
    });
  });

  test("data report unknown payments and items", async () => {
    await expect(
      sandbox.ask("orderBilling.refund", { orderId: id, paymentRefunds: [{ paymentId: jug }] }),
    ).rejects.toMatchObject(rejection(404, "PAYMENT_NOT_FOUND"));
    await expect(
      refund("1.00", { refundItems: { lineItems: [{ lineItemId: fee, quantity: 1 }] } }),
    ).rejects.toMatchObject(rejection(404, "LINE_ITEM_NOT_FOUND"));
    await expect(
      refund("1.00", { refundItems: { additionalFees: [{ additionalFeeId: jug }] } }),
    ).rejects.toMatchObject(rejection(404, "ADDITIONAL_FEE_NOT_FOUND"));
  });

  test("of older services have their own results and error codes", async () => {
    const { refundabilities } = await sandbox.ask("orders.refundability", { ecomOrderId: id });
    expect(refundabilities).toEqual([{ paymentId, refundabilityStatus: "REFUNDABLE" }]);
    const older = (amount: string) =>
      sandbox.ask("orders.refund", { ecomOrderId: id, payments: [{ paymentId, amount: { amount } }] });
    await expect(older("99.00")).rejects.toMatchObject(rejection(400, "INVALID_AMOUNT"));
    const { failedPaymentIds } = await sandbox.ask(
      "orders.refund",
      { ecomOrderId: id, payments: [{ paymentId, amount: { amount: "32.50" } }] },
      "declined",
    );
    expect(failedPaymentIds).toMatchObject([
      { id: paymentId, success: false, error: { code: "REFUND_FAILED" } },
    ]);
    const { refundId } = await older("32.50");
    expect((await sandbox.money(id)).refunds.at(-1).id).toBe(refundId);
    await expect(older("1.00")).rejects.toMatchObject(rejection(409, "REFUND_NOT_AVAILABLE"));
  });
});

describe("refundability", () => {
  const offline = { amount: { amount: "32.50" }, regularPaymentDetails: { offlinePayment: true } };
  const reasonOf = async (order: string) => {
    const [{ manuallyRefundable, nonRefundable, refundable }] = (await refundabilityOf(order)).payments;
    return manuallyRefundable?.reason ?? nonRefundable?.reason ?? refundable;
  };

  test("excludes PENDING and REJECTED orders and unpaid payments", async () => {
    expect(await reasonOf(sandbox.place({ payment: { outcome: "pending" } }).id)).toBe("ORDER_IS_PENDING");
    expect(await reasonOf(sandbox.place({ payment: { outcome: "declined" } }).id)).toBe("ORDER_IS_REJECTED");
    expect(await reasonOf(sandbox.place({ payment: { outcome: "authorized" } }).id)).toBe("NOT_PAID");
  });

  test("offline payments are refunded manually only", async () => {
    const order = sandbox.place({ payment: { outcome: "none" } }).id;
    await sandbox.ask("orderTransactions.addPayments", { orderId: order, payments: [offline] });
    expect(await reasonOf(order)).toBe("OFFLINE");
    const [payment] = (await sandbox.money(order)).payments;
    const ask = (more: object) =>
      sandbox.ask("orderBilling.refund", {
        orderId: order,
        paymentRefunds: [{ paymentId: payment.id, ...more }],
      });
    await expect(ask({})).rejects.toMatchObject(rejection(409, "EXTERNAL_REFUND_EXPECTED"));
    const { refund: created } = await ask({ externalRefund: true });
    expect(created.transactions[0]).toMatchObject({ externalRefund: true, refundStatus: "SUCCEEDED" });
  });

  test("depends on card readers, age, transactions and disabled refunds", async () => {
    const pos = sandbox.place({ payment: { outcome: "approved" }, channelInfo: { type: "POS" } }).id;
    expect(await reasonOf(pos)).toBe("REQUIRES_CARD_READER");
    const order = sandbox.place({ payment: { outcome: "none" } }).id;
    const card = { amount: { amount: "1.00" }, regularPaymentDetails: {} };
    await sandbox.ask("orderTransactions.addPayments", { orderId: order, payments: [card] });
    expect(await reasonOf(order)).toBe("TRANSACTION_NOT_FOUND");
    const disabled = sandbox.place({ payment: { outcome: "none" } }).id;
    await sandbox.ask("orderTransactions.addPayments", {
      orderId: disabled,
      payments: [{ ...card, refundDisabled: true }],
    });
    expect(await reasonOf(disabled)).toBe("DISABLED_BY_PROVIDER");
    sandbox.tick(366 * day);
    expect(await reasonOf(id)).toBe("EXPIRED");
  });

  test.each(["PROVIDER_IS_DOWN", "FORBIDDEN", "NOT_SUPPORTED"])(
    "%s is the reason if the header requests it",
    async (reason) => {
      const { payments } = await sandbox.ask("orderBilling.refundability", { orderId: id }, reason);
      expect(JSON.stringify(payments[0])).toContain(reason);
    },
  );
});
