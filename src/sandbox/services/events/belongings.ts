import type { StoreTx } from "../../kernel/store-tx.ts";
import { guestBelonging } from "../guests/belonging.ts";
import { ticketBelonging } from "../tickets/belonging.ts";
import { notificationBelonging } from "./notifications.ts";
import { policyBelonging } from "./policies.ts";
import { scheduleBelonging } from "./schedule.ts";
import type { StoredEvent } from "./tables.ts";

/** What hangs on an event and follows it. */
export interface Belonging {
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
export const belongings: readonly Belonging[] = [
  policyBelonging,
  scheduleBelonging,
  notificationBelonging,
  ticketBelonging,
  guestBelonging,
];
