import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/bulk.ts";
import { bool, date, fieldMask, guid, list, obj, text } from "../../models/fields.ts";
import { OrderTransactions, Payment, PaymentStatus, RefundTransaction } from "./models/order-payment.ts";

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
    input: obj({ orderId: guid(), payments: list(Payment, { minSize: 1, maxSize: 50 }) }),
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
    input: obj({ orderId: guid(), payments: list(obj({ payment: Payment }), { minSize: 1, maxSize: 100 }) }),
    result: obj({ orderTransactions: OrderTransactions }, { always: ["orderTransactions"] }),
    required: ["orderId", "payments"],
    effect: "set",
    summary: "Update payment details",
  }),
});
