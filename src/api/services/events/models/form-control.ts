import { bool, list, num, obj, text } from "../../../models/fields.ts";

const label = (maxLength = 100) => text({ maxLength });
const options = (minSize: number) => list(text({ maxLength: 200 }), { minSize, maxSize: 200 });

/** The questions that can be added to a registration form, by field name. */
export const addedControls = {
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
export const changedControls = {
  ...addedControls,
  name: obj({ labels: obj({ firstName: label(), lastName: label() }) }),
  email: obj({ label: label() }),
};
