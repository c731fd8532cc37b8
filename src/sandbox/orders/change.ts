import type { WireInput } from "../../api/endpoint.ts";
import type { orders as endpoints, Order, OrderActivity, OrderLineItem } from "../../api/services/orders.ts";
import { invalid, PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { rejectUnlessApproved } from "./fulfillments.ts";
import { returnStock } from "./stock.ts";
import {
  activity,
  changeOrder,
  emitApproved,
  emitOrderAction,
  orderOf,
  settleOrder,
  transactionsOf,
} from "./store.ts";
import type { StoredOrder } from "./tables.ts";

/** The fields that an update can change. */
const writable = [
  "buyerInfo",
  "buyerLanguage",
  "weightUnit",
  "billingInfo",
  "shippingInfo",
  "recipientInfo",
  "buyerNote",
  "archived",
  "attributionSource",
  "channelInfo",
  "seenByAHuman",
  "customFields",
  "extendedFields",
  "purchasedDate",
  "businessLocation",
  "tags",
] as const;

/** Changes the given fields; null clears a field. Throws PlatformError 409 for pending and rejected orders. */
export function updateOrder(tx: Tx, given: Partial<Order>): StoredOrder {
  const before = orderOf(tx, given.id);
  if (before.status !== "CANCELED") rejectUnlessApproved(before);
  const changes = writable.flatMap((key) =>
    given[key] === undefined ? [] : [[key, merged(before, given, key)]],
  );
  const after: StoredOrder = { ...before, ...Object.fromEntries(changes) };
  const emailed = after.buyerInfo?.email !== before.buyerInfo?.email;
  const moved = given.shippingInfo !== undefined || given.recipientInfo !== undefined;
  const edits = [...(emailed ? ["EMAIL_EDITED"] : []), ...(moved ? ["SHIPPING_ADDRESS_EDITED"] : [])];
  return changeOrder(
    tx,
    after,
    edits.map((kind) => activity(tx, kind)),
  );
}

/** Keeps the fields of an object that are not given, such as the prices of a delivery. */
function merged(before: StoredOrder, given: Partial<Order>, key: (typeof writable)[number]): unknown {
  const [old, now] = [before[key], given[key]];
  if (key === "archived" || key === "seenByAHuman") return now ?? false;
  if (!old || !now || typeof now !== "object") return now;
  if (key === "shippingInfo") return { ...(old as object), ...now };
  return key === "buyerInfo" ? withBuyer(before.buyerInfo ?? {}, given.buyerInfo ?? {}) : now;
}

/** Keeps what is not given of a buyer, who is either a visitor or a member. */
function withBuyer({ visitorId, memberId, ...rest }: Buyer, given: Buyer): Buyer {
  const known = given.visitorId || given.memberId ? {} : { visitorId, memberId };
  return { ...rest, ...known, ...given };
}

type Buyer = NonNullable<Order["buyerInfo"]>;

/**
 * Cancels an order and returns its items to the stock if requested. Throws PlatformError 409 for canceled, pending
 * and rejected orders, and `ORDER_HAS_AUTHORIZED_TRANSACTION` if a payment must be voided first.
 */
export function cancelOrder(
  tx: Tx,
  id: string,
  options: Omit<WireInput<(typeof endpoints)["cancel"]>, "id">,
): StoredOrder {
  const before = orderOf(tx, id);
  if (before.status === "CANCELED") {
    const message = `Order ${before.number} is already canceled: its status is CANCELED`;
    throw new PlatformError(409, "STATUS_ALREADY_SET", message, { orderId: id, status: before.status });
  }
  rejectUnlessApproved(before);
  const authorized = transactionsOf(tx, before).payments.filter(({ status }) => status === "AUTHORIZED");
  if (authorized.length > 0) {
    const message = `Order ${before.number} has an authorized payment: void or capture it first`;
    const data = { orderId: id, status: before.status, paymentIds: authorized.map((payment) => payment.id) };
    throw new PlatformError(409, "ORDER_HAS_AUTHORIZED_TRANSACTION", message, data);
  }
  const all = before.lineItems.map((line) => {
    return { lineItemId: line.id, units: line.quantity - (line.restockQuantity ?? 0) };
  });
  const restocked = options.restockAllItems ? returnStock(tx, before, all) : before;
  const fulfillmentStatus =
    before.fulfillmentStatus === "NOT_FULFILLED" ? "CANCELED" : before.fulfillmentStatus;
  const canceled = { ...restocked, status: "CANCELED", fulfillmentStatus };
  const after = changeOrder(tx, canceled, [activity(tx, "ORDER_CANCELED")]);
  emitOrderAction(tx, after, "canceled", {
    restockAllItems: options.restockAllItems ?? false,
    sendOrderCanceledEmail: options.sendOrderCanceledEmail ?? false,
    customMessage: options.customMessage || undefined,
  });
  return after;
}

/** Allowed transitions between order statuses. */
const statusTransitions: Readonly<Record<string, readonly string[]>> = {
  INITIALIZED: ["APPROVED", "PENDING", "REJECTED", "CANCELED"],
  PENDING: ["APPROVED", "REJECTED"],
  APPROVED: ["CANCELED"],
  CANCELED: [],
  REJECTED: [],
};

/** Sets an order's status. Throws PlatformError 409 `STATUS_ALREADY_SET` or `UNSUPPORTED_TRANSITION`. */
export function setStatus(tx: StoreTx, id: string, status: string): StoredOrder {
  const before = orderOf(tx, id);
  const data = { orderId: id, status: before.status, requested: status };
  if (status === before.status)
    throw new PlatformError(409, "STATUS_ALREADY_SET", `The order ${id} is already ${status}`, data);
  if (!statusTransitions[before.status]?.includes(status)) {
    const message = `An order whose status is ${before.status} cannot become ${status}`;
    throw new PlatformError(409, "UNSUPPORTED_TRANSITION", message, data);
  }
  if (status === "CANCELED") return cancelOrder(tx, id, {});
  const entry = { PENDING: "ORDER_PENDING", REJECTED: "ORDER_REJECTED" }[status];
  const after = settleOrder(tx, { ...before, status }, transactionsOf(tx, before), {
    activities: entry ? [activity(tx, entry)] : [],
  });
  if (after.status === "APPROVED") emitApproved(tx, after);
  return after;
}

/** Assigns and unassigns tags, public and private. */
export function withTags(order: StoredOrder, assign: Order["tags"], unassign: Order["tags"]): StoredOrder {
  const changed = (kind: "tags" | "privateTags") => {
    const removed = unassign?.[kind]?.tagIds ?? [];
    const rest = (order.tags?.[kind]?.tagIds ?? []).filter((tag) => !removed.includes(tag));
    return { tagIds: [...new Set([...rest, ...(assign?.[kind]?.tagIds ?? [])])] };
  };
  return { ...order, tags: { tags: changed("tags"), privateTags: changed("privateTags") } };
}

/** Adds comments, custom entries of apps, and other entries that apps may add to an order's history. */
export function addToHistory(
  tx: Tx,
  orderId: string,
  given: readonly OrderActivity[],
): { order: StoredOrder; ids: string[] } {
  const order = orderOf(tx, orderId);
  if (given.length === 0) throw invalid("orderActivities", "MIN_SIZE", "must not be empty");
  const created = given.map(({ id, createdDate, type, activityType, ...content }) => {
    const kind = content.merchantComment
      ? "MERCHANT_COMMENT"
      : content.customActivity
        ? "CUSTOM_ACTIVITY"
        : undefined;
    return activity(tx, kind ?? activityType ?? type ?? "CUSTOM_ACTIVITY", content);
  });
  return { order: changeOrder(tx, order, created), ids: created.map(({ id }) => id ?? "") };
}

/** Changes a comment or a custom entry of an app. */
export function changeHistory(
  tx: Tx,
  orderId: string,
  activityId: string,
  content: OrderActivity,
): StoredOrder {
  const order = orderOf(tx, orderId);
  const old = entryOf(order, activityId);
  const { merchantComment, customActivity } = content;
  const after = { ...old, ...(merchantComment ? { merchantComment } : { customActivity }) };
  return changeOrder(tx, {
    ...order,
    activities: order.activities.map((activity) => (activity === old ? after : activity)),
  });
}

/** Removes a comment or a custom entry of an app. */
export function removeFromHistory(tx: Tx, orderId: string, activityId: string): StoredOrder {
  const order = orderOf(tx, orderId);
  const old = entryOf(order, activityId);
  return changeOrder(tx, { ...order, activities: order.activities.filter((activity) => activity !== old) });
}

/** Changes the name and appearance of an item, not its quantity and prices. */
export function changeLine(tx: Tx, orderId: string, given: Partial<OrderLineItem>): StoredOrder {
  const order = orderOf(tx, orderId);
  const index = order.lineItems.findIndex(({ id }) => id === given.id);
  const old = order.lineItems[index];
  if (!old)
    throw new PlatformError(404, "LINE_ITEM_NOT_FOUND", `The order ${orderId} has no item ${given.id}`, {
      lineItemId: given.id,
    });
  const { productName, descriptionLines, image, physicalProperties, fulfillerId, extendedFields } = given;
  const changes = { productName, descriptionLines, image, physicalProperties, fulfillerId, extendedFields };
  const present = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return changeOrder(tx, { ...order, lineItems: order.lineItems.with(index, { ...old, ...present }) });
}

/** Returns a history entry. Throws PlatformError if the platform wrote it. */
function entryOf(order: StoredOrder, id: string): OrderActivity {
  const entry = order.activities.find((activity) => activity.id === id);
  if (!entry)
    throw new PlatformError(404, "ACTIVITY_NOT_FOUND", `The order ${order.id} has no activity ${id}`, {
      activityId: id,
    });
  if (entry.merchantComment || entry.customActivity) return entry;
  const message = `The activity ${id} (${entry.activityType}) was written by the platform`;
  throw new PlatformError(409, "ACTIVITY_CANNOT_BE_CHANGED", message, {
    activityId: id,
    activityType: entry.activityType,
  });
}
