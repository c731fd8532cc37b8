import type { WireInput } from "../../../../api/endpoint.ts";
import type { eventForms } from "../../../../api/services/events/event-forms.ts";
import { type Control, textInput } from "./forms.ts";

type Sent = WireInput<(typeof eventForms)["updateControl"]>;
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
        additionalLabels: given(labels ?? {}),
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
        ...(defaultOptionSelection && { defaultOptionSelection }),
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
export const kindOf = (sent: Sent): string | undefined =>
  Object.keys(builders).find((kind) => sent[kind] != null);

/** Returns the id of a new question: its kind if a form can have only one. */
export function controlId(sent: Sent, serial: string): string {
  const kind = kindOf(sent) ?? "text";
  if (single.has(kind)) return kind;
  return sent.text?.comment ? "comment" : `custom-${serial}`;
}

/** Converts a question to the stored control. */
export function controlOf(sent: Sent, id: string, orderIndex: number): Control {
  const kind = kindOf(sent) ?? "text";
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

const given = (labels: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([key, text]) =>
      typeof text === "string" && text !== "" ? [[key, text]] : [],
    ),
  );

function plain(name: string, type: string, label: string, mandatory: boolean | null | undefined) {
  return { name, type, label, mandatory: mandatory ?? false, array: false, options: [] };
}
