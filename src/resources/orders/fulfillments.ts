import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders/models.ts";
import { type Fulfillment, orderFulfillments } from "../../api/services/orders/order-fulfillments.ts";
import { UsageError } from "../../kernel/errors.ts";

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
    return remaining > 0 ? [{ id: id ?? "", quantity: remaining }] : [];
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
