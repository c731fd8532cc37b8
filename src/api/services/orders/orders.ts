import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bulkResults, ItemMetadata, plainBulkResults } from "../../models/errors.ts";
import { bool, draft, fieldMask, guid, json, list, obj, text } from "../../models/fields.ts";
import { CursorMetadata } from "../../models/query.ts";
import {
  LegacyRefundability,
  LegacySideEffects,
  PaymentCapture,
  PaymentRedirects,
  PaymentRefund,
} from "../payments/order-billing.ts";
import {
  DelayedCapture,
  OrderTransactions,
  UserDefinedPaymentMethod,
} from "../payments/order-transactions.ts";
import {
  ChargedMembership,
  Collectability,
  CreationSettings,
  LegacyRefundDetails,
  NewOrder,
  Order,
  OrderActivity,
  OrderLineItem,
  OrderPrice,
  OrderSearch,
  OrderStatus,
  OrderTags,
  PublicActivity,
} from "./models.ts";

const id = () => text({ minLength: 1, maxLength: 100 });
const orderResult = obj({ order: Order }, { always: ["order"] });
const results = bulkResults("item", Order);

/** Orders of an online store and payments for them. */
export const orders = service("orders", {
  importOrder: endpoint("POST /ecom/v1/orders/import", {
    alternatives: ["/ecom/v1/ep-orders/import"],
    input: obj({ order: NewOrder }),
    result: orderResult,
    required: [
      "order",
      "order.billingInfo?.contactDetails",
      "order.channelInfo",
      "order.lineItems",
      "order.paymentStatus",
      "order.priceSummary",
      "order.status",
    ],
    effect: "set",
    summary: "Import an order from another shop, or replace an imported one",
  }),
  setNumberCounter: endpoint("POST /ecom/v1/orders/import/set-order-number-counter", {
    alternatives: ["/ecom/v1/ep-orders/import/set-order-number-counter"],
    input: obj({ counter: text(), allowLowerCounter: bool() }),
    result: obj({ oldCounter: text(), newCounter: text() }),
    required: ["counter"],
    effect: "set",
    summary: "Set the order number counter",
  }),
  bulkDeleteImported: endpoint("POST /ecom/v1/orders/import/bulk-delete-imported-orders", {
    alternatives: ["/ecom/v1/ep-orders/import/bulk-delete-imported-orders"],
    input: obj({ orderIds: list(guid(), { minSize: 1, maxSize: 1000 }) }),
    result: obj({ jobId: guid() }),
    required: ["orderIds"],
    effect: "delete",
    summary: "Delete imported orders in the background",
  }),
  preparePayment: endpoint(
    "POST /ecom/v1/payments-collector/orders/{ecomOrderId}/prepare-payment-collection",
    {
      input: obj({
        ecomOrderId: id(),
        amount: OrderPrice,
        paymentGatewayOrderId: text(),
        redirectUrls: PaymentRedirects,
        delayedCaptureSettings: DelayedCapture,
      }),
      result: obj({ paymentGatewayOrderId: text() }),
      required: ["ecomOrderId", "amount"],
      effect: "set",
      summary: "Create a gateway order for a payment provider",
    },
  ),
  collectability: endpoint(
    "GET /ecom/v1/payments-collector/orders/{ecomOrderId}/payment-collectability-status",
    {
      input: obj({ ecomOrderId: id() }),
      result: obj({
        status: Collectability,
        amount: OrderPrice,
        authorizationSupported: bool(),
        customAmountSupported: bool(),
      }),
      role: "admin",
      summary: "Check whether and how much an order can be charged",
    },
  ),
  recordPayment: endpoint("POST /ecom/v1/payments-collector/orders/{orderId}/manual-payment", {
    input: obj({ orderId: id(), amount: OrderPrice, userDefinedPaymentMethodName: UserDefinedPaymentMethod }),
    result: obj({}),
    required: ["orderId", "amount"],
    effect: "money",
    summary: "Record a manual payment",
  }),
  markAsPaid: endpoint("POST /ecom/v1/payments-collector/orders/{ecomOrderId}/mark-as-paid", {
    input: obj({ ecomOrderId: id(), userDefinedPaymentMethodName: UserDefinedPaymentMethod }),
    result: orderResult,
    effect: "money",
    summary: "Mark an order as paid manually",
  }),
  bulkMarkAsPaid: endpoint("POST /v1/bulk/payments-collector/mark-as-paid", {
    input: obj({ ecomOrderIds: list(text({ minLength: 1, maxLength: 100 }), { minSize: 1, maxSize: 100 }) }),
    result: results,
    required: ["ecomOrderIds"],
    effect: "money",
    summary: "Mark up to 100 orders as paid manually",
  }),
  refundability: endpoint("GET /ecom/v1/payments-collector/orders/{ecomOrderId}/refundability", {
    input: obj({ ecomOrderId: id() }),
    result: obj({ refundabilities: list(LegacyRefundability, { maxSize: 300 }), refundablePerItem: bool() }),
    role: "admin",
    summary: "Check which payments of an order can be refunded (older version)",
  }),
  createGatewayOrder: endpoint(
    "POST /ecom/v1/payments-collector/orders/{ecomOrderId}/create-payment-gateway-order",
    {
      input: obj({
        ecomOrderId: id(),
        chargedBy: obj({ id: guid(), fullName: text({ minLength: 1, maxLength: 200 }) }),
        delayedCapture: bool(),
      }),
      result: obj({ paymentGatewayOrderId: text() }),
      effect: "set",
      summary: "Create a gateway order for the remaining balance",
    },
  ),
  chargeMemberships: endpoint("POST /ecom/v1/payments-collector/orders/{ecomOrderId}/charge-membership", {
    input: obj({
      ecomOrderId: id(),
      memberId: guid(),
      membershipCharges: list(ChargedMembership, { minSize: 1, maxSize: 300 }),
    }),
    result: obj({}),
    required: ["ecomOrderId", "memberId"],
    effect: "money",
    summary: "Charge items of an order to a member's memberships",
  }),
  refund: endpoint("POST /ecom/v1/payments-collector/orders/{ecomOrderId}/trigger-refund", {
    input: obj({
      ecomOrderId: id(),
      payments: list(PaymentRefund, { minSize: 1, maxSize: 1 }),
      details: LegacyRefundDetails,
      sideEffects: LegacySideEffects,
    }),
    result: obj({
      orderTransactions: OrderTransactions,
      refundId: text(),
      failedPaymentIds: list(ItemMetadata),
    }),
    required: ["ecomOrderId", "payments"],
    effect: "money",
    summary: "Refund a payment of an order (older version)",
  }),
  voidPayments: endpoint("POST /ecom/v1/payments-collector/orders/{ecomOrderId}/void-authorized-payments", {
    input: obj({
      ecomOrderId: id(),
      paymentIds: list(guid(), { minSize: 1, maxSize: 100 }),
    }),
    result: obj({ orderTransactions: OrderTransactions }, { always: ["orderTransactions"] }),
    required: ["ecomOrderId", "paymentIds"],
    effect: "money",
    summary: "Void authorized payments of an order",
  }),
  capturePayments: endpoint(
    "POST /ecom/v1/payments-collector/orders/{ecomOrderId}/capture-authorized-payments",
    {
      input: obj({
        ecomOrderId: id(),
        payments: list(PaymentCapture, { minSize: 1, maxSize: 100 }),
      }),
      result: obj({ orderTransactions: OrderTransactions }, { always: ["orderTransactions"] }),
      required: ["ecomOrderId", "payments"],
      effect: "money",
      summary: "Capture authorized payments of an order",
    },
  ),
  get: endpoint("GET /ecom/v1/orders/{id}", {
    alternatives: ["/ecom/v1/ep-orders/{id}"],
    input: obj({ id: id() }),
    result: orderResult,
    role: "member",
    summary: "Get an order by ID (members: their own orders only)",
  }),
  search: endpoint("POST /ecom/v1/orders/search", {
    alternatives: ["/ecom/v1/ep-orders/search"],
    input: obj({ search: OrderSearch }),
    result: obj({ orders: list(Order), metadata: CursorMetadata }),
    required: ["search"],
    ...pagedBy("cursor", "orders", "metadata", 100),
    effect: "read",
    role: "member",
    summary: "Search orders, newest first by default (members: their own orders only)",
  }),
  create: endpoint("POST /ecom/v1/orders", {
    once: true,
    alternatives: ["/ecom/v1/ep-orders"],
    input: obj({ order: NewOrder, settings: CreationSettings }),
    result: orderResult,
    required: ["order", "order.channelInfo", "order.lineItems", "order.priceSummary"],
    summary: "Create an order",
  }),
  update: endpoint("PATCH /ecom/v1/orders/{order.id}", {
    alternatives: ["/ecom/v1/ep-orders/{order.id}"],
    input: obj({ order: draft(Order), fieldMask: fieldMask() }),
    result: orderResult,
    summary: "Update contact details, addresses, notes and labels of an order",
  }),
  bulkUpdate: endpoint("POST /ecom/v1/bulk/orders/update", {
    input: obj({
      orders: list(obj({ order: draft(Order) }, { required: ["order", "order.id"] }), {
        minSize: 1,
        maxSize: 100,
      }),
      returnEntity: bool(),
    }),
    result: results,
    required: ["orders"],
    effect: "set",
    summary: "Update up to 100 orders",
  }),
  updateLineItem: endpoint("PATCH /ecom/v1/orders/{id}/line-item/{lineItem.id}", {
    alternatives: ["/ecom/v1/ep-orders/{id}/line-item/{lineItem.id}"],
    input: obj({
      id: id(),
      lineItem: draft(OrderLineItem),
      fieldMask: fieldMask(),
    }),
    result: orderResult,
    summary: "Update an item of an order",
  }),
  addActivity: endpoint("POST /ecom/v1/orders/{id}/activities", {
    alternatives: ["/ecom/v1/ep-orders/{id}/activities"],
    input: obj({ id: id(), activity: PublicActivity }),
    result: obj({ order: Order, activityId: guid() }, { always: ["order"] }),
    required: ["id", "activity"],
    summary: "Add an activity to an order's history",
  }),
  addActivities: endpoint("POST /ecom/v1/orders/{orderId}/activities/add", {
    alternatives: ["/ecom/v1/ep-orders/{orderId}/activities/add"],
    input: obj({
      orderId: guid(),
      activities: list(PublicActivity, { maxSize: 300 }),
      orderActivities: list(OrderActivity, { maxSize: 300 }),
    }),
    result: obj(
      { order: Order, activityIds: list(guid(), { minSize: 1, maxSize: 300 }) },
      { always: ["order"] },
    ),
    summary: "Add activities to an order's history",
  }),
  updateActivity: endpoint("PATCH /ecom/v1/orders/{id}/activities/{activityId}", {
    alternatives: ["/ecom/v1/ep-orders/{id}/activities/{activityId}"],
    input: obj({ id: id(), activityId: guid(), activity: PublicActivity }),
    result: orderResult,
    required: ["id", "activityId", "activity"],
    effect: "set",
    summary: "Update an activity in an order's history",
  }),
  removeActivity: endpoint("DELETE /ecom/v1/orders/{id}/activities/{activityId}", {
    alternatives: ["/ecom/v1/ep-orders/{id}/activities/{activityId}"],
    input: obj({ id: id(), activityId: guid() }),
    result: orderResult,
    summary: "Delete an activity from an order's history",
  }),
  cancel: endpoint("POST /ecom/v1/orders/{id}/cancel", {
    alternatives: ["/ecom/v1/ep-orders/{id}/cancel"],
    input: obj({
      id: id(),
      sendOrderCanceledEmail: bool(),
      customMessage: text({ minLength: 1, maxLength: 1000 }),
      restockAllItems: bool(),
    }),
    result: orderResult,
    effect: "money",
    summary: "Cancel an order and optionally restock its items",
  }),
  updateStatus: endpoint("POST /ecom/v1/orders/{orderId}/update-status", {
    alternatives: ["/ecom/v1/ep-orders/{orderId}/update-status"],
    input: obj({ orderId: guid(), status: OrderStatus }),
    result: orderResult,
    required: ["orderId", "status"],
    effect: "set",
    summary: "Set the status of an order",
  }),
  aggregate: endpoint("POST /ecom/v1/orders/aggregate", {
    alternatives: ["/ecom/v1/ep-orders/aggregate"],
    input: obj({
      filter: json(),
      aggregation: json(),
      hierarchySeparatorOverride: text({ minLength: 1, maxLength: 100 }),
    }),
    result: obj({ aggregates: json() }),
    required: ["aggregation"],
    effect: "read",
    role: "admin",
    summary: "Aggregate orders that match a filter",
  }),
  bulkUpdateTags: endpoint("POST /ecom/v1/bulk/orders/update-tags", {
    input: obj({
      orderIds: list(guid(), { minSize: 1, maxSize: 100 }),
      assignTags: OrderTags,
      unassignTags: OrderTags,
    }),
    result: plainBulkResults,
    required: ["orderIds"],
    effect: "set",
    summary: "Add and remove tags of up to 100 orders",
  }),
});

const Tag = obj({ id: text({ maxLength: 5 }), name: text({ maxLength: 50 }), fqdn: text() });

/** The tags of a site by the kind of object that they are for. They are created in the dashboard. */
export const tags = service("tags", {
  list: endpoint("GET /tags/v1/tags", {
    input: obj({ fqdn: text() }),
    result: obj({ tags: list(Tag) }),
    required: ["fqdn"],
    role: "admin",
    summary: "List the tags for a kind of object: wix.ecom.v1.order",
  }),
});
