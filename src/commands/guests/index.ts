import { eventArg } from "../../cli/event-reference.ts";
import { filterFlag } from "../../cli/flags.ts";
import {
  type GenericGroup,
  type GenericResource,
  type GenericVerb,
  listVerb,
  verbOf,
} from "../../cli/generic/generic-resource.ts";

const resource: GenericResource = {
  name: "guests",
  summary: "everybody who comes to an event, however they signed up",
  service: "eventGuests",
  singular: "guest",
  kind: "guest",
  reference: { name: "<guest>", describe: "id" },
  columns: [
    { header: "FIRST", path: "guestDetails.firstName", grow: true },
    { header: "LAST", path: "guestDetails.lastName", grow: true },
    { header: "E-MAIL", path: "guestDetails.email", grow: true },
    { header: "COMES", path: "attendanceStatus" },
    { header: "AS", path: "guestType" },
    { header: "IN", path: "guestDetails.checkedIn" },
    { header: "ID", path: "id" },
  ],
  filters: {
    eventId: "text",
    id: "text",
    memberId: "text",
    contactId: "text",
    orderNumber: "text",
    attendanceStatus: ["ATTENDING", "NOT_ATTENDING", "IN_WAITLIST"],
    guestType: ["RSVP", "BUYER", "TICKET_HOLDER"],
    "guestDetails.checkedIn": "boolean",
    createdDate: "date",
    updatedDate: "date",
    "guestDetails.email": { here: "text" },
    "guestDetails.lastName": { here: "text" },
  },
  unavailable: {
    "check-in": (guest) => (isIn(guest) ? "They are in already." : undefined),
    "undo-check-in": (guest) => (isIn(guest) ? undefined : "They are not in."),
  },
};
function isIn({ guestDetails }: { guestDetails?: unknown }): boolean {
  return (guestDetails as { checkedIn?: boolean } | undefined)?.checkedIn === true;
}

const args = [{ name: "<guests...>", describe: "ids of guests; - reads NDJSON records from stdin" }];
const first = (filter: string) =>
  `till guests list studio-open-day --filter '${filter}' --limit 1 --output ndjson | till guests`;

const list: GenericVerb = {
  ...listVerb(resource, [
    { run: "till guests list studio-open-day", does: "of one event" },
    {
      run: "till guests list --filter 'attendanceStatus = IN_WAITLIST' --json",
      does: "who waits for a place",
    },
  ]),
  args: [eventArg("eventId", "[event]")],
  defaults: { fields: ["GUEST_DETAILS", "GUEST_TOTAL"] },
};

/** `till guests …` */
export const guests: GenericGroup = {
  name: "guests",
  summary: resource.summary,
  resource,
  list,
  screen: true,
  verbs: [
    verbOf(resource, list),
    {
      name: "check-in",
      summary: "let guests in, whether by RSVP or with tickets",
      args,
      examples: [
        {
          run: `${first("guestDetails.checkedIn = false and attendanceStatus = ATTENDING")} check-in -`,
          does: "from a list",
        },
        { run: "till guests check-in --help", does: "what it takes" },
      ],
      load: async () => ({ run: (await import("./check-in.ts")).checkInGuests }),
    },
    {
      name: "undo-check-in",
      summary: "take back check-ins of guests",
      args,
      examples: [
        { run: `${first("guestDetails.checkedIn = true")} undo-check-in -`, does: "from a list" },
        { run: "till guests undo-check-in --help", does: "what it takes" },
      ],
      load: async () => ({ run: (await import("./check-in.ts")).undoGuests }),
    },
    {
      name: "export",
      summary: "write a guest list to a file",
      args: [
        { name: "<event>", describe: "the event's id or slug" },
        { name: "[file]", describe: "where to; stdout when absent" },
      ],
      flags: [
        filterFlag,
        {
          flags: "--format <kind>",
          describe: "default: by the file's ending, else csv",
          choices: ["csv", "ndjson"],
        },
        { flags: "--raw", describe: "leave cells that a spreadsheet would run as a formula as they are" },
      ],
      examples: [
        { run: "till guests export studio-open-day guests.csv", does: "names, answers, who is in" },
        {
          run: "till guests export raku-night --filter 'guestDetails.checkedIn = false' --format ndjson",
          does: "who is still to come, whole",
        },
      ],
      load: () => import("./export.ts"),
    },
  ],
};
