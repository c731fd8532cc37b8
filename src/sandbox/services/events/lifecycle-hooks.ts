import type { StoreTx } from "../../kernel/store-tx.ts";
import type { StoredEvent } from "./tables.ts";

/** What data that belongs to an event does when the event changes. Callers hand in the hooks of other services. */
export interface LifecycleHooks {
  /** A clone gets its own. */
  copied?(tx: StoreTx, from: StoredEvent, to: StoredEvent): void;
  removed?(tx: StoreTx, event: StoredEvent): void;
  canceled?(tx: StoreTx, event: StoredEvent): void;
  started?(tx: StoreTx, event: StoredEvent): void;
  ended?(tx: StoreTx, event: StoredEvent): void;
  /** What its series or its owner changed: title, dates, place. */
  changed?(tx: StoreTx, event: StoredEvent): void;
}
