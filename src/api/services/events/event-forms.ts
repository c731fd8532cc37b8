import { endpoint, service } from "../../endpoint.ts";
import { fieldMask, guid, num, obj, text } from "../../models/fields.ts";
import { FormMessages, RegistrationForm } from "./models/form.ts";
import { addedControls, changedControls } from "./models/form-control.ts";

const eventId = guid();
const ofEvent = obj({ eventId });
const form = obj({ form: RegistrationForm });
const id = text({ maxLength: 100 });

/** The registration forms of events: questions and messages. */
export const eventForms = service("eventForms", {
  get: endpoint("GET /events/v1/events/{eventId}/form", {
    input: ofEvent,
    result: obj({ form: RegistrationForm, draftForm: RegistrationForm }),
    summary: "Get the registration form of an event",
  }),
  addControl: endpoint("POST /events/v1/events/{eventId}/form/control", {
    input: obj({ ...addedControls, eventId }),
    result: obj({ id: text(), form: RegistrationForm }),
    requiredOneOf: [Object.keys(addedControls)],
    summary: "Add a question to a registration form",
  }),
  updateControl: endpoint("PUT /events/v1/events/{eventId}/form/controls/{id}", {
    input: obj({ ...changedControls, eventId, id, orderIndex: num() }),
    result: form,
    requiredOneOf: [Object.keys(changedControls)],
    summary: "Replace a question of a registration form",
  }),
  removeControl: endpoint("DELETE /events/v1/events/{eventId}/form/controls/{id}", {
    input: obj({ eventId, id }),
    result: form,
    summary: "Remove a question from a registration form",
  }),
  updateMessages: endpoint("PATCH /events/v1/events/{eventId}/form/messages", {
    input: obj({ eventId, fields: fieldMask(), messages: FormMessages }),
    result: form,
    summary: "Update the messages of a registration form",
  }),
  publishDraft: endpoint("POST /events/v1/events/{eventId}/form/publish", {
    input: ofEvent,
    result: form,
    effect: "set",
    summary: "Publish a draft form (no effect: changes are published immediately)",
  }),
  discardDraft: endpoint("DELETE /events/v1/events/{eventId}/form", {
    input: ofEvent,
    result: obj({}),
    summary: "Discard a draft form (no effect: forms have no drafts)",
  }),
});
