import type { Order, OrderActivity } from "../../api/services/orders.ts";
import type { OrderTransactions } from "../../api/services/payments.ts";
import { day } from "../../kernel/durations.ts";
import { siteUrlOf } from "../kernel/defaults.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { type Caller, PlatformError, type Tx } from "../kernel/tx.ts";
import { products, productsV3 } from "../products/index.ts";
import { balanceOf, currencyOf, exactAmount, paymentStatusOf, sumsOf, zero } from "./amounts.ts";
import { returnAll, takeStock } from "./stock.ts";
import {
  orders,
  type StoredLine,
  type StoredOrder,
  type StoredPayment,
  type StoredTransactions,
  transactions,
} from "./tables.ts";

const fqdn = "wix.ecom.v1.order";

/** Returns the public view of an order. */
export function showOrder({ internal, ...order }: StoredOrder): Order {
  return order;
}

/** Returns the public view of payments and refunds. */
export function showTransactions({ orderId, payments, refunds }: StoredTransactions): OrderTransactions {
  return { orderId, payments, refunds };
}

/** Returns the order. Throws PlatformError 404 `ORDER_NOT_FOUND`. */
export function orderOf(tx: Tx, id: string | null | undefined): StoredOrder {
  const order = tx.get(orders, id ?? "");
  if (order !== undefined) return order;
  throw notFound(id);
}

const notFound = (id: string | null | undefined) =>
  new PlatformError(404, "ORDER_NOT_FOUND", `There is no order ${id}`, { orderId: id });

/** Returns the filter for the orders that the caller may see. Members see their own. */
export function visibleTo({ role, memberId }: Caller): { "buyerInfo.memberId": string } | undefined {
  return role === "member" ? { "buyerInfo.memberId": memberId ?? "" } : undefined;
}

/** Returns an order that the caller may see. Throws PlatformError 404 otherwise, and 403 for another guest's order. */
export function visibleOrder(tx: Tx, id: string): StoredOrder {
  const order = orderOf(tx, id);
  const { role, memberId, visitorId } = tx.caller;
  if (role === "visitor" && order.buyerInfo?.visitorId !== visitorId)
    throw new PlatformError(403, "PERMISSION_DENIED", "Guests see the orders that they placed only");
  if (role !== "member" || order.buyerInfo?.memberId === memberId) return order;
  throw notFound(id);
}

/** Returns the payments and refunds of an order. */
export function transactionsOf(tx: Tx, { id, currency }: StoredOrder): StoredTransactions {
  return tx.get(transactions, id) ?? { orderId: id, currency, payments: [], refunds: [], ledger: [] };
}

/** Emits an action event of an order. */
export function emitOrderAction(tx: Tx, order: StoredOrder, slug: string, more: object = {}): void {
  emitDomainEvent(tx, fqdn, slug, order.id, { actionEvent: { body: { order: showOrder(order), ...more } } });
}

/** Emits that an order was approved. Its subscriptions start next, as due work. */
export function emitApproved(tx: Tx, order: StoredOrder): void {
  emitOrderAction(tx, order, "approved");
  if (order.lineItems.some(({ subscriptionInfo }) => subscriptionInfo))
    tx.schedule(tx.now, "subscriptionContracts.start", order.id);
}

/** Stores an order and emits `created` for a new one, `updated` otherwise, and `imported` for one of another shop. */
function putOrder(tx: Tx, order: StoredOrder, { isNew, importedAs }: Moved = {}): StoredOrder {
  const after: StoredOrder = {
    ...order,
    updatedDate: tx.now.toISOString(),
  };
  tx.put(orders, after.id, after);
  if (importedAs !== undefined) {
    emitOrderAction(tx, after, "imported");
    return after;
  }
  const entity = showOrder(after);
  const body = isNew ? { createdEvent: { entity } } : { updatedEvent: { currentEntity: entity } };
  emitDomainEvent(tx, fqdn, isNew ? "created" : "updated", after.id, body);
  return after;
}

/** Stores an order with additional history entries. */
export function changeOrder(
  tx: Tx,
  order: StoredOrder,
  activities: readonly OrderActivity[] = [],
): StoredOrder {
  return putOrder(tx, { ...order, activities: [...order.activities, ...activities] });
}

/** The changed payments and refunds by ID, and the new history entries. */
export interface Moved {
  activities?: readonly OrderActivity[];
  paymentIds?: readonly string[];
  refundIds?: readonly string[];
  isNew?: boolean;
  /** The payment status of an order that is imported. As on the platform, it has one event of its own. */
  importedAs?: string;
}

/**
 * Stores an order whose payments changed: updates balance, payment status and approval, takes stock that waits for
 * the payment, and emits the events.
 */
export function settleOrder(
  tx: Tx,
  before: StoredOrder,
  money: StoredTransactions,
  moved: Moved,
): StoredOrder {
  const { isNew = false, importedAs, paymentIds = [], refundIds = [] } = moved;
  const total = exactAmount(before.priceSummary.total);
  const sums = sumsOf(money);
  const paymentStatus = importedAs ?? paymentStatusOf(total, sums, money);
  const approvable = !total.gt(zero) || sums.paid.gt(zero) || sums.authorized.gt(zero);
  const status = nextStatus(before, money, approvable);
  const settled: StoredOrder = {
    ...before,
    status,
    paymentStatus,
    balanceSummary: balanceOf(total, sums, currencyOf(before.currency)),
    activities: [
      ...before.activities,
      ...(moved.activities ?? []),
      ...[statusActivity[status], paymentActivity[paymentStatus]].flatMap((kind, index) => {
        const isChange =
          index === 0 ? status !== before.status || isNew : paymentStatus !== before.paymentStatus;
        return kind !== undefined && isChange ? [activity(tx, kind)] : [];
      }),
    ],
  };
  const filed = withDigitalFiles(tx, settled);
  const stocked = status === "REJECTED" ? returnAll(tx, filed) : takeStock(tx, filed);
  tx.put(transactions, money.orderId, money);
  const after = putOrder(tx, stocked, moved);
  if (importedAs !== undefined) return after;
  if (status === "APPROVED" && (isNew || before.status !== "APPROVED")) emitApproved(tx, after);
  if (!isNew && paymentStatus !== before.paymentStatus)
    emitOrderAction(tx, after, "payment_status_updated", { previousPaymentStatus: before.paymentStatus });
  if (paymentIds.length + refundIds.length > 0) {
    const body = { orderTransactions: showTransactions(money), paymentIds, refundIds };
    emitDomainEvent(tx, "wix.ecom.v1.order_transactions", "updated", after.id, { actionEvent: { body } });
  }
  return after;
}

const statusActivity: Readonly<Record<string, string>> = {
  PENDING: "ORDER_PENDING",
  REJECTED: "ORDER_REJECTED",
};
const paymentActivity: Readonly<Record<string, string>> = {
  PAID: "ORDER_PAID",
  PARTIALLY_PAID: "ORDER_PARTIALLY_PAID",
};

/** Returns the next order status: payments approve a waiting order; it is rejected if all its payments failed. */
function nextStatus(before: StoredOrder, money: StoredTransactions, approvable: boolean): string {
  const { status } = before;
  if (status !== "INITIALIZED" && status !== "PENDING") return status;
  if (approvable) return "APPROVED";
  const has = (...requested: string[]) =>
    money.payments.some((payment) => requested.includes(payment.status));
  if (has("PENDING")) return "PENDING";
  return status === "PENDING" && has("DECLINED", "CANCELED", "VOIDED") ? "REJECTED" : status;
}

/** The content of an activity besides its type. */
export type ActivityContent = Omit<OrderActivity, "id" | "createdDate" | "type" | "activityType">;

/** Returns a new entry of an order's history. */
export function activity(tx: Tx, kind: string, content: ActivityContent = {}): OrderActivity {
  return { id: tx.newId(), createdDate: tx.now.toISOString(), type: kind, activityType: kind, ...content };
}

const cardOf = ({ regularPaymentDetails }: StoredPayment) => regularPaymentDetails?.creditCardDetails ?? {};

/** Returns the content of AUTHORIZED_PAYMENT_… activities. */
export function authorizationDetails(payment: StoredPayment) {
  return { paymentId: payment.id, amount: payment.amount, ...cardOf(payment) };
}

/** Returns the content of PAYMENT_PENDING, PAYMENT_CANCELED and PAYMENT_DECLINED activities. */
export function paymentDetails(payment: StoredPayment) {
  return { paymentId: payment.id, regular: { amount: payment.amount, creditCardDetails: cardOf(payment) } };
}

/** Download links are valid for 30 days. */
const linkDays = 30;

/**
 * Adds the files of digital products to the lines of an order. Once the order is paid, each file gets a download link
 * with an expiration date. Given links are kept.
 */
function withDigitalFiles(tx: Tx, order: StoredOrder): StoredOrder {
  if (!order.lineItems.some(isDigital)) return order;
  const isPaid = order.paymentStatus === "PAID";
  const lineItems = order.lineItems.map((line) => {
    const fileId = line.digitalFile?.fileId ?? (isDigital(line) ? fileOf(tx, line) : undefined);
    if (!fileId) return line;
    const link = isPaid && !line.digitalFile?.link ? linkOf(tx, order, line) : undefined;
    return { ...line, digitalFile: { ...line.digitalFile, fileId, ...link } };
  });
  return { ...order, lineItems };
}

const isDigital = ({ itemType }: StoredLine) => itemType?.preset === "DIGITAL";

function fileOf(tx: Tx, { catalogReference }: StoredLine): string | undefined {
  const { catalogItemId, options } = catalogReference ?? {};
  const product = tx.get(products, catalogItemId ?? "");
  if (product) return product.digitalFile?.id ?? undefined;
  const variants = tx.get(productsV3, catalogItemId ?? "")?.variantsInfo.variants ?? [];
  const { variantId } = (options ?? {}) as { variantId?: string };
  const variant = variants.find(({ id }) => id === variantId) ?? variants[0];
  return variant?.digitalProperties?.digitalFile?.id ?? undefined;
}

function linkOf(tx: Tx, order: StoredOrder, line: StoredLine) {
  const path = `/_api/orders/${order.id}/items/${line.id}/download`;
  const expires = new Date(tx.now.getTime() + linkDays * day);
  return {
    link: new URL(path, siteUrlOf(tx)).href,
    expirationDate: expires.toISOString(),
  };
}
