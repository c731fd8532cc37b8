import type { Fulfillment, OrderWithFulfillments } from "../../api/services/orders.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { invalid, PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import { activity, changeOrder, emitOrderAction, orderOf } from "./store.ts";
import type { StoredOrder } from "./tables.ts";

interface StoredFulfillment extends Fulfillment {
  id: string;
  lineItems: { id: string; quantity: number }[];
}

export interface Parcels extends OrderWithFulfillments {
  orderId: string;
  fulfillments: StoredFulfillment[];
}

/** Fulfillments by order ID. */
export const fulfillments: Table<Parcels> = { name: "order-fulfillments" };

/** Returns the fulfillments of an order. Like the platform, returns none for an unknown order. */
export function parcelsOf(tx: Tx, orderId: string): Parcels {
  return tx.get(fulfillments, orderId) ?? { orderId, fulfillments: [] };
}

/**
 * Adds a fulfillment. A line without a quantity is fulfilled completely. Throws PlatformError 404 `ORDER_NOT_FOUND`
 * or `LINE_ITEM_NOT_FOUND`, or 409 if the order is not approved or for `TRACKING_NUMBER_ALREADY_EXISTS`.
 */
export function addFulfillment(
  tx: Tx,
  orderId: string,
  given: Partial<Fulfillment>,
): { parcels: Parcels; id: string } {
  const order = orderOf(tx, orderId);
  rejectUnlessApproved(order);
  const before = parcelsOf(tx, order.id);
  rejectSecondNumber(before, given);
  const id = tx.newId();
  const created: StoredFulfillment = {
    ...given,
    id,
    createdDate: tx.now.toISOString(),
    lineItems: packed(order, before, given),
    completed: given.completed ?? true,
  };
  const activities = trackingActivities(tx, undefined, created);
  return { parcels: settle(tx, order, [...before.fulfillments, created], activities), id };
}

/** Changes the tracking data and status of a fulfillment, not its items. */
export function changeFulfillment(tx: Tx, orderId: string, given: Partial<Fulfillment>): Parcels {
  const order = orderOf(tx, orderId);
  const before = parcelsOf(tx, order.id);
  const old = parcelOf(before, given.id ?? "");
  const others = { ...before, fulfillments: before.fulfillments.filter(({ id }) => id !== old.id) };
  rejectSecondNumber(others, given);
  const { lineItems, createdDate, id: ___, ...changes } = given;
  const base = changes.customInfo
    ? { ...old, trackingInfo: undefined }
    : changes.trackingInfo
      ? { ...old, customInfo: undefined }
      : old;
  const trackingInfo = changes.trackingInfo && { ...old.trackingInfo, ...changes.trackingInfo };
  const after: StoredFulfillment = {
    ...base,
    ...changes,
    ...(trackingInfo && { trackingInfo }),
    id: old.id,
    lineItems: old.lineItems,
  };
  const changed = before.fulfillments.map((fulfillment) => (fulfillment.id === old.id ? after : fulfillment));
  return settle(tx, order, changed, trackingActivities(tx, old, after));
}

/** Deletes a fulfillment. Its items become unfulfilled. */
export function removeFulfillment(tx: Tx, orderId: string, fulfillmentId: string): Parcels {
  const order = orderOf(tx, orderId);
  const before = parcelsOf(tx, order.id);
  const old = parcelOf(before, fulfillmentId);
  return settle(
    tx,
    order,
    before.fulfillments.filter((fulfillment) => fulfillment !== old),
    [],
  );
}

/** Returns the fulfillment status of an order with these fulfillments. */
export function statusOfParcels(
  { lineItems, status }: StoredOrder,
  parcels: readonly StoredFulfillment[],
): string {
  const left = lineItems.map(({ id, quantity }) => quantity - packedUnits(parcels, id));
  if (left.every((units) => units <= 0)) return "FULFILLED";
  if (parcels.some((parcel) => parcel.lineItems.length > 0)) return "PARTIALLY_FULFILLED";
  return status === "CANCELED" ? "CANCELED" : "NOT_FULFILLED";
}

const statusActivities: Readonly<Record<string, string>> = {
  FULFILLED: "ORDER_FULFILLED",
  NOT_FULFILLED: "ORDER_NOT_FULFILLED",
};

function settle(
  tx: Tx,
  order: StoredOrder,
  list: StoredFulfillment[],
  activities: ReturnType<typeof activity>[],
): Parcels {
  const parcels: Parcels = { orderId: order.id, fulfillments: list };
  tx.put(fulfillments, order.id, parcels);
  emitDomainEvent(tx, "wix.ecom.v1.fulfillments", "updated", order.id, {
    updatedEvent: { currentEntity: parcels },
  });
  const fulfillmentStatus = statusOfParcels(order, list);
  const previous = order.fulfillmentStatus;
  const isChange = fulfillmentStatus !== previous;
  const kind = statusActivities[fulfillmentStatus];
  const aggregate = {
    fulfillmentStatusesAggregate: { statuses: list.flatMap(({ status }) => status ?? []) },
  };
  const after = changeOrder(tx, { ...order, fulfillmentStatus, ...aggregate }, [
    ...activities,
    ...(isChange && kind ? [activity(tx, kind)] : []),
  ]);
  if (isChange) {
    const facts = {
      previousFulfillmentStatus: previous,
      newFulfillmentStatus: fulfillmentStatus,
      action: "MANUAL",
    };
    emitOrderAction(tx, after, "fulfilled", facts);
  }
  return parcels;
}

const packedUnits = (parcels: readonly StoredFulfillment[], lineId: string) =>
  parcels
    .flatMap(({ lineItems }) => lineItems)
    .filter(({ id }) => id === lineId)
    .reduce((units, { quantity }) => units + quantity, 0);

function packed(order: StoredOrder, { fulfillments: parcels }: Parcels, { lineItems }: Partial<Fulfillment>) {
  const items = lineItems ?? [];
  const twice = items.find(({ id }, index) => items.findIndex((item) => item.id === id) !== index);
  if (twice) throw invalid("fulfillment.lineItems", "FORMAT", `names the item ${twice.id} twice`);
  return items.map(({ id, quantity }, index) => {
    const line = order.lineItems.find((lineItem) => lineItem.id === id);
    if (!line) {
      const message = `The order ${order.id} has no item ${id}`;
      throw new PlatformError(404, "LINE_ITEM_NOT_FOUND", message, { lineItemId: id });
    }
    const left = line.quantity - packedUnits(parcels, line.id);
    const units = quantity ?? left;
    if (units >= 1 && units <= left) return { id: line.id, quantity: units };
    const path = `fulfillment.lineItems[${index}].quantity`;
    const description = `must be from 1 to ${left} (the unfulfilled quantity), not ${units}`;
    throw invalid(path, units < 1 && left > 0 ? "MIN" : "MAX", description, { threshold: left });
  });
}

function parcelOf(parcels: Parcels, id: string): StoredFulfillment {
  const parcel = parcels.fulfillments.find((fulfillment) => fulfillment.id === id);
  if (parcel) return parcel;
  const message = `The order ${parcels.orderId} has no fulfillment ${id}`;
  throw new PlatformError(404, "FULFILLMENT_NOT_FOUND", message, {
    orderId: parcels.orderId,
    fulfillmentId: id,
  });
}

function rejectSecondNumber(
  { fulfillments: parcels }: Parcels,
  { trackingInfo }: Partial<Fulfillment>,
): void {
  const number = trackingInfo?.trackingNumber;
  if (!number || !parcels.some((parcel) => parcel.trackingInfo?.trackingNumber === number)) return;
  const message = `Another fulfillment of this order has the tracking number ${number}`;
  throw new PlatformError(409, "TRACKING_NUMBER_ALREADY_EXISTS", message, { trackingNumber: number });
}

/** The reference's codes for orders that can no longer be changed. */
const notApproved: Readonly<Record<string, string>> = {
  CANCELED: "ORDER_CANCELED",
  PENDING: "ORDER_IS_PENDING",
  REJECTED: "ORDER_IS_REJECTED",
};

/** Throws PlatformError 409 for canceled, pending and rejected orders. */
export function rejectUnlessApproved({ id, status }: StoredOrder): void {
  const code = notApproved[status];
  if (code)
    throw new PlatformError(409, code, `The order ${id} cannot be changed: its status is ${status}`, {
      orderId: id,
      status,
    });
}

function trackingActivities(tx: Tx, before: Fulfillment | undefined, after: Fulfillment) {
  const [old, now] = [before?.trackingInfo, after.trackingInfo];
  const kinds: string[] = [];
  if (now?.trackingNumber && now.trackingNumber !== old?.trackingNumber)
    kinds.push(old?.trackingNumber ? "TRACKING_NUMBER_EDITED" : "TRACKING_NUMBER_ADDED");
  if (now?.trackingLink && now.trackingLink !== old?.trackingLink) kinds.push("TRACKING_LINK_ADDED");
  return kinds.map((kind) => activity(tx, kind));
}
