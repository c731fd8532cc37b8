import type * as z from "zod/mini";
import { FormAddress } from "../../../models/address.ts";
import { bool, date, enumOf, json, list, map, num, obj, readonly, text } from "../../../models/fields.ts";

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
export const FormMessages = obj({
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

export interface RegistrationForm extends z.input<typeof RegistrationForm> {}

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

export interface FormResponse extends z.input<typeof FormResponse> {}

/** The answers to a form of the platform's forms service. */
export const FormSubmission = obj({
  formId: text({ format: "GUID", readonly: true }),
  submissionId: text({ format: "GUID", readonly: true }),
  submissions: json(),
});
