import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import {
  bool,
  date,
  draft,
  enumOf,
  fieldPaths,
  guid,
  list,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import {
  AggregationData,
  CountResult,
  CursorMetadata,
  catalogQuery,
  catalogSearch,
  cursorPaging,
  ExtendedFields,
  Filter,
  SearchDetails,
  StartedJob,
} from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";
import { FormResponse } from "../events/event-forms.ts";

/** The field groups of RSVPs. */
const RsvpField = enumOf("DETAILS", "FORM", "CONTACT_DETAILS");
export const RsvpStatus = enumOf("YES", "NO", "WAITLIST");

/** When a guest was checked in, and by whom. */
export const CheckInDetails = obj({
  checkedIn: bool(),
  checkInDate: date(),
  checkInCanceledDate: date(),
  checkedInBy: guid(),
  checkInCanceledBy: guid(),
  checkedInByStaffMember: guid(),
  checkInCanceledByStaffMember: guid(),
});
const Companion = obj({
  index: num(),
  fullName: text({ maxLength: 101 }),
  checkInDetails: CheckInDetails,
  guestId: num({ min: 1 }),
});

/** A response to an invitation, for one or several guests. */
export const Rsvp = obj(
  {
    id: readonly(guid()),
    revision: readonly(text()),
    eventId: guid(),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    memberId: guid(),
    contactId: guid(),
    firstName: text({ minLength: 1, maxLength: 50 }),
    lastName: text({ minLength: 1, maxLength: 50 }),
    email: text({ format: "EMAIL", minLength: 4, maxLength: 255 }),
    form: FormResponse,
    status: RsvpStatus,
    totalGuests: readonly(num()),
    guestList: readonly(obj({ guests: list(Companion) })),
    language: text({ format: "LANGUAGE", readonly: true }),
    locale: text({ readonly: true }),
    fullyCheckedIn: readonly(bool()),
    checkedInGuestCount: readonly(num()),
    additionalGuestDetails: obj({
      guestCount: num({ min: 0, max: 10, whole: true }),
      guestNames: list(text({ maxLength: 101 }), { maxSize: 10 }),
    }),
    disableNotifications: bool(),
    onlineConferencingLogin: readonly(obj({ link: text(), password: text() })),
    anonymized: readonly(bool()),
    marketingConsent: bool(),
    extendedFields: ExtendedFields,
  },
  { always: ["id"] },
);
export interface Rsvp extends WireOf<typeof Rsvp> {}

/** Rules that an admin may override. */
export const RsvpOptions = obj({
  ignoreLimits: bool(),
  ignoreFormValidation: bool(),
  ignoreResponseStatus: bool(),
  ignoreAdditionalGuestNames: bool(),
});
export interface RsvpOptions extends WireOf<typeof RsvpOptions> {}

/** The number of guests per response of an event. */
const RsvpSummary = obj({
  eventId: guid(),
  yesGuestCount: num(),
  noGuestCount: num(),
  waitlistGuestCount: num(),
  totalRsvpCount: num(),
});

const rsvpId = guid();
const fields = list(RsvpField, { maxSize: 3 });
const guestIds = list(num({ min: 1 }), { minSize: 1, maxSize: 11 });
const rsvp = obj({ rsvp: Rsvp }, { always: ["rsvp"] });
const page = { paging: "cursor", items: "rsvps", metadata: "pagingMetadata", limitMax: 100 } as const;

/** RSVPs (v2). */
export const rsvps = service("rsvps", {
  search: endpoint("POST /events/v2/rsvps/search", {
    ...page,
    input: obj({ search: catalogSearch(100), fields }),
    result: obj({ rsvps: list(Rsvp), pagingMetadata: CursorMetadata, aggregationData: AggregationData }),
    required: ["search"],
    role: "admin",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "Search RSVPs by name or email address",
  }),
  query: endpoint("POST /events/v2/rsvps/query", {
    ...page,
    input: obj({ query: catalogQuery(100), fields }),
    result: obj({ rsvps: list(Rsvp), pagingMetadata: CursorMetadata }),
    role: "admin",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "List RSVPs that match a query",
  }),
  count: endpoint("POST /events/v2/rsvps/count", {
    input: obj({ filter: Filter, search: SearchDetails }),
    result: CountResult,
    role: "admin",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "Count RSVPs that match a filter",
  }),
  get: endpoint("GET /events/v2/rsvps/{rsvpId}", {
    input: obj({ rsvpId, fields }),
    result: rsvp,
    role: "admin",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "Get an RSVP",
  }),
  create: endpoint("POST /events/v2/rsvps", {
    input: obj({ rsvp: draft(Rsvp), options: RsvpOptions, fields }),
    result: obj({ rsvp: Rsvp, calendarLinks: obj({ google: text(), ics: text() }) }, { always: ["rsvp"] }),
    required: [
      "rsvp.eventId",
      "rsvp.firstName",
      "rsvp.lastName",
      "rsvp.email",
      "rsvp.status",
      "rsvp.additionalGuestDetails?.guestCount",
    ],
    role: "visitor",
    scopes: ["ADD_GUESTS"],
    summary: "Create an RSVP",
  }),
  update: endpoint("PATCH /events/v2/rsvps/{rsvp.id}", {
    input: obj({ rsvp: draft(Rsvp), options: RsvpOptions, fields }),
    result: rsvp,
    summary: "Update the status, guests and answers of an RSVP",
  }),
  remove: endpoint("DELETE /events/v2/rsvps/{rsvpId}", {
    input: obj({ rsvpId }),
    result: obj({}),
    summary: "Delete an RSVP",
  }),
  bulkUpdate: endpoint("PATCH /events/v2/bulk/rsvps/update", {
    input: obj({
      rsvps: list(obj({ rsvp: draft(Rsvp), fieldMask: fieldPaths() }), { minSize: 1, maxSize: 100 }),
      returnEntity: bool(),
      fields,
      options: RsvpOptions,
    }),
    result: bulkResults("rsvp", Rsvp),
    required: ["rsvps"],
    summary: "Update up to 100 RSVPs",
  }),
  removeByFilter: endpoint("POST /events/v2/bulk/rsvps/delete-by-filter", {
    input: obj({ filter: Filter, search: SearchDetails }),
    result: StartedJob,
    required: ["filter"],
    effect: "delete",
    summary: "Delete all RSVPs that match a filter",
  }),
  checkIn: endpoint("POST /events/v2/rsvps/{rsvpId}/check-in", {
    input: obj({ rsvpId, guestIds, fields, checkInDate: date() }),
    result: rsvp,
    scopes: ["CHECK_IN_GUESTS"],
    summary: "Check in guests of an RSVP",
  }),
  undoCheckIn: endpoint("POST /events/v2/rsvps/{rsvpId}/cancel-check-in", {
    input: obj({ rsvpId, guestIds, fields, checkInCanceledDate: date() }),
    result: rsvp,
    scopes: ["CHECK_IN_GUESTS"],
    summary: "Undo the check-in of guests of an RSVP",
  }),
  summary: endpoint("GET /events/v2/rsvps/summaries", {
    input: obj({ eventId: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({ summaries: list(RsvpSummary) }),
    required: ["eventId"],
    role: "admin",
    scopes: ["READ_ANALYTICS"],
    summary: "Count guests by RSVP status",
  }),
  listCurrent: endpoint("GET /events/v2/rsvps/current", {
    ...page,
    input: obj({
      eventId: list(guid(), { minSize: 1, maxSize: 25 }),
      fields,
      paging: cursorPaging(100),
    }),
    result: obj({ rsvps: list(Rsvp), pagingMetadata: CursorMetadata }),
    required: ["eventId"],
    role: "member",
    summary: "List the RSVPs of the current member",
  }),
});
