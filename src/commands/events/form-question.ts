import { eventForms, type RegistrationForm } from "../../api/services/events.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { findEvent } from "../../resources/events/read.ts";

interface QuestionOptions {
  kind?: string;
  label?: string;
  option?: string[];
  required?: boolean;
  max?: number;
}

/** Parts of a question that have no flag. */
interface KeptParts {
  labels?: object | null | undefined;
  full?: boolean;
  defaultOptionSelection?: unknown;
}

/** Returns the request fields for a kind of question. */
function questionFields(
  kind: string,
  {
    label,
    option: options,
    required: mandatory,
    max,
    labels,
    full,
    defaultOptionSelection,
  }: QuestionOptions & KeptParts,
): object {
  switch (kind) {
    case "text":
    case "textarea":
      return { text: { label, mandatory, maxLength: max, multiLine: kind === "textarea" } };
    case "dropdown":
      return { dropdown: { label, mandatory, options, defaultOptionSelection } };
    case "radio":
      return { radioButton: { label, options } };
    case "checkbox":
      return { checkbox: { label, mandatory, options } };
    case "address":
      return { address: { labels: { ...labels, addressLine: label }, full, mandatory } };
    case "guests":
      return {
        additionalGuests: {
          labels: { ...labels, multiple: label },
          maxGuests: max,
          namesMandatory: mandatory,
        },
      };
    default:
      return { [kind]: { label, mandatory: kind === "date" || kind === "phone" ? mandatory : undefined } };
  }
}

/** Maps control types of a form to the kinds of `--kind`; email and phone controls are identified by id instead. */
const kindByControl: Readonly<Record<string, string>> = {
  INPUT: "text",
  TEXTAREA: "textarea",
  DROPDOWN: "dropdown",
  RADIO: "radio",
  CHECKBOX: "checkbox",
  DATE: "date",
  ADDRESS_SHORT: "address",
  ADDRESS_FULL: "address",
  GUEST_CONTROL: "guests",
};

/** Adds a question to the form of an event and prints the form. */
export async function addQuestion(
  context: Context,
  [reference = ""]: string[],
  options: QuestionOptions,
): Promise<ExitCode | undefined> {
  if (options.kind === undefined) {
    throw new UsageError("Missing question kind.", { field: "--kind", hint: "Example: --kind text" });
  }
  const call = await context.call("admin");
  const { id: eventId } = await findEvent(call, reference);
  const input = { eventId, ...questionFields(options.kind, options) };
  const body = await call(eventForms.addControl, input, {
    signal: context.signal,
  });
  await printForm(context, body.form);
  return undefined;
}

/** Changes a question; options that are not given stay the same. */
export async function setQuestion(
  context: Context,
  [reference = "", id = ""]: string[],
  options: QuestionOptions,
): Promise<ExitCode | undefined> {
  const call = await context.call("admin");
  const { id: eventId, form } = await findEvent(call, reference, ["FORM"]);
  const control = (form?.controls ?? []).find((control) => control?.id === id);
  const [input, names] = control?.inputs ?? [];
  if (!control || !input) {
    const ids = (form?.controls ?? []).map((control) => control?.id).join(", ");
    throw new TillError(exitCodes.notFound, `The form has no question "${id}".`, {
      hint: `Questions: ${ids}`,
    });
  }
  const kind = options.kind ?? (["email", "phone"].includes(id) ? id : kindByControl[control.type ?? ""]);
  if (kind === undefined) {
    throw new UsageError(`The question "${id}" cannot be changed with flags.`, {
      hint: `Use: till api eventForms.updateControl -f eventId=${eventId} -f id=${id} -f name.labels.firstName=…`,
    });
  }
  const present = {
    label: input.label ?? "",
    option: input.options?.length ? (input.options as string[]) : undefined,
    required: (names ?? input).mandatory ?? false,
    max: input.maxSize ?? input.maxLength ?? undefined,
    ...(options.kind === undefined && {
      labels: names === undefined ? input.additionalLabels : { single: names.label },
      full: control.type === "ADDRESS_FULL",
      // It can name one of the options by its place.
      defaultOptionSelection: options.option === undefined ? input.defaultOptionSelection : undefined,
    }),
  };
  const sent = {
    eventId,
    id,
    orderIndex: control.orderIndex,
    ...questionFields(kind, { ...present, ...options }),
  };
  const body = await call(eventForms.updateControl, sent, {
    signal: context.signal,
  });
  await printForm(context, body.form);
  return undefined;
}

async function printForm(context: Context, form: RegistrationForm | null | undefined): Promise<void> {
  const rows = (form?.controls ?? []) as object[];
  await context.print(rows, {
    kind: "question",
    fields: {
      "inputs.label": { label: "Question", grow: true },
      "inputs.name": {},
      "inputs.type": { label: "Answer" },
      type: { label: "Control" },
      "inputs.mandatory": { label: "Required" },
      id: {},
    },
    total: rows.length,
  });
}
