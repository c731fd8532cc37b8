import type { FormResponse, RegistrationForm } from "../api/services/events/models/form.ts";
import type { Context } from "../context/context.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { askTime } from "./ask-time.ts";

type Control = NonNullable<NonNullable<RegistrationForm["controls"]>[number]>;
type Input = NonNullable<NonNullable<Control["inputs"]>[number]>;
type Answer = NonNullable<FormResponse["inputValues"]>[number];

export const answerFlag = {
  flags: "--answer <name=value>",
  describe: "an answer to the event's form, as often as needed: phone=555, see till events form get",
  repeat: true as const,
};

/** One question of a form: an input, and the control that it stands in. */
interface Question {
  control: Control;
  input: Input;
  name: string;
}

/** What a form asks, in its order. */
export function questionsOf(form: RegistrationForm | null | undefined): Question[] {
  return [...(form?.controls ?? [])]
    .filter((control) => control && !control.deleted)
    .toSorted((a, b) => (a.orderIndex ?? 0) - (b.orderIndex ?? 0))
    .flatMap((control) =>
      (control.inputs ?? []).map((input) => ({ control, input, name: input.name ?? control.id ?? "" })),
    );
}

/**
 * The answers to an event's form: those given by `--answer`, `known` ones such as the name, and on a terminal all others,
 * asked one by one. UsageError for an answer to no question, and where one that must be answered cannot be asked.
 */
export async function answersTo(
  context: Context,
  form: RegistrationForm | null | undefined,
  {
    given = [],
    known = {},
    zone,
  }: { given?: readonly string[]; known?: Readonly<Record<string, string>>; zone: string },
): Promise<Answer[]> {
  const questions = questionsOf(form);
  const texts = new Map(Object.entries(known));
  for (const one of given) {
    const [, asked = "", value = ""] = /^([^=]+)=(.*)$/s.exec(one) ?? [];
    const question =
      questions.find((one) => one.name === asked) ?? questions.find((one) => isLabel(one, asked));
    if (question === undefined) throw noQuestion(one, asked, questions.map(spoken));
    texts.set(question.name, value);
  }
  const answers: Answer[] = [];
  const missing: Question[] = [];
  for (const question of questions) {
    const text = texts.get(question.name) ?? (await ask(context, question, zone));
    if (text !== undefined && text !== "") answers.push(await answerOf(context, question, text, zone));
    else if (question.input.mandatory) missing.push(question);
  }
  if (missing.length === 0) return answers;
  const labels = missing.map(({ name, input }) => `"${input.label || name}"`).join(", ");
  throw new UsageError(`The event's form wants an answer for ${labels}. Nothing was sent.`, {
    code: "ANSWER_NEEDED",
    field: "--answer",
    hint: `Add: ${missing.map((one) => `--answer '${spoken(one)}=…'`).join(" ")}`,
  });
}

const isLabel = ({ input }: Question, text: string) => input.label?.toLowerCase() === text.toLowerCase();

/** What to call a question: its name, or its label where the platform made up the name. */
const spoken = ({ name, input }: Question): string =>
  /^custom-/.test(name) && input.label ? input.label : name;

const noQuestion = (one: string, name: string, names: readonly string[]) => {
  const meant = nearest(name, names);
  return new UsageError(`--answer "${one}": the form has no question of that name.`, {
    field: "--answer",
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}Its questions are: ${names.join(", ")}`,
  });
};

/** The text as the kind of question wants it. UsageError where it does not fit. */
async function answerOf(
  context: Context,
  { name, input }: Question,
  text: string,
  zone: string,
): Promise<Answer> {
  const inputName = name;
  const options = input.options ?? [];
  const wrong = (rule: string) => new UsageError(`--answer ${name}=${text}: ${rule}.`, { field: "--answer" });
  const one = (value: string) => {
    const found = options.find((option) => option.toLowerCase() === value.trim().toLowerCase());
    if (options.length > 0 && found === undefined) throw wrong(`it is one of ${options.join(", ")}`);
    return found ?? value;
  };
  switch (input.type) {
    case "NUMBER":
      if (!/^-?\d+(\.\d+)?$/.test(text.trim())) throw wrong("it is a number");
      return { inputName, number: Number(text) };
    case "TEXT_ARRAY":
      return { inputName, values: text.split(",").map((value) => one(value.trim())) };
    case "DATE_TIME": {
      const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text;
      return { inputName, dateTime: await askTime(context, zone, `--answer ${name}`, time) };
    }
    case "ADDRESS":
      return { inputName, address: { formatted: text } };
    default:
      if (input.maxLength && text.length > input.maxLength)
        throw wrong(`it is at most ${input.maxLength} characters long`);
      return { inputName, value: one(text) };
  }
}

/** Asks a question on a terminal; an answer may be left out where it may be missing. Elsewhere nothing is asked. */
async function ask(
  context: Context,
  { control, input, name }: Question,
  zone: string,
): Promise<string | undefined> {
  const { terminal } = context.streams;
  if (terminal === undefined || context.globals.json) return undefined;
  const { askSelect, askText } = await import("../ui/screens/prompt.tsx");
  const label = input.label || control.label || name;
  const options = input.options ?? [];
  const isChoice = (control.type === "DROPDOWN" || control.type === "RADIO") && options.length > 0;
  const none = input.mandatory ? [] : [{ label: "(no answer)", value: "" }];
  const hint: Record<string, string> = {
    DATE_TIME: `2030-05-01 or 2030-05-01T19:00 (${zone})`,
    NUMBER: "a number",
    ADDRESS: "in one line",
    TEXT_ARRAY: options.length > 0 ? options.join(", ") : "commas between them",
  };
  const asked = isChoice
    ? await askSelect(terminal, {
        question: `${label}:`,
        signal: context.signal,
        choices: [...options.map((value) => ({ label: value, value })), ...none],
      })
    : await askText(terminal, {
        question: `${label}:`,
        signal: context.signal,
        placeholder: hint[input.type ?? ""] ?? "",
        check: (text) => (input.mandatory && text.trim() === "" ? "An answer is needed." : undefined),
      });
  if (typeof asked === "object") return asked.answer;
  throw new TillError(
    asked === "interrupted" ? exitCodes.interrupted : exitCodes.failure,
    "Nothing was sent.",
  );
}
