import type { Call } from "../../api/caller.ts";
import { type FilterField, operatorSets } from "../../api/query/filter.ts";
import { type EventGuest, eventGuests } from "../../api/services/guests.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { withConditions } from "../conditions.ts";
import { offsetText } from "../events/when.ts";
import { type Listing, listRows } from "../listing.ts";

const choices = ["$eq", "$ne", "$in", "$nin", "$exists"];

/** The fields of guests for `--filter`. */
const guestFilterFields: readonly FilterField[] = [
  { name: "eventId", type: "text", operators: operatorSets.text },
  { name: "orderNumber", type: "text", operators: operatorSets.text },
  {
    name: "attendanceStatus",
    type: "enum",
    operators: choices,
    values: ["ATTENDING", "NOT_ATTENDING", "IN_WAITLIST"],
  },
  { name: "guestType", type: "enum", values: ["RSVP", "BUYER", "TICKET_HOLDER"], operators: choices },
  { name: "guestDetails.checkedIn", type: "boolean", operators: choices },
  { name: "guestDetails.email", type: "text" },
  { name: "guestDetails.lastName", type: "text" },
  { name: "createdDate", type: "date", operators: operatorSets.number },
];
const groups = { fields: ["GUEST_DETAILS", "GUEST_TOTAL"] };

/** Lists all guests of an event. */
export function listGuests(
  call: Call,
  eventId: string,
  { filter, signal }: { filter?: string | undefined; signal?: AbortSignal },
): Listing<EventGuest> {
  const both = withConditions([["eventId", [eventId]]], filter);
  const source = { call, endpoint: eventGuests.query, input: groups };
  return listRows(
    { ...source, fields: guestFilterFields },
    { filter: both, all: true, recount: true, signal },
  );
}

/** Returns a guest by id. Throws TillError 5 if there is none. */
export async function findGuest(call: Call, id: string): Promise<EventGuest> {
  const input = { query: { filter: { id }, paging: { limit: 1 } }, ...groups };
  const body = await call(eventGuests.query, input);
  const [guest] = body.guests ?? [];
  if (guest) return guest;
  throw new TillError(exitCodes.notFound, `No guest has the id "${id}".`, {
    code: "GUEST_NOT_FOUND",
    hint: "See them all: till events guests list",
  });
}

/** The columns of a guest file, before one column per form question. */
export const guestHeader: readonly string[] = [
  ..."id firstName lastName email phone attendance signedUpAs guests checkedIn orderNumber tickets signedUp".split(
    " ",
  ),
];

/** Returns a guest as cells, with times in the event's zone. `questions` are input names, one column each. */
export function guestCells(guest: EventGuest, zone: string, questions: readonly string[]): string[] {
  const { id, guestDetails, attendanceStatus, guestType, totalGuests, orderNumber, tickets } = guest;
  const { firstName, lastName, email, phone, checkedIn, formResponse } = guestDetails ?? {};
  const answers = new Map(
    (formResponse?.inputValues ?? []).map((input) => [
      input.inputName,
      input.value ??
        input.values?.join("; ") ??
        input.dateTime ??
        input.address?.formatted ??
        String(input.number ?? ""),
    ]),
  );
  const cells = [
    ...[id, firstName, lastName, email, phone, attendanceStatus, guestType],
    ...[totalGuests, checkedIn ? "yes" : "no", orderNumber ?? ""],
    ...[(tickets ?? []).map((ticket) => ticket?.number).join("; ") || guest.ticketNumber],
    guest.createdDate ? offsetText(guest.createdDate, zone) : "",
    ...questions.map((name) => answers.get(name)),
  ];
  return cells.map((cell) => String(cell ?? ""));
}
