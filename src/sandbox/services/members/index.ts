/** The parts of this service that other services may use. */
export { redirectSessions } from "./authorize.ts";
export { sendMessage } from "./mailbox.ts";
export { sessionOf } from "./tokens.ts";
