import type { SnapshotDomain } from "../../files/snapshot/format.ts";
import type { StagedObject } from "../../files/snapshot/store.ts";

/** What to read of a shop. */
export interface ReadOptions {
  domains: readonly SnapshotDomain[];
  /** Read costs, which takes one request per product on catalog v1. */
  costs: boolean;
  /** Only orders and tickets that were created since then. */
  since?: Date | undefined;
  signal: AbortSignal;
}

/** Some objects of a list, and where it continues. */
export interface ObjectPage {
  objects: StagedObject[];
  /** The number of rows that were read. */
  rows: number;
  /** The number of rows in the list, if the platform reports it; only that of the first page counts. */
  total?: number | undefined;
  /** JSON, from which reading can continue; undefined at the end. */
  next?: unknown;
}

/** A list of a shop, as objects of a snapshot. */
export interface SnapshotReader {
  /** In messages: `products`. */
  name: string;
  /** The domains of its objects. */
  domains: readonly SnapshotDomain[];
  /** Reads pages from the start, or from the `next` of a page. */
  pages(from: unknown): AsyncIterable<ObjectPage>;
}
