import type { Call } from "../../api/caller.ts";
import { type Fulfillment, type Order, orderFulfillments } from "../../api/services/orders.ts";
import type { Json } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { UsageError } from "../../kernel/errors.ts";
import type { OrderParcels, Parcel } from "./parcels.ts";
import { type RefundItem, readItem } from "./refund.ts";
import type { Fulfilled, PlannedParcel } from "./steps.ts";

/**
 * Plans the parcels of one order as one step. Parcels whose tracking number the order has already are left out, so that a
 * file can be run again. What the platform would reject is a problem with the line of the file. `same`: an earlier line that names
 * the same order in another way.
 */
export function fulfillSteps(
  file: string,
  { order: reference, parcels }: OrderParcels,
  found: readonly Order[],
  fulfillments: readonly Fulfillment[],
  same?: number,
): PlannedRow {
  const [order] = found;
  const line = parcels[0]?.line ?? 0;
  const problem = (rule: string, message: string, at = { line, column: "order", value: reference }) => ({
    problems: [{ source: `${file}:${at.line}`, ...at, rule, message }],
  });
  if (order === undefined) return problem("reference", `there is no order ${reference}`);
  if (found.length > 1)
    return problem("reference", `several orders have the number ${reference}: use the id`);
  if (same !== undefined)
    return problem(
      "reference",
      `this is the order of line ${same}: name it by its number or its id, not by both`,
    );
  if (order.status !== "APPROVED")
    return problem("status", `the order is ${order.status}: only an approved order can be fulfilled`);
  const left = new Map(unfulfilled(order, fulfillments).map(({ id, quantity }) => [id, quantity]));
  const planned: PlannedParcel[] = [];
  for (const parcel of parcels) {
    if (isSent(order, parcel, fulfillments, left)) continue;
    const lineItems = itemsOf(order, parcel, left);
    if ("message" in lineItems) {
      const { rule, message, value } = lineItems;
      const at = value === undefined ? { column: "order", value: reference } : { column: "items", value };
      return problem(rule, message, { line: parcel.line, ...at });
    }
    for (const { id, quantity } of lineItems) left.set(id, (left.get(id) ?? 0) - quantity);
    const hasTracking = Object.keys(parcel.tracking).length > 0;
    planned.push({ lineItems, trackingInfo: hasTracking ? parcel.tracking : undefined });
  }
  if (planned.length === 0) return [];
  const ids = planned.flatMap(({ lineItems }) => lineItems.map(({ id }) => id));
  return [
    {
      kind: "order.fulfill",
      id: order.id,
      label: order.number ?? order.id,
      before: countFulfilled(ids, fulfillments) as unknown as Json,
      after: { parcels: planned } as unknown as Json,
      source: `${file}:${line}`,
    },
  ];
}

/** Plans the fulfillment of all items of an order that are not fulfilled, as one step; nothing if there are none. */
export function fulfillRestSteps(order: Order, fulfillments: readonly Fulfillment[]): PlannedRow {
  const { id, number = id, status } = order;
  const lineItems = unfulfilled(order, fulfillments);
  if (lineItems.length === 0) return [];
  if (status !== "APPROVED") {
    const message = `order ${number}: it is ${status}: only an approved order can be fulfilled`;
    return { problems: [{ rule: "status", message }] };
  }
  const ids = lineItems.map((line) => line.id);
  return [
    {
      kind: "order.fulfill",
      id,
      label: number ?? id,
      before: countFulfilled(ids, fulfillments) as unknown as Json,
      after: { parcels: [{ lineItems }] } as unknown as Json,
    },
  ];
}

/**
 * Returns whether a parcel was sent before: by its tracking number, or, for a parcel without one, because nothing is left
 * of its items, or because a parcel like it was sent.
 */
function isSent(
  order: Order,
  parcel: Parcel,
  fulfillments: readonly Fulfillment[],
  left: ReadonlyMap<string, number>,
): boolean {
  const { trackingNumber } = parcel.tracking;
  if (trackingNumber !== undefined)
    return fulfillments.some(({ trackingInfo }) => trackingInfo?.trackingNumber === trackingNumber);
  const untracked = fulfillments.filter(({ trackingInfo }) => !trackingInfo?.trackingNumber);
  if (untracked.length === 0) return false;
  if (parcel.items.length === 0) return [...left.values()].every((quantity) => quantity === 0);
  const items = parcel.items.map((text) => itemNamed(order, text));
  const known = items.flatMap((item) => ("lineItemId" in item ? [item] : []));
  if (known.length < items.length) return false;
  const isGone = ({ lineItemId }: RefundItem) => (left.get(lineItemId) ?? 0) === 0;
  const isSame = ({ lineItems }: Fulfillment) =>
    lineItems?.length === known.length &&
    known.every((item) =>
      lineItems.some(({ id, quantity }) => id === item.lineItemId && quantity === item.quantity),
    );
  return known.every(isGone) || untracked.some(isSame);
}

function itemNamed(order: Order, text: string): RefundItem | { rule: string; message: string } {
  try {
    return readItem(order, text, "items");
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { rule: "items", message: [error.message, error.hint].filter(Boolean).join(" ") };
  }
}

function itemsOf(
  order: Order,
  { items }: Parcel,
  left: ReadonlyMap<string, number>,
): PlannedParcel["lineItems"] | { rule: string; message: string; value?: string } {
  if (items.length === 0) {
    const all = [...left].flatMap(([id, quantity]) => (quantity > 0 ? [{ id, quantity }] : []));
    return all.length > 0 ? all : { rule: "fulfilled", message: "the order is already fulfilled" };
  }
  const lineItems: PlannedParcel["lineItems"] = [];
  for (const text of items) {
    const item = itemNamed(order, text);
    if ("message" in item) return { ...item, value: text };
    const { lineItemId: id, quantity } = item;
    const open = left.get(id) ?? 0;
    if (quantity > open)
      return {
        rule: "quantity",
        value: text,
        message: `"${text}": only ${open} of it ${open === 1 ? "is" : "are"} not fulfilled`,
      };
    if (lineItems.some((lineItem) => lineItem.id === id))
      return { rule: "items", value: text, message: `"${text}" is named twice in the parcel` };
    lineItems.push({ id, quantity });
  }
  return lineItems;
}

/** Returns the fulfilled quantities of line items. */
export function countFulfilled(ids: readonly string[], fulfillments: readonly Fulfillment[]): Fulfilled {
  const lines = fulfillments.flatMap(({ lineItems }) => lineItems ?? []);
  const quantity = (id: string) =>
    lines.filter((line) => line.id === id).reduce((units, line) => units + (line.quantity ?? 0), 0);
  return { fulfilled: Object.fromEntries([...new Set(ids)].map((id) => [id, quantity(id)])) };
}

/** Returns whether the fulfillments of an order contain the parcels of a step, by tracking number or else by quantity. */
export function hasParcels(
  before: Fulfilled,
  parcels: readonly PlannedParcel[],
  fulfillments: readonly Fulfillment[],
): boolean {
  const numbers = new Set(fulfillments.map(({ trackingInfo }) => trackingInfo?.trackingNumber));
  const tracked = parcels.flatMap(({ trackingInfo }) => trackingInfo?.trackingNumber ?? []);
  if (!tracked.every((number) => numbers.has(number))) return false;
  const lines = parcels.flatMap(({ lineItems }) => lineItems);
  const now = countFulfilled(Object.keys(before.fulfilled), fulfillments).fulfilled;
  return Object.entries(before.fulfilled).every(([id, units]) => {
    const added = lines.filter((line) => line.id === id).reduce((all, { quantity }) => all + quantity, 0);
    return (now[id] ?? 0) >= units + added;
  });
}

/** Reads the fulfillments of an order. */
export async function readFulfillments(call: Call, orderId: string): Promise<Fulfillment[]> {
  const body = await call(orderFulfillments.get, { orderId });
  return body.orderWithFulfillments.fulfillments ?? [];
}

/** Returns the items and quantities of an order that are not fulfilled yet. */
export function unfulfilled(
  { lineItems }: Order,
  fulfillments: readonly Fulfillment[],
): { id: string; quantity: number }[] {
  return (lineItems ?? []).flatMap(({ id, quantity }) => {
    const sent = fulfillments
      .flatMap((fulfillment) => fulfillment.lineItems ?? [])
      .filter((line) => line.id === id)
      .reduce((units, line) => units + (line.quantity ?? 0), 0);
    const remaining = (quantity ?? 0) - sent;
    return remaining > 0 ? [{ id, quantity: remaining }] : [];
  });
}

/** Returns the tracking information from the flags, or undefined if there are none. Throws UsageError for an invalid URL. */
export function trackingOf({
  tracking,
  carrier,
  link,
}: {
  tracking?: string;
  carrier?: string;
  link?: string;
}): Fulfillment["trackingInfo"] | undefined {
  if (tracking === undefined && carrier === undefined && link === undefined) return undefined;
  if (link !== undefined && !/^https?:$/.test(URL.parse(link)?.protocol ?? "")) {
    throw new UsageError(`--link takes an http or https URL, not "${link}".`, { field: "--link" });
  }
  return {
    ...(tracking !== undefined && { trackingNumber: tracking }),
    ...(carrier !== undefined && { shippingProvider: carrier }),
    ...(link !== undefined && { trackingLink: link }),
  };
}
