import { endpoint, service } from "../../endpoint.ts";
import { bool, guid, list, obj, text } from "../../models/fields.ts";
import { OrderPrice } from "../orders/models/order-price.ts";
import {
  CalculatedRefund,
  GiftCardCharge,
  MembershipCharge,
  OrderRefundability,
  PaymentCapture,
  PaymentRefund,
  RefundSideEffects,
  RegularCharge,
} from "./models/order-billing.ts";
import { DelayedCapture, OrderTransactions, Payment, Refund, RefundItems } from "./models/order-payment.ts";

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
