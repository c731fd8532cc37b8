/** The public part of this service for other services. */
export { contactIdOf, emitGuestAction, type GuestFacts, guestId, syncGuest } from "./guests.ts";
export { guestHooks } from "./lifecycle-hooks.ts";
export { guests } from "./tables.ts";
