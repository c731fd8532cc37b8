import type { Order } from "../../api/services/orders/models/order.ts";
import type { Fulfillment } from "../../api/services/orders/models/order-fulfillment.ts";
import type { Context } from "../../context/context.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** Prints parcels, a line each. */
export async function printParcels(
  { streams, format, globals, now }: Pick<Context, "streams" | "format" | "globals" | "now">,
  { lineItems }: Order,
  rows: readonly Fulfillment[],
): Promise<void> {
  const names = new Map((lineItems ?? []).map(({ id, productName }) => [id, productName?.original ?? id]));
  const items = (parcel: Fulfillment) =>
    (parcel.lineItems ?? [])
      .map(({ id, quantity }) => `${quantity ?? 1} x ${names.get(id) ?? id}`)
      .join(", ");
  await renderList<Fulfillment>({
    streams,
    format,
    kind: "fulfillment",
    fields: globals.fields,
    quiet: globals.quiet,
    rows,
    total: rows.length,
    now: now(),
    empty: "Nothing of the order was sent yet.",
    columns: [
      column("DATE", ({ createdDate }) => createdDate ?? "", { as: "ago", path: "createdDate", min: 12 }),
      column("ITEMS", items, { grow: true, path: "lineItems" }),
      column("TRACKING", ({ trackingInfo }) => trackingInfo?.trackingNumber ?? "", {
        path: "trackingInfo.trackingNumber",
        min: 16,
      }),
      column("CARRIER", ({ trackingInfo }) => trackingInfo?.shippingProvider ?? "", {
        path: "trackingInfo.shippingProvider",
      }),
      column("LINK", ({ trackingInfo }) => trackingInfo?.trackingLink ?? "", {
        path: "trackingInfo.trackingLink",
      }),
      column("PARCEL", ({ id }) => id ?? "", { path: "id", min: 36 }),
    ],
  });
}
