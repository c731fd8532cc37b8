import type { StoreTx } from "../../kernel/store-tx.ts";
import type { StoredEvent } from "./tables.ts";

/** Hooks that update data of an event when it changes. Callers pass the hooks of other services. */
export interface LifecycleHooks {
  /** Copies data to a clone. */
  copied?(tx: StoreTx, from: StoredEvent, to: StoredEvent): void;
  removed?(tx: StoreTx, event: StoredEvent): void;
  canceled?(tx: StoreTx, event: StoredEvent): void;
  started?(tx: StoreTx, event: StoredEvent): void;
  ended?(tx: StoreTx, event: StoredEvent): void;
  /** Runs after changes such as title, dates or location. */
  changed?(tx: StoreTx, event: StoredEvent): void;
}
