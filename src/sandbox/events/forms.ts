import { checkText } from "../../api/bounds.ts";
import type { WireInput } from "../../api/endpoint.ts";
import type { eventForms, FormResponse, RegistrationForm } from "../../api/services/events.ts";
import { type Violation, violation } from "../../api/violations.ts";
import { InvalidInput } from "../kernel/tx.ts";
import type { StoredEvent } from "./events.ts";

type Form = NonNullable<StoredEvent["form"]>;
export type Control = NonNullable<NonNullable<RegistrationForm["controls"]>[number]>;
type Input = NonNullable<NonNullable<Control["inputs"]>[number]>;

const closed = { message: "Registration is closed", exploreEventsActionLabel: "See other events" };
const confirmation = {
  title: "Thank you! See you soon",
  message: "We sent you an email with all the details.",
  addToCalendarActionLabel: "Add to calendar",
  shareActionLabel: "Share event",
};

/** Returns the form of a new event: first name, last name and email. */
export function defaultForm(): Form {
  return {
    controls: [
      {
        id: "name",
        name: "name",
        type: "NAME",
        system: true,
        label: "First name",
        orderIndex: 0,
        inputs: [textInput("firstName", "First name", true), textInput("lastName", "Last name", true)],
      },
      {
        id: "email",
        name: "email",
        type: "INPUT",
        system: true,
        label: "Email",
        orderIndex: 1,
        inputs: [textInput("email", "Email", true, 255)],
      },
    ],
    messages: {
      rsvp: {
        rsvpYesOption: "Going",
        rsvpNoOption: "Not going",
        submitActionLabel: "RSVP",
        positiveMessages: { title: "Join us", confirmation },
        waitlistMessages: {
          title: "Join the waitlist",
          confirmation: { ...confirmation, title: "You are on the waitlist" },
        },
        negativeMessages: {
          title: "We are sorry you cannot come",
          confirmation: { title: "Maybe next time", shareActionLabel: "Share event" },
        },
      },
      checkout: {
        title: "Add your details",
        submitActionLabel: "Checkout",
        confirmation: {
          title: "Thank you! See you soon",
          message: "We sent you an email with your tickets.",
          downloadTicketsLabel: "Download tickets",
          addToCalendarLabel: "Add to calendar",
          shareEventLabel: "Share event",
        },
      },
      registrationClosed: closed,
      ticketsUnavailable: { ...closed, message: "Tickets are not on sale" },
    },
  };
}

/** Returns a single-line text input. */
function textInput(name: string, label: string, mandatory: boolean, maxLength = 50): Input {
  return { name, label, mandatory, maxLength, type: "TEXT", array: false, options: [] };
}

/** Returns the controls of a form that are not deleted, in order. */
export const activeControls = (form: RegistrationForm): Control[] =>
  (form.controls ?? [])
    .filter(({ deleted }) => !deleted)
    .sort((one, other) => (one.orderIndex ?? 0) - (other.orderIndex ?? 0));

type Answer = NonNullable<FormResponse["inputValues"]>[number];

/** The answer fields by type of input. */
const answerFields = {
  TEXT: "value",
  NUMBER: "number",
  TEXT_ARRAY: "values",
  DATE_TIME: "dateTime",
  ADDRESS: "address",
} as const satisfies Record<string, keyof Answer>;

/** Throws InvalidInput if answers do not match a form. `path` is their path in the input. */
export function checkFormResponse(form: RegistrationForm, response: FormResponse, path: string): void {
  const found = [...formViolations(form, response, path)];
  if (found.length > 0) throw new InvalidInput(found);
}

/** Returns the violations in answers to a form. */
export function* formViolations(
  form: RegistrationForm,
  response: FormResponse,
  path: string,
): Generator<Violation> {
  const inputs = new Map(
    activeControls(form).flatMap((control) => (control.inputs ?? []).map((input) => [input.name, input])),
  );
  const answers = response.inputValues ?? [];
  const seen = new Set<string>();
  for (const [index, answer] of answers.entries()) {
    const fieldPath = `${path}.inputValues[${index}]`;
    const name = answer.inputName ?? "";
    const input = inputs.get(name);
    if (!input) {
      const names = [...inputs.keys()];
      yield violation(
        `${fieldPath}.inputName`,
        "INVALID_ENUM_VALUE",
        `"${name}" is not an input of this form: ${names.join(", ")}`,
        {
          values: names,
        },
      );
    } else if (seen.has(name)) {
      yield violation(`${fieldPath}.inputName`, "FORMAT", `"${name}" is answered twice`, {
        type: "INPUT_NAME",
      });
    } else yield* answerViolations(input, answer, fieldPath);
    seen.add(name);
  }
  for (const [name, input] of inputs) {
    const answer = answers.find(({ inputName }) => inputName === name);
    if (input.mandatory && (!answer || isEmpty(givenIn(input, answer))) && !isOptional(name, answers)) {
      const description = `requires an answer for "${name}" (${input.label})`;
      yield violation(`${path}.inputValues`, "REQUIRED_FIELD", description, { inputName: name });
    }
  }
}

/** Returns whether an answer can be missing: the names of companions, if there are no companions. */
function isOptional(name: string | null | undefined, answers: readonly Answer[]): boolean {
  if (name !== "guestNames") return false;
  const companions = answers.find(({ inputName }) => inputName === "additionalGuests");
  return !companions || numberOf(companions) === 0;
}

function* answerViolations(input: Input, answer: Answer, path: string): Generator<Violation> {
  const value = givenIn(input, answer);
  if (isEmpty(value)) return;
  const key = keyOf(input);
  if (input.type === "NUMBER") yield* numberViolations(input, answer, path);
  else if (input.type === "TEXT_ARRAY") yield* listViolations(input, value as string[], `${path}.values`);
  else if (input.type === "TEXT") yield* textViolations(input, String(value), `${path}.${key}`);
}

function* numberViolations({ maxSize }: Input, answer: Answer, path: string): Generator<Violation> {
  const value = numberOf(answer);
  const field = answer.number == null ? `${path}.value` : `${path}.number`;
  if (!Number.isInteger(value))
    yield violation(field, "FORMAT", `must be a whole number, not ${answer.value ?? value}`, {
      type: "NUMBER",
    });
  else if (value < 0) yield violation(field, "MIN", `must be 0 or more, not ${value}`, { threshold: 0 });
  else if (maxSize != null && value > maxSize)
    yield violation(field, "MAX", `must be ${maxSize} or less, not ${value}`, { threshold: maxSize });
}

function* listViolations(input: Input, values: readonly string[], field: string): Generator<Violation> {
  const { maxSize } = input;
  if (maxSize != null && values.length > maxSize) {
    yield violation(field, "MAX_SIZE", `has size ${values.length}, expected ${maxSize} or less`, {
      threshold: maxSize,
    });
  }
  for (const [index, value] of values.entries()) yield* textViolations(input, value, `${field}[${index}]`);
}

function* textViolations(input: Input, value: string, field: string): Generator<Violation> {
  const { maxLength, options, name } = input;
  const bounds = {
    maxLength: maxLength || undefined,
    values: options?.length ? options : undefined,
    format: name === "email" ? ("EMAIL" as const) : undefined,
    ...(name === "phone" && { format: "PHONE" as const }),
  };
  for (const { rule, description, data } of checkText(value, bounds))
    yield violation(field, rule, `${description}, not "${value}"`, data);
}

const keyOf = ({ type }: Input) => answerFields[(type ?? "TEXT") as keyof typeof answerFields] ?? "value";

/** Converts the text values of older clients. */
function givenIn(input: Input, answer: Answer): unknown {
  const value = answer[keyOf(input)] ?? answer.value;
  return input.type === "TEXT_ARRAY" && typeof value === "string" ? [value] : value;
}

const numberOf = ({ number, value }: Answer): number => number ?? (value ? Number(value) : 0);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Returns the answer to an input of a form, or empty text. */
export function answerTo(form: FormResponse | null | undefined, name: string): string {
  return form?.inputValues?.find(({ inputName }) => inputName === name)?.value ?? "";
}

/** Returns the first and last name in the answers to a form. */
export const nameIn = (form: FormResponse | null | undefined): string =>
  [answerTo(form, "firstName"), answerTo(form, "lastName")].filter(Boolean).join(" ");

/** Adds known values to answers without overwriting them. */
export function withAnswers(
  form: FormResponse | null | undefined,
  known: Readonly<Record<string, string | null | undefined>>,
): FormResponse {
  const inputValues = form?.inputValues ?? [];
  const added = Object.entries(known).flatMap(([inputName, value]) =>
    value && !inputValues.some((inputValue) => inputValue.inputName === inputName)
      ? [{ inputName, value }]
      : [],
  );
  return { inputValues: [...inputValues, ...added] };
}

type Sent = Partial<WireInput<(typeof eventForms)["updateControl"]>>;
type ControlParts = Pick<Control, "type" | "inputs" | "label">;
/** The controls that occur at most once per form. Their inputs are named after them, others after their id. */
const single = new Set(["name", "email", "phone", "address", "date", "additionalGuests"]);
const shortest = 200;

/** Converts each kind of question to a control with inputs. */
const builders: { [Kind in keyof Sent]?: (sent: NonNullable<Sent[Kind]>, id: string) => ControlParts } = {
  name: ({ labels }) => ({
    type: "NAME",
    inputs: [
      textInput("firstName", labels?.firstName || "First name", true),
      textInput("lastName", labels?.lastName || "Last name", true),
    ],
  }),
  email: ({ label }) => ({ type: "INPUT", inputs: [textInput("email", label || "Email", true, 255)] }),
  phone: ({ label, mandatory }) => ({
    type: "INPUT",
    inputs: [textInput("phone", label || "Phone", mandatory ?? false)],
  }),
  address: ({ labels, full, mandatory }) => ({
    type: full ? "ADDRESS_FULL" : "ADDRESS_SHORT",
    inputs: [
      {
        ...plain("address", "ADDRESS", labels?.addressLine || "Address", mandatory),
        additionalLabels: filledLabels(labels ?? {}),
      },
    ],
  }),
  date: ({ label, mandatory }) => ({
    type: "DATE",
    inputs: [plain("date", "DATE_TIME", label || "Date", mandatory)],
  }),
  additionalGuests: ({ labels, namesMandatory, maxGuests }) => ({
    type: "GUEST_CONTROL",
    inputs: [
      {
        ...plain("additionalGuests", "NUMBER", labels?.multiple || "How many guests will you bring?", false),
        maxSize: maxGuests ?? 1,
      },
      {
        ...plain("guestNames", "TEXT_ARRAY", labels?.single || "Guest's full name", namesMandatory),
        array: true,
        maxSize: maxGuests ?? 1,
        maxLength: 100,
      },
    ],
  }),
  dropdown: ({ label, options, mandatory, defaultOptionSelection }, id) => ({
    type: "DROPDOWN",
    inputs: [
      {
        ...plain(id, "TEXT", label || "Choose", mandatory),
        options: options ?? [],
        defaultOptionSelection: defaultOptionSelection || undefined,
      },
    ],
  }),
  checkbox: ({ label, options, mandatory }, id) => ({
    type: "CHECKBOX",
    inputs: [
      { ...plain(id, "TEXT_ARRAY", label || "Choose", mandatory), array: true, options: options ?? [] },
    ],
  }),
  text: ({ label, mandatory, maxLength, multiLine }, id) => ({
    type: multiLine ? "TEXTAREA" : "INPUT",
    inputs: [textInput(id, label || "Your answer", mandatory ?? false, maxLength || shortest)],
  }),
  radioButton: ({ label, options }, id) => ({
    type: "RADIO",
    inputs: [{ ...plain(id, "TEXT", label || "Choose", true), options: options ?? [] }],
  }),
};

/** Returns the kind of a sent question, or undefined. */
export const controlKind = (sent: Sent): string | undefined =>
  Object.keys(builders).find((kind) => sent[kind] != null);

/** Returns the id of a new question: its kind if a form can have only one. */
export function controlId(sent: Sent, serial: string): string {
  const kind = controlKind(sent) ?? "text";
  if (single.has(kind)) return kind;
  return sent.text?.comment ? "comment" : `custom-${serial}`;
}

/** Converts a question to the stored control. */
export function controlOf(sent: Sent, id: string, orderIndex: number): Control {
  const kind = controlKind(sent) ?? "text";
  const build = builders[kind] as (given: unknown, id: string) => ControlParts;
  const created = build(sent[kind], id);
  const [first] = created.inputs ?? [];
  return {
    id,
    system: kind === "name" || kind === "email",
    orderIndex,
    name: id,
    label: first?.label,
    ...created,
  };
}

const filledLabels = (labels: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([key, text]) =>
      typeof text === "string" && text !== "" ? [[key, text]] : [],
    ),
  );

function plain(name: string, type: string, label: string, mandatory: boolean | null | undefined) {
  return { name, type, label, mandatory: mandatory ?? false, array: false, options: [] };
}
