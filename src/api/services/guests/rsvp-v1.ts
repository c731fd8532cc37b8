import { endpoint, service } from "../../endpoint.ts";
import { bool, date, enumOf, fieldMask, guid, json, list, map, num, obj, text } from "../../models/fields.ts";
import { FacetCounts } from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";
import { FormResponse } from "../events/event-forms.ts";

const RsvpField = enumOf("DETAILS", "FORM", "CONTACT_DETAILS");
const RsvpTag = enumOf("FULLY_CHECKED_IN", "NOT_FULLY_CHECKED_IN", "MEMBER");
/** WAITING is WAITLIST of v2. */
const RsvpStatus = enumOf("YES", "NO", "WAITING");

/** An RSVP as the older service returns it. */
export const LegacyRsvp = obj(
  {
    id: guid(),
    eventId: guid(),
    contactId: guid(),
    memberId: guid(),
    created: date(),
    modified: date(),
    firstName: text(),
    lastName: text(),
    email: text({ format: "EMAIL" }),
    rsvpForm: FormResponse,
    status: RsvpStatus,
    totalGuests: num(),
    guests: list(
      obj({ index: num(), id: num({ min: 1 }), fullName: text(), checkIn: obj({ created: date() }) }),
    ),
    anonymized: bool(),
    marketingConsent: bool(),
  },
  { always: ["id"] },
);
export interface LegacyRsvp extends WireOf<typeof LegacyRsvp> {}

const ModificationOptions = obj({ silent: bool(), ignoreLimits: bool(), ignoreFormValidation: bool() });

const fieldset = list(RsvpField, { maxSize: 20 });
const listed = {
  offset: num({ min: 0 }),
  fieldset,
  memberId: list(guid(), { maxSize: 500 }),
  facet: list(text({ maxLength: 100 }), { maxSize: 20 }),
  searchPhrase: text({ maxLength: 200 }),
  eventCreatorId: list(guid(), { maxSize: 50 }),
  sort: text({ maxLength: 100 }),
  contactId: list(guid(), { maxSize: 100 }),
  tag: list(RsvpTag),
};
const page = {
  role: "admin",
  scopes: ["CHECK_IN_GUESTS"],
  result: obj({
    total: num(),
    offset: num(),
    limit: num(),
    rsvps: list(LegacyRsvp),
    facets: map(FacetCounts),
    rsvpFacets: obj({
      facets: map(obj({ counts: map(obj({ count: num(), guests: num(), guestsCheckIn: num() })) })),
    }),
  }),
} as const;
const rsvp = obj({ rsvp: LegacyRsvp }, { always: ["rsvp"] });
const checkIn = {
  input: obj({
    eventId: guid(),
    rsvpId: guid(),
    guestId: list(num({ min: 1 }), { minSize: 1, maxSize: 11 }),
  }),
  result: rsvp,
  required: ["eventId", "rsvpId"],
  scopes: ["CHECK_IN_GUESTS"],
} as const;

/** The older service of RSVPs. Both services read and write the same RSVPs. */
export const rsvpsV1 = service("rsvpsV1", {
  // Without paging here: a POST to this path creates an RSVP, and is not an older form of the list.
  list: endpoint("GET /events/v1/rsvp", {
    ...page,
    input: obj({
      ...listed,
      limit: num({ min: 0, max: 400 }),
      eventId: list(guid(), { maxSize: 100 }),
      rsvpId: list(guid(), { maxSize: 500 }),
      status: list(RsvpStatus, { maxSize: 20 }),
    }),
    summary: "List RSVPs",
  }),
  query: endpoint("POST /events/v1/rsvp/query", {
    ...page,
    input: obj({ ...listed, limit: num({ min: 0, max: 100 }), filter: json() }),
    paging: "offset",
    items: "rsvps",
    limitMax: 100,
    summary: "List RSVPs that match a filter",
  }),
  get: endpoint("GET /events/v1/rsvp/{rsvpId}", {
    input: obj({ eventId: guid(), rsvpId: guid(), fieldset }),
    result: rsvp,
    role: "admin",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "Get an RSVP",
  }),
  create: endpoint("POST /events/v1/rsvp", {
    input: obj({
      eventId: guid(),
      form: FormResponse,
      status: RsvpStatus,
      memberId: guid(),
      options: ModificationOptions,
      marketingConsent: bool(),
    }),
    result: obj(
      { rsvp: LegacyRsvp, calendarLinks: obj({ google: text(), ics: text() }) },
      { always: ["rsvp"] },
    ),
    role: "visitor",
    scopes: ["ADD_GUESTS"],
    summary: "Create an RSVP from the answers to the form of the event",
  }),
  update: endpoint("PATCH /events/v1/rsvp/{rsvpId}", {
    input: obj({
      eventId: guid(),
      rsvpId: guid(),
      fields: fieldMask(),
      rsvpForm: FormResponse,
      status: RsvpStatus,
      options: ModificationOptions,
    }),
    result: rsvp,
    required: ["eventId", "rsvpId", "fields"],
    summary: "Update the status and answers of an RSVP",
  }),
  bulkUpdate: endpoint("PATCH /events/v1/rsvp", {
    input: obj({
      eventId: guid(),
      rsvpId: list(guid(), { minSize: 1, maxSize: 100 }),
      fields: fieldMask(),
      status: RsvpStatus,
    }),
    result: obj({ rsvps: list(LegacyRsvp) }),
    required: ["eventId"],
    summary: "Update the status of up to 100 RSVPs",
  }),
  remove: endpoint("DELETE /events/v1/rsvp", {
    input: obj({ eventId: guid(), rsvps: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({}),
    required: ["eventId"],
    summary: "Delete up to 100 RSVPs",
  }),
  checkIn: endpoint("POST /events/v1/rsvp/check-in", {
    ...checkIn,
    summary: "Check in guests of an RSVP",
  }),
  undoCheckIn: endpoint("DELETE /events/v1/rsvp/check-in", {
    ...checkIn,
    summary: "Undo the check-in of guests of an RSVP",
  }),
});
