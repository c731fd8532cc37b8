import type { Call } from "../../api/caller.ts";
import { orderFulfillments } from "../../api/endpoints/order-fulfillments.ts";
import type { Order } from "../../api/models/order.ts";
import type { Fulfillment, OrderWithFulfillments } from "../../api/models/order-fulfillment.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** The parcels of an order. */
export async function readParcels(call: Call, orderId: string): Promise<Fulfillment[]> {
  const { body } = await call("orderFulfillments.get", orderFulfillments.get, { orderId });
  return (body.orderWithFulfillments as OrderWithFulfillments | undefined)?.fulfillments ?? [];
}

/** The units of an order that stand in no parcel yet. */
export function unfulfilled(
  { lineItems }: Order,
  parcels: readonly Fulfillment[],
): { id: string; quantity: number }[] {
  return (lineItems ?? []).flatMap(({ id, quantity }) => {
    const sent = parcels
      .flatMap((parcel) => parcel.lineItems ?? [])
      .filter((line) => line.id === id)
      .reduce((units, line) => units + (line.quantity ?? 0), 0);
    const left = (quantity ?? 0) - sent;
    return left > 0 ? [{ id: id ?? "", quantity: left }] : [];
  });
}

/** What the tracking flags write; undefined where there are none. A link that is no http(s) address is a UsageError. */
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
    throw new UsageError(`--link takes a web address, not "${link}".`, { field: "--link" });
  }
  return {
    ...(tracking !== undefined && { trackingNumber: tracking }),
    ...(carrier !== undefined && { shippingProvider: carrier }),
    ...(link !== undefined && { trackingLink: link }),
  };
}

/** Prints parcels, a line each. */
export async function printParcels(
  { streams, format, globals, now }: Pick<Context, "streams" | "format" | "globals" | "now">,
  { lineItems }: Order,
  rows: readonly Fulfillment[],
): Promise<void> {
  const names = new Map((lineItems ?? []).map(({ id, productName }) => [id, productName?.original ?? id]));
  const items = (parcel: Fulfillment) =>
    (parcel.lineItems ?? []).map(({ id, quantity }) => `${quantity ?? 1} x ${names.get(id) ?? id}`).join(", ");
  await renderList<Fulfillment>({
    ...{ streams, format, kind: "fulfillment", fields: globals.fields, quiet: globals.quiet },
    ...{ rows, total: rows.length, now: now(), empty: "Nothing of the order was sent yet." },
    columns: [
      column("PARCEL", ({ id }) => id ?? "", { path: "id", min: 36 }),
      column("DATE", ({ createdDate }) => createdDate ?? "", { as: "ago", path: "createdDate" }),
      column("ITEMS", items, { grow: true, path: "lineItems" }),
      column("TRACKING", ({ trackingInfo }) => trackingInfo?.trackingNumber ?? "", {
        path: "trackingInfo.trackingNumber",
      }),
      column("CARRIER", ({ trackingInfo }) => trackingInfo?.shippingProvider ?? "", {
        path: "trackingInfo.shippingProvider",
      }),
      column("LINK", ({ trackingInfo }) => trackingInfo?.trackingLink ?? "", { path: "trackingInfo.trackingLink" }),
    ],
  });
}
