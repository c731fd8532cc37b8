/** The parts of this service that other services may use. */
export { eventHooks } from "./lifecycle-hooks.ts";
