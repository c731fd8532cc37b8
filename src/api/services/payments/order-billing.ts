import { endpoint, service } from "../../endpoint.ts";
import { ErrorDetails } from "../../models/errors.ts";
import { bool, decimal, enumOf, guid, list, num, obj, text } from "../../models/fields.ts";
import type { WireOf } from "../../schema.ts";
import { OrderPrice } from "../orders/models.ts";
import { DelayedCapture, OrderTransactions, Payment, Refund, RefundItems } from "./order-transactions.ts";

const units = () => num({ min: 1, max: 100000 });
const manualReasons = [
  "UNKNOWN_REASON",
  "EXPIRED",
  "NOT_SUPPORTED",
  "OFFLINE",
  "REQUIRES_CARD_READER",
] as const;

/** The pages that a buyer's browser opens after a payment. */
export const PaymentRedirects = obj({
  successUrl: text({ maxLength: 5000 }),
  cancelUrl: text({ maxLength: 5000 }),
  errorUrl: text({ maxLength: 5000 }),
  pendingUrl: text({ maxLength: 5000 }),
});
/** A charge to a card: now with a payment intent, or later with a saved card. */
const RegularCharge = obj(
  {
    paymentIntentId: guid(),
    delayedCharge: bool(),
    amount: OrderPrice,
    redirectUrls: PaymentRedirects,
    delayedCaptureSettings: DelayedCapture,
    savePaymentMethod: bool(),
  },
  { oneOf: [["paymentIntentId", "delayedCharge"]], required: ["amount", "amount.amount"] },
);
const GiftCardCharge = obj(
  {
    giftCardCode: text({ minLength: 8, maxLength: 20 }),
    amount: OrderPrice,
    currencyConversionInfo: obj({
      originalCurrency: text({ format: "CURRENCY" }),
      originalAmount: decimal(),
      conversionRate: decimal(),
    }),
  },
  { required: ["giftCardCode", "amount", "amount.amount"] },
);
export const MembershipCharge = obj(
  {
    lineItemId: guid(),
    membershipIdentifier: obj(
      {
        existingMembership: obj({ appId: guid(), membershipId: text({ minLength: 1, maxLength: 200 }) }),
        futureMembership: obj({ lineItemId: guid(), benefitId: text({ maxLength: 200 }) }),
        membershipId: text({ maxLength: 200 }),
        membershipAppId: text({ maxLength: 100 }),
      },
      { oneOf: [["existingMembership", "futureMembership"]] },
    ),
  },
  { required: ["lineItemId", "membershipIdentifier"] },
);
export interface MembershipCharge extends WireOf<typeof MembershipCharge> {}

/** A payment to capture; without an amount, in full. */
export const PaymentCapture = obj({ paymentId: guid(), amount: OrderPrice }, { required: ["paymentId"] });
/** The amount to refund of a payment; without an amount, all that remains. */
export const PaymentRefund = obj(
  { paymentId: guid(), amount: OrderPrice, externalRefund: bool() },
  { required: ["paymentId"] },
);
const RestockItem = obj({ lineItemId: guid(), quantity: units() }, { required: ["lineItemId", "quantity"] });
const message = () => text({ minLength: 1, maxLength: 1000 });
/** The side effects of a refund: restocking and a message to the buyer. */
const RefundSideEffects = obj({
  restock: obj({ lineItems: list(RestockItem, { maxSize: 300 }) }),
  notifications: obj({ sendCustomerEmail: bool(), customMessage: message() }),
});
/** The side effects of a refund, in the format of older services. */
export const LegacySideEffects = obj({
  restockInfo: obj({
    type: enumOf("NO_ITEMS", "ALL_ITEMS", "SOME_ITEMS"),
    items: list(RestockItem, { maxSize: 300 }),
  }),
  sendOrderRefundedEmail: bool(),
  customMessage: message(),
});

const Monetary = obj({
  paid: OrderPrice,
  refunded: OrderPrice,
  refundPending: OrderPrice,
  maxRefund: OrderPrice,
});
const ids = () => list(guid(), { maxSize: 100 });
const Membership = obj({ paidLineItemIds: ids(), refundedLineItemIds: ids(), refundableLineItemIds: ids() });
/** Whether a payment can be refunded, only manually, or not, with the reason. */
export const PaymentRefundability = obj({
  refundable: bool(),
  manuallyRefundable: obj({ reason: enumOf(...manualReasons) }),
  nonRefundable: obj({
    reason: enumOf(
      "UNKNOWN_REASON",
      "ALREADY_REFUNDED",
      "PROVIDER_IS_DOWN",
      "NOT_PAID",
      "ZERO_PRICE",
      "DISABLED_BY_PROVIDER",
      "PENDING_REFUND",
      "FORBIDDEN",
      "TRANSACTION_NOT_FOUND",
      "ORDER_IS_PENDING",
      "ORDER_IS_REJECTED",
      "AMOUNT_OFFSET_BY_CHARGEBACK",
    ),
  }),
  payment: obj({
    monetary: Monetary,
    membership: Membership,
    creditCardDetails: obj({ lastFourDigits: text({ maxLength: 4 }), brand: text({ maxLength: 100 }) }),
    paymentId: guid(),
    paymentMethod: text({ maxLength: 50 }),
    offlinePayment: bool(),
  }),
  providerLink: text({ format: "WEB_URL" }),
});
const refundable = { amount: OrderPrice, refundedAmount: OrderPrice, availableRefundAmount: OrderPrice };
/** The refundable amounts of an order by payment, item, delivery and fee. */
export const OrderRefundability = obj({
  payments: list(PaymentRefundability, { maxSize: 100 }),
  paymentsSummary: obj({ monetary: Monetary, membership: Membership }),
  lineItems: list(
    obj({
      lineItemId: guid(),
      originalQuantity: num(),
      refundedQuantity: num(),
      availableRefundQuantity: num(),
    }),
    { maxSize: 300 },
  ),
  shipping: obj(refundable),
  additionalFees: list(obj({ additionalFeeId: guid(), ...refundable }), { maxSize: 100 }),
});
export interface OrderRefundability extends WireOf<typeof OrderRefundability> {}

const Worth = obj({ total: OrderPrice, tax: OrderPrice, discount: OrderPrice, subtotal: OrderPrice });
const item = { lineItemId: guid(), quantity: units() };
const fee = { additionalFeeId: guid(), amount: OrderPrice };
/** The refundable amount of some items, or why they cannot be refunded. */
export const CalculatedRefund = obj({
  available: bool(),
  notAvailable: obj({
    errors: list(
      obj({
        lineItem: obj(item),
        additionalFee: obj(fee),
        shipping: obj({ amount: OrderPrice }),
        error: ErrorDetails,
      }),
    ),
  }),
  summary: obj({
    total: OrderPrice,
    tax: OrderPrice,
    discount: OrderPrice,
    subtotal: OrderPrice,
    lineItemsSubtotal: OrderPrice,
    additionalFeesTotal: OrderPrice,
  }),
  calculatedRefundItems: obj({
    lineItems: list(obj({ item: obj(item), summary: Worth })),
    additionalFees: list(obj({ additionalFee: obj(fee), summary: Worth })),
    shipping: obj({ shipping: obj({ amount: OrderPrice }), summary: Worth }),
  }),
});
export interface CalculatedRefund extends WireOf<typeof CalculatedRefund> {}

/** Refundability in the format of older services. */
export const LegacyRefundability = obj({
  nonRefundableReason: enumOf(
    "NONE",
    "ALREADY_REFUNDED",
    "PROVIDER_IS_DOWN",
    "INTERNAL_ERROR",
    "NOT_PAID",
    "ACCESS_DENIED",
    "ZERO_PRICE",
    "DISABLED_BY_PROVIDER",
    "PENDING_REFUND",
    "FORBIDDEN",
    "TRANSACTION_NOT_FOUND",
    "ORDER_IS_PENDING",
    "ORDER_IS_REJECTED",
  ),
  manuallyRefundableReason: enumOf(...manualReasons),
  paymentId: text(),
  refundabilityStatus: enumOf("NOT_REFUNDABLE", "MANUAL", "REFUNDABLE"),
  providerLink: text(),
});

/** The payments of orders: charge, authorize, capture, void and refund. */
export const orderBilling = service("orderBilling", {
  charge: endpoint("POST /ecom/v1/order-billing/charge-order", {
    input: obj({
      orderId: guid(),
      memberId: guid(),
      regularCharge: RegularCharge,
      giftCards: list(GiftCardCharge, { maxSize: 100 }),
      memberships: list(MembershipCharge, { maxSize: 100 }),
      idempotencyKey: guid(),
      merchantInitiated: bool(),
    }),
    result: obj({
      payments: list(Payment, { maxSize: 100 }),
      orderTransactions: OrderTransactions,
      regularChargeResponseToken: text({ minLength: 1, maxLength: 300 }),
    }),
    required: ["orderId"],
    effect: "money",
    summary: "Charge an order to a card, gift cards and memberships",
  }),
  chargeMemberships: endpoint("POST /ecom/v1/order-billing/charge-memberships", {
    input: obj({
      orderId: guid(),
      memberId: guid(),
      memberships: list(MembershipCharge, { minSize: 1, maxSize: 100 }),
    }),
    result: obj({ payments: list(Payment, { minSize: 1, maxSize: 100 }) }),
    required: ["orderId", "memberId", "memberships"],
    effect: "money",
    summary: "Charge items of an order to memberships",
  }),
  redeemGiftCard: endpoint("POST /ecom/v1/order-billing/redeem-gift-card", {
    input: obj({
      orderId: guid(),
      giftCardCode: text({ minLength: 8, maxLength: 20 }),
      amount: OrderPrice,
      currency: text({ format: "CURRENCY" }),
    }),
    result: obj({ orderTransactions: OrderTransactions, payment: Payment }),
    required: ["orderId", "giftCardCode", "amount", "currency"],
    effect: "money",
    summary: "Redeem a gift card for an order",
  }),
  authorizeSaved: endpoint("POST /ecom/v1/order-billing/authorize-charge-with-saved-payment-method", {
    input: obj({
      orderId: guid(),
      amount: OrderPrice,
      currency: text({ format: "CURRENCY" }),
      delayedCaptureSettings: DelayedCapture,
    }),
    result: obj({ payment: Payment, orderTransactions: OrderTransactions }),
    required: [
      "orderId",
      "amount",
      "currency",
      "delayedCaptureSettings",
      "amount.amount",
      "delayedCaptureSettings.scheduledAction",
    ],
    effect: "money",
    summary: "Authorize a payment with the buyer's saved card",
  }),
  capture: endpoint("POST /ecom/v1/order-billing/capture-authorized-payments", {
    input: obj({ orderId: guid(), payments: list(PaymentCapture, { minSize: 1, maxSize: 100 }) }),
    result: obj({ orderTransactions: OrderTransactions }, { always: ["orderTransactions"] }),
    required: ["orderId", "payments"],
    effect: "money",
    summary: "Capture authorized payments of an order, all or none",
  }),
  void: endpoint("POST /ecom/v1/order-billing/void-authorized-payments", {
    input: obj({ orderId: guid(), paymentIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({ orderTransactions: OrderTransactions }, { always: ["orderTransactions"] }),
    required: ["orderId", "paymentIds"],
    effect: "money",
    summary: "Void authorized payments of an order, all or none",
  }),
  refundability: endpoint("POST /ecom/v1/order-billing/get-order-refundability", {
    input: obj({ orderId: guid() }),
    result: OrderRefundability,
    required: ["orderId"],
    effect: "read",
    role: "admin",
    summary: "Show the refundable amounts of an order by payment and item",
  }),
  calculateRefund: endpoint("POST /ecom/v1/order-billing/calculate-refund", {
    input: obj({ orderId: guid(), refundItems: RefundItems }),
    result: CalculatedRefund,
    required: ["orderId"],
    effect: "read",
    role: "admin",
    summary: "Calculate a refund for items, fees and delivery",
  }),
  refund: endpoint("POST /ecom/v1/order-billing/refund-payments", {
    input: obj({
      orderId: guid(),
      paymentRefunds: list(PaymentRefund, { minSize: 1, maxSize: 50 }),
      sideEffects: RefundSideEffects,
      refundItems: RefundItems,
      customerReason: text({ maxLength: 200 }),
      locationId: guid(),
    }),
    result: obj({ refund: Refund, orderTransactions: OrderTransactions }),
    required: ["orderId", "paymentRefunds"],
    effect: "money",
    summary: "Refund payments of an order, fully or partially",
  }),
  voidMemberships: endpoint("POST /ecom/v1/order-billing/void-memberships", {
    input: obj({ orderId: guid(), paymentIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({}),
    required: ["orderId", "paymentIds"],
    effect: "money",
    summary: "Void membership charges",
  }),
  generateReceipts: endpoint("POST /ecom/v1/order-billing/generate-receipts", {
    input: obj({ orderId: guid(), paymentIds: list(guid(), { minSize: 1, maxSize: 1 }) }),
    result: obj({ receipts: list(obj({ paymentId: guid(), receiptId: guid() })) }),
    required: ["orderId", "paymentIds"],
    summary: "Generate a receipt for a payment",
  }),
});
