import { eventArg } from "../../cli/event-reference.ts";
import { tableFlags } from "../../cli/export/table-flags.ts";
import { filterFlag, strictFlag } from "../../cli/flags.ts";
import type { GenericGroup, GenericResource, GenericVerb } from "../../cli/generic/generic-resource.ts";
import { listVerb, verbOf } from "../../cli/generic/generic-verbs.ts";

const resource: GenericResource = {
  name: "guests",
  summary: "List and check in guests of RSVP and ticketed events",
  service: "eventGuests",
  singular: "guest",
  kind: "guest",
  reference: { name: "<guest>", describe: "id" },
  words: {
    guestType: { RSVP: ["RSVP"] },
    attendanceStatus: {
      ATTENDING: ["attending"],
      NOT_ATTENDING: ["not attending", "dim"],
      IN_WAITLIST: ["on the waitlist", "warn"],
    },
  },
  columns: [
    { header: "FIRST", path: "guestDetails.firstName", grow: true },
    { header: "LAST", path: "guestDetails.lastName", grow: true },
    { header: "EMAIL", path: "guestDetails.email", grow: true },
    { header: "ATTENDANCE", path: "attendanceStatus" },
    { header: "TYPE", path: "guestType" },
    { header: "CHECKED IN", path: "guestDetails.checkedIn" },
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
    "check-in": (guest) => (isCheckedIn(guest) ? "The guest is already checked in." : undefined),
    "undo-check-in": (guest) => (isCheckedIn(guest) ? undefined : "The guest is not checked in."),
  },
};
function isCheckedIn({ guestDetails }: { guestDetails?: unknown }): boolean {
  return (guestDetails as { checkedIn?: boolean } | undefined)?.checkedIn === true;
}

const args = [{ name: "<guests...>", describe: "guest ids, or - for NDJSON records from stdin" }];
const first = (filter: string) =>
  `till guests list studio-open-day --filter '${filter}' --limit 1 --output ndjson | till guests`;

const list: GenericVerb = {
  ...listVerb(resource, [
    "till guests list studio-open-day # list the guests of an event",
    "till guests list --filter 'attendanceStatus = IN_WAITLIST' --json # print guests on the waitlist",
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
      writes: true,
      summary: "Check guests in, by RSVP or ticket",
      args,
      examples: [
        `${first("guestDetails.checkedIn = false and attendanceStatus = ATTENDING")} check-in - # check in a guest from a list`,
        `${first("guestDetails.checkedIn = false and attendanceStatus = ATTENDING")} check-in - --output ndjson # print the results as NDJSON`,
      ],
      load: async () => ({ run: (await import("./check-in.ts")).checkInGuests }),
    },
    {
      name: "undo-check-in",
      writes: true,
      summary: "Undo the check-in of guests",
      args,
      examples: [
        `${first("guestDetails.checkedIn = true")} undo-check-in - # undo the check-in of a guest from a list`,
        `${first("guestDetails.checkedIn = true")} undo-check-in - --output ndjson # print the results as NDJSON`,
      ],
      load: async () => ({ run: (await import("./check-in.ts")).undoCheckInGuests }),
    },
    {
      name: "export",
      summary: "Export guests to a file",
      args: [
        { name: "<event>", describe: "event id or slug" },
        { name: "[file]", describe: "target file (default: stdout)" },
      ],
      flags: [
        filterFlag,
        {
          flags: "--format <kind>",
          describe: "file format (default: by file extension, else csv)",
          choices: ["csv", "xlsx", "ndjson", "json"],
        },
        ...tableFlags,
        strictFlag,
      ],
      examples: [
        "till guests export studio-open-day guests.csv # export names, answers and check-ins",
        "till guests export studio-open-day guests.xlsx # the same as an Excel workbook",
        "till guests export raku-night --filter 'guestDetails.checkedIn = false' --format ndjson # export guests who are not checked in, with all fields",
      ],
      load: () => import("./export.ts"),
    },
  ],
};
