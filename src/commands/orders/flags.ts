import type { Call } from "../../api/caller.ts";
import type { Flag } from "../../cli/command.ts";
import type { GenericResource } from "../../cli/generic/generic-resource.ts";
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from "../../resources/orders/statuses.ts";

/** The argument that names an order. */
export const orderArg = { name: "<order>", describe: "id or number" };

/** The generic resource for orders. */
export const orderGeneric: GenericResource = {
  name: "orders",
  service: "orders",
  singular: "order",
  kind: "order",
  reference: orderArg,
  fields: {
    number: {},
    id: {},
    status: {},
    email: { path: "buyerInfo.email" },
    buyerNote: { label: "Note" },
    archived: {},
    seenByAHuman: { label: "Seen" },
    paymentStatus: { label: "Payment" },
  },
  list: "number id status email buyerNote archived seenByAHuman",
};

/** Returns the id of an order by id or number. */
export const orderId = async (call: Call, name: string): Promise<string> =>
  (await import("../../resources/orders/find.ts")).findOrderId(call, name);

/** The flags that filter orders by status. */
export const statusFlags: readonly Flag[] = [
  { flags: "--status <status>", describe: "only orders with this status", choices: orderStatuses },
  {
    flags: "--payment-status <status>",
    describe: "only with this payment status",
    choices: paymentStatuses,
  },
  {
    flags: "--fulfillment <status>",
    describe: "only with this fulfillment status",
    choices: fulfillmentStatuses,
  },
];

/** The flags that set the tracking information of a fulfillment. */
export const trackingFlags: readonly Flag[] = [
  { flags: "--tracking <number>", describe: "tracking number" },
  { flags: "--carrier <name>", describe: "carrier: dhl, ups, post" },
  { flags: "--link <url>", describe: "tracking URL" },
];

/** The values of the tracking flags. */
export interface TrackingOptions {
  tracking?: string;
  carrier?: string;
  link?: string;
}
