/** The parts of this service that other services may use. */
export { contactIdOf, type GuestFacts, guestId, syncGuest, tellOfGuest } from "./guests.ts";
export { guestHooks } from "./lifecycle-hooks.ts";
export { guests } from "./tables.ts";
