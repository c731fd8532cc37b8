import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { BulkActionMetadata, ItemMetadata } from "../../models/errors.ts";
import {
  bool,
  date,
  enumOf,
  fieldMask,
  guid,
  json,
  list,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { CursorMetadata, catalogQuery } from "../../models/query.ts";
import { currency } from "../../models/values.ts";
import { ExtendedFields } from "../cart/models.ts";
import { OrderPrice } from "../orders/models.ts";

const ActionLink = obj({ label: text({ minLength: 1, maxLength: 100 }), url: text({ format: "WEB_URL" }) });

/** A payment link for an order or a part of it. */
export const OrderPaymentRequest = obj({
  id: guid(),
  source: obj({ appId: guid(), externalId: text({ minLength: 1, maxLength: 100 }) }),
  status: readonly(enumOf("UNPAID", "PAID", "EXPIRED", "VOIDED")),
  orderId: guid(),
  orderNumber: text({ maxLength: 100, readonly: true }),
  amount: OrderPrice,
  currency: readonly(currency()),
  paymentGatewayOrderId: text({ maxLength: 100, readonly: true }),
  title: text({ minLength: 1, maxLength: 200 }),
  description: text({ maxLength: 300 }),
  expirationDate: date(),
  extendedFields: ExtendedFields,
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  image: obj({
    id: text({ maxLength: 200 }),
    height: readonly(num()),
    width: readonly(num()),
    altText: text({ maxLength: 200 }),
    filename: text({ maxLength: 200, readonly: true }),
  }),
  blockedPaymentMethods: list(enumOf("MANUAL"), { maxSize: 1 }),
  actionLinks: obj({ general: list(ActionLink, { maxSize: 1 }), error: ActionLink }),
});
export interface OrderPaymentRequest extends z.input<typeof OrderPaymentRequest> {}

const RequestResult = obj({
  itemMetadata: ItemMetadata,
  item: obj({
    orderPaymentRequest: OrderPaymentRequest,
    orderPaymentRequestUrl: text({ format: "WEB_URL" }),
  }),
});

/** Payment links for orders. */
export const orderPaymentRequests = service("orderPaymentRequests", {
  create: endpoint("POST /ecom/v1/order-payment-requests", {
    once: true,
    input: obj({ orderPaymentRequest: OrderPaymentRequest }),
    result: obj({
      orderPaymentRequest: OrderPaymentRequest,
      orderPaymentRequestUrl: text({ minLength: 1, maxLength: 100 }),
    }),
    required: ["orderPaymentRequest.amount", "orderPaymentRequest.orderId", "orderPaymentRequest.title"],
    summary: "Create a payment request for an order",
  }),
  bulkCreate: endpoint("POST /v1/bulk/order-payment-requests/create", {
    once: true,
    input: obj({
      orderPaymentRequests: list(OrderPaymentRequest, { minSize: 1, maxSize: 100 }),
      returnEntity: bool(),
    }),
    result: obj({
      results: list(RequestResult, { minSize: 1, maxSize: 100 }),
      bulkActionMetadata: BulkActionMetadata,
    }),
    required: ["orderPaymentRequests"],
    summary: "Create payment requests for up to 100 orders",
  }),
  get: endpoint("GET /ecom/v1/order-payment-requests/{orderPaymentRequestId}", {
    input: obj({ orderPaymentRequestId: guid() }),
    result: obj({ orderPaymentRequest: OrderPaymentRequest }),
    role: "admin",
    summary: "Get a payment request by ID",
  }),
  update: endpoint("PATCH /ecom/v1/order-payment-requests/{orderPaymentRequest.id}", {
    input: obj({ orderPaymentRequest: OrderPaymentRequest, fieldMask: fieldMask() }),
    result: obj({ orderPaymentRequest: OrderPaymentRequest }),
    summary: "Update an open payment request",
  }),
  remove: endpoint("DELETE /ecom/v1/order-payment-requests/{orderPaymentRequestId}", {
    input: obj({ orderPaymentRequestId: guid() }),
    result: obj({}),
    summary: "Delete an unpaid payment request",
  }),
  query: endpoint("POST /ecom/v1/order-payment-requests/query", {
    input: obj({ query: catalogQuery(100) }),
    result: obj({
      orderPaymentRequests: list(OrderPaymentRequest, { maxSize: 1000 }),
      pagingMetadata: CursorMetadata,
    }),
    ...pagedBy("cursor", "orderPaymentRequests", "pagingMetadata", 100),
    effect: "read",
    role: "admin",
    summary: "List payment requests that match a query",
  }),
  url: endpoint("POST /ecom/v1/order-payment-requests/url", {
    input: obj({ orderPaymentRequestId: guid() }),
    result: obj({ orderPaymentRequestUrl: text({ minLength: 1, maxLength: 100 }) }),
    required: ["orderPaymentRequestId"],
    effect: "read",
    role: "admin",
    summary: "Get the URL of a payment request",
  }),
  updateExtendedFields: endpoint("POST /ecom/v1/order-payment-requests/{id}/update-extended-fields", {
    input: obj({ id: text(), namespace: text(), namespaceData: json() }),
    result: obj({ orderPaymentRequest: OrderPaymentRequest }),
    required: ["id", "namespace", "namespaceData"],
    effect: "set",
    summary: "Update an app's extended fields of a payment request",
  }),
  void: endpoint("POST /ecom/v1/order-payment-requests/void", {
    input: obj({ orderPaymentRequestId: guid() }),
    result: obj({}),
    required: ["orderPaymentRequestId"],
    effect: "set",
    summary: "Void a payment request",
  }),
  charge: endpoint("POST /ecom/v1/order-payment-requests/charge", {
    input: obj({ orderPaymentRequestId: guid(), paymentToken: text({ maxLength: 100 }) }),
    result: obj({ paymentResponseToken: text({ minLength: 1, maxLength: 1000 }) }),
    required: ["orderPaymentRequestId"],
    effect: "money",
    summary: "Charge a payment request",
  }),
});
