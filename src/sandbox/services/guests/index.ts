/** The parts of this service that other services may use. */
export { contactIdOf, emitGuestAction, type GuestFacts, guestId, syncGuest } from "./guests.ts";
export { guestHooks } from "./lifecycle-hooks.ts";
export { guests } from "./tables.ts";
