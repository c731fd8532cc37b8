import type { FormResponse, RegistrationForm } from "../api/services/events.ts";
import type { Context } from "../context/context.ts";
import { shellWord } from "../kernel/command-line.ts";
import { isoDated } from "../kernel/durations.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { formatZoned } from "../kernel/zoned-text.ts";
import { instantsOf, isTimeZone } from "../kernel/zoned-time.ts";
import { timeIn } from "../resources/events/when.ts";
import { askerOf } from "./ask.ts";

type Control = NonNullable<NonNullable<RegistrationForm["controls"]>[number]>;
type Input = NonNullable<NonNullable<Control["inputs"]>[number]>;
type Answer = NonNullable<FormResponse["inputValues"]>[number];

/** One question of a form: an input and its control. */
interface Question {
  control: Control;
  input: Input;
  name: string;
}

/** Returns the questions of a form, in order. */
export function questionsOf(form: RegistrationForm | null | undefined): Question[] {
  return [...(form?.controls ?? [])]
    .filter((control) => control && !control.deleted)
    .toSorted((a, b) => (a.orderIndex ?? 0) - (b.orderIndex ?? 0))
    .flatMap((control) =>
      (control.inputs ?? []).map((input) => ({ control, input, name: input.name ?? control.id ?? "" })),
    );
}

/**
 * Returns the answers to an event's form: from `--answer`, from `known` values such as the name, and on a terminal from
 * prompts for the rest. Throws UsageError for an answer to an unknown question, and for a missing required answer.
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
  const answered = new Set<Question>();
  for (const one of given) {
    const { question, text } = answerIn(one, questions);
    if (answered.has(question))
      throw new UsageError(`--answer "${one}": "${displayName(question)}" was answered before.`, {
        field: "--answer",
        hint: question.input.type === "TEXT_ARRAY" ? "Separate several answers by commas." : undefined,
      });
    answered.add(question);
    texts.set(question.name, text);
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
  throw new UsageError(`The event's form requires an answer for ${labels}. Nothing was sent.`, {
    code: "ANSWER_NEEDED",
    field: "--answer",
    hint: `Add: ${missing.map((one) => `--answer ${shellWord(`${displayName(one)}=…`, context.environment.shell)}`).join(" ")}`,
  });
}

/** Returns the question that `name=text` answers; a label can have equals signs, too. Throws UsageError for an unknown one. */
function answerIn(one: string, questions: readonly Question[]): { question: Question; text: string } {
  for (let end = one.lastIndexOf("="); end > 0; end = one.lastIndexOf("=", end - 1)) {
    const name = one.slice(0, end);
    const question =
      questions.find((question) => question.name === name) ??
      questions.find((question) => isLabel(question, name));
    if (question !== undefined) return { question, text: one.slice(end + 1) };
  }
  throw unknownQuestion(one, one.split("=")[0] ?? "", questions.map(displayName));
}

const isLabel = ({ input }: Question, text: string) => input.label?.toLowerCase() === text.toLowerCase();

/** Returns the name of a question, or its label if the platform generated the name. */
const displayName = ({ name, input }: Question): string =>
  /^custom-/.test(name) && input.label ? input.label : name;

const unknownQuestion = (one: string, name: string, names: readonly string[]) => {
  const suggestion = nearest(name, names);
  return new UsageError(`--answer "${one}": the form has no such question.`, {
    field: "--answer",
    hint: `${suggestion === undefined ? "" : `Did you mean ${suggestion}? `}Questions: ${names.join(", ")}`,
  });
};

/** Converts text to the answer type of a question. Throws UsageError if it is not valid. */
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
    if (options.length > 0 && found === undefined) throw wrong(`choose one of ${options.join(", ")}`);
    return found ?? value;
  };
  switch (input.type) {
    case "NUMBER":
      if (!/^-?\d+(\.\d+)?$/.test(text.trim())) throw wrong("not a number");
      return { inputName, number: Number(text) };
    case "TEXT_ARRAY":
      return { inputName, values: listIn(text, options).map((value) => one(value)) };
    case "DATE_TIME": {
      const iso = isoDated(text);
      const time = /^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso}T00:00` : iso;
      return { inputName, dateTime: await resolveTime(context, zone, `--answer ${name}`, time) };
    }
    case "ADDRESS":
      return { inputName, address: { formatted: text } };
    default:
      if (input.maxLength && text.length > input.maxLength)
        throw wrong(`longer than ${input.maxLength} characters`);
      return { inputName, value: one(text) };
  }
}

/** Returns the parts of a list; an option with commas is one part. */
function listIn(text: string, options: readonly string[]): string[] {
  const known = new Set(options.map((option) => option.toLowerCase()));
  const parts = text.split(",");
  const list: string[] = [];
  for (let start = 0; start < parts.length; ) {
    let end = parts.length;
    while (end > start + 1 && !known.has(parts.slice(start, end).join(",").trim().toLowerCase())) end -= 1;
    list.push(parts.slice(start, end).join(",").trim());
    start = end;
  }
  return list;
}

/** Prompts for an answer on a terminal; returns undefined elsewhere. An optional answer may be empty. */
async function ask(
  context: Context,
  { control, input, name }: Question,
  zone: string,
): Promise<string | undefined> {
  const asker = askerOf(context);
  if (asker === undefined || context.globals.json) return undefined;
  const label = input.label || control.label || name;
  const options = input.options ?? [];
  const isChoice = (control.type === "DROPDOWN" || control.type === "RADIO") && options.length > 0;
  const none = input.mandatory ? [] : [{ label: "(no answer)", value: "" }];
  const hint: Record<string, string> = {
    DATE_TIME: `2030-05-01 or 2030-05-01T19:00 (${zone})`,
    NUMBER: "a number",
    ADDRESS: "on one line",
    TEXT_ARRAY: options.length > 0 ? options.join(", ") : "separated by commas",
  };
  const answer = isChoice
    ? await asker.select({
        question: `${label}:`,
        choices: [...options.map((value) => ({ label: value, value })), ...none],
      })
    : await asker.text({
        question: `${label}:`,
        placeholder: hint[input.type ?? ""] ?? "",
        check: (text) => (input.mandatory && text.trim() === "" ? "An answer is required." : undefined),
      });
  if (typeof answer === "object") return answer.answer;
  throw new TillError(
    answer === "interrupted" ? exitCodes.interrupted : exitCodes.failure,
    "Nothing was sent.",
  );
}

/**
 * Resolves a time to ISO text; a time without a zone is local to `zone`. Prompts on a terminal if a local time occurs
 * twice (daylight saving); throws UsageError otherwise, and for a local time that does not exist.
 */
export async function resolveTime(
  context: Context,
  zone: string,
  what: string,
  text: string,
): Promise<string> {
  const asker = askerOf(context);
  const found = isTimeZone(zone) ? (instantsOf(text, zone) ?? []) : [];
  if (found.length < 2 || asker === undefined || context.globals.json) return timeIn(zone, what, text);
  const choices = found.map((time) => ({ label: formatZoned(time, zone), value: time.toISOString() }));
  const question = `${what}: ${text} occurs twice in ${zone}. Which one?`;
  const prompted = await asker.select({ question, choices });
  if (typeof prompted === "object") return prompted.answer;
  throw new TillError(
    prompted === "interrupted" ? exitCodes.interrupted : exitCodes.failure,
    "Nothing was done.",
  );
}
