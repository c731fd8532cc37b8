import { type Fulfillment, type Order, orderFulfillments } from "../../api/services/orders.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { kebab } from "../../kernel/text.ts";
import { findOrder } from "../../resources/orders/find.ts";
import {
  countFulfilled,
  hasParcels,
  readFulfillments,
  trackingOf,
  unfulfilled,
} from "../../resources/orders/fulfill.ts";
import { readItem } from "../../resources/orders/refund.ts";
import { describeOrder } from "../../resources/orders/words.ts";
import { sendOrderChange } from "./change-order.ts";
import type { TrackingOptions } from "./flags.ts";
import type { ParcelOptions } from "./fulfill-from.ts";

type FulfillOptions = TrackingOptions & ParcelOptions & { item?: string[] };

/**
 * Fulfills an order (the given items, or all that are not fulfilled yet), all that is left of several orders, or with `--file`
 * the orders of a file.
 */
export async function fulfill(
  context: Context,
  references: string[],
  options: FulfillOptions,
): Promise<CommandResult | undefined> {
  const [reference] = references;
  const { item, tracking, carrier, link, file, ...job } = options;
  if (file !== undefined) {
    const other = [reference, item, tracking, carrier, link].some((one) => one !== undefined);
    if (other) throw new UsageError("Give an order with its flags or --file, not both.", { field: "--file" });
    const { fulfillFrom } = await import("./fulfill-from.ts");
    return await fulfillFrom(context, file, job);
  }
  if (references.length > 1 || reference === "-") {
    const one = Object.entries({ item, tracking, carrier, link }).find(([, value]) => value !== undefined);
    if (one !== undefined)
      throw new UsageError(`--${one[0]} is for one order. For several, give a file with --file.`, {
        field: `--${one[0]}`,
      });
    return await (await import("./many.ts")).fulfillOrders(context, references, job);
  }
  // One order is fulfilled without a question, with or without --yes.
  const { dryRun, detailedExitcode, yes, ...ofFile } = job;
  const given = Object.entries(ofFile).find(([, value]) => value !== undefined)?.[0];
  if (given !== undefined) {
    const flag = `--${kebab(given)}`;
    throw new UsageError(`${flag} is for several orders, or --file <file>.`, { field: flag });
  }
  if (reference === undefined)
    throw new UsageError("No order given.", { hint: "Name one, or give a file of parcels with --file." });
  return await fulfillOne(context, reference, { item: item ?? [], tracking, carrier, link });
}

async function fulfillOne(
  context: Context,
  reference: string,
  {
    item,
    ...tracking
  }: { [K in keyof TrackingOptions]: TrackingOptions[K] | undefined } & { item: readonly string[] },
): Promise<undefined> {
  const call = await context.call("admin");
  const order = await findOrder(call, reference);
  const id = order.id;
  const items = item.map((text) => readItem(order, text, "--item"));
  const present = await readFulfillments(call, id);
  const lineItems =
    items.length > 0
      ? items.map(({ lineItemId, quantity }) => ({ id: lineItemId, quantity }))
      : unfulfilled(order, present);
  if (lineItems.length === 0) {
    throw new TillError(exitCodes.conflict, `Order ${order.number} is already fulfilled.`, {
      code: "ALREADY_FULFILLED",
      hint: `Show its fulfillments: till orders track ${order.number}`,
    });
  }
  const trackingInfo = trackingOf(tracking) || undefined;
  const before = countFulfilled(
    lineItems.map((line) => line.id),
    present,
  );
  const body = await sendOrderChange(context, call, {
    endpoint: orderFulfillments.create,
    input: { orderId: id, fulfillment: { lineItems, trackingInfo } },
    async look() {
      const now = await readFulfillments(call, id);
      if (now.length === present.length) return "absent";
      const isThere = hasParcels(before, [{ lineItems, trackingInfo }], now);
      return isThere ? { done: { orderWithFulfillments: { orderId: id, fulfillments: now } } } : "unclear";
    },
    check: `till orders track ${order.number}`,
  });
  const { fulfillments } = body.orderWithFulfillments;
  await printFulfillments(context, order, fulfillments ?? []);
}

/** Prints the fulfillments of an order, or sets the tracking information of one. */
export async function track(
  context: Context,
  [reference = "", fulfillmentId]: string[],
  options: TrackingOptions,
): Promise<undefined> {
  const call = await context.call("admin");
  const order = await findOrder(call, reference);
  const id = order.id;
  const fulfillments = await readFulfillments(call, id);
  const trackingInfo = trackingOf(options);
  if (!trackingInfo) return await printFulfillments(context, order, fulfillments);
  const found = findFulfillment(order, fulfillments, fulfillmentId);
  const before = found.trackingInfo ?? {};
  const body = await sendOrderChange(context, call, {
    endpoint: orderFulfillments.update,
    input: { orderId: id, fulfillment: { id: found.id, trackingInfo: { ...before, ...trackingInfo } } },
    check: `till orders track ${order.number}`,
  });
  const after = body.orderWithFulfillments;
  await printFulfillments(context, order, after.fulfillments ?? []);
}

/** Deletes a fulfillment of an order. */
export async function unfulfill(
  context: Context,
  [reference = "", fulfillmentId]: string[],
  { yes }: { yes?: boolean },
): Promise<undefined> {
  const call = await context.call("admin");
  const order = await findOrder(call, reference);
  const id = order.id;
  const found = findFulfillment(order, await readFulfillments(call, id), fulfillmentId);
  await context.asks({ text: `Delete the fulfillment ${found.id} of ${describeOrder(order)}?`, yes });
  const body = await sendOrderChange(context, call, {
    endpoint: orderFulfillments.remove,
    input: { orderId: id, fulfillmentId: found.id },
    check: `till orders track ${order.number}`,
  });
  const after = body.orderWithFulfillments;
  await printFulfillments(context, order, after.fulfillments ?? []);
}

/** Returns the given or only fulfillment of an order. Throws UsageError if there is none, or several. */
function findFulfillment(
  order: Order,
  fulfillments: readonly Fulfillment[],
  id: string | undefined,
): Fulfillment {
  const [found, other] = fulfillments.filter((fulfillment) => id === undefined || fulfillment.id === id);
  if (found && !other) return found;
  const what = found ? `has ${fulfillments.length} fulfillments` : `has no fulfillment${id ? ` ${id}` : ""}`;
  const hint = found
    ? `Give the id of one after the order: ${fulfillments.map((fulfillment) => fulfillment.id).join(", ")}`
    : `Create one: till orders fulfill ${order.number}`;
  throw new UsageError(`Order ${order.number} ${what}.`, { hint });
}

async function printFulfillments(
  { print }: Context,
  { lineItems }: Order,
  rows: readonly Fulfillment[],
): Promise<undefined> {
  const names = new Map((lineItems ?? []).map(({ id, productName }) => [id, productName?.original ?? id]));
  const items = (fulfillment: Fulfillment) =>
    (fulfillment.lineItems ?? [])
      .map(({ id, quantity }) => `${quantity ?? 1} x ${names.get(id ?? "") ?? id}`)
      .join(", ");
  await print(rows, {
    kind: "fulfillment",
    fields: {
      createdDate: { label: "Date", as: "date", min: 12 },
      lineItems: { path: "lineItems", label: "Items", value: items, grow: true },
      tracking: { path: "trackingInfo.trackingNumber", min: 16 },
      carrier: { path: "trackingInfo.shippingProvider" },
      link: { path: "trackingInfo.trackingLink" },
      id: { min: 36 },
    },
    total: rows.length,
    empty: "The order has no fulfillments.",
  });
}
