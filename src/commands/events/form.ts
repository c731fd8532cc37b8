import type { Flag, Verb } from "../../cli/command.ts";
import { eventArg } from "../../cli/event-reference.ts";
import { wholeNumber } from "../../cli/flags.ts";
import { genericGroup } from "../../cli/generic/generic-verbs.ts";

const question = { name: "<question>", describe: "question id", field: "id" };
const kinds = ["text", "textarea", "dropdown", "radio", "checkbox", "date", "phone", "address", "guests"];
const flags: readonly Flag[] = [
  { flags: "--kind <kind>", describe: "kind of question", choices: kinds },
  { flags: "--label <text>", describe: "question text" },
  { flags: "--option <text>", describe: "choice (repeatable)", repeat: true },
  { flags: "--required", describe: "make an answer mandatory" },
  {
    flags: "--max <n>",
    describe: "maximum length of an answer, or maximum number of guests",
    parse: wholeNumber("--max", 1),
  },
];
const event = { name: "<event>", describe: "event id or slug" };

const changes: readonly Verb[] = [
  {
    name: "add",
    writes: true,
    summary: "Add a question to a form",
    args: [event],
    flags,
    examples: [
      'till events form add studio-open-day --kind text --label "Any allergies?" # add a text question',
      "till events form add studio-open-day --kind dropdown --label Course --option Wheel --option Glaze --required # add a required choice",
    ],
    load: async () => ({ run: (await import("./form-question.ts")).addQuestion }),
  },
  {
    name: "set",
    writes: true,
    summary: "Change a question of a form",
    args: [event, { name: "<question>", describe: "question id" }],
    flags,
    examples: [
      'till events form set studio-open-day email --label "Your email" # change the question text',
      "till events form set studio-open-day email --label Mail --json # change it and print JSON",
    ],
    load: async () => ({ run: (await import("./form-question.ts")).setQuestion }),
  },
];

const lastQuestion =
  'till events form add studio-open-day --kind text --label "Any allergies?" --jq ".items[-1].id"';

/** `till events form …` */
export const form = genericGroup({
  name: "form",
  service: "eventForms",
  kind: "question",
  reference: question,
  fields: {
    "inputs.label": { label: "Question", grow: true },
    "inputs.name": {},
    "inputs.type": { label: "Answer" },
    type: { label: "Control" },
    "inputs.mandatory": { label: "Required" },
    "inputs.options": { grow: true },
    id: {},
  },
  verbs: () => [
    {
      name: "get",
      summary: "Show the questions of a form",
      call: "get",
      readOnly: true,
      args: [eventArg()],
      prints: "form.controls",
      examples: [
        "till events form get studio-open-day # list questions with their types and options",
        'till events form get studio-open-day --jq ".items[].inputs[] | select(.mandatory) | .label" # only the questions that guests must answer',
      ],
    },
    ...changes,
    {
      name: "remove",
      summary: "Remove a question from a form",
      call: "removeControl",
      prints: "form.controls",
      args: [eventArg(), question],
      confirms: "Remove the question from the form",
      examples: [
        `${lastQuestion} | xargs till events form remove studio-open-day # remove it after confirmation`,
        `${lastQuestion} | xargs till events form remove studio-open-day --yes # remove it in a script`,
      ],
    },
    {
      name: "messages",
      summary: "Change the messages of a form",
      call: "updateMessages",
      args: [eventArg()],
      into: "messages",
      prints: "form.messages",
      kind: "messages",
      prepare: async (input) => withMask(input),
      examples: [
        'till events form messages studio-open-day -f registrationClosed.message="Come next year" # change one message',
        "till events form messages studio-open-day -f rsvp.rsvpYesOption=Coming --json # change another message and print JSON",
      ],
    },
  ],
});

/** Adds the field mask, so that other messages are kept. */
function withMask(input: unknown): unknown {
  const { messages = {} } = input as { messages?: object };
  return { ...(input as object), fields: pathsOf(messages).join(",") };
}

const pathsOf = (value: object, path = ""): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    inner !== null && typeof inner === "object" ? pathsOf(inner, `${path}${key}.`) : [`${path}${key}`],
  );
