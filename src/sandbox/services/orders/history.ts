import type { OrderActivity, OrderLineItem } from "../../../api/services/orders/models.ts";
import { invalid } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { activity } from "./activities.ts";
import { changeOrder, orderOf } from "./store.ts";
import type { StoredOrder } from "./tables.ts";

/** Adds comments, custom entries of apps, and other entries that apps may add to an order's history. */
export function addToHistory(
  tx: Tx,
  orderId: string,
  given: readonly OrderActivity[],
): { order: StoredOrder; ids: string[] } {
  const order = orderOf(tx, orderId);
  if (given.length === 0) throw invalid("orderActivities", "MIN_SIZE", "must not be empty");
  const created = given.map(({ id: _, createdDate: __, type, activityType, ...content }) => {
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
    activities: order.activities.map((one) => (one === old ? after : one)),
  });
}

/** Removes a comment or a custom entry of an app. */
export function removeFromHistory(tx: Tx, orderId: string, activityId: string): StoredOrder {
  const order = orderOf(tx, orderId);
  const old = entryOf(order, activityId);
  return changeOrder(tx, { ...order, activities: order.activities.filter((one) => one !== old) });
}

/** Changes the name and appearance of an item, not its quantity and prices. */
export function changeLine(tx: Tx, orderId: string, given: OrderLineItem): StoredOrder {
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
  const entry = order.activities.find((one) => one.id === id);
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
