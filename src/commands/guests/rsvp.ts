import { constant, eventArg, withValue } from "../../cli/event-reference.ts";
import { answerFlag, wholeNumber } from "../../cli/flags.ts";
import type {
  FieldFlag,
  GenericGroup,
  GenericResource,
  GenericVerb,
} from "../../cli/generic/generic-resource.ts";
import { deleteVerb, getVerb, listVerb, updateVerb, verbOf } from "../../cli/generic/generic-verbs.ts";

const reference = { name: "<rsvp>", describe: "id or email address" };
const rsvpArg = { ...reference, field: "rsvpId", finds: true as const };
const groups = { fields: ["DETAILS", "FORM"] };
const statuses = ["YES", "NO", "WAITLIST"] as const;
const options: readonly FieldFlag[] = [
  {
    flags: "--ignore-limits",
    field: "options.ignoreLimits",
    describe: "exceed the guest limit (requires permission)",
  },
];
const resource: GenericResource = {
  name: "rsvp",
  service: "rsvps",
  singular: "RSVP",
  kind: "rsvp",
  reference,
  matchKeys: ["email"],
  fields: {
    eventId: { label: "Event", filter: "text" },
    id: { filter: "text" },
    email: { grow: true, filter: "text" },
    firstName: { heading: "FIRST", grow: true, filter: "text" },
    lastName: { heading: "LAST", grow: true, filter: "text" },
    memberId: { filter: "text" },
    status: {
      words: { YES: ["attending"], NO: ["not attending", "dim"], WAITLIST: ["on the waitlist", "warn"] },
      filter: statuses,
    },
    totalGuests: { label: "Guests", as: "number", filter: "number" },
    checkedInGuestCount: { label: "Checked in", as: "number", filter: "number" },
    fullyCheckedIn: { filter: "boolean" },
    createdDate: { label: "Created", as: "date", filter: "date" },
    updatedDate: { filter: "date" },
    names: { path: "guestList.guests.fullName" },
    questions: { path: "form.inputValues.inputName" },
    answers: { path: "form.inputValues.value" },
    revision: {},
  },
  list: "firstName lastName email status totalGuests checkedInGuestCount createdDate id",
  get: "firstName lastName email id eventId status totalGuests names checkedInGuestCount questions answers createdDate revision",
};
const guest: FieldFlag = {
  flags: "--guest <n>",
  field: "guestIds",
  repeat: true,
  describe: "only this guest of the RSVP, counted from 1 (repeatable)",
};

const list: GenericVerb = {
  ...listVerb(resource, [
    "till events rsvps list studio-open-day # list the RSVPs of an event",
    'till events rsvps list --filter "status = WAITLIST" --json # print the waitlists of all events',
  ]),
  args: [eventArg("eventId", "[event]")],
  defaults: groups,
};

/** `till events rsvps …` */
export const rsvp: GenericGroup = {
  name: resource.name,
  resource,
  list,
  screen: true,
  verbs: [
    verbOf(resource, list),
    verbOf(resource, {
      ...listVerb(
        resource,
        [
          "till events rsvps search lindqvist # search by part of a name or email address",
          'till events rsvps search mira --filter "status = YES" --json # search guests who accepted',
        ],
        "search",
      ),
      name: "search",
      summary: "Search RSVPs by name or email address",
      defaults: groups,
      args: [{ name: "<text>", describe: "search text", field: "search.search.expression" }],
    }),
    verbOf(resource, {
      ...getVerb(resource, [
        "till events rsvps get mira@example.com # show it by email address",
        "till events rsvps get mira@example.com --jq .fullyCheckedIn # whether all their guests have arrived",
      ]),
      defaults: groups,
    }),
    {
      name: "create",
      writes: true,
      summary: "Create an RSVP",
      args: [{ name: "<event>", describe: "event id or slug" }],
      flags: [
        { flags: "--first-name <name>", describe: "first name" },
        { flags: "--last-name <name>", describe: "last name" },
        { flags: "--email <address>", describe: "email address" },
        {
          flags: "--status <answer>",
          describe: "response",
          choices: ["yes", "no", "waitlist"],
          fallback: "yes",
        },
        { flags: "--with <name>", describe: "name of an additional guest (repeatable)", repeat: true },
        answerFlag,
        { flags: "--ignore-limits", describe: "exceed the guest limit (requires permission)" },
      ],
      examples: [
        "till events rsvps create studio-open-day --first-name Noa --last-name Berg --email noa@example.com # accept an invitation",
        "till events rsvps create studio-open-day --first-name Ove --last-name Falk --email ove@example.com --status no --json # decline an invitation",
      ],
      notes: "On a terminal, till asks the other questions of the event's form; --answer answers them.",
      load: () => import("./rsvp-create.ts"),
    },
    verbOf(resource, {
      ...updateVerb(resource, [
        "till events rsvps update freja@example.com --set status=NO # change the response",
        "till events rsvps update mira@example.com --set lastName=Lind --json # change the last name",
      ]),
      into: "",
      flags: [
        {
          flags: "--status <answer>",
          field: "rsvp.status",
          parse: constant,
          describe: "response: YES, NO or WAITLIST",
        },
        { flags: "--first-name <name>", field: "rsvp.firstName", describe: "first name" },
        { flags: "--last-name <name>", field: "rsvp.lastName", describe: "last name" },
        { flags: "--email <address>", field: "rsvp.email", describe: "email address" },
        {
          flags: "--guests <n>",
          field: "rsvp.additionalGuestDetails.guestCount",
          describe: "number of additional guests",
          parse: wholeNumber("--guests"),
        },
        ...options,
      ],
      defaults: groups,
    }),
    verbOf(
      resource,
      deleteVerb(resource, [
        "till events rsvps delete mira@example.com # delete it after confirmation",
        "till events rsvps delete mira@example.com --yes # delete it in a script",
      ]),
    ),
    verbOf(resource, {
      name: "count",
      summary: "Count RSVPs",
      call: "count",
      readOnly: true,
      prints: "",
      kind: "count",
      defaults: { filter: {} },
      args: [eventArg("filter.eventId", "[event]")],
      flags: [
        {
          flags: "--status <answer>",
          field: "filter.status",
          parse: constant,
          describe: "response: YES, NO or WAITLIST",
        },
      ],
      into: "",
      examples: [
        "till events rsvps count studio-open-day # count the RSVPs of an event",
        "till events rsvps count --status NO --json # count declined RSVPs of all events",
      ],
    }),
    verbOf(resource, {
      name: "check-in",
      summary: "Check in all or some guests of an RSVP",
      call: "checkIn",
      args: [rsvpArg],
      flags: [guest],
      into: "",
      prints: "rsvp",
      prepare: async (input) => guestIdsToNumbers(input),
      examples: [
        "till events rsvps check-in anton@example.com # check in all guests of the RSVP",
        "till events rsvps check-in anton@example.com --guest 1 --json # check in one guest",
      ],
    }),
    verbOf(resource, {
      name: "undo-check-in",
      summary: "Undo the check-in of an RSVP",
      call: "undoCheckIn",
      args: [rsvpArg],
      flags: [guest],
      into: "",
      prints: "rsvp",
      prepare: async (input) => guestIdsToNumbers(input),
      examples: [
        "till events rsvps undo-check-in mira@example.com # undo the check-in",
        "till events rsvps undo-check-in mira@example.com --guest 1 # undo it for the first guest only",
      ],
    }),
    verbOf(resource, {
      name: "summary",
      summary: "Count the guests of an event by response",
      call: "summary",
      readOnly: true,
      prints: "summaries",
      args: [eventArg()],
      kind: "rsvpSummary",
      fields: {
        yesGuestCount: { label: "Yes", as: "number" },
        noGuestCount: { label: "No", as: "number" },
        waitlistGuestCount: { label: "Waitlist", as: "number" },
        totalRsvpCount: { label: "RSVPs", as: "number" },
        eventId: { label: "Event" },
      },
      examples: [
        "till events rsvps summary studio-open-day # show accepted, declined and waitlisted guests",
        'till events rsvps summary studio-open-day --jq ".items[0].yesGuestCount" # only the number of guests who accepted',
      ],
    }),
  ],
};

function guestIdsToNumbers(input: unknown): unknown {
  const { guestIds } = input as { guestIds?: string[] };
  return guestIds === undefined ? input : withValue(input, ["guestIds"], guestIds.map(Number));
}
