import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  activityTypes,
  cup,
  day,
  jug,
  minute,
  type OrdersSandbox,
  openOrdersSandbox,
} from "../../support/orders-sandbox.ts";

let desk: OrdersSandbox;
let id: string;
let paymentId: string;
beforeEach(async () => {
  desk = openOrdersSandbox();
  ({ id } = desk.place({ payment: { outcome: "approved" } }));
  paymentId = (await desk.money(id)).payments[0].id;
});
afterEach(() => desk.close());

const refused = (status: number, code: string) => ({ status, code });
const fee = "33333333-3333-4333-8333-333333333333";

const refund = (amount: string | undefined, more: object = {}, wish?: string) =>
  desk.ask(
    "orderBilling.refund",
    { orderId: id, paymentRefunds: [{ paymentId, ...(amount && { amount: { amount } }) }], ...more },
    wish,
  );
const refundabilityOf = async (order = id) =>
  await desk.ask("orderBilling.refundability", { orderId: order });

describe("refunds", () => {
  test("can be partial until nothing is left", async () => {
    await refund("10.00");
    expect(await desk.order(id)).toMatchObject({
      paymentStatus: "PARTIALLY_REFUNDED",
      balanceSummary: {
        paid: { amount: "32.50" },
        refunded: { amount: "10.00" },
        balance: { amount: "0.00" },
      },
    });
    expect((await desk.money(id)).payments[0].status).toBe("PARTIALLY_REFUNDED");
    await expect(refund("22.51")).rejects.toMatchObject(refused(400, "INVALID_PAYMENT_REFUND_AMOUNT"));
    const { refund: last } = await refund(undefined);
    expect(last.summary).toMatchObject({ refunded: { amount: "22.50" }, pending: false });
    expect(await desk.order(id)).toMatchObject({ paymentStatus: "FULLY_REFUNDED" });
    expect((await desk.money(id)).payments[0].status).toBe("REFUNDED");
    await expect(refund("0.01")).rejects.toMatchObject({
      ...refused(409, "PAYMENT_NOT_REFUNDABLE"),
      details: { applicationError: { data: { reason: "ALREADY_REFUNDED", status: "REFUNDED" } } },
    });
    expect(activityTypes(await desk.order(id)).slice(2)).toEqual([
      "REFUND_INITIATED",
      "PAYMENT_REFUNDED",
      "REFUND_INITIATED",
      "PAYMENT_REFUNDED",
    ]);
  });

  test.each(["0", "-1", "1.005", "32.51", "1e1"])("of %s are rejected and change nothing", async (amount) => {
    const before = [await desk.order(id), await desk.money(id)];
    await expect(refund(amount)).rejects.toMatchObject({ status: 400 });
    expect([await desk.order(id), await desk.money(id)]).toEqual(before);
  });

  test("that are declined move no money", async () => {
    const answer = await refund("10.00", {}, "declined");
    expect(answer.refund.transactions[0]).toMatchObject({ refundStatus: "FAILED" });
    expect(await desk.order(id)).toMatchObject({
      paymentStatus: "PAID",
      balanceSummary: { refunded: { amount: "0.00" } },
    });
    expect(activityTypes(await desk.order(id)).slice(-1)).toEqual(["PAYMENT_REFUND_FAILED"]);
    expect((await refundabilityOf()).payments[0]).toMatchObject({
      refundable: true,
      payment: { monetary: { maxRefund: { amount: "32.50" } } },
    });
  });

  test("that are scheduled become STARTED and SUCCEEDED as the clock advances", async () => {
    const statusOf = async () => (await desk.money(id)).refunds[0].transactions[0].refundStatus;
    await refund(undefined, {}, "scheduled");
    expect(await statusOf()).toBe("SCHEDULED");
    expect((await desk.order(id)).balanceSummary.pendingRefund.amount).toBe("32.50");
    expect((await refundabilityOf()).payments[0]).toMatchObject({
      nonRefundable: { reason: "PENDING_REFUND" },
    });
    desk.tick(60 * minute);
    expect(await statusOf()).toBe("STARTED");
    desk.tick(minute);
    expect(await statusOf()).toBe("SUCCEEDED");
    expect(await desk.order(id)).toMatchObject({ paymentStatus: "FULLY_REFUNDED" });
    expect(desk.events().filter((type) => type === "order_transactions_refund_completed")).toHaveLength(1);
  });

  test("that are pending can be completed once", async () => {
    const { refund: made } = await refund("5.00", {}, "pending");
    const set = (refundStatus: string) =>
      desk.ask("orderTransactions.updateRefund", {
        orderId: id,
        refundId: made.id,
        transaction: { paymentId, refundStatus },
      });
    await set("SUCCEEDED");
    await expect(set("FAILED")).rejects.toMatchObject(refused(409, "STATUS_NOT_ALLOWED"));
    desk.tick(10 * minute);
    expect((await desk.order(id)).balanceSummary.refunded.amount).toBe("5.00");
  });

  test("of items count quantities, and nothing is refunded twice", async () => {
    const items = { lineItems: [{ lineItemId: cup, quantity: 2 }], shipping: {} };
    const quote = await desk.ask("orderBilling.calculateRefund", { orderId: id, refundItems: items });
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
    expect((await desk.order(id)).lineItems[1].refundQuantity).toBe(2);
    await expect(refund("1.00", { refundItems: items })).rejects.toMatchObject(
      refused(400, "INVALID_LINE_ITEM_REFUND_QUANTITY"),
    );
    const again = await desk.ask("orderBilling.calculateRefund", { orderId: id, refundItems: items });
    expect(
      again.notAvailable.errors.map(
        (one: { error: { applicationError: { code: string } } }) => one.error.applicationError.code,
      ),
    ).toEqual(["INVALID_LINE_ITEM_REFUND_QUANTITY", "INVALID_SHIPPING_REFUND_AMOUNT"]);
  });

  test("report unknown payments and items", async () => {
    await expect(
      desk.ask("orderBilling.refund", { orderId: id, paymentRefunds: [{ paymentId: jug }] }),
    ).rejects.toMatchObject(refused(404, "PAYMENT_NOT_FOUND"));
    await expect(
      refund("1.00", { refundItems: { lineItems: [{ lineItemId: fee, quantity: 1 }] } }),
    ).rejects.toMatchObject(refused(404, "LINE_ITEM_NOT_FOUND"));
    await expect(
      refund("1.00", { refundItems: { additionalFees: [{ additionalFeeId: jug }] } }),
    ).rejects.toMatchObject(refused(404, "ADDITIONAL_FEE_NOT_FOUND"));
  });

  test("of older services have their own results and error codes", async () => {
    const { refundabilities } = await desk.ask("orders.refundability", { ecomOrderId: id });
    expect(refundabilities).toEqual([{ paymentId, refundabilityStatus: "REFUNDABLE" }]);
    const older = (amount: string) =>
      desk.ask("orders.refund", { ecomOrderId: id, payments: [{ paymentId, amount: { amount } }] });
    await expect(older("99.00")).rejects.toMatchObject(refused(400, "INVALID_AMOUNT"));
    const { refundId } = await older("32.50");
    expect((await desk.money(id)).refunds[0].id).toBe(refundId);
    await expect(older("1.00")).rejects.toMatchObject(refused(409, "REFUND_NOT_AVAILABLE"));
  });
});

describe("refundability", () => {
  const offline = { amount: { amount: "32.50" }, regularPaymentDetails: { offlinePayment: true } };
  const reasonOf = async (order: string) => {
    const [{ manuallyRefundable, nonRefundable, refundable }] = (await refundabilityOf(order)).payments;
    return manuallyRefundable?.reason ?? nonRefundable?.reason ?? refundable;
  };

  test("excludes PENDING and REJECTED orders and unpaid payments", async () => {
    expect(await reasonOf(desk.place({ payment: { outcome: "pending" } }).id)).toBe("ORDER_IS_PENDING");
    expect(await reasonOf(desk.place({ payment: { outcome: "declined" } }).id)).toBe("ORDER_IS_REJECTED");
    expect(await reasonOf(desk.place({ payment: { outcome: "authorized" } }).id)).toBe("NOT_PAID");
  });

  test("offline payments are refunded manually only", async () => {
    const order = desk.place({ payment: { outcome: "none" } }).id;
    await desk.ask("orderTransactions.addPayments", { orderId: order, payments: [offline] });
    expect(await reasonOf(order)).toBe("OFFLINE");
    const [payment] = (await desk.money(order)).payments;
    const ask = (more: object) =>
      desk.ask("orderBilling.refund", {
        orderId: order,
        paymentRefunds: [{ paymentId: payment.id, ...more }],
      });
    await expect(ask({})).rejects.toMatchObject(refused(409, "EXTERNAL_REFUND_EXPECTED"));
    const { refund: made } = await ask({ externalRefund: true });
    expect(made.transactions[0]).toMatchObject({ externalRefund: true, refundStatus: "SUCCEEDED" });
  });

  test("depends on card readers, age, transactions and disabled refunds", async () => {
    const pos = desk.place({ payment: { outcome: "approved" }, channelInfo: { type: "POS" } }).id;
    expect(await reasonOf(pos)).toBe("REQUIRES_CARD_READER");
    const order = desk.place({ payment: { outcome: "none" } }).id;
    const card = { amount: { amount: "1.00" }, regularPaymentDetails: {} };
    await desk.ask("orderTransactions.addPayments", { orderId: order, payments: [card] });
    expect(await reasonOf(order)).toBe("TRANSACTION_NOT_FOUND");
    const disabled = desk.place({ payment: { outcome: "none" } }).id;
    await desk.ask("orderTransactions.addPayments", {
      orderId: disabled,
      payments: [{ ...card, refundDisabled: true }],
    });
    expect(await reasonOf(disabled)).toBe("DISABLED_BY_PROVIDER");
    desk.tick(366 * day);
    expect(await reasonOf(id)).toBe("EXPIRED");
  });

  test.each(["PROVIDER_IS_DOWN", "FORBIDDEN", "NOT_SUPPORTED"])(
    "%s is the reason if the header requests it",
    async (reason) => {
      const { payments } = await desk.ask("orderBilling.refundability", { orderId: id }, reason);
      expect(JSON.stringify(payments[0])).toContain(reason);
    },
  );
});
