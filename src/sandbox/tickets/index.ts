/** The public part of this service for other services. */
export { eventHooks } from "./lifecycle-hooks.ts";
