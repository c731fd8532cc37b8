import type { Verb } from "../../cli/command.ts";
import { eventArg } from "../../cli/event-reference.ts";
import { wholeNumber } from "../../cli/flags.ts";
import { genericGroup } from "../../cli/generic/generic-resource.ts";

const question = { name: "<question>", describe: "the question's id", field: "id" };
const fields = {
  prints: "form.controls",
  kind: "question",
  columns: [
    { header: "QUESTION", path: "inputs.label", grow: true as const },
    { header: "NAME", path: "inputs.name" },
    { header: "ANSWER", path: "inputs.type" },
    { header: "CONTROL", path: "type" },
    { header: "NEEDED", path: "inputs.mandatory" },
    { header: "OPTIONS", path: "inputs.options", grow: true as const },
    { header: "ID", path: "id" },
  ],
};
const kinds = ["text", "textarea", "dropdown", "radio", "checkbox", "date", "phone", "address", "guests"];
const flags = [
  { flags: "--kind <kind>", describe: "what kind of question", choices: kinds },
  { flags: "--label <text>", describe: "the question" },
  { flags: "--option <text>", describe: "what can be chosen, as often as needed", repeat: true as const },
  { flags: "--needed", describe: "it must be answered" },
  {
    flags: "--most <n>",
    describe: "most letters of an answer, or most guests",
    parse: wholeNumber("--most", 1),
  },
];
const event = { name: "<event>", describe: "the event's id or slug" };

const changes: readonly Verb[] = [
  {
    name: "add",
    summary: "add a question to a form",
    args: [event],
    flags,
    examples: [
      {
        run: "till events form add studio-open-day --kind text --label 'Any allergies?'",
        does: "one line of text",
      },
      {
        run: "till events form add studio-open-day --kind dropdown --label Course --option Wheel --option Glaze --needed",
        does: "one of two",
      },
    ],
    load: async () => ({ run: (await import("./form-question.ts")).addQuestion }),
  },
  {
    name: "set",
    summary: "replace a question of a form",
    args: [event, { name: "<question>", describe: "the question's id" }],
    flags,
    examples: [
      { run: "till events form set studio-open-day email --label 'Your e-mail'", does: "other words" },
      { run: "till events form set studio-open-day email --label Mail --json", does: "as JSON" },
    ],
    load: async () => ({ run: (await import("./form-question.ts")).setQuestion }),
  },
];

/** `till events form …` */
export const form = genericGroup({
  name: "form",
  summary: "what an event asks of those who sign up",
  service: "eventForms",
  singular: "question",
  kind: "question",
  reference: question,
  columns: fields.columns,
  verbs: () => [
    {
      name: "get",
      summary: "show the questions of a form",
      call: "get",
      args: [eventArg()],
      ...fields,
      examples: [
        { run: "till events form get studio-open-day", does: "questions, kinds of answers, options" },
        { run: "till events form get studio-open-day --json", does: "as JSON" },
      ],
    },
    ...changes,
    {
      name: "remove",
      summary: "take a question off a form",
      call: "removeControl",
      ...fields,
      args: [eventArg(), question],
      confirms: "Take the question off the form",
      examples: [
        { run: "till events form remove --help", does: "what it takes" },
        { run: "till events form remove --help | head -3", does: "in short" },
      ],
    },
    {
      name: "messages",
      summary: "set what an event tells those who sign up",
      call: "updateMessages",
      args: [eventArg()],
      into: "messages",
      prints: "form.messages",
      kind: "messages",
      prepare: async (input) => withMask(input),
      examples: [
        {
          run: "till events form messages studio-open-day -f registrationClosed.message='Come next year'",
          does: "one text",
        },
        {
          run: "till events form messages studio-open-day -f rsvp.rsvpYesOption=Coming --json",
          does: "another one",
        },
      ],
    },
  ],
});

/** The paths of what is given: all others stay. */
function withMask(input: unknown): unknown {
  const { messages = {} } = input as { messages?: object };
  return { ...(input as object), fields: pathsOf(messages).join(",") };
}

const pathsOf = (value: object, path = ""): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    inner !== null && typeof inner === "object" ? pathsOf(inner, `${path}${key}.`) : [`${path}${key}`],
  );
