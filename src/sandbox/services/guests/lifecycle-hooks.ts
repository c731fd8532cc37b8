import type { StoreTx } from "../../kernel/store-tx.ts";
import { detailsOf, type LifecycleHooks, type StoredEvent } from "../events/index.ts";
import { emitGuestAction, removeGuest } from "./guests.ts";
import { moveUp } from "./rsvps.ts";
import { guests, rsvps } from "./tables.ts";

/** Updates guests when their event starts, is canceled or has more capacity. */
export const guestHooks: LifecycleHooks = {
  started: (tx, event) => emitToGuests(tx, event, "guest_event_starts", { timing: "NOW" }),
  canceled: (tx, event) => emitToGuests(tx, event, "guest_event_canceled", {}),
  changed: (tx, event) => moveUp(tx, event.id),
  removed(tx, { id: eventId }) {
    for (const { id } of tx.each(rsvps, { eventId })) tx.remove(rsvps, id);
    for (const guest of tx.each(guests, { eventId })) removeGuest(tx, guest);
  },
};

function emitToGuests(
  tx: StoreTx,
  { id: eventId }: StoredEvent,
  action: "guest_event_starts" | "guest_event_canceled",
  more: object,
): void {
  const coming = tx.each(guests, { eventId, attendanceStatus: "ATTENDING" });
  let event: object | undefined;
  for (const guest of coming) {
    event ??= detailsOf(tx, eventId);
    emitGuestAction(tx, guest, action, { event, ...more });
  }
}
