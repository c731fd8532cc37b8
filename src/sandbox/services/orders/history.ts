import type { OrderActivity } from "../../../api/services/orders/models/order-activity.ts";
import type { OrderLineItem } from "../../../api/services/orders/models/order-line-item.ts";
import { invalid } from "../../kernel/invalid.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { activity } from "./activities.ts";
import { changeOrder, orderOf } from "./store.ts";
import type { StoredOrder } from "./tables.ts";

/** Adds entries to an order's history: comments, an app's own, and kinds that apps may tell of. */
export function addToHistory(
  tx: Tx,
  orderId: string,
  given: readonly OrderActivity[],
): { order: StoredOrder; ids: string[] } {
  const order = orderOf(tx, orderId);
  if (given.length === 0) throw invalid("orderActivities", "MIN_SIZE", "must not be empty");
  const made = given.map(({ id: _, createdDate: __, type, activityType, ...said }) => {
    const kind = said.merchantComment
      ? "MERCHANT_COMMENT"
      : said.customActivity
        ? "CUSTOM_ACTIVITY"
        : undefined;
    return activity(tx, kind ?? activityType ?? type ?? "CUSTOM_ACTIVITY", said);
  });
  return { order: changeOrder(tx, order, made), ids: made.map(({ id }) => id ?? "") };
}

/** Changes a comment or an app's own entry. */
export function changeHistory(tx: Tx, orderId: string, activityId: string, said: OrderActivity): StoredOrder {
  const order = orderOf(tx, orderId);
  const old = entryOf(order, activityId);
  const { merchantComment, customActivity } = said;
  const after = { ...old, ...(merchantComment ? { merchantComment } : { customActivity }) };
  return changeOrder(tx, {
    ...order,
    activities: order.activities.map((one) => (one === old ? after : one)),
  });
}

/** Takes out a comment or an app's own entry. */
export function removeFromHistory(tx: Tx, orderId: string, activityId: string): StoredOrder {
  const order = orderOf(tx, orderId);
  const old = entryOf(order, activityId);
  return changeOrder(tx, { ...order, activities: order.activities.filter((one) => one !== old) });
}

/** Changes what an item is called and what it looks like; its quantity and prices stay. */
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

/** The entry, or a refusal: only what was added from outside can be changed. */
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
