import { discountWriters } from "../../discounts/snapshot-writers.ts";
import { settingsWriters } from "../../settings/snapshot-writers.ts";
import { shippingWriters } from "../../shipping/snapshot-writers.ts";
import { taxWriters } from "../../tax/snapshot-writers.ts";
import { ticketWriters } from "../../tickets/snapshot-writers.ts";
import { tipWriters } from "../../tips/snapshot-writers.ts";
import type { Writer } from "./writer.ts";

/** How each kind of object besides products, collections, stock and events is written. */
export const entityWriters: readonly Writer[] = [
  ...taxWriters,
  ...shippingWriters,
  ...ticketWriters,
  ...discountWriters,
  ...tipWriters,
  ...settingsWriters,
];

/** Returns the writers of a kind of object of snapshots; none for kinds that are never written. */
export const writersOf = (kind: string): readonly Writer[] =>
  entityWriters.filter((one) => (one.of ?? one.kind) === kind);
