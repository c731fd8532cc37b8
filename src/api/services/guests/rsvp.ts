import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/bulk.ts";
import {
  AggregationData,
  CountResult,
  CursorMetadata,
  catalogQuery,
  catalogSearch,
  cursorPaging,
  SearchDetails,
  StartedJob,
} from "../../models/catalog-query.ts";
import { bool, date, draft, fieldPaths, guid, list, num, obj, text } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import { Rsvp, RsvpField, RsvpOptions, RsvpSummary } from "./models/rsvp.ts";

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
