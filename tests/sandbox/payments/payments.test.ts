import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { giftCards } from "../../../src/sandbox/gift-cards/index.ts";
import {
  activityTypes,
  cup,
  day,
  jug,
  minute,
  type OrdersSandbox,
  openOrdersSandbox,
  orderLines,
} from "../support/orders-sandbox.ts";

let sandbox: OrdersSandbox;
beforeEach(() => {
  sandbox = openOrdersSandbox();
});
afterEach(() => sandbox.close());

const rejection = (status: number, code: string) => ({ status, code });

describe("placing", () => {
  test.each([
    ["approved", "APPROVED", "PAID", ["APPROVED"], ["ORDER_PLACED", "ORDER_PAID"]],
    ["authorized", "APPROVED", "NOT_PAID", ["AUTHORIZED"], ["ORDER_PLACED", "AUTHORIZED_PAYMENT_CREATED"]],
    ["pending", "PENDING", "PENDING", ["PENDING"], ["ORDER_PLACED", "PAYMENT_PENDING", "ORDER_PENDING"]],
    [
      "declined",
      "REJECTED",
      "DECLINED",
      ["DECLINED"],
      ["ORDER_PLACED", "PAYMENT_DECLINED", "ORDER_REJECTED"],
    ],
    ["offline", "APPROVED", "NOT_PAID", [], ["ORDER_PLACED"]],
    ["none", "INITIALIZED", "NOT_PAID", [], ["ORDER_PLACED"]],
  ] as const)("%s: the order is %s and %s", async (outcome, status, paymentStatus, payments, activities) => {
    const { id } = sandbox.place({ payment: { outcome } });
    const order = await sandbox.order(id);
    expect(order).toMatchObject({
      status,
      paymentStatus,
      fulfillmentStatus: "NOT_FULFILLED",
      number: "10001",
    });
    expect(order.priceSummary.total.amount).toBe("32.50");
    expect(activityTypes(order)).toEqual(activities);
    const money = await sandbox.money(id);
    expect(money.payments.map((payment: { status: string }) => payment.status)).toEqual(payments);
  });

  test("a free order is paid and approved", async () => {
    const free = {
      lineItems: [{ ...orderLines.lineItems[0], price: { amount: "0" } }],
      additionalFees: [],
      shippingInfo: {},
    };
    const { id } = sandbox.place({ ...free, payment: { outcome: "none" } } as never);
    expect(await sandbox.order(id)).toMatchObject({ status: "APPROVED", paymentStatus: "PAID" });
  });

  test("emits each event once", () => {
    sandbox.place({ payment: { outcome: "approved" } });
    expect(sandbox.events()).toEqual(["order_created", "order_approved", "order_transactions_updated"]);
  });
});

describe("capture", () => {
  test("moves the money once and updates order, payment and ledger", async () => {
    const { id } = sandbox.place({ payment: { outcome: "authorized" } });
    const [payment] = (await sandbox.money(id)).payments;
    expect((await sandbox.order(id)).balanceSummary).toMatchObject({
      authorized: { amount: "32.50" },
      paid: { amount: "0.00" },
      balance: { amount: "32.50" },
    });
    sandbox.events();
    const answer = await sandbox.ask("orderBilling.capture", {
      orderId: id,
      payments: [{ paymentId: payment.id }],
    });
    expect(answer.orderTransactions.payments[0]).toMatchObject({
      status: "APPROVED",
      regularPaymentDetails: {
        status: "APPROVED",
        authorizationDetails: { captures: [{ status: "SUCCEEDED", amount: { amount: "32.50" } }] },
      },
    });
    const order = await sandbox.order(id);
    expect(order).toMatchObject({
      paymentStatus: "PAID",
      balanceSummary: {
        authorized: { amount: "0.00" },
        paid: { amount: "32.50" },
        balance: { amount: "0.00" },
      },
    });
    expect(activityTypes(order).slice(-2)).toEqual(["AUTHORIZED_PAYMENT_CAPTURED", "ORDER_PAID"]);
    expect(sandbox.events()).toEqual([
      "order_updated",
      "order_payment_status_updated",
      "order_transactions_updated",
    ]);
  });

  test("a second capture is rejected and changes nothing", async () => {
    const { id } = sandbox.place({ payment: { outcome: "authorized" } });
    const [payment] = (await sandbox.money(id)).payments;
    const input = { orderId: id, payments: [{ paymentId: payment.id }] };
    await sandbox.ask("orderBilling.capture", input);
    const before = [await sandbox.order(id), await sandbox.money(id)];
    sandbox.events();
    const error = sandbox.ask("orderBilling.capture", input);
    await expect(error).rejects.toMatchObject({
      ...rejection(409, "PAYMENT_ALREADY_CAPTURED"),
      message: expect.stringContaining("its status is APPROVED"),
    });
    await expect(
      sandbox.ask("orders.capturePayments", { ecomOrderId: id, payments: input.payments }),
    ).rejects.toMatchObject(rejection(409, "PAYMENT_ALREADY_CAPTURED"));
    await expect(
      sandbox.ask("orderBilling.void", { orderId: id, paymentIds: [payment.id] }),
    ).rejects.toMatchObject(rejection(409, "PAYMENT_ALREADY_CAPTURED"));
    expect([await sandbox.order(id), await sandbox.money(id)]).toEqual(before);
    expect(sandbox.events()).toEqual([]);
    const { movements, totals } = await sandbox.ask("sandbox.ledger", { orderId: id });
    expect(movements.map(({ kind, amount }: { kind: string; amount: string }) => [kind, amount])).toEqual([
      ["AUTHORIZED", "32.50"],
      ["CAPTURED", "32.50"],
    ]);
    expect(totals).toEqual([
      {
        currency: "USD",
        authorized: "32.50",
        captured: "32.50",
        captures: 1,
        voided: "0.00",
        charged: "0.00",
        refunded: "0.00",
      },
    ]);
  });

  test("a payment named twice in one call is not captured", async () => {
    const { id } = sandbox.place({ payment: { outcome: "authorized" } });
    const [{ id: paymentId }] = (await sandbox.money(id)).payments;
    await expect(
      sandbox.ask("orderBilling.capture", { orderId: id, payments: [{ paymentId }, { paymentId }] }),
    ).rejects.toMatchObject({ status: 400 });
    expect((await sandbox.order(id)).balanceSummary.paid.amount).toBe("0.00");
  });

  test.each(["10.00", "32.51", "0", "32.505"])(
    "of %s, not of the whole amount of 32.50, is rejected",
    async (amount) => {
      const { id } = sandbox.place({ payment: { outcome: "authorized" } });
      const [{ id: paymentId }] = (await sandbox.money(id)).payments;
      await expect(
        sandbox.ask("orderBilling.capture", { orderId: id, payments: [{ paymentId, amount: { amount } }] }),
      ).rejects.toMatchObject(rejection(400, "INVALID_AMOUNT"));
    },
  );

  test("rejects unknown payments and those that were never authorized", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    const [{ id: paymentId }] = (await sandbox.money(id)).payments;
    const capture = (orderId: string, one: string) =>
      sandbox.ask("orderBilling.capture", { orderId, payments: [{ paymentId: one }] });
    await expect(capture(id, paymentId)).rejects.toMatchObject(rejection(409, "PAYMENT_NOT_AUTHORIZED"));
    await expect(capture(id, jug)).rejects.toMatchObject(rejection(404, "PAYMENT_NOT_FOUND"));
    await expect(capture(jug, jug)).rejects.toMatchObject(rejection(404, "ORDER_NOT_FOUND"));
  });

  test("can be declined or pending", async () => {
    const { id } = sandbox.place({ payment: { outcome: "authorized" } });
    const [{ id: paymentId }] = (await sandbox.money(id)).payments;
    const capture = (outcome?: string) =>
      sandbox.ask("orderBilling.capture", { orderId: id, payments: [{ paymentId }] }, outcome);
    const captureOf = async () =>
      (await sandbox.money(id)).payments[0].regularPaymentDetails.authorizationDetails.captures[0];
    await capture("declined");
    expect(await captureOf()).toMatchObject({ status: "FAILED", failureDetails: { failureCode: "3030" } });
    await capture("pending");
    expect(await captureOf()).toMatchObject({ status: "PENDING" });
    await expect(capture()).rejects.toMatchObject(rejection(409, "PAYMENT_HAS_PENDING_CAPTURE"));
    sandbox.tick(minute);
    expect(await captureOf()).toMatchObject({ status: "SUCCEEDED" });
    expect(await sandbox.order(id)).toMatchObject({ paymentStatus: "PAID" });
  });
});

describe("void", () => {
  test("voids the payment once", async () => {
    const { id } = sandbox.place({ payment: { outcome: "authorized" } });
    const [{ id: paymentId }] = (await sandbox.money(id)).payments;
    const input = { orderId: id, paymentIds: [paymentId] };
    const { orderTransactions } = await sandbox.ask("orderBilling.void", input);
    expect(orderTransactions.payments[0]).toMatchObject({
      status: "VOIDED",
      voided: { reason: "MERCHANT_REQUEST" },
      regularPaymentDetails: { authorizationDetails: { void: { status: "SUCCEEDED", reason: "MANUAL" } } },
    });
    expect(await sandbox.order(id)).toMatchObject({ status: "APPROVED", paymentStatus: "CANCELED" });
    await expect(sandbox.ask("orderBilling.void", input)).rejects.toMatchObject(
      rejection(409, "PAYMENT_ALREADY_VOIDED"),
    );
    await expect(
      sandbox.ask("orderBilling.capture", { orderId: id, payments: [{ paymentId }] }),
    ).rejects.toMatchObject(rejection(409, "PAYMENT_ALREADY_VOIDED"));
  });
});

test("a void can be declined or pending, and a pending one ends by itself", async () => {
  const { id } = sandbox.place({ payment: { outcome: "authorized" } });
  const [{ id: paymentId }] = (await sandbox.money(id)).payments;
  const cancel = (outcome: string) =>
    sandbox.ask("orderBilling.void", { orderId: id, paymentIds: [paymentId] }, outcome);
  const voidOf = async () =>
    (await sandbox.money(id)).payments[0].regularPaymentDetails.authorizationDetails.void;
  await cancel("declined");
  expect(await voidOf()).toMatchObject({ status: "FAILED" });
  expect(await sandbox.order(id)).toMatchObject({ paymentStatus: "NOT_PAID" });
  await cancel("pending");
  expect(await voidOf()).toMatchObject({ status: "PENDING" });
  sandbox.tick(minute);
  expect(await voidOf()).toMatchObject({ status: "SUCCEEDED", reason: "MANUAL" });
  expect(await sandbox.order(id)).toMatchObject({ paymentStatus: "CANCELED" });
});

describe("scheduled actions", () => {
  test("an authorization is voided when it expires", async () => {
    const { id } = sandbox.place({ payment: { outcome: "authorized" } });
    const details = async () =>
      (await sandbox.money(id)).payments[0].regularPaymentDetails.authorizationDetails;
    expect((await details()).scheduledAction).toEqual({
      actionType: "VOID",
      executionDate: "2026-03-08T08:00:00.000Z",
    });
    sandbox.tick(7 * day - 1);
    expect((await sandbox.money(id)).payments[0].status).toBe("AUTHORIZED");
    sandbox.tick(1);
    expect((await sandbox.money(id)).payments[0].status).toBe("VOIDED");
    expect((await details()).void).toMatchObject({
      reason: "SCHEDULED",
      voidedDate: "2026-03-08T08:00:00.000Z",
    });
  });

  test("a scheduled capture runs unless the payment was voided before", async () => {
    const delayedCapture = { scheduledAction: "CAPTURE", delayDuration: { count: 2, unit: "HOURS" } };
    const [kept, gone] = [1, 2].map(
      () => sandbox.place({ payment: { outcome: "authorized", delayedCapture } }).id,
    );
    const [{ id: paymentId }] = (await sandbox.money(gone ?? "")).payments;
    await sandbox.ask("orderBilling.void", { orderId: gone, paymentIds: [paymentId] });
    sandbox.tick(120 * minute);
    expect(await sandbox.order(kept ?? "")).toMatchObject({ paymentStatus: "PAID" });
    expect(await sandbox.order(gone ?? "")).toMatchObject({ paymentStatus: "CANCELED" });
  });
});

test("a scheduled action leaves a payment alone whose capture is pending", async () => {
  const delayedCapture = { scheduledAction: "VOID", delayDuration: { count: 1, unit: "HOURS" } };
  const { id } = sandbox.place({ payment: { outcome: "authorized", delayedCapture } });
  const [{ id: paymentId }] = (await sandbox.money(id)).payments;
  sandbox.tick(60 * minute - 1);
  await sandbox.ask("orderBilling.capture", { orderId: id, payments: [{ paymentId }] }, "pending");
  sandbox.tick(minute);
  expect(await sandbox.order(id)).toMatchObject({ paymentStatus: "PAID" });
  const { movements } = await sandbox.ask("sandbox.ledger", { orderId: id });
  expect(movements.map(({ kind }: { kind: string }) => kind)).toEqual(["AUTHORIZED", "CAPTURED"]);
});

describe("charging", () => {
  test("a saved card is charged or authorized for at most what is left to pay", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved", amount: "10.00", saved: true } });
    expect(await sandbox.order(id)).toMatchObject({ paymentStatus: "PARTIALLY_PAID" });
    const authorize = (amount: string) =>
      sandbox.ask("orderBilling.authorizeSaved", {
        orderId: id,
        amount: { amount },
        currency: "USD",
        delayedCaptureSettings: { scheduledAction: "VOID", delayDuration: { count: 3, unit: "DAYS" } },
      });
    await expect(authorize("22.51")).rejects.toMatchObject(rejection(400, "INVALID_AMOUNT"));
    const { payment } = await authorize("20.00");
    expect(payment).toMatchObject({ status: "AUTHORIZED", amount: { amount: "20.00" } });
    await expect(authorize("2.51")).rejects.toMatchObject(rejection(400, "INVALID_AMOUNT"));
    const { payments } = await sandbox.ask("orderBilling.charge", {
      orderId: id,
      regularCharge: { amount: { amount: "2.50" } },
      idempotencyKey: cup,
    });
    const again = await sandbox.ask("orderBilling.charge", {
      orderId: id,
      regularCharge: { amount: { amount: "2.50" } },
      idempotencyKey: cup,
    });
    expect(again.payments).toEqual(payments);
    await sandbox.ask("orderBilling.capture", { orderId: id, payments: [{ paymentId: payment.id }] });
    expect(await sandbox.order(id)).toMatchObject({
      paymentStatus: "PAID",
      balanceSummary: { balance: { amount: "0.00" } },
    });
    await expect(authorize("1.00")).rejects.toMatchObject(rejection(409, "ORDER_PAID"));
  });

  test("a rejected order is not charged", async () => {
    const { id } = sandbox.place({ payment: { outcome: "declined" } });
    const amount = { amount: "1.00" };
    const giftCards = [{ giftCardCode: "SUMMER-2026-ABCD", amount }];
    await expect(sandbox.ask("orderBilling.charge", { orderId: id, giftCards })).rejects.toMatchObject(
      rejection(409, "ORDER_IS_REJECTED"),
    );
  });

  test("a charge needs a saved card", async () => {
    const { id } = sandbox.place({ payment: { outcome: "offline" } });
    const input = {
      orderId: id,
      amount: { amount: "1.00" },
      currency: "USD",
      delayedCaptureSettings: { scheduledAction: "VOID" },
    };
    await expect(sandbox.ask("orderBilling.authorizeSaved", input)).rejects.toMatchObject(
      rejection(409, "NO_SAVED_PAYMENT_METHOD"),
    );
    await expect(
      sandbox.ask("orderBilling.authorizeSaved", { ...input, currency: "EUR" }),
    ).rejects.toMatchObject(rejection(400, "INVALID_CURRENCY"));
  });

  test("an order is marked as paid once", async () => {
    const { id } = sandbox.place({ payment: { outcome: "offline" } });
    await sandbox.ask("orders.recordPayment", { orderId: id, amount: { amount: "12.50" } });
    const { order } = await sandbox.ask("orders.markAsPaid", { ecomOrderId: id });
    expect(order).toMatchObject({ paymentStatus: "PAID", balanceSummary: { paid: { amount: "32.50" } } });
    await expect(sandbox.ask("orders.markAsPaid", { ecomOrderId: id })).rejects.toMatchObject(
      rejection(409, "ORDER_ALREADY_PAID"),
    );
    expect(await sandbox.ask("orders.collectability", { ecomOrderId: id })).toMatchObject({
      status: "NONCOLLECTABLE_ORDER_IS_PAID",
    });
  });
});

describe("memberships", () => {
  const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
  const membershipIdentifier = { existingMembership: { appId, membershipId: "m" } };
  const calls = {
    "orderBilling.charge": (orderId: string) => ({
      orderId,
      memberships: [{ lineItemId: jug, membershipIdentifier }],
    }),
    "orderBilling.chargeMemberships": (orderId: string) => ({
      orderId,
      memberId: cup,
      memberships: [{ lineItemId: jug, membershipIdentifier }],
    }),
    "orders.chargeMemberships": (ecomOrderId: string) => ({
      ecomOrderId,
      memberId: cup,
      membershipCharges: [
        { lineItemId: jug, membershipId: "m", appId, membershipName: { original: "Club" } },
      ],
    }),
  };

  test.each(Object.entries(calls))("%s charges neither canceled nor paid orders", async (name, input) => {
    const open = sandbox.place({ payment: { outcome: "offline" } }).id;
    await sandbox.ask("orders.cancel", { id: open });
    await expect(sandbox.ask(name, input(open))).rejects.toMatchObject(rejection(409, "ORDER_CANCELED"));
    const paid = sandbox.place({ payment: { outcome: "approved" } }).id;
    await expect(sandbox.ask(name, input(paid))).rejects.toMatchObject(rejection(400, "INVALID_AMOUNT"));
    expect((await sandbox.order(paid)).balanceSummary.balance.amount).toBe("0.00");
  });

  test("an older charge names an item by its product, with other items in the order", async () => {
    const product = (id: string) => ({ appId, catalogItemId: id });
    const { id } = sandbox.place({
      lineItems: [
        ...orderLines.lineItems,
        { ...orderLines.lineItems[1], id: appId, catalogReference: product(cup) },
      ],
      payment: { outcome: "offline" },
    });
    const charge = (more: object) =>
      sandbox.ask("orders.chargeMemberships", {
        ecomOrderId: id,
        memberId: cup,
        membershipCharges: [{ membershipId: "m", appId, membershipName: { original: "Club" }, ...more }],
      });
    for (const more of [{}, { catalogReference: product(jug) }])
      await expect(charge(more)).rejects.toMatchObject(rejection(404, "LINE_ITEM_NOT_FOUND"));
    await charge({ catalogReference: product(cup) });
    const [payment] = (await sandbox.money(id)).payments;
    expect(payment).toMatchObject({
      amount: { amount: "15.00" },
      membershipPaymentDetails: { lineItemId: appId, name: { original: "Club" } },
    });
  });

  test("an item is charged again once its membership payment was voided", async () => {
    const { id } = sandbox.place({ payment: { outcome: "offline" } });
    const memberships = [{ lineItemId: jug, membershipIdentifier }];
    const charge = () => sandbox.ask("orderBilling.charge", { orderId: id, memberships });
    const { payments } = await charge();
    await expect(charge()).rejects.toMatchObject(rejection(409, "LINE_ITEM_PAID"));
    await sandbox.ask("orderBilling.voidMemberships", { orderId: id, paymentIds: [payments[0].id] });
    await charge();
    expect((await sandbox.order(id)).balanceSummary.paid.amount).toBe("12.50");
  });
});

const addGiftCard = (code: string, value: string) =>
  sandbox.store.write({ caller: { role: "admin" } }, (tx) =>
    tx.put(giftCards, code, {
      id: tx.newId(),
      code,
      status: "VALID",
      balance: { value, currency: "USD" },
      transactions: [],
    } as never),
  );

test("gift cards whose codes end alike pay for one order, each once", async () => {
  const { id } = sandbox.place({ payment: { outcome: "offline" } });
  for (const code of ["SUMMER-2026-ABCD", "WINTER-2026-ABCD"]) addGiftCard(code, "5.00");
  const redeem = (giftCardCode: string, amount: string) =>
    sandbox.ask("orderBilling.redeemGiftCard", {
      orderId: id,
      giftCardCode,
      amount: { amount },
      currency: "USD",
    });
  await redeem("SUMMER-2026-ABCD", "2.00");
  await redeem("winter-2026-abcd", "5.00");
  await expect(redeem("SUMMER-2026-ABCD", "1.00")).rejects.toMatchObject(
    rejection(409, "GIFT_CARD_ALREADY_APPLIED"),
  );
  expect((await sandbox.order(id)).balanceSummary.paid.amount).toBe("7.00");
});

test("a refund of a gift card puts the amount back on that card", async () => {
  const { id } = sandbox.place({ payment: { outcome: "offline" } });
  const codes = ["SPRING-2026-ABCD", "AUTUMN-2026-ABCD"];
  for (const code of codes) addGiftCard(code, "20.00");
  const cards = [{ giftCardCode: "AUTUMN-2026-ABCD", amount: { amount: "12.50" } }];
  const { payments } = await sandbox.ask("orderBilling.charge", { orderId: id, giftCards: cards });
  const balances = () =>
    sandbox.store.read({ caller: { role: "admin" } }, (tx) =>
      codes.map((code) => tx.get(giftCards, code)?.balance.value),
    );
  expect(balances()).toEqual(["20.00", "7.50"]);
  const paymentRefunds = [{ paymentId: payments[0].id, amount: { amount: "10.00" } }];
  await sandbox.ask("orderBilling.refund", { orderId: id, paymentRefunds });
  expect(balances()).toEqual(["20.00", "17.50"]);
  expect((await sandbox.order(id)).balanceSummary).toMatchObject({
    paid: { amount: "12.50" },
    refunded: { amount: "10.00" },
  });
});

describe("external payments", () => {
  const payment = { amount: { amount: "32.50" }, regularPaymentDetails: { offlinePayment: true } };

  test("are recorded, and their status follows the allowed transitions only", async () => {
    const { id } = sandbox.place({ payment: { outcome: "none" } });
    const { paymentsIds } = await sandbox.ask("orderTransactions.addPayments", {
      orderId: id,
      payments: [{ ...payment, status: "PENDING" }],
    });
    expect(await sandbox.order(id)).toMatchObject({ status: "PENDING", paymentStatus: "PENDING" });
    const set = (status: string) =>
      sandbox.ask("orderTransactions.updateStatus", { orderId: id, paymentId: paymentsIds[0], status });
    await expect(set("REFUNDED")).rejects.toMatchObject(rejection(409, "STATUS_NOT_ALLOWED"));
    await set("PENDING_MERCHANT");
    expect(await sandbox.order(id)).toMatchObject({ paymentStatus: "PENDING_MERCHANT" });
    await set("APPROVED");
    expect(await sandbox.order(id)).toMatchObject({ status: "APPROVED", paymentStatus: "PAID" });
    await expect(set("DECLINED")).rejects.toMatchObject({
      ...rejection(409, "STATUS_NOT_ALLOWED"),
      message: "A payment whose status is APPROVED cannot become DECLINED",
    });
  });

  test("a pending order is rejected with its payment", async () => {
    const { id } = sandbox.place({ payment: { outcome: "pending" } });
    const [{ id: paymentId }] = (await sandbox.money(id)).payments;
    await sandbox.ask("orderTransactions.updateStatus", { orderId: id, paymentId, status: "DECLINED" });
    const order = await sandbox.order(id);
    expect(order).toMatchObject({ status: "REJECTED", paymentStatus: "DECLINED" });
    expect(activityTypes(order).slice(-2)).toEqual(["PAYMENT_DECLINED", "ORDER_REJECTED"]);
  });

  test("need a kind, a positive amount and a status that can be recorded", async () => {
    const { id } = sandbox.place({ payment: { outcome: "none" } });
    const add = (given: object) =>
      sandbox.ask("orderTransactions.addPayments", { orderId: id, payments: [given] });
    for (const [given, field] of [
      [{ amount: payment.amount }, "payments[0].regularPaymentDetails"],
      [{ ...payment, amount: { amount: "0" } }, "payments[0].amount.amount"],
      [{ ...payment, amount: { amount: "1.005" } }, "payments[0].amount.amount"],
      [{ ...payment, status: "REFUNDED" }, "payments[0].status"],
    ] as const)
      await expect(add(given)).rejects.toMatchObject({
        status: 400,
        details: { validationError: { fieldViolations: [{ field }] } },
      });
    expect((await sandbox.money(id)).payments).toEqual([]);
  });

  test("have a receipt once they are paid, and one only", async () => {
    const { id } = sandbox.place({ payment: { outcome: "none" } });
    const { paymentsIds } = await sandbox.ask("orderTransactions.addPayments", {
      orderId: id,
      payments: [{ ...payment, status: "PENDING" }],
    });
    const [paymentId] = paymentsIds;
    const receipt = () =>
      sandbox.ask("orderBilling.generateReceipts", { orderId: id, paymentIds: [paymentId] });
    await expect(receipt()).rejects.toMatchObject(rejection(409, "INVALID_PAYMENT_STATUS"));
    await sandbox.ask("orderTransactions.updateStatus", { orderId: id, paymentId, status: "APPROVED" });
    expect((await receipt()).receipts).toMatchObject([{ paymentId }]);
    await expect(receipt()).rejects.toMatchObject(rejection(409, "RECEIPT_ALREADY_EXIST"));
  });

  test("more than what is left to pay is rejected", async () => {
    const { id } = sandbox.place({ payment: { outcome: "none" } });
    await expect(
      sandbox.ask("orderTransactions.addPayments", { orderId: id, payments: [payment, payment] }),
    ).rejects.toMatchObject(rejection(400, "INVALID_AMOUNT"));
    expect((await sandbox.money(id)).payments).toEqual([]);
  });

  test("a rejected payment does not stop others of a bulk call", async () => {
    const [one, other] = [1, 2].map(() => sandbox.place({ payment: { outcome: "pending" } }).id);
    const [{ id: paymentId }] = (await sandbox.money(one ?? "")).payments;
    const answer = await sandbox.ask("orderTransactions.bulkUpdateStatus", {
      paymentAndOrderIds: [
        { orderId: one, paymentId },
        { orderId: other, paymentId: cup },
      ],
      status: "APPROVED",
      returnFullEntity: true,
    });
    expect(answer).toMatchObject({
      results: [{ item: { status: "APPROVED" } }, { itemMetadata: { error: { code: "PAYMENT_NOT_FOUND" } } }],
      bulkActionMetadata: { totalSuccesses: 1, totalFailures: 1 },
    });
  });
});
