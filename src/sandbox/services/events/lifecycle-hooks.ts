import type { StoreTx } from "../../kernel/store-tx.ts";
import { guestHooks } from "../guests/lifecycle-hooks.ts";
import { ticketHooks } from "../tickets/lifecycle-hooks.ts";
import { notificationHooks } from "./notifications.ts";
import { policyHooks } from "./policies.ts";
import { scheduleHooks } from "./schedule.ts";
import type { StoredEvent } from "./tables.ts";

/** What hangs on an event and follows it. */
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

/** Everything that follows events. */
export const lifecycleHooks: readonly LifecycleHooks[] = [
  policyHooks,
  scheduleHooks,
  notificationHooks,
  ticketHooks,
  guestHooks,
];
