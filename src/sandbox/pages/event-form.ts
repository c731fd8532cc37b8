import type { FormResponse, RegistrationForm } from "../../api/services/events.ts";
import type { Violation } from "../../api/violations.ts";
import { activeControls } from "../events/index.ts";
import { choice, field, type Html, html, type Problem, select } from "./page.ts";

type Control = ReturnType<typeof activeControls>[number];
type Input = NonNullable<NonNullable<Control["inputs"]>[number]>;
type Answer = NonNullable<FormResponse["inputValues"]>[number];

/** What the fields of a registration form need besides the form. */
export interface FormFields {
  /** Starts the names of the fields, so that several guests can be on one page. */
  prefix: string;
  /** The submitted form; empty for GET. */
  sent: URLSearchParams;
  /** Values by input that are used until the form is submitted. */
  known?: Readonly<Record<string, string | null | undefined>>;
  problems?: Problem | undefined;
}

/** Returns the fields of a registration form: one for each input of each control, in order. */
export function formFields(form: RegistrationForm, fields: FormFields): Html {
  const controls = activeControls(form).map((control) => {
    const parts = (control.inputs ?? []).map((input) => inputFields(control, input, fields));
    return control.type === "NAME"
      ? html`<div class="pair">${parts.map((part) => html`<div>${part}</div>`)}</div>`
      : html`${parts}`;
  });
  return html`${controls}`;
}

/** The autocomplete values of inputs that every form has. */
const autocompletes: Readonly<Record<string, string>> = {
  firstName: "given-name",
  lastName: "family-name",
  email: "email",
  phone: "tel",
};
const types: Readonly<Record<string, string>> = { email: "email", phone: "tel" };

const addressParts = [
  ["addressLine", "Street and number", "address-line1"],
  ["city", "City", "address-level2"],
  ["subdivision", "State or region", "address-level1"],
  ["postalCode", "Postal code", "postal-code"],
  ["country", "Country (two letters)", "country"],
] as const;

function inputFields(
  { type }: Control,
  input: Input,
  { prefix, sent, known = {}, problems }: FormFields,
): Html {
  const own = input.name ?? "";
  const name = prefix + own;
  const label = input.label || own;
  const options = {
    name,
    value: sent.get(name) ?? known[own] ?? "",
    required: input.mandatory ?? false,
    problems,
    autocomplete: prefix === "" || prefix.endsWith("0.") ? (autocompletes[own] ?? "off") : "off",
  };
  const items = (input.options ?? []).filter((option): option is string => Boolean(option));
  switch (type) {
    case "TEXTAREA":
      return field(label, { ...options, type: "textarea", maxLength: input.maxLength });
    case "DROPDOWN": {
      const { optionIndex, placeholderText } = input.defaultOptionSelection ?? {};
      const value = options.value || items[optionIndex ?? -1] || "";
      const empty = ["", placeholderText || "Choose"] as const;
      return select(label, { ...options, value }, [empty, ...items.map((item) => [item, item] as const)]);
    }
    case "RADIO":
    case "CHECKBOX": {
      const isOne = type === "RADIO";
      const given = sent.getAll(name);
      return html`<fieldset id="${name}" tabindex="-1"><legend>${label}${!input.mandatory && html` <span class="soft small">(optional)</span>`}</legend>
${items.map((item, index) =>
  choice({
    type: isOne ? "radio" : "checkbox",
    id: `${name}-${index}`,
    name,
    value: item,
    label: item,
    checked: given.includes(item),
    required: isOne && (input.mandatory ?? false),
  }),
)}${problems?.fields?.[name] !== undefined && html`<span class="error">${problems.fields[name]}</span>`}</fieldset>
`;
    }
    case "DATE":
      return field(label, { ...options, type: "date" });
    case "ADDRESS_FULL":
      return html`<fieldset id="${name}" tabindex="-1"><legend>${label}${!input.mandatory && html` <span class="soft small">(optional)</span>`}</legend>
${addressParts.map(([part, text, autocomplete]) =>
  field(input.additionalLabels?.[part] || text, {
    name: `${name}.${part}`,
    autocomplete,
    value: sent.get(`${name}.${part}`) ?? "",
    required: Boolean(input.mandatory) && (part === "addressLine" || part === "country"),
  }),
)}${problems?.fields?.[name] !== undefined && html`<span class="error">${problems.fields[name]}</span>`}</fieldset>
`;
    case "GUEST_CONTROL":
      return own === "guestNames"
        ? field(label, { ...options, type: "textarea", hint: "One name on each line", required: false })
        : field(label, {
            ...options,
            value: options.value || "0",
            type: "number",
            min: "0",
            max: input.maxSize ?? 1,
          });
    default:
      return field(label, { ...options, type: types[own] ?? "text", maxLength: input.maxLength });
  }
}

/** Returns the answers in a submitted form. Empty fields are left out. */
export function formAnswers(form: RegistrationForm, sent: URLSearchParams, prefix: string): FormResponse {
  const answers = activeControls(form).flatMap((control) =>
    (control.inputs ?? []).flatMap((input): Answer[] => {
      const inputName = input.name ?? "";
      const name = prefix + inputName;
      const value = sent.get(name)?.trim() ?? "";
      if (control.type === "ADDRESS_FULL") return fullAddress(sent, name, inputName);
      if (value === "") return [];
      if (control.type === "CHECKBOX") return [{ inputName, values: sent.getAll(name) }];
      if (control.type === "DATE") return dateAnswer(inputName, value);
      if (control.type === "ADDRESS_SHORT")
        return [{ inputName, address: { formatted: value, address: { addressLine: value } } }];
      if (inputName === "guestNames") return [{ inputName, values: linesOf(value) }];
      if (input.type === "NUMBER") return [{ inputName, number: Number(value) }];
      return [{ inputName, value }];
    }),
  );
  return { inputValues: answers };
}

function fullAddress(sent: URLSearchParams, name: string, inputName: string): Answer[] {
  const entries = addressParts.flatMap(([part]) => {
    const value = sent.get(`${name}.${part}`)?.trim();
    return value ? [[part, value] as const] : [];
  });
  if (entries.length === 0) return [];
  const formatted = entries.map(([, value]) => value).join(", ");
  return [{ inputName, address: { formatted, address: Object.fromEntries(entries) } }];
}

function dateAnswer(inputName: string, value: string): Answer[] {
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time)
    ? [{ inputName, value }]
    : [{ inputName, dateTime: new Date(time).toISOString() }];
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns the name of the field that a violation of an answer is about, without prefix. */
export function answeredField(
  { field: path, data }: Violation,
  response: FormResponse | undefined,
): string | undefined {
  if (typeof data.inputName === "string") return data.inputName;
  const index = /inputValues\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? undefined : (response?.inputValues?.[Number(index)]?.inputName ?? undefined);
}
