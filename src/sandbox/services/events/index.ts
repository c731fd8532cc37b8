/** The public part of this service for other services. */
export { answerTo, nameIn, withAnswers } from "./forms/answers.ts";
export { checkFormResponse } from "./forms/form-response.ts";
export { activeControls } from "./forms/forms.ts";
export { inStoredTimes } from "./instants.ts";
export type { LifecycleHooks } from "./lifecycle-hooks.ts";
export { patched } from "./patch.ts";
export { checkFilter, offsetPage } from "./query.ts";
export { refreshRegistration, registrationState } from "./registration.ts";
export { reordered } from "./reorder.ts";
export { eventOf, events, type StoredEvent } from "./tables.ts";
export { detailsOf, showEvent } from "./view.ts";
