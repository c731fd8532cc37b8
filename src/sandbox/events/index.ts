/** The public part of this service for other services. */

export type { LifecycleHooks } from "./events.ts";
export { eventOf, events, inStoredTimes, type StoredEvent } from "./events.ts";
export { activeControls, answerTo, checkFormResponse, nameIn, withAnswers } from "./forms.ts";
export { createdBy, eventsPage, eventsQuery, patched, reordered } from "./requests.ts";
export { detailsOf, refreshRegistration, registrationState, showEvent } from "./view.ts";
