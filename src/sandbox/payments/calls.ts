import type { Handlers, WireInput } from "../../api/endpoint.ts";
import {
  type orderBilling as billingEndpoints,
  type MembershipCharge,
  type Payment,
  orderPaymentRequests as requestEndpoints,
  type orderTransactions as transactionEndpoints,
} from "../../api/services/payments.ts";
import { bulkResponse, forEachItem } from "../kernel/bulk.ts";
import { listPage } from "../kernel/lists.ts";
import { invalid, PlatformError, type StoreTx } from "../kernel/tx.ts";
import {
  activity,
  addPayments,
  currencyOf,
  exactAmount,
  isPaid,
  noted,
  orderOf,
  orders,
  paymentActivities,
  paymentTransitions,
  regularPayment,
  replacePayment,
  requestedOutcome,
  type StoredOrder,
  type StoredPayment,
  settleOrder,
  showTransactions,
  transactionsOf,
  wholeAmount,
  withStatus,
} from "../orders/index.ts";
import { capturePayments, paymentOf, voidPayments } from "./authorized.ts";
import {
  chargeAmount,
  chargeSaved,
  payWithGiftCard,
  payWithMemberships,
  recordedPayment,
  rejectOverpayment,
  savedPayment,
} from "./collect.ts";
import {
  chargeRequest,
  deleteRequest,
  expireRequest,
  insertPaymentRequest,
  paymentRequestOf,
  paymentRequests,
  requestUrl,
  setRequestFields,
  updateRequest,
  voidRequest,
} from "./payment-requests.ts";
import { quoteRefund, refundabilityOf } from "./refund-quote.ts";
import { moveRefund, refundPayments } from "./refunds.ts";

/** Handlers of charges, authorizations, captures, voids and refunds. */
export const orderBilling: Handlers<typeof billingEndpoints, StoreTx> = {
  charge: (tx, input) => charge(tx, input),
  chargeMemberships(tx, { orderId, memberships }) {
    const order = orderOf(tx, orderId);
    const payments = membershipPayments(tx, order, memberships);
    addPayments(tx, order, payments);
    return { payments };
  },
  redeemGiftCard(tx, { orderId, giftCardCode, amount, currency }) {
    const order = orderOf(tx, orderId);
    const before = transactionsOf(tx, order);
    const value = chargeAmount(order, before, amount.amount);
    const request = { code: giftCardCode, amount: value, currency };
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
    const value = chargeAmount(order, transactionsOf(tx, order), amount.amount);
    const { payment, money } = chargeSaved(tx, order, value, delayedCaptureSettings);
    return { payment, orderTransactions: showTransactions(money) };
  },
  capture: (tx, { orderId, payments }) => ({
    orderTransactions: showTransactions(capturePayments(tx, orderId, payments)),
  }),
  void: (tx, { orderId, paymentIds }) => ({
    orderTransactions: showTransactions(voidPayments(tx, orderId, paymentIds)),
  }),
  refundability: (tx, { orderId }) => refundabilityOf(tx, orderId),
  calculateRefund: (tx, { orderId, refundItems }) => quoteRefund(tx, orderId, refundItems ?? {}),
  refund(tx, { orderId, paymentRefunds, refundItems, sideEffects, customerReason }) {
    const { refund, money } = refundPayments(tx, orderId, {
      payments: paymentRefunds,
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
    const voided = paymentIds.map((id) => voidedMembership(tx, paymentOf(before, id)));
    settleOrder(tx, order, voided.reduce(replacePayment, before), { paymentIds: voided.map(({ id }) => id) });
    return {};
  },
  generateReceipts(tx, { orderId, paymentIds }) {
    const order = orderOf(tx, orderId);
    const before = transactionsOf(tx, order);
    const added = paymentIds.map((id) => withReceipt(tx, paymentOf(before, id)));
    const activities = added.map(({ id, wixReceipt }) =>
      activity(tx, "RECEIPT_CREATED", {
        receiptCreated: { paymentId: id, wixReceipt: wixReceipt || undefined },
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

function charge(tx: StoreTx, input: WireInput<typeof billingEndpoints.charge>) {
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
    const value = chargeAmount(order, before, amount?.amount);
    const request = { code: giftCardCode ?? "", amount: value };
    added.push(payWithGiftCard(tx, order, [...before.payments, ...added], request));
  }
  if (regular) added.push(chargeRegular(tx, order, regular));
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

type Regular = NonNullable<WireInput<typeof billingEndpoints.charge>["regularCharge"]>;

/** Returns a card payment. A card that is not saved needs a payment intent. */
function chargeRegular(tx: StoreTx, order: StoredOrder, regular: Regular): StoredPayment {
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
    card: card || undefined,
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
  if (!isPaid(status) || !exactAmount(payment.amount).gt(exactAmount(null)))
    reject("INVALID_PAYMENT_STATUS", "has no receipt");
  const displayNumber = String(tx.next("receipt number"));
  return { ...payment, wixReceipt: { receiptId: tx.newId(), displayNumber } };
}

/** Handlers of recorded payments and refunds. */
export const orderTransactions: Handlers<typeof transactionEndpoints, StoreTx> = {
  get: (tx, { orderId }) => ({
    orderTransactions: showTransactions(transactionsOf(tx, orderOf(tx, orderId))),
  }),
  /** Skips unknown orders. */
  list: (tx, { orderIds }) => ({
    orderTransactions: orderIds.flatMap((id) => {
      const order = tx.get(orders, id);
      return order ? [showTransactions(transactionsOf(tx, order))] : [];
    }),
  }),
  addPayments(tx, { orderId, payments }) {
    const order = orderOf(tx, orderId);
    const added = payments.map((payment, index) => {
      checkPayment(payment, index, order.currency);
      return recordedPayment(tx, order, payment);
    });
    rejectOverpayment(
      tx,
      order,
      added.filter(({ status }) => !["DECLINED", "CANCELED", "VOIDED"].includes(status)),
    );
    const { money } = addPayments(tx, order, added);
    return { orderTransactions: showTransactions(money), paymentsIds: added.map(({ id }) => id) };
  },
  updateStatus(tx, { orderId, paymentId, status }) {
    setPaymentStatus(tx, orderId, paymentId, status ?? "");
    return { orderTransactions: showTransactions(transactionsOf(tx, orderOf(tx, orderId))) };
  },
  bulkUpdateStatus(tx, { paymentAndOrderIds, status, returnFullEntity }) {
    const done = forEachItem(tx, paymentAndOrderIds, ({ orderId, paymentId }) =>
      setPaymentStatus(tx, orderId ?? "", paymentId ?? "", status ?? ""),
    );
    return bulkResponse(done, "item", returnFullEntity ? (payment) => payment : undefined);
  },
  updateRefund: (tx, input) => ({ orderTransactions: showTransactions(updateRefund(tx, input)) }),
  updatePayments(tx, { orderId, payments }) {
    const order = orderOf(tx, orderId);
    const before = transactionsOf(tx, order);
    const changed = payments.map(({ payment }) =>
      changedPayment(paymentOf(before, payment?.id ?? ""), payment ?? {}),
    );
    const money = changed.reduce(replacePayment, before);
    settleOrder(tx, order, money, { paymentIds: changed.map(({ id }) => id) });
    return { orderTransactions: showTransactions(money) };
  },
};

const recordable = [
  "APPROVED",
  "PENDING",
  "PENDING_MERCHANT",
  "AUTHORIZED",
  "DECLINED",
  "CANCELED",
  "VOIDED",
];

function checkPayment(payment: Partial<Payment>, index: number, currency: string): void {
  const path = `payments[${index}]`;
  const { regularPaymentDetails, giftcardPaymentDetails, membershipPaymentDetails } = payment;
  if (!regularPaymentDetails && !giftcardPaymentDetails && !membershipPaymentDetails)
    throw invalid(
      `${path}.regularPaymentDetails`,
      "REQUIRED_ONE_OF_FIELD",
      "must be set, or another kind of payment",
    );
  if (!wholeAmount(payment.amount?.amount, currency))
    throw invalid(`${path}.amount.amount`, "DECIMAL_GT", `must be an amount of ${currency} above 0`);
  const status = payment.status || regularPaymentDetails?.status || "APPROVED";
  if (!recordable.includes(status))
    throw invalid(`${path}.status`, "INVALID_ENUM_VALUE", `must be one of: ${recordable.join(", ")}`);
}

/** Changes the status of pending payments. Captures, voids and refunds change the others. */
function setPaymentStatus(tx: StoreTx, orderId: string, paymentId: string, status: string): StoredPayment {
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  const payment = paymentOf(before, paymentId);
  const waits = ["UNDEFINED", "PENDING", "PENDING_MERCHANT"].includes(payment.status);
  if (!waits || !paymentTransitions[payment.status]?.includes(status)) {
    const message = `A payment whose status is ${payment.status} cannot become ${status}`;
    throw new PlatformError(409, "STATUS_NOT_ALLOWED", message, {
      orderId,
      paymentId,
      status: payment.status,
    });
  }
  const after = withStatus(tx, payment, status, {
    declined: status === "DECLINED" ? { reason: "CHARGE_FAILED" } : undefined,
    canceled: status === "CANCELED" ? { reason: "OTHER_PAYMENT_FAILURE" } : undefined,
  });
  const kind = ({ APPROVED: "CHARGED", AUTHORIZED: "AUTHORIZED" } as const)[status];
  const replaced = replacePayment(before, after);
  const money = kind ? noted(tx, replaced, payment.id, kind, exactAmount(payment.amount)) : replaced;
  settleOrder(tx, order, money, { activities: paymentActivities(tx, after), paymentIds: [after.id] });
  return after;
}

function updateRefund(
  tx: StoreTx,
  { orderId, refundId, transaction }: WireInput<typeof transactionEndpoints.updateRefund>,
) {
  const order = orderOf(tx, orderId);
  const before = transactionsOf(tx, order);
  const refund = before.refunds.find(({ id }) => id === refundId);
  if (!refund)
    throw new PlatformError(404, "REFUND_NOT_FOUND", `The order ${orderId} has no refund ${refundId}`, {
      refundId,
    });
  const part = refund.transactions.find(({ paymentId }) => paymentId === transaction.paymentId);
  if (!part) {
    const message = `The refund ${refundId} has no part of the payment ${transaction.paymentId}`;
    throw new PlatformError(404, "REFUND_TRANSACTION_NOT_FOUND", message, { refundId });
  }
  const refundStatus = transaction.refundStatus ?? part.refundStatus;
  if (refundStatus === part.refundStatus) return before;
  const allowed = refundTransitions[part.refundStatus] ?? [];
  if (!allowed.includes(refundStatus)) {
    const message = `A part of a refund whose status is ${part.refundStatus} cannot become ${refundStatus}`;
    throw new PlatformError(409, "STATUS_NOT_ALLOWED", message, { refundId, status: part.refundStatus });
  }
  tx.unschedule("orders.refund", `${order.id} ${refund.id} ${part.paymentId}`);
  const { refundStatusInfo } = transaction;
  return moveRefund(tx, order, before, refund, {
    ...part,
    refundStatus,
    refundStatusInfo: refundStatusInfo || part.refundStatusInfo,
  });
}

const refundTransitions: Readonly<Record<string, readonly string[]>> = {
  SCHEDULED: ["STARTED", "PENDING", "SUCCEEDED", "FAILED"],
  STARTED: ["PENDING", "SUCCEEDED", "FAILED"],
  PENDING: ["SUCCEEDED", "FAILED"],
};

/** Changes the details of a payment, not its amount and status. */
function changedPayment(before: StoredPayment, given: Partial<Payment>): StoredPayment {
  const { regularPaymentDetails: regular } = before;
  const details = given.regularPaymentDetails;
  const { status, authorizationDetails, ...own } = details ?? {};
  return {
    ...before,
    ...(typeof given.refundDisabled === "boolean" && { refundDisabled: given.refundDisabled }),
    wixReceipt: given.wixReceipt || before.wixReceipt,
    externalReceipt: given.externalReceipt || before.externalReceipt,
    ...(regular && details && { regularPaymentDetails: { ...regular, ...own } }),
  };
}

/** Handlers of payment links. */
export const orderPaymentRequests: Handlers<typeof requestEndpoints, StoreTx> = {
  create(tx, { orderPaymentRequest }) {
    const request = insertPaymentRequest(tx, orderPaymentRequest);
    return { orderPaymentRequest: request, orderPaymentRequestUrl: requestUrl(tx, request) };
  },
  bulkCreate(tx, { orderPaymentRequests, returnEntity }) {
    const done = forEachItem(tx, orderPaymentRequests, (request) => insertPaymentRequest(tx, request));
    const show = (request: (typeof done)[number]["done"] & object) => {
      return { orderPaymentRequest: request, orderPaymentRequestUrl: requestUrl(tx, request) };
    };
    return bulkResponse(done, "item", returnEntity ? show : undefined);
  },
  get: (tx, { orderPaymentRequestId }) => ({
    orderPaymentRequest: paymentRequestOf(tx, orderPaymentRequestId),
  }),
  update: (tx, { orderPaymentRequest }) => ({
    orderPaymentRequest: updateRequest(tx, orderPaymentRequest),
  }),
  remove(tx, { orderPaymentRequestId }) {
    deleteRequest(tx, orderPaymentRequestId);
    return {};
  },
  query(tx, { query }) {
    const { items, pagingMetadata } = listPage(tx, paymentRequests, query, requestEndpoints.query);
    return { orderPaymentRequests: items, pagingMetadata };
  },
  url: (tx, { orderPaymentRequestId }) => ({
    orderPaymentRequestUrl: requestUrl(tx, paymentRequestOf(tx, orderPaymentRequestId)),
  }),
  updateExtendedFields: (tx, { id, namespace, namespaceData }) => ({
    orderPaymentRequest: setRequestFields(tx, id, namespace, namespaceData),
  }),
  void(tx, { orderPaymentRequestId }) {
    voidRequest(tx, orderPaymentRequestId);
    return {};
  },
  charge(tx, { orderPaymentRequestId }) {
    chargeRequest(tx, orderPaymentRequestId);
    return { paymentResponseToken: tx.newId() };
  },
};

/** Due work: requests expire. */
export const due = {
  expire: (tx: StoreTx, id: string): void => expireRequest(tx, id),
};
