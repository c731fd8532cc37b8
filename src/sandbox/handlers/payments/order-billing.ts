import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import type {
  orderBilling as endpoints,
  MembershipCharge,
} from "../../../api/services/payments/order-billing.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import {
  activity,
  addPayments,
  amountOf,
  currencyOf,
  isPaid,
  orderOf,
  regularPayment,
  replacePayment,
  requestedOutcome,
  type StoredOrder,
  type StoredPayment,
  settleOrder,
  showTransactions,
  transactionsOf,
  withStatus,
} from "../../services/orders/index.ts";
import { capturePayments, paymentOf, voidPayments } from "../../services/payments/authorized.ts";
import { chargeAmount, chargeSaved, savedPayment } from "../../services/payments/charge.ts";
import { payWithMemberships, rejectOverpayment } from "../../services/payments/collect.ts";
import { payWithGiftCard } from "../../services/payments/gift-cards.ts";
import { quoteRefund, refundabilityOf } from "../../services/payments/refund-quote.ts";
import { refundPayments } from "../../services/payments/refunds.ts";

/** Handlers of charges, authorizations, captures, voids and refunds. */
export const orderBilling: Handlers<typeof endpoints, StoreTx> = {
  charge: (tx, input) => charge(tx, input),
  chargeMemberships(tx, { orderId, memberships }) {
    const order = orderOf(tx, orderId);
    const payments = membershipPayments(tx, order, memberships ?? []);
    addPayments(tx, order, payments);
    return { payments };
  },
  redeemGiftCard(tx, { orderId, giftCardCode, amount, currency }) {
    const order = orderOf(tx, orderId);
    const before = transactionsOf(tx, order);
    chargeAmount(order, before, amount?.amount);
    const request = { code: giftCardCode ?? "", amount: amount?.amount, currency: currency ?? null };
    const payment = payWithGiftCard(tx, order, before.payments, request);
    const { money } = addPayments(tx, order, [payment]);
    return { orderTransactions: showTransactions(money), payment };
  },
  authorizeSaved(tx, { orderId, amount, currency, delayedCaptureSettings }) {
    const order = orderOf(tx, orderId);
    if (currency !== order.currency) {
      const message = `The order ${orderId} is in ${order.currency}, not in ${currency}`;
      throw new PlatformError(400, "INVALID_CURRENCY", message, { orderId, currency: order.currency });
    }
    const value = chargeAmount(order, transactionsOf(tx, order), amount?.amount);
    const { payment, money } = chargeSaved(tx, order, value, delayedCaptureSettings ?? {});
    return { payment, orderTransactions: showTransactions(money) };
  },
  capture: (tx, { orderId, payments }) => ({
    orderTransactions: showTransactions(capturePayments(tx, orderId ?? "", payments ?? [])),
  }),
  void: (tx, { orderId, paymentIds }) => ({
    orderTransactions: showTransactions(voidPayments(tx, orderId ?? "", paymentIds ?? [])),
  }),
  refundability: (tx, { orderId }) => refundabilityOf(tx, orderId ?? ""),
  calculateRefund: (tx, { orderId, refundItems }) => quoteRefund(tx, orderId ?? "", refundItems ?? {}),
  refund(tx, { orderId, paymentRefunds, refundItems, sideEffects, customerReason }) {
    const { refund, money } = refundPayments(tx, orderId ?? "", {
      payments: paymentRefunds ?? [],
      items: refundItems ?? {},
      reason: customerReason ?? null,
      restock: sideEffects?.restock?.lineItems ?? [],
      sideEffects: sideEffects ?? null,
    });
    return { refund, orderTransactions: showTransactions(money) };
  },
  voidMemberships(tx, { orderId, paymentIds }) {
    const order = orderOf(tx, orderId);
    const before = transactionsOf(tx, order);
    const voided = (paymentIds ?? []).map((id) => voidedMembership(tx, paymentOf(before, id)));
    settleOrder(tx, order, voided.reduce(replacePayment, before), { paymentIds: voided.map(({ id }) => id) });
    return {};
  },
  generateReceipts(tx, { orderId, paymentIds }) {
    const order = orderOf(tx, orderId);
    const before = transactionsOf(tx, order);
    const added = (paymentIds ?? []).map((id) => withReceipt(tx, paymentOf(before, id)));
    const activities = added.map(({ id, wixReceipt }) =>
      activity(tx, "RECEIPT_CREATED", {
        receiptCreated: { paymentId: id, ...(wixReceipt && { wixReceipt }) },
      }),
    );
    settleOrder(tx, order, added.reduce(replacePayment, before), {
      activities,
      paymentIds: added.map(({ id }) => id),
    });
    return {
      receipts: added.map(({ id, wixReceipt }) => ({ paymentId: id, receiptId: wixReceipt?.receiptId })),
    };
  },
};

function charge(tx: StoreTx, input: WireInput<typeof endpoints.charge>) {
  const { orderId, regularCharge: regular, giftCards, memberships, idempotencyKey } = input;
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  const repeated = idempotencyKey
    ? before.payments.filter(({ chargeCorrelationId }) => chargeCorrelationId === idempotencyKey)
    : [];
  if (repeated.length > 0) return { payments: repeated, orderTransactions: showTransactions(before) };
  const correlated = idempotencyKey ? { chargeCorrelationId: idempotencyKey } : {};
  const added: StoredPayment[] = membershipPayments(tx, order, memberships ?? []);
  for (const { giftCardCode, amount } of giftCards ?? []) {
    chargeAmount(order, before, amount?.amount);
    const request = { code: giftCardCode ?? "", amount: amount?.amount };
    added.push(payWithGiftCard(tx, order, [...before.payments, ...added], request));
  }
  if (regular) added.push(regularOf(tx, order, regular));
  if (added.length === 0) chargeAmount(order, before, undefined);
  rejectOverpayment(
    tx,
    order,
    added.filter(({ status }) => status !== "DECLINED"),
  );
  const payments = added.map((payment) => ({ ...payment, ...correlated }));
  const { money } = addPayments(tx, order, payments);
  return { payments, orderTransactions: showTransactions(money) };
}

type Regular = NonNullable<WireInput<typeof endpoints.charge>["regularCharge"]>;

/** Returns a card payment. A card that is not saved needs a payment intent. */
function regularOf(tx: StoreTx, order: StoredOrder, regular: Regular): StoredPayment {
  const money = transactionsOf(tx, order);
  const amount = chargeAmount(order, money, regular.amount?.amount);
  const saved = savedPayment(money);
  if (!saved && !regular.paymentIntentId && !regular.delayedCharge) {
    const message = "A card that is not saved needs a paymentIntentId or delayedCharge";
    throw new PlatformError(400, "PAYMENT_INTENT_ID_REQUIRED", message, { orderId: order.id });
  }
  const { delayedCaptureSettings: delayedCapture } = regular;
  const requested = requestedOutcome(tx);
  const failed = requested === "DECLINED" || requested === "PENDING" ? requested : undefined;
  const card = saved?.regularPaymentDetails?.creditCardDetails;
  return regularPayment(tx, currencyOf(order.currency), {
    amount,
    status: failed ?? (delayedCapture ? "AUTHORIZED" : "APPROVED"),
    saved: regular.savePaymentMethod ?? saved !== undefined,
    delayedCapture,
    ...(card && { card }),
  });
}

function membershipPayments(
  tx: StoreTx,
  order: StoredOrder,
  charges: readonly MembershipCharge[],
): StoredPayment[] {
  const request = charges.map(({ lineItemId, membershipIdentifier: named }) => {
    const { existingMembership: own, futureMembership: future } = named ?? {};
    return {
      lineItemId: lineItemId ?? "",
      membershipId: own?.membershipId ?? named?.membershipId ?? future?.benefitId ?? "",
      name: "Membership",
      providerAppId: own?.appId ?? named?.membershipAppId ?? "",
    };
  });
  return payWithMemberships(tx, order, transactionsOf(tx, order).payments, request);
}

function voidedMembership(tx: StoreTx, payment: StoredPayment): StoredPayment {
  const { id: paymentId, status, membershipPaymentDetails: details } = payment;
  if (!details)
    throw new PlatformError(
      409,
      "NOT_MEMBERSHIP_PAYMENT",
      `The payment ${paymentId} is not a membership payment`,
      {
        paymentId,
      },
    );
  if (status !== "APPROVED") {
    const message = `The membership payment ${paymentId} is not charged: its status is ${status}`;
    throw new PlatformError(409, "MEMBERSHIP_PAYMENT_NOT_CHARGED", message, { paymentId, status });
  }
  const voided = withStatus(tx, payment, "VOIDED", { voided: { reason: "MERCHANT_REQUEST" } });
  return { ...voided, membershipPaymentDetails: { ...details, status: "VOIDED", voided: true } };
}

function withReceipt(tx: StoreTx, payment: StoredPayment): StoredPayment {
  const { id: paymentId, status } = payment;
  const reject = (code: string, what: string) => {
    throw new PlatformError(409, code, `The payment ${paymentId} ${what}: its status is ${status}`, {
      paymentId,
      status,
    });
  };
  if (payment.wixReceipt || payment.externalReceipt) reject("RECEIPT_ALREADY_EXIST", "has a receipt");
  if (payment.membershipPaymentDetails)
    reject("INVALID_PAYMENT_TYPE", "is a membership, which has no receipts");
  if (!isPaid(status) || !amountOf(payment.amount).gt(amountOf(null)))
    reject("INVALID_PAYMENT_STATUS", "has no receipt");
  const displayNumber = String(tx.next("receipt number"));
  return { ...payment, wixReceipt: { receiptId: tx.newId(), displayNumber } };
}
