import { exportFormatFlag, tableFlags } from "../../cli/bulk-flags.ts";
import { eventArg } from "../../cli/event-reference.ts";
import { filterFlag } from "../../cli/flags.ts";
import type { GenericGroup, GenericResource, GenericVerb } from "../../cli/generic/generic-resource.ts";
import { listVerb, verbOf } from "../../cli/generic/generic-verbs.ts";

const resource: GenericResource = {
  name: "guests",
  service: "eventGuests",
  singular: "guest",
  kind: "guest",
  reference: { name: "<guest>", describe: "id" },
  fields: {
    eventId: { filter: "text" },
    id: { filter: "text" },
    memberId: { filter: "text" },
    contactId: { filter: "text" },
    orderNumber: { filter: "text" },
    attendanceStatus: {
      label: "Attendance",
      words: {
        ATTENDING: ["attending"],
        NOT_ATTENDING: ["not attending", "dim"],
        IN_WAITLIST: ["on the waitlist", "warn"],
      },
      filter: ["ATTENDING", "NOT_ATTENDING", "IN_WAITLIST"],
    },
    guestType: { label: "Type", words: { RSVP: ["RSVP"] }, filter: ["RSVP", "BUYER", "TICKET_HOLDER"] },
    "guestDetails.checkedIn": { filter: "boolean" },
    createdDate: { filter: "date", sort: true },
    updatedDate: { filter: "date", sort: true },
    "guestDetails.email": { grow: true, filter: { here: "text" } },
    "guestDetails.lastName": { label: "Last", grow: true, filter: { here: "text" } },
    first: { path: "guestDetails.firstName", grow: true },
  },
  list: "first guestDetails.lastName guestDetails.email attendanceStatus guestType guestDetails.checkedIn id",
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
  `till events guests list studio-open-day --filter "${filter}" --limit 1 --output ndjson | till events guests`;

const list: GenericVerb = {
  ...listVerb(resource, [
    "till events guests list studio-open-day # list the guests of an event",
    'till events guests list --filter "attendanceStatus = IN_WAITLIST" --json # print guests on the waitlist',
  ]),
  args: [eventArg("eventId", "[event]")],
  defaults: { fields: ["GUEST_DETAILS", "GUEST_TOTAL"] },
};

/** `till events guests …` */
export const guests: GenericGroup = {
  name: resource.name,
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
      flags: [filterFlag("guestDetails.checkedIn = false"), exportFormatFlag, ...tableFlags],
      examples: [
        "till events guests export studio-open-day guests.csv # export names, answers and check-ins",
        "till events guests export studio-open-day guests.xlsx # the same as an Excel workbook",
        'till events guests export raku-night --filter "guestDetails.checkedIn = false" --format ndjson # export guests who are not checked in, with all fields',
      ],
      load: () => import("./export.ts"),
    },
  ],
};
