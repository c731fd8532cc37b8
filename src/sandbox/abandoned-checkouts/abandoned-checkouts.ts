import type { AbandonedCheckout } from "../../api/services/abandoned-checkouts.ts";
import { hour, minute } from "../../kernel/durations.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type StoreTx, type Table, type Tx } from "../kernel/tx.ts";
import { sendMessage } from "../members/index.ts";

const fqdn = "wix.ecom.v1.abandoned_checkout";

/** An open checkout that can become abandoned. */
export interface WatchedCheckout
  extends Omit<AbandonedCheckout, "id" | "checkoutId" | "status" | "activities" | "checkoutRecoveredDate"> {
  checkoutId: string;
}

const watched: Table<WatchedCheckout> = { name: "watchedCheckouts" };

/**
 * Watches a checkout. Call it when a checkout is created or changed. An incomplete checkout counts as abandoned after an
 * hour without changes (setting `abandonedAfter`, in minutes).
 */
export function watchCheckout(tx: StoreTx, checkout: WatchedCheckout): void {
  const abandoned = byCheckout(tx, checkout.checkoutId);
  if (abandoned) {
    const { checkoutId, createdDate, ...changes } = checkout;
    return void store(tx, { ...abandoned, ...changes }, "updated");
  }
  tx.put(watched, checkout.checkoutId, checkout);
  const minutes = Number(tx.setting("abandonedAfter"));
  tx.schedule(
    new Date(tx.now.getTime() + minutes * minute),
    "abandonedCheckouts.abandon",
    checkout.checkoutId,
  );
}

/** Stops watching a completed checkout and marks it as recovered if it was abandoned. */
export function checkoutCompleted(tx: StoreTx, checkoutId: string): void {
  forgetCheckout(tx, checkoutId);
  const abandoned = byCheckout(tx, checkoutId);
  if (!abandoned || abandoned.status === "RECOVERED") return;
  tx.unschedule("abandonedCheckouts.remind", abandoned.id);
  const now = tx.now.toISOString();
  const after = store(tx, { ...abandoned, status: "RECOVERED", checkoutRecoveredDate: now }, "updated");
  const body = { abandonedCheckout: after };
  emitDomainEvent(tx, fqdn, "recovered", after.id, { actionEvent: { body } });
}

/** Stops watching a checkout. Call it when a checkout is deleted. */
export function forgetCheckout(tx: StoreTx, checkoutId: string): void {
  tx.unschedule("abandonedCheckouts.abandon", checkoutId);
  tx.remove(watched, checkoutId);
}

/** Due work: marks a checkout as abandoned and schedules a reminder an hour later. */
export function abandonCheckout(tx: StoreTx, checkoutId: string): void {
  const checkout = tx.get(watched, checkoutId);
  if (!checkout) return;
  tx.remove(watched, checkoutId);
  const now = tx.now.toISOString();
  const abandoned = store(
    tx,
    {
      checkoutUrl: `${tx.origin}/checkout?checkoutId=${checkoutId}`,
      ...checkout,
      id: tx.newId(),
      checkoutId,
      createdDate: now,
      updatedDate: now,
      status: "ABANDONED",
      activities: [{ createdDate: now, type: "SCHEDULED" }],
    },
    "created",
  );
  tx.schedule(new Date(tx.now.getTime() + hour), "abandonedCheckouts.remind", abandoned.id);
}

/** Due work: reminds the buyer of an abandoned checkout by email if the address is known. */
export function remindBuyer(tx: StoreTx, id: string): void {
  const abandoned = tx.get(abandonedCheckouts, id);
  if (!abandoned || abandoned.status === "RECOVERED") return;
  const to = abandoned.buyerInfo?.email;
  if (to) {
    const link = abandoned.checkoutUrl ?? "";
    const subject = "You left something behind";
    sendMessage(tx, { channel: "email", to, subject, text: `Your items are waiting: ${link}`, link });
  }
  addActivity(tx, abandoned, to ? "EMAIL_SENT" : "EMAIL_NOT_SENT");
}

/** Adds an activity. The latest twenty are kept. */
export function addActivity(
  tx: Tx,
  abandoned: StoredAbandonedCheckout,
  type: string,
): StoredAbandonedCheckout {
  const activity = { createdDate: tx.now.toISOString(), type };
  const activities = [...(abandoned.activities ?? []), activity].slice(-20);
  return store(tx, { ...abandoned, activities }, "updated");
}

/** Returns an abandoned checkout. Throws PlatformError 404 if it does not exist. */
export function abandonedCheckoutOf(tx: Tx, id: string): StoredAbandonedCheckout {
  const found = tx.get(abandonedCheckouts, id);
  if (found) return found;
  const message = `There is no abandoned checkout ${id}`;
  throw new PlatformError(404, "ABANDONED_CHECKOUT_NOT_FOUND", message, { id });
}

/** Deletes an abandoned checkout and emits its deleted event. */
export function removeAbandoned(tx: StoreTx, id: string): StoredAbandonedCheckout {
  const abandoned = abandonedCheckoutOf(tx, id);
  tx.remove(abandonedCheckouts, abandoned.id);
  tx.unschedule("abandonedCheckouts.remind", abandoned.id);
  emitDomainEvent(tx, fqdn, "deleted", abandoned.id, { deletedEvent: {} });
  return abandoned;
}

function byCheckout(tx: Tx, checkoutId: string): StoredAbandonedCheckout | undefined {
  return tx.findBy(abandonedCheckouts, "checkoutId", checkoutId);
}

function store(tx: Tx, doc: StoredAbandonedCheckout, slug: "created" | "updated"): StoredAbandonedCheckout {
  const after = { ...doc, updatedDate: tx.now.toISOString() };
  tx.put(abandonedCheckouts, after.id, after);
  const body =
    slug === "created" ? { createdEvent: { entity: after } } : { updatedEvent: { currentEntity: after } };
  emitDomainEvent(tx, fqdn, slug, after.id, body);
  return after;
}

export type StoredAbandonedCheckout = AbandonedCheckout & {
  id: string;
  checkoutId: string;
  createdDate: string;
  updatedDate: string;
  status: "ABANDONED" | "RECOVERED";
};

export const abandonedCheckouts: Table<StoredAbandonedCheckout> = {
  name: "abandonedCheckouts",
  columns: {
    checkoutId: "text",
    searchText: { type: "text", value: searchText, index: false },
  },
};

/** Returns the text that searches find: the address and the name of the buyer. */
function searchText({ buyerInfo, contactDetails: name }: StoredAbandonedCheckout): string {
  return [buyerInfo?.email, name?.firstName, name?.lastName].join(" ").toLowerCase();
}
