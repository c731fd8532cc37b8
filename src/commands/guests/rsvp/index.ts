import { constant, eventArg, withValue } from "../../../cli/event-reference.ts";
import { wholeNumber } from "../../../cli/flags.ts";
import { answerFlag } from "../../../cli/form-answers.ts";
import {
  deleteVerb,
  type FieldFlag,
  type GenericGroup,
  type GenericResource,
  type GenericVerb,
  getVerb,
  listVerb,
  updateVerb,
  verbOf,
} from "../../../cli/generic/generic-resource.ts";

const reference = { name: "<rsvp>", describe: "id or e-mail address" };
const one = { ...reference, field: "rsvpId", finds: true as const };
const groups = { fields: ["DETAILS", "FORM"] };
const statuses = ["YES", "NO", "WAITLIST"] as const;
const options: readonly FieldFlag[] = [
  {
    flags: "--ignore-limits",
    field: "options.ignoreLimits",
    describe: "also where it is full, for those who may",
  },
];
const resource: GenericResource = {
  name: "rsvp",
  summary: "who answered an invitation, and who came",
  service: "rsvps",
  singular: "RSVP",
  kind: "rsvp",
  reference,
  matchKeys: ["email"],
  columns: [
    { header: "FIRST", path: "firstName", grow: true },
    { header: "LAST", path: "lastName", grow: true },
    { header: "E-MAIL", path: "email", grow: true },
    { header: "ANSWER", path: "status" },
    { header: "GUESTS", path: "totalGuests", as: "number" },
    { header: "IN", path: "checkedInGuestCount", as: "number" },
    { header: "WHEN", path: "createdDate", as: "ago" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "First name", path: "firstName" },
    { header: "Last name", path: "lastName" },
    { header: "E-mail", path: "email" },
    { header: "Id", path: "id" },
    { header: "Event", path: "eventId" },
    { header: "Answer", path: "status" },
    { header: "Guests", path: "totalGuests" },
    { header: "Who", path: "guestList.guests.fullName" },
    { header: "In", path: "checkedInGuestCount" },
    { header: "Questions", path: "form.inputValues.inputName" },
    { header: "Answers", path: "form.inputValues.value" },
    { header: "Answered", path: "createdDate", as: "time" },
    { header: "Revision", path: "revision" },
  ],
  filters: {
    eventId: "text",
    id: "text",
    email: "text",
    firstName: "text",
    lastName: "text",
    memberId: "text",
    status: statuses,
    totalGuests: "number",
    checkedInGuestCount: "number",
    fullyCheckedIn: "boolean",
    createdDate: "date",
    updatedDate: "date",
  },
};
const guest: FieldFlag = {
  flags: "--guest <n>",
  field: "guestIds",
  repeat: true,
  describe: "only this guest of it, counted from 1; as often as needed",
};

const list: GenericVerb = {
  ...listVerb(resource, [
    { run: "till rsvp list studio-open-day", does: "of one event" },
    {
      run: "till rsvp list --filter 'status = WAITLIST' --json",
      does: "who waits for a place, anywhere",
    },
  ]),
  args: [eventArg("eventId", "[event]")],
  defaults: groups,
};

/** `till rsvp …` */
export const rsvp: GenericGroup = {
  name: "rsvp",
  summary: resource.summary,
  resource,
  list,
  screen: true,
  verbs: [
    verbOf(resource, list),
    verbOf(resource, {
      ...listVerb(
        resource,
        [
          { run: "till rsvp search lindqvist", does: "by a part of a name or an e-mail address" },
          { run: "till rsvp search mira --filter 'status = YES' --json", does: "of those who come" },
        ],
        "search",
      ),
      name: "search",
      summary: "search RSVPs by name or e-mail address",
      defaults: groups,
      args: [{ name: "<text>", describe: "what to look for", field: "search.search.expression" }],
    }),
    verbOf(resource, {
      ...getVerb(resource, [
        { run: "till rsvp get mira@example.com", does: "by e-mail address" },
        { run: "till rsvp get mira@example.com --json", does: "as JSON" },
      ]),
      defaults: groups,
    }),
    {
      name: "create",
      summary: "answer an invitation",
      args: [{ name: "<event>", describe: "the event's id or slug" }],
      flags: [
        { flags: "--first <name>", describe: "first name" },
        { flags: "--last <name>", describe: "last name" },
        { flags: "--email <address>", describe: "e-mail address" },
        {
          flags: "--status <answer>",
          describe: "the answer",
          choices: ["yes", "no", "waitlist"],
          fallback: "yes",
        },
        { flags: "--with <name>", describe: "who comes along, as often as needed", repeat: true },
        answerFlag,
        { flags: "--ignore-limits", describe: "also where it is full, for those who may" },
      ],
      examples: [
        {
          run: "till rsvp create studio-open-day --first Noa --last Berg --email noa@example.com",
          does: "somebody comes",
        },
        {
          run: "till rsvp create studio-open-day --first Ove --last Falk --email ove@example.com --status no --json",
          does: "somebody does not",
        },
      ],
      notes: "What the event's form asks beyond that is asked on a terminal, or given with --answer.",
      load: () => import("./create.ts"),
    },
    verbOf(resource, {
      ...updateVerb(resource, [
        { run: "till rsvp update freja@example.com --status NO", does: "another answer" },
        {
          run: "till rsvp update mira@example.com -f rsvp.lastName=Lind --json",
          does: "another name",
        },
      ]),
      into: "",
      flags: [
        {
          flags: "--status <answer>",
          field: "rsvp.status",
          parse: constant,
          describe: "YES, NO or WAITLIST",
        },
        { flags: "--first <name>", field: "rsvp.firstName", describe: "first name" },
        { flags: "--last <name>", field: "rsvp.lastName", describe: "last name" },
        { flags: "--email <address>", field: "rsvp.email", describe: "e-mail address" },
        {
          flags: "--guests <n>",
          field: "rsvp.additionalGuestDetails.guestCount",
          describe: "who comes along",
          parse: wholeNumber("--guests"),
        },
        ...options,
      ],
      defaults: groups,
    }),
    verbOf(
      resource,
      deleteVerb(resource, [
        { run: "till rsvp delete mira@example.com", does: "after a question" },
        { run: "till rsvp delete mira@example.com --yes", does: "in a script" },
      ]),
    ),
    verbOf(resource, {
      name: "count",
      summary: "count RSVPs",
      call: "count",
      prints: "",
      kind: "count",
      defaults: { filter: {} },
      args: [eventArg("filter.eventId", "[event]")],
      flags: [
        {
          flags: "--status <answer>",
          field: "filter.status",
          parse: constant,
          describe: "YES, NO or WAITLIST",
        },
      ],
      into: "",
      examples: [
        { run: "till rsvp count studio-open-day", does: "of one event" },
        { run: "till rsvp count --status NO --json", does: "who does not come, anywhere" },
      ],
    }),
    verbOf(resource, {
      name: "check-in",
      summary: "let the guests of an RSVP in, all or some",
      call: "checkIn",
      args: [one],
      flags: [guest],
      into: "",
      prints: "rsvp",
      prepare: async (input) => asNumbers(input),
      examples: [
        { run: "till rsvp check-in anton@example.com", does: "everybody of it" },
        { run: "till rsvp check-in anton@example.com --guest 1 --json", does: "one of them" },
      ],
    }),
    verbOf(resource, {
      name: "undo-check-in",
      summary: "take back a check-in",
      call: "undoCheckIn",
      args: [one],
      flags: [guest],
      into: "",
      prints: "rsvp",
      prepare: async (input) => asNumbers(input),
      examples: [
        { run: "till rsvp undo-check-in mira@example.com", does: "as if they had not come" },
        { run: "till rsvp undo-check-in mira@example.com --json", does: "as JSON" },
      ],
    }),
    verbOf(resource, {
      name: "summary",
      summary: "count guests by their answers",
      call: "summary",
      prints: "summaries",
      args: [eventArg()],
      kind: "rsvpSummary",
      columns: [
        { header: "YES", path: "yesGuestCount", as: "number" },
        { header: "NO", path: "noGuestCount", as: "number" },
        { header: "WAITING", path: "waitlistGuestCount", as: "number" },
        { header: "ANSWERS", path: "totalRsvpCount", as: "number" },
        { header: "EVENT", path: "eventId" },
      ],
      examples: [
        { run: "till rsvp summary studio-open-day", does: "yes, no and waiting" },
        { run: "till rsvp summary studio-open-day --json", does: "as JSON" },
      ],
    }),
  ],
};

function asNumbers(input: unknown): unknown {
  const { guestIds } = input as { guestIds?: string[] };
  return guestIds === undefined ? input : withValue(input, ["guestIds"], guestIds.map(Number));
}
