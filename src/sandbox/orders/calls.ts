import type { Handlers } from "../../api/endpoint.ts";
import type {
  orderFulfillments as fulfillmentEndpoints,
  orderInvoices as invoiceEndpoints,
  orders as orderEndpoints,
  tags as tagEndpoints,
} from "../../api/services/orders.ts";
import { amountText } from "../../kernel/money.ts";
import { bulkResponse, forEachItem, startJob } from "../kernel/bulk.ts";
import { invalid, type StoreTx } from "../kernel/tx.ts";
import {
  advanceRefund,
  capturePayments,
  chargeAmount,
  collectabilityOf,
  legacyRefund,
  legacyRefundability,
  markAsPaid,
  payWithMemberships,
  recordByHand,
  runScheduledAction,
  settleAuthorized,
  voidPayments,
} from "../payments/index.ts";
import {
  addToHistory,
  cancelOrder,
  changeHistory,
  changeLine,
  removeFromHistory,
  setStatus,
  updateOrder,
  withTags,
} from "./change.ts";
import { addFulfillment, changeFulfillment, parcelsOf, removeFulfillment } from "./fulfillments.ts";
import { addInvoice, generateInvoice, invoicesOf } from "./invoices.ts";
import { addPayments, chargeable } from "./payments.ts";
import { createOrder, deleteImported, importOrder, setOrderCounter } from "./place.ts";
import { aggregateOrders, searchOrders } from "./search.ts";
import { changeOrder, orderOf, showOrder, showTransactions, transactionsOf, visibleOrder } from "./store.ts";
import { orders as orderTable } from "./tables.ts";

/** The tags of every sandbox. */
const namedTags = [
  { id: "g1ftw", name: "Gift wrap" },
  { id: "c4llf", name: "Call first" },
  { id: "wh0le", name: "Wholesale" },
];

/** Tags: those with names, and those that orders have. */
export const tags: Handlers<typeof tagEndpoints, StoreTx> = {
  list(tx, { fqdn }) {
    if (fqdn !== "wix.ecom.v1.order") return { tags: [] };
    const all = new Map(namedTags.map((tag) => [tag.id, { ...tag, fqdn }]));
    for (const { tags: ofOrder } of tx.each(orderTable))
      for (const id of [...(ofOrder?.tags?.tagIds ?? []), ...(ofOrder?.privateTags?.tagIds ?? [])])
        if (id && !all.has(id)) all.set(id, { id, name: id, fqdn });
    return { tags: [...all.values()] };
  },
};

/** Handlers of orders, their history, and older payment calls. */
export const orders: Handlers<typeof orderEndpoints, StoreTx> = {
  importOrder: (tx, { order }) => ({ order: showOrder(importOrder(tx, order)) }),
  setNumberCounter(tx, { counter, allowLowerCounter }) {
    const next = Number(counter);
    if (!Number.isInteger(next) || next < 0 || next > 999_999_999)
      throw invalid("counter", "MAX", "must be a whole number up to 999999999", { threshold: 999_999_999 });
    const { old, now } = setOrderCounter(tx, next, allowLowerCounter ?? false);
    return { oldCounter: String(old), newCounter: String(now) };
  },
  bulkDeleteImported: (tx, { orderIds }) => startJob(tx, orderIds, (id) => deleteImported(tx, [id])),
  preparePayment(tx, { ecomOrderId, amount, paymentGatewayOrderId }) {
    const order = orderOf(tx, ecomOrderId);
    chargeAmount(order, transactionsOf(tx, order), amount.amount, { paid: "ORDER_ALREADY_PAID" });
    return { paymentGatewayOrderId: paymentGatewayOrderId || tx.newId() };
  },
  collectability: (tx, { ecomOrderId }) => collectabilityOf(tx, ecomOrderId),
  recordPayment(tx, { orderId, amount, userDefinedPaymentMethodName: name }) {
    recordByHand(tx, orderId, amount.amount, name);
    return {};
  },
  markAsPaid: (tx, { ecomOrderId, userDefinedPaymentMethodName: name }) => ({
    order: showOrder(markAsPaid(tx, ecomOrderId, name)),
  }),
  bulkMarkAsPaid(tx, { ecomOrderIds }) {
    return bulkResponse(
      forEachItem(tx, ecomOrderIds, (id) => markAsPaid(tx, id)),
      "item",
      showOrder,
    );
  },
  refundability: (tx, { ecomOrderId }) => ({
    refundabilities: legacyRefundability(tx, ecomOrderId),
    refundablePerItem: true,
  }),
  createGatewayOrder(tx, { ecomOrderId }) {
    const order = orderOf(tx, ecomOrderId);
    const money = transactionsOf(tx, order);
    chargeAmount(order, money, amountText(chargeable(order, money)), { paid: "ORDER_ALREADY_PAID" });
    return { paymentGatewayOrderId: tx.newId() };
  },
  chargeMemberships(tx, { ecomOrderId, membershipCharges }) {
    const order = orderOf(tx, ecomOrderId);
    const charges = (membershipCharges ?? []).map((charge) => ({
      membershipId: charge.membershipId ?? "",
      lineItemId: charge.lineItemId || (order.lineItems.find((line) => isChargeOf(line, charge))?.id ?? ""),
      name: charge.membershipName?.original ?? "",
      providerAppId: charge.appId ?? "",
    }));
    addPayments(tx, order, payWithMemberships(tx, order, transactionsOf(tx, order).payments, charges));
    return {};
  },
  refund: legacyRefund,
  voidPayments: (tx, { ecomOrderId, paymentIds }) => ({
    orderTransactions: showTransactions(voidPayments(tx, ecomOrderId, paymentIds)),
  }),
  capturePayments: (tx, { ecomOrderId, payments }) => ({
    orderTransactions: showTransactions(capturePayments(tx, ecomOrderId, payments)),
  }),
  get: (tx, { id }) => ({ order: showOrder(visibleOrder(tx, id)) }),
  search(tx, { search }) {
    const { items, pagingMetadata } = searchOrders(tx, search);
    return { orders: items.map(showOrder), metadata: pagingMetadata };
  },
  create: (tx, { order, settings }) => ({ order: showOrder(createOrder(tx, order, settings)) }),
  update: (tx, { order }) => ({ order: showOrder(updateOrder(tx, order)) }),
  bulkUpdate(tx, { orders, returnEntity }) {
    const done = forEachItem(tx, orders, ({ order }) => updateOrder(tx, order ?? {}));
    return bulkResponse(done, "item", returnEntity ? showOrder : undefined);
  },
  updateLineItem: (tx, { id, lineItem }) => ({ order: showOrder(changeLine(tx, id, lineItem)) }),
  addActivity(tx, { id, activity: input }) {
    const { order, ids } = addToHistory(tx, id, [input]);
    return { order: showOrder(order), activityId: ids[0] };
  },
  addActivities(tx, { orderId, activities, orderActivities }) {
    const { order, ids } = addToHistory(tx, orderId, [...(orderActivities ?? []), ...(activities ?? [])]);
    return { order: showOrder(order), activityIds: ids };
  },
  updateActivity: (tx, { id, activityId, activity: input }) => ({
    order: showOrder(changeHistory(tx, id, activityId, input)),
  }),
  removeActivity: (tx, { id, activityId }) => ({
    order: showOrder(removeFromHistory(tx, id, activityId)),
  }),
  cancel: (tx, { id, ...input }) => ({ order: showOrder(cancelOrder(tx, id, input)) }),
  updateStatus: (tx, { orderId, status }) => ({
    order: showOrder(setStatus(tx, orderId, status)),
  }),
  aggregate: (tx, { filter, aggregation }) => ({ aggregates: aggregateOrders(tx, filter, aggregation) }),
  bulkUpdateTags(tx, { orderIds, assignTags, unassignTags }) {
    const done = forEachItem(tx, orderIds, (id) =>
      changeOrder(tx, withTags(orderOf(tx, id), assignTags, unassignTags)),
    );
    return bulkResponse(done, "item", undefined);
  },
};

type OfProduct = { catalogReference?: { catalogItemId?: string | null } | null };
const isChargeOf = ({ catalogReference: sold }: OfProduct, { catalogReference: charged }: OfProduct) =>
  sold?.catalogItemId !== undefined && sold.catalogItemId === charged?.catalogItemId;

const partsOf = (ref: string) => ref.split(" ") as [string, string, string];

/** Due work: scheduled captures and voids, and pending captures, voids and refunds. */
export const due = {
  act(tx: StoreTx, ref: string): void {
    const [orderId, paymentId] = partsOf(ref);
    runScheduledAction(tx, orderId, paymentId);
  },
  settle(tx: StoreTx, ref: string): void {
    const [orderId, paymentId] = partsOf(ref);
    settleAuthorized(tx, orderId, paymentId);
  },
  refund(tx: StoreTx, ref: string): void {
    advanceRefund(tx, ...partsOf(ref));
  },
};

/** Handlers of fulfillments. */
export const orderFulfillments: Handlers<typeof fulfillmentEndpoints, StoreTx> = {
  get: (tx, { orderId }) => ({ orderWithFulfillments: parcelsOf(tx, orderId) }),
  list: (tx, { orderIds }) => ({ ordersWithFulfillments: orderIds.map((id) => parcelsOf(tx, id)) }),
  create(tx, { orderId, fulfillment }) {
    const { parcels, id } = addFulfillment(tx, orderId, fulfillment);
    return { orderWithFulfillments: parcels, fulfillmentId: id };
  },
  update: (tx, { orderId, fulfillment }) => ({
    orderWithFulfillments: changeFulfillment(tx, orderId, fulfillment),
  }),
  remove: (tx, { orderId, fulfillmentId }) => ({
    orderWithFulfillments: removeFulfillment(tx, orderId, fulfillmentId),
  }),
  bulkCreate(tx, { ordersWithFulfillments }) {
    const done = forEachItem(tx, ordersWithFulfillments, ({ orderId, fulfillments }) => {
      for (const fulfillment of fulfillments ?? []) addFulfillment(tx, orderId ?? "", fulfillment);
      return { ...parcelsOf(tx, orderId ?? ""), id: orderId ?? "" };
    });
    return bulkResponse(done, "ordersWithFulfillments", ({ id, ...parcels }) => parcels);
  },
};

/** Handlers of invoices. */
export const orderInvoices: Handlers<typeof invoiceEndpoints, StoreTx> = {
  list: (tx, { orderIds }) => ({
    invoicesForOrder: orderIds.map((orderId) => ({ orderId, invoicesInfo: invoicesOf(tx, orderId) })),
  }),
  generate: (tx, { orderId }) => ({ invoiceId: generateInvoice(tx, orderId) }),
  bulkGenerate(tx, { orderIds }) {
    const done = forEachItem(tx, orderIds, (orderId) => ({
      id: orderId,
      invoiceId: generateInvoice(tx, orderId),
    }));
    return bulkResponse(done, "item", ({ id: orderId, invoiceId }) => ({ orderId, invoiceId }));
  },
  add(tx, { orderId, invoiceInfo }) {
    const invoice = { id: invoiceInfo.id ?? "", appId: invoiceInfo.appId ?? "" };
    return { orderInvoices: addInvoice(tx, orderId, invoice) };
  },
};
