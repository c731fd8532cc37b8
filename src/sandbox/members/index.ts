/** The public part of this service for other services. */
export { redirectSessions } from "./authorize.ts";
export { sendMessage } from "./mailbox.ts";
export { memberSession } from "./tokens.ts";
