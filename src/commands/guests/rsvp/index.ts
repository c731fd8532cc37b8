import { constant, eventArg, withValue } from "../../../cli/event-reference.ts";
import { wholeNumber } from "../../../cli/flags.ts";
import { answerFlag } from "../../../cli/form-answers.ts";
import type {
  FieldFlag,
  GenericGroup,
  GenericResource,
  GenericVerb,
} from "../../../cli/generic/generic-resource.ts";
import { deleteVerb, getVerb, listVerb, updateVerb, verbOf } from "../../../cli/generic/generic-verbs.ts";

const reference = { name: "<rsvp>", describe: "id or email address" };
const one = { ...reference, field: "rsvpId", finds: true as const };
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
  summary: "Manage RSVPs and check guests in",
  service: "rsvps",
  singular: "RSVP",
  kind: "rsvp",
  reference,
  matchKeys: ["email"],
  columns: [
    { header: "FIRST", path: "firstName", grow: true },
    { header: "LAST", path: "lastName", grow: true },
    { header: "EMAIL", path: "email", grow: true },
    { header: "STATUS", path: "status" },
    { header: "GUESTS", path: "totalGuests", as: "number" },
    { header: "CHECKED IN", path: "checkedInGuestCount", as: "number" },
    { header: "CREATED", path: "createdDate", as: "ago" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "First name", path: "firstName" },
    { header: "Last name", path: "lastName" },
    { header: "Email", path: "email" },
    { header: "Id", path: "id" },
    { header: "Event", path: "eventId" },
    { header: "Status", path: "status" },
    { header: "Guests", path: "totalGuests" },
    { header: "Names", path: "guestList.guests.fullName" },
    { header: "Checked in", path: "checkedInGuestCount" },
    { header: "Questions", path: "form.inputValues.inputName" },
    { header: "Answers", path: "form.inputValues.value" },
    { header: "Created", path: "createdDate", as: "time" },
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
  describe: "only this guest of the RSVP, counted from 1 (repeatable)",
};

const list: GenericVerb = {
  ...listVerb(resource, [
    { run: "till rsvp list studio-open-day", does: "list the RSVPs of an event" },
    {
      run: "till rsvp list --filter 'status = WAITLIST' --json",
      does: "print the waitlists of all events",
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
          { run: "till rsvp search lindqvist", does: "search by part of a name or email address" },
          { run: "till rsvp search mira --filter 'status = YES' --json", does: "search guests who accepted" },
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
        { run: "till rsvp get mira@example.com", does: "show it by email address" },
        { run: "till rsvp get mira@example.com --json", does: "print JSON" },
      ]),
      defaults: groups,
    }),
    {
      name: "create",
      summary: "Create an RSVP",
      args: [{ name: "<event>", describe: "event id or slug" }],
      flags: [
        { flags: "--first <name>", describe: "first name" },
        { flags: "--last <name>", describe: "last name" },
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
        {
          run: "till rsvp create studio-open-day --first Noa --last Berg --email noa@example.com",
          does: "accept an invitation",
        },
        {
          run: "till rsvp create studio-open-day --first Ove --last Falk --email ove@example.com --status no --json",
          does: "decline an invitation",
        },
      ],
      notes:
        "Further questions of the event's form are prompted for on a terminal, or answered with --answer.",
      load: () => import("./create.ts"),
    },
    verbOf(resource, {
      ...updateVerb(resource, [
        { run: "till rsvp update freja@example.com --status NO", does: "change the response" },
        {
          run: "till rsvp update mira@example.com -f rsvp.lastName=Lind --json",
          does: "change the last name",
        },
      ]),
      into: "",
      flags: [
        {
          flags: "--status <answer>",
          field: "rsvp.status",
          parse: constant,
          describe: "response: YES, NO or WAITLIST",
        },
        { flags: "--first <name>", field: "rsvp.firstName", describe: "first name" },
        { flags: "--last <name>", field: "rsvp.lastName", describe: "last name" },
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
        { run: "till rsvp delete mira@example.com", does: "delete it after confirmation" },
        { run: "till rsvp delete mira@example.com --yes", does: "delete it in a script" },
      ]),
    ),
    verbOf(resource, {
      name: "count",
      summary: "Count RSVPs",
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
          describe: "response: YES, NO or WAITLIST",
        },
      ],
      into: "",
      examples: [
        { run: "till rsvp count studio-open-day", does: "count the RSVPs of an event" },
        { run: "till rsvp count --status NO --json", does: "count declined RSVPs of all events" },
      ],
    }),
    verbOf(resource, {
      name: "check-in",
      summary: "Check in all or some guests of an RSVP",
      call: "checkIn",
      args: [one],
      flags: [guest],
      into: "",
      prints: "rsvp",
      prepare: async (input) => guestIdsToNumbers(input),
      examples: [
        { run: "till rsvp check-in anton@example.com", does: "check in all guests of the RSVP" },
        { run: "till rsvp check-in anton@example.com --guest 1 --json", does: "check in one guest" },
      ],
    }),
    verbOf(resource, {
      name: "undo-check-in",
      summary: "Undo the check-in of an RSVP",
      call: "undoCheckIn",
      args: [one],
      flags: [guest],
      into: "",
      prints: "rsvp",
      prepare: async (input) => guestIdsToNumbers(input),
      examples: [
        { run: "till rsvp undo-check-in mira@example.com", does: "undo the check-in" },
        { run: "till rsvp undo-check-in mira@example.com --json", does: "undo it and print JSON" },
      ],
    }),
    verbOf(resource, {
      name: "summary",
      summary: "Count the guests of an event by response",
      call: "summary",
      prints: "summaries",
      args: [eventArg()],
      kind: "rsvpSummary",
      columns: [
        { header: "YES", path: "yesGuestCount", as: "number" },
        { header: "NO", path: "noGuestCount", as: "number" },
        { header: "WAITLIST", path: "waitlistGuestCount", as: "number" },
        { header: "RSVPS", path: "totalRsvpCount", as: "number" },
        { header: "EVENT", path: "eventId" },
      ],
      examples: [
        { run: "till rsvp summary studio-open-day", does: "show accepted, declined and waitlisted guests" },
        { run: "till rsvp summary studio-open-day --json", does: "print JSON" },
      ],
    }),
  ],
};

function guestIdsToNumbers(input: unknown): unknown {
  const { guestIds } = input as { guestIds?: string[] };
  return guestIds === undefined ? input : withValue(input, ["guestIds"], guestIds.map(Number));
}
