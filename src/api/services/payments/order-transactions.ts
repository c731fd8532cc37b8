import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import {
  bool,
  date,
  decimal,
  draft,
  enumOf,
  fieldMask,
  guid,
  list,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { translatedText } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";
import { OrderPrice } from "../orders/models.ts";

const PaymentStatus = enumOf(
  "UNDEFINED",
  "APPROVED",
  "PENDING",
  "PENDING_MERCHANT",
  "CANCELED",
  "DECLINED",
  "REFUNDED",
  "PARTIALLY_REFUNDED",
  "AUTHORIZED",
  "VOIDED",
);
export const RefundStatus = enumOf("PENDING", "SUCCEEDED", "FAILED", "SCHEDULED", "STARTED");
export const ScheduledActionType = enumOf("VOID", "CAPTURE");

/** The action that is performed automatically on an authorized payment, and its delay. */
export const DelayedCapture = obj({
  scheduledAction: ScheduledActionType,
  delayDuration: obj({ count: num({ min: 1 }), unit: enumOf("MINUTES", "HOURS", "DAYS") }),
});
export interface DelayedCapture extends WireOf<typeof DelayedCapture> {}

const CardDetails = obj({ lastFourDigits: text({ maxLength: 4 }), brand: text({ maxLength: 100 }) });
const actionStatus = () => enumOf("PENDING", "SUCCEEDED", "FAILED");
const Failure = obj({ failureCode: text({ maxLength: 100 }) });

/** The captures, the void and the scheduled action of an authorized payment. */
export const Authorization = obj({
  delayedCapture: readonly(bool()),
  authorizedDate: date(),
  captures: list(
    obj({
      id: text({ format: "GUID", readonly: true }),
      status: actionStatus(),
      amount: OrderPrice,
      createdDate: date(),
      failureDetails: Failure,
    }),
    { maxSize: 1 },
  ),
  void: obj({
    status: actionStatus(),
    voidedDate: date(),
    failureDetails: Failure,
    reason: enumOf("MANUAL", "SCHEDULED"),
  }),
  scheduledAction: obj({ actionType: ScheduledActionType, executionDate: date() }),
});

export const UserDefinedPaymentMethod = obj(
  { predefined: enumOf("CASH", "BANK_TRANSFER", "CHECK"), custom: text({ minLength: 1, maxLength: 150 }) },
  { oneOf: [["predefined", "custom"]] },
);
const RegularPayment = obj({
  creditCardDetails: CardDetails,
  paymentOrderId: text({ maxLength: 100 }),
  gatewayTransactionId: text({ maxLength: 100 }),
  paymentMethod: text({ maxLength: 150 }),
  providerTransactionId: text({ maxLength: 100 }),
  offlinePayment: bool(),
  status: PaymentStatus,
  savedPaymentMethod: bool(),
  authorizationDetails: Authorization,
  paymentProvider: text({ maxLength: 300 }),
  chargebacks: list(
    obj({
      id: guid(),
      createdDate: date(),
      updatedDate: date(),
      amount: OrderPrice,
      reversalAmount: OrderPrice,
      status: enumOf("APPROVED", "REVERSED"),
      externalId: guid(),
    }),
    { maxSize: 6 },
  ),
  platformFee: OrderPrice,
  paymentMethodName: obj({
    buyerLanguageName: text({ maxLength: 150 }),
    siteLanguageName: text({ maxLength: 150 }),
    userDefinedName: UserDefinedPaymentMethod,
  }),
});
const GiftCardPayment = obj({
  giftCardPaymentId: text({ maxLength: 100 }),
  giftCardId: text(),
  appId: guid(),
  voided: bool(),
  obfuscatedCode: text({ maxLength: 30 }),
});
const MembershipPayment = obj({
  membershipId: text({ maxLength: 200 }),
  lineItemId: text({ minLength: 1, maxLength: 100 }),
  status: enumOf("CHARGED", "CHARGE_FAILED", "CHARGE_PENDING", "VOIDED"),
  name: translatedText({ maxLength: 100 }),
  externalTransactionId: text({ minLength: 1, maxLength: 100 }),
  voided: bool(),
  providerAppId: guid(),
  futureMembership: obj({ lineItemId: guid(), benefitId: text({ maxLength: 200 }) }),
});

/** A payment of an order: by card or manually, with a gift card, or with a membership. */
export const Payment = obj(
  {
    regularPaymentDetails: RegularPayment,
    giftcardPaymentDetails: GiftCardPayment,
    membershipPaymentDetails: MembershipPayment,
    wixReceipt: obj({ receiptId: guid(), displayNumber: text({ maxLength: 40 }) }),
    externalReceipt: obj({
      receiptId: text({ maxLength: 100 }),
      appId: guid(),
      displayNumber: text({ maxLength: 40 }),
    }),
    canceled: obj({ reason: enumOf("OTHER_PAYMENT_FAILURE", "EXPIRED") }),
    declined: obj({ reason: enumOf("CHARGE_FAILED", "EXPIRED", "INSUFFICIENT_FUNDS", "GIFT_CARD_DISABLED") }),
    voided: obj({ reason: enumOf("MERCHANT_REQUEST", "OTHER_PAYMENT_FAILURE") }),
    id: text({ format: "GUID", readonly: true }),
    createdDate: date(),
    updatedDate: readonly(date()),
    amount: OrderPrice,
    refundDisabled: bool(),
    supportReceiptGeneration: readonly(bool()),
    cashRounding: obj({
      unroundedAmount: OrderPrice,
      roundingAdjustment: obj({ amount: decimal(), formattedAmount: text({ readonly: true }) }),
    }),
    status: PaymentStatus,
    locationId: guid(),
    chargeCorrelationId: guid(),
  },
  {
    always: ["id"],
    oneOf: [
      ["regularPaymentDetails", "giftcardPaymentDetails", "membershipPaymentDetails"],
      ["wixReceipt", "externalReceipt"],
      ["canceled", "declined", "voided"],
    ],
  },
);
export interface Payment extends WireOf<typeof Payment> {}

/** The items, fees and delivery of a refund. */
const returned = {
  lineItems: list(
    obj(
      { lineItemId: guid(), quantity: num({ min: 1, max: 100000 }) },
      { required: ["lineItemId", "quantity"] },
    ),
    { maxSize: 300 },
  ),
  additionalFees: list(
    obj({ additionalFeeId: guid(), amount: OrderPrice }, { required: ["additionalFeeId"] }),
    {
      maxSize: 100,
    },
  ),
  shipping: obj({ amount: OrderPrice }),
};
export const RefundItems = obj(returned);
export interface RefundItems extends WireOf<typeof RefundItems> {}

/** The part of a refund that is paid from one payment. */
export const RefundTransaction = obj({
  paymentId: guid(),
  amount: OrderPrice,
  refundStatus: RefundStatus,
  refundStatusInfo: obj({
    paymentGatewayReasonCode: text({ maxLength: 10 }),
    description: text({ maxLength: 1000 }),
  }),
  gatewayRefundId: guid(),
  providerRefundId: text(),
  externalRefund: bool(),
});
export interface RefundTransaction extends WireOf<typeof RefundTransaction> {}

/** A refund from one or more payments of an order. */
export const Refund = obj({
  id: text({ format: "GUID", readonly: true }),
  transactions: list(RefundTransaction, { maxSize: 50 }),
  details: obj({
    items: list(obj({ lineItemId: guid(), quantity: num({ min: 1, max: 100000 }) }), { maxSize: 300 }),
    shippingIncluded: bool(),
    reason: text({ maxLength: 200 }),
    ...returned,
  }),
  createdDate: readonly(date()),
  summary: readonly(
    obj({
      requestedRefund: OrderPrice,
      pendingRefund: OrderPrice,
      refunded: OrderPrice,
      failedRefundAmount: OrderPrice,
      pending: bool(),
      breakdown: obj({ lineItems: list(obj({ lineItemId: guid(), totalRefundedAmount: OrderPrice })) }),
    }),
  ),
  requestingServiceAppId: text({ format: "GUID", readonly: true }),
});
export interface Refund extends WireOf<typeof Refund> {}

/** All payments and refunds of an order. */
export const OrderTransactions = obj(
  {
    orderId: guid(),
    payments: list(Payment, { maxSize: 100 }),
    refunds: list(Refund, { maxSize: 300 }),
  },
  { always: ["orderId"], holds: ["payments"] },
);
export interface OrderTransactions extends WireOf<typeof OrderTransactions> {}

/** The records of payments and refunds of orders. */
export const orderTransactions = service("orderTransactions", {
  get: endpoint("GET /ecom/v1/payments/orders/{orderId}", {
    alternatives: ["/ecom/v1/ep-payments/orders/{orderId}"],
    input: obj({ orderId: text({ minLength: 1, maxLength: 100 }) }),
    result: obj({ orderTransactions: OrderTransactions }, { always: ["orderTransactions"] }),
    role: "admin",
    summary: "Get the payments and refunds of an order",
  }),
  list: endpoint("POST /ecom/v1/payments/list-by-ids", {
    alternatives: ["/ecom/v1/ep-payments/list-by-ids"],
    input: obj({ orderIds: list(text({ minLength: 1, maxLength: 100 }), { minSize: 1, maxSize: 100 }) }),
    result: obj({ orderTransactions: list(OrderTransactions) }),
    required: ["orderIds"],
    effect: "read",
    role: "admin",
    summary: "List the payments and refunds of up to 100 orders",
  }),
  addPayments: endpoint("POST /ecom/v1/payments/orders/{orderId}/add-payment", {
    alternatives: ["/ecom/v1/ep-payments/orders/{orderId}/add-payment"],
    input: obj({ orderId: guid(), payments: list(draft(Payment), { minSize: 1, maxSize: 50 }) }),
    result: obj({ orderTransactions: OrderTransactions, paymentsIds: list(text()) }),
    required: ["orderId", "payments"],
    effect: "money",
    summary: "Record external payments",
  }),
  updateStatus: endpoint(
    "POST /ecom/v1/payments/{paymentId}/orders/{orderId}/update-payment-transaction-status",
    {
      alternatives: ["/ecom/v1/ep-payments/{paymentId}/orders/{orderId}/update-payment-transaction-status"],
      input: obj({ orderId: guid(), paymentId: guid(), status: PaymentStatus, statusUpdatedDate: date() }),
      result: obj({ orderTransactions: OrderTransactions }, { always: ["orderTransactions"] }),
      required: ["orderId", "paymentId"],
      effect: "set",
      summary: "Update the status of an external payment",
    },
  ),
  bulkUpdateStatus: endpoint("POST /ecom/v1/bulk/payments/update-payment-transaction-status", {
    input: obj({
      paymentAndOrderIds: list(
        obj({ orderId: guid(), paymentId: text() }, { required: ["orderId", "paymentId"] }),
        { minSize: 1, maxSize: 300 },
      ),
      returnFullEntity: bool(),
      status: PaymentStatus,
      statusUpdatedDate: date(),
    }),
    result: bulkResults("item", Payment),
    required: ["paymentAndOrderIds"],
    effect: "set",
    summary: "Update the status of up to 300 payments",
  }),
  updateRefund: endpoint("POST /ecom/v1/payments/orders/{orderId}/update-refund-transaction", {
    alternatives: ["/ecom/v1/ep-payments/orders/{orderId}/update-refund-transaction"],
    input: obj({
      orderId: guid(),
      refundId: guid(),
      transaction: RefundTransaction,
      fieldMask: fieldMask(),
      statusUpdatedDate: date(),
    }),
    result: obj({ orderTransactions: OrderTransactions }, { always: ["orderTransactions"] }),
    required: ["orderId", "refundId", "transaction", "transaction.paymentId"],
    effect: "set",
    summary: "Update the status of a refund transaction",
  }),
  updatePayments: endpoint("POST /ecom/v1/payments/orders/{orderId}/update-payments", {
    alternatives: ["/ecom/v1/ep-payments/orders/{orderId}/update-payments"],
    input: obj({
      orderId: guid(),
      payments: list(obj({ payment: draft(Payment) }), { minSize: 1, maxSize: 100 }),
    }),
    result: obj({ orderTransactions: OrderTransactions }, { always: ["orderTransactions"] }),
    required: ["orderId", "payments"],
    effect: "set",
    summary: "Update payment details",
  }),
});
