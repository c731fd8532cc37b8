import type { Flag } from "../../cli/command.ts";
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from "../../resources/orders/statuses.ts";

/** The flags that filter orders by status. */
export const statusFlags: readonly Flag[] = [
  { flags: "--status <status>", describe: "only orders with this status", choices: orderStatuses },
  { flags: "--payment <status>", describe: "only with this payment status", choices: paymentStatuses },
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
