import { endpoint, service } from "../../endpoint.ts";
import {
  bool,
  date,
  enumOf,
  fieldMask,
  guid,
  json,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { FormAddress } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";

const Input = obj({
  name: text(),
  array: bool(),
  label: text(),
  additionalLabels: map(text()),
  options: list(text()),
  mandatory: bool(),
  maxLength: num(),
  type: enumOf("TEXT", "NUMBER", "TEXT_ARRAY", "DATE_TIME", "ADDRESS"),
  maxSize: num(),
  defaultOptionSelection: obj(
    { optionIndex: num({ max: 199 }), placeholderText: text({ maxLength: 200 }) },
    { oneOf: [["optionIndex", "placeholderText"]] },
  ),
  labels: list(obj({ name: text(), label: text() }), { readonly: true }),
});
const InputControl = obj({
  id: text(),
  type: enumOf(
    "INPUT",
    "TEXTAREA",
    "DROPDOWN",
    "RADIO",
    "CHECKBOX",
    "NAME",
    "GUEST_CONTROL",
    "ADDRESS_SHORT",
    "ADDRESS_FULL",
    "DATE",
  ),
  system: bool(),
  name: text(),
  inputs: list(Input),
  label: text(),
  orderIndex: num(),
  deleted: readonly(bool()),
});

const answeredYes = obj({
  title: text(),
  confirmation: obj({
    title: text(),
    message: text(),
    addToCalendarActionLabel: text(),
    shareActionLabel: text(),
  }),
});
const closed = obj({ message: text(), exploreEventsActionLabel: text() });

/** The messages to people who register for an event. */
const FormMessages = obj({
  rsvp: obj({
    rsvpYesOption: text(),
    rsvpNoOption: text(),
    positiveMessages: answeredYes,
    waitlistMessages: answeredYes,
    negativeMessages: obj({
      title: text(),
      confirmation: obj({ title: text(), shareActionLabel: text() }),
    }),
    submitActionLabel: text(),
  }),
  checkout: obj({
    title: text(),
    submitActionLabel: text(),
    confirmation: obj({
      title: text(),
      message: text(),
      downloadTicketsLabel: text(),
      addToCalendarLabel: text(),
      shareEventLabel: text(),
    }),
  }),
  registrationClosed: closed,
  ticketsUnavailable: closed,
});

/** The questions and messages of a registration. */
export const RegistrationForm = obj({
  controls: list(InputControl),
  messages: FormMessages,
});

export interface RegistrationForm extends WireOf<typeof RegistrationForm> {}

/** The answers to a registration form. The field with the value depends on the type of question. */
export const FormResponse = obj({
  inputValues: list(
    obj({
      inputName: text({ maxLength: 100 }),
      value: text({ maxLength: 5000 }),
      values: list(text({ maxLength: 5000 }), { maxSize: 100 }),
      number: num(),
      dateTime: date(),
      address: obj({ formatted: text({ maxLength: 200 }), address: FormAddress }),
    }),
    { maxSize: 200 },
  ),
});

export interface FormResponse extends WireOf<typeof FormResponse> {}

/** The answers to a form of the platform's forms service. */
export const FormSubmission = obj({
  formId: text({ format: "GUID", readonly: true }),
  submissionId: text({ format: "GUID", readonly: true }),
  submissions: json(),
});

const label = (maxLength = 100) => text({ maxLength });
const options = (minSize: number) => list(text({ maxLength: 200 }), { minSize, maxSize: 200 });

/** The questions that can be added to a registration form, by field name. */
const addedControls = {
  phone: obj({ label: label(), mandatory: bool() }),
  address: obj({
    labels: obj({
      addressLine: label(),
      country: label(),
      subdivision: label(),
      city: label(),
      postalCode: label(),
      streetAddress: label(),
    }),
    full: bool(),
    mandatory: bool(),
  }),
  date: obj({ label: label(), mandatory: bool() }),
  additionalGuests: obj({
    labels: obj({ single: label(200), multiple: label(200) }),
    namesMandatory: bool(),
    maxGuests: num({ min: 1, max: 10 }),
  }),
  dropdown: obj({
    label: label(200),
    options: options(2),
    mandatory: bool(),
    defaultOptionSelection: obj(
      { optionIndex: num({ max: 199 }), placeholderText: label(200) },
      { oneOf: [["optionIndex", "placeholderText"]] },
    ),
  }),
  checkbox: obj({ label: label(200), mandatory: bool(), options: options(1) }),
  text: obj({
    label: label(200),
    mandatory: bool(),
    maxLength: num({ max: 1000 }),
    multiLine: bool(),
    comment: bool(),
  }),
  radioButton: obj({ label: label(200), options: options(2) }),
};

/** The questions that can be changed; every form has name and email. */
const changedControls = {
  ...addedControls,
  name: obj({ labels: obj({ firstName: label(), lastName: label() }) }),
  email: obj({ label: label() }),
};

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
