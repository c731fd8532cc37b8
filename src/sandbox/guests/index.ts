/** The public part of this service for other services. */
export { emitGuestAction, type GuestFacts, guestId, guests, syncGuest } from "./guests.ts";
export { guestHooks } from "./rsvps.ts";
