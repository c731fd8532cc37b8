import { checkText } from "../../../../api/bounds.ts";
import type { FormResponse, RegistrationForm } from "../../../../api/services/events/event-forms.ts";
import { type Violation, violation } from "../../../../api/violations.ts";
import { InvalidInput } from "../../../kernel/invalid.ts";
import { activeControls, type Control } from "./forms.ts";

type Answer = NonNullable<FormResponse["inputValues"]>[number];
type Input = NonNullable<Control["inputs"]>[number];

/** The answer fields by type of input. */
const answerFields = {
  TEXT: "value",
  NUMBER: "number",
  TEXT_ARRAY: "values",
  DATE_TIME: "dateTime",
  ADDRESS: "address",
} as const satisfies Record<string, keyof Answer>;

/** Throws InvalidInput if answers do not match a form. `path` is their path in the input. */
export function checkFormResponse(
  form: RegistrationForm,
  response: FormResponse | null | undefined,
  path: string,
): void {
  const found = [...formViolations(form, response, path)];
  if (found.length > 0) throw new InvalidInput(found);
}

/** Returns the violations in answers to a form. */
export function* formViolations(
  form: RegistrationForm,
  response: FormResponse | null | undefined,
  path: string,
): Generator<Violation> {
  const inputs = new Map(
    activeControls(form).flatMap((control) => (control.inputs ?? []).map((input) => [input.name, input])),
  );
  const answers = response?.inputValues ?? [];
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
    ...(maxLength && { maxLength }),
    ...(options?.length && { values: options }),
    ...(name === "email" && { format: "EMAIL" as const }),
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
