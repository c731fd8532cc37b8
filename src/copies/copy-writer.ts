import type { Journal } from "../bulk/journal/journal.ts";
import type { Work } from "../bulk/journal/step.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import type { Context } from "../context/context.ts";
import type { Difference } from "./compare.ts";
import type { SnapshotDomain } from "./domains.ts";
import type { Side } from "./side.ts";
import type { SnapshotStore, StoredObject } from "./store.ts";

/** What is copied, and from where. */
export interface CopyOptions {
  source: Pick<Side, "name" | "catalog" | "context">;
  target: Pick<Side, "catalog">;
  /** The objects of the source, and those of the shop that is changed. */
  stores: { from: SnapshotStore; to: SnapshotStore };
  domains: readonly SnapshotDomain[];
  /** Delete what only the target has. */
  prune: boolean;
  /** Let products have the SKUs of others. */
  sharesSkus: boolean;
  /** The shop is restored: the objects of the stores are paired, and pictures exist under their ids. */
  restore?: boolean;
}

/** What the writers of a job share. */
export interface CopyJob extends CopyOptions {
  context: Context;
  journal: Journal;
  /** Returns the number of the next row, and where its object comes from: `staging:12`, `shop/products.ndjson:3`. */
  nextRow(after: StoredObject | undefined): { line: number; at: string };
  /** Remembers which object of the snapshot a row is about: if the row creates it, the new id is that of this object. */
  stage(rows: readonly { handle: string; line: number; of: StoredObject | undefined }[]): Promise<void>;
  /** Counts what cannot be carried over, as a plural: `digital files`. */
  countLoss(what: string): void;
}

/** How objects of some domains are written to a shop. */
export interface CopyWriter {
  /** In the order in which they are planned: objects come before those that refer to them. */
  domains: readonly SnapshotDomain[];
  /** Yields the plan of each object that differs. `differences`: from the target to the source. */
  plan(differences: Iterable<Difference>): AsyncIterable<PlannedRow>;
  work: Work;
  /** Called when everything is planned. Returns what to tell the user. */
  notes?(): readonly string[];
  /** Called before anything is sent. */
  begin?(journal: Journal): void;
  /** Called when the plan was written to a file instead. */
  saved?(journal: Journal): void;
  close?(): void;
}
