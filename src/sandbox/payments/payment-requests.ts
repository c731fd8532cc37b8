import type { OrderPaymentRequest } from "../../api/services/payments.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { invalid, PlatformError, type StoreTx, type Table } from "../kernel/tx.ts";
import {
  addCharge,
  currencyOf,
  exactAmount,
  orderOf,
  requestedOutcome,
  transactionsOf,
} from "../orders/index.ts";
import { chargeAmount } from "./collect.ts";

/** A stored payment request. */
export interface StoredRequest extends OrderPaymentRequest {
  id: string;
  orderId: string;
  status: "UNPAID" | "PAID" | "EXPIRED" | "VOIDED";
  createdDate: string;
  updatedDate: string;
}

/** Payment requests by ID. */
export const paymentRequests: Table<StoredRequest> = {
  name: "order-payment-requests",
  columns: {
    createdDate: "text",
    orderId: "text",
    status: "text",
    "amount.amount": { type: "number", value: (doc) => Number(doc.amount?.amount ?? 0) },
  },
};

const fqdn = "wix.ecom.v1.order_payment_request";
const writable = [
  "title",
  "description",
  "amount",
  "expirationDate",
  "image",
  "blockedPaymentMethods",
  "source",
] as const;

/** Returns the request. Throws PlatformError 404 `ORDER_PAYMENT_REQUEST_NOT_FOUND`. */
export function paymentRequestOf(tx: StoreTx, id: string | null | undefined): StoredRequest {
  const request = tx.get(paymentRequests, id ?? "");
  if (request) return request;
  const message = `There is no payment request ${id}`;
  throw new PlatformError(404, "ORDER_PAYMENT_REQUEST_NOT_FOUND", message, { orderPaymentRequestId: id });
}

/** Returns the URL of the payment page. */
export const requestUrl = (tx: StoreTx, { id }: StoredRequest) =>
  `${tx.origin}/__till/pages/pay?paymentRequestId=${id}`;

/** Creates a payment request for at most what is left to pay of an order. */
export function insertPaymentRequest(tx: StoreTx, given: OrderPaymentRequest): StoredRequest {
  const order = orderOf(tx, given.orderId);
  const amount = chargeAmount(order, transactionsOf(tx, order), given.amount?.amount);
  const now = tx.now.toISOString();
  const { extendedFields, actionLinks } = given;
  const request: StoredRequest = {
    ...Object.fromEntries(writable.flatMap((key) => (given[key] ? [[key, given[key]]] : []))),
    ...(extendedFields && { extendedFields }),
    ...(actionLinks && { actionLinks }),
    id: tx.newId(),
    orderId: order.id,
    orderNumber: order.number,
    amount: currencyOf(order.currency).price(amount),
    currency: order.currency,
    paymentGatewayOrderId: tx.newId(),
    status: "UNPAID",
    createdDate: now,
    updatedDate: now,
  };
  scheduleExpiry(tx, request);
  tx.put(paymentRequests, request.id, request);
  emitDomainEvent(tx, fqdn, "created", request.id, { createdEvent: { entity: request } });
  return request;
}

/** Changes an unpaid request. Its amount is fixed. */
export function updateRequest(tx: StoreTx, given: OrderPaymentRequest): StoredRequest {
  const before = paymentRequestOf(tx, given.id);
  rejectEnded(before, "CANNOT_UPDATE");
  const amount = given.amount?.amount;
  if (amount && !exactAmount(given.amount).eq(exactAmount(before.amount))) {
    const message = `The amount of the payment request ${before.id} cannot be changed: void it and create another`;
    throw new PlatformError(409, "CANNOT_UPDATE_ORDER_PAYMENT_REQUEST_AMOUNT", message, {
      amount: before.amount,
    });
  }
  const changes = writable.flatMap((key) =>
    key !== "amount" && given[key] !== undefined ? [[key, given[key]] as const] : [],
  );
  return store(tx, { ...before, ...Object.fromEntries(changes) });
}

/** Sets an app's extended fields. */
export function setRequestFields(tx: StoreTx, id: string, namespace: string, data: unknown): StoredRequest {
  const before = paymentRequestOf(tx, id);
  const namespaces = { ...before.extendedFields?.namespaces, [namespace]: data };
  return store(tx, { ...before, extendedFields: { namespaces } });
}

/** Deletes a request. Throws PlatformError if it was paid. */
export function deleteRequest(tx: StoreTx, id: string): void {
  const request = paymentRequestOf(tx, id);
  if (request.status === "PAID") rejectEnded(request, "CANNOT_DELETE");
  tx.unschedule("orderPaymentRequests.expire", id);
  tx.remove(paymentRequests, id);
  emitDomainEvent(tx, fqdn, "deleted", id, { deletedEvent: { deletedEntity: request } });
}

/** Voids an unpaid request. Does nothing if it is void. */
export function voidRequest(tx: StoreTx, id: string): void {
  const request = paymentRequestOf(tx, id);
  if (request.status === "VOIDED") return;
  rejectEnded(request, "CANNOT_VOID");
  end(tx, request, "VOIDED");
}

/** Pays a request. The outcome follows the `x-sandbox-payment` header; a failed payment leaves it unpaid. */
export function chargeRequest(tx: StoreTx, id: string): StoredRequest {
  const request = paymentRequestOf(tx, id);
  rejectEnded(request, "CANNOT_CHARGE");
  const order = orderOf(tx, request.orderId);
  const amount = chargeAmount(order, transactionsOf(tx, order), request.amount?.amount);
  const requested = requestedOutcome(tx);
  const status = requested === "DECLINED" || requested === "PENDING" ? requested : "APPROVED";
  addCharge(tx, order, { amount, status });
  return status === "APPROVED" ? end(tx, request, "PAID") : request;
}

/** Due work: expires an unpaid request. */
export function expireRequest(tx: StoreTx, id: string): void {
  const request = tx.get(paymentRequests, id);
  if (request?.status === "UNPAID") end(tx, request, "EXPIRED");
}

function end(tx: StoreTx, request: StoredRequest, status: "PAID" | "EXPIRED" | "VOIDED"): StoredRequest {
  tx.unschedule("orderPaymentRequests.expire", request.id);
  const after = store(tx, { ...request, status });
  const body = { orderPaymentRequest: after };
  emitDomainEvent(tx, fqdn, status.toLowerCase(), after.id, { actionEvent: { body } });
  return after;
}

function store(tx: StoreTx, request: StoredRequest): StoredRequest {
  const after = { ...request, updatedDate: tx.now.toISOString() };
  if (after.status === "UNPAID") scheduleExpiry(tx, after);
  tx.put(paymentRequests, after.id, after);
  emitDomainEvent(tx, fqdn, "updated", after.id, { updatedEvent: { currentEntity: after } });
  return after;
}

function scheduleExpiry(tx: StoreTx, { id, expirationDate }: StoredRequest): void {
  if (!expirationDate) return void tx.unschedule("orderPaymentRequests.expire", id);
  const at = new Date(expirationDate);
  if (at <= tx.now) throw invalid("orderPaymentRequest.expirationDate", "MIN", "must be in the future");
  tx.schedule(at, "orderPaymentRequests.expire", id);
}

function rejectEnded({ id, status }: StoredRequest, act: string): void {
  if (status === "UNPAID") return;
  const message = `The payment request ${id} has ended: its status is ${status}`;
  throw new PlatformError(409, `${act}_${status}_ORDER_PAYMENT_REQUEST`, message, {
    orderPaymentRequestId: id,
    status,
  });
}
