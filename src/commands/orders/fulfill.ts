import type { OrderWithFulfillments } from "../../api/services/orders/models/order-fulfillment.ts";
import { orderFulfillments } from "../../api/services/orders/order-fulfillments.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { findOrder } from "../../resources/orders/find.ts";
import { readParcels, trackingOf, unfulfilled } from "../../resources/orders/parcels.ts";
import { readItem } from "../../resources/orders/refund.ts";
import { act } from "./acting.ts";
import { printParcels } from "./print-parcels.ts";
import type { TrackingOptions } from "./tracking-flags.ts";

/** Makes a parcel of an order: of all that is left to send, or of some of it. */
export async function fulfill(
  context: Context,
  [reference = ""]: string[],
  { item = [], ...tracking }: TrackingOptions & { item?: string[] },
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const order = await findOrder(call, reference);
  const id = order.id ?? "";
  const chosen = item.map((text) => readItem(order, text, "--item"));
  const lineItems =
    chosen.length > 0
      ? chosen.map(({ lineItemId, quantity }) => ({ id: lineItemId, quantity }))
      : unfulfilled(order, await readParcels(call, id));
  if (lineItems.length === 0) {
    throw new TillError(exitCodes.conflict, `Nothing is left to send of order ${order.number}.`, {
      code: "ALREADY_FULFILLED",
      hint: `See its parcels: till orders track ${order.number}`,
    });
  }
  const trackingInfo = trackingOf(tracking);
  const body = await act(context, call, {
    name: "orderFulfillments.create",
    endpoint: orderFulfillments.create,
    input: { orderId: id, fulfillment: { lineItems, ...(trackingInfo && { trackingInfo }) } },
    look: `till orders track ${order.number}`,
  });
  const { fulfillments } = body.orderWithFulfillments as OrderWithFulfillments;
  await printParcels(context, order, fulfillments ?? []);
  return undefined;
}

/** Prints the parcels of an order; with tracking flags, writes how one of them is followed. */
export async function track(
  context: Context,
  [reference = "", parcel]: string[],
  options: TrackingOptions,
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const order = await findOrder(call, reference);
  const id = order.id ?? "";
  const parcels = await readParcels(call, id);
  const trackingInfo = trackingOf(options);
  if (!trackingInfo) {
    await printParcels(context, order, parcels);
    return undefined;
  }
  const own = parcel === undefined ? parcels : parcels.filter((one) => one.id === parcel);
  const [only, other] = own;
  if (!only || other) {
    const all = parcels.map((one) => one.id).join(", ");
    const what = only ? `has ${parcels.length} parcels` : `has no parcel${parcel ? ` ${parcel}` : ""}`;
    throw new UsageError(`Order ${order.number} ${what}.`, {
      hint: only ? `Say which, behind the order: ${all}` : `Make one: till orders fulfill ${order.number}`,
    });
  }
  const before = only.trackingInfo ?? {};
  const body = await act(context, call, {
    name: "orderFulfillments.update",
    endpoint: orderFulfillments.update,
    input: { orderId: id, fulfillment: { id: only.id, trackingInfo: { ...before, ...trackingInfo } } },
    look: `till orders track ${order.number}`,
  });
  const { fulfillments } = body.orderWithFulfillments as OrderWithFulfillments;
  await printParcels(context, order, fulfillments ?? []);
  return undefined;
}
