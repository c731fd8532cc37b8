import type { Handlers } from "../../../api/endpoint.ts";
import type { orderPaymentRequests as endpoints } from "../../../api/services/payments/order-payment-requests.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import { listPage } from "../../kernel/documents/lists.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { requestFields } from "../../services/orders/index.ts";
import {
  chargeRequest,
  createRequest,
  deleteRequest,
  expireRequest,
  paymentRequests,
  requestOf,
  requestUrl,
  setRequestFields,
  updateRequest,
  voidRequest,
} from "../../services/payments/payment-requests.ts";

/** Handlers of payment links. */
export const orderPaymentRequests: Handlers<typeof endpoints, StoreTx> = {
  create(tx, { orderPaymentRequest }) {
    const request = createRequest(tx, orderPaymentRequest ?? {});
    return { orderPaymentRequest: request, orderPaymentRequestUrl: requestUrl(tx, request) };
  },
  bulkCreate(tx, { orderPaymentRequests, returnEntity }) {
    const done = forEachItem(tx, orderPaymentRequests ?? [], (request) => createRequest(tx, request));
    const show = (request: (typeof done)[number]["done"] & object) => {
      return { orderPaymentRequest: request, orderPaymentRequestUrl: requestUrl(tx, request) };
    };
    return bulkResponse(done, "item", returnEntity ? show : undefined);
  },
  get: (tx, { orderPaymentRequestId }) => ({ orderPaymentRequest: requestOf(tx, orderPaymentRequestId) }),
  update: (tx, { orderPaymentRequest }) => ({
    orderPaymentRequest: updateRequest(tx, orderPaymentRequest ?? {}),
  }),
  remove(tx, { orderPaymentRequestId }) {
    deleteRequest(tx, orderPaymentRequestId ?? "");
    return {};
  },
  query(tx, { query }) {
    const { items, pagingMetadata } = listPage(tx, paymentRequests, query, requestFields);
    return { orderPaymentRequests: items, pagingMetadata };
  },
  url: (tx, { orderPaymentRequestId }) => ({
    orderPaymentRequestUrl: requestUrl(tx, requestOf(tx, orderPaymentRequestId)),
  }),
  updateExtendedFields: (tx, { id, namespace, namespaceData }) => ({
    orderPaymentRequest: setRequestFields(tx, id ?? "", namespace ?? "", namespaceData),
  }),
  void(tx, { orderPaymentRequestId }) {
    voidRequest(tx, orderPaymentRequestId ?? "");
    return {};
  },
  charge(tx, { orderPaymentRequestId }) {
    chargeRequest(tx, orderPaymentRequestId ?? "");
    return { paymentResponseToken: tx.newId() };
  },
};

/** Due work: requests expire. */
export const due = {
  expire: (tx: StoreTx, id: string): void => expireRequest(tx, id),
};
