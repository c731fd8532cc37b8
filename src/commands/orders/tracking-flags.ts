import type { Flag } from "../../cli/command.ts";

/** How a parcel is followed. */
export const trackingFlags: readonly Flag[] = [
  { flags: "--tracking <number>", describe: "the tracking number" },
  { flags: "--carrier <name>", describe: "who carries it: dhl, ups, post" },
  { flags: "--link <url>", describe: "where it can be followed" },
];

/** What the flags come to. */
export interface TrackingOptions {
  tracking?: string;
  carrier?: string;
  link?: string;
}
