import { endpoint } from "../../endpoint.ts";
import { BulkActionMetadata, ItemMetadata } from "../../models/bulk.ts";
import {
  AggregationData,
  Counted,
  CursorMetadata,
  catalogQuery,
  catalogSearch,
  cursorPaging,
  SearchDetails,
  StartedJob,
} from "../../models/catalog-query.ts";
import { bool, date, fieldPaths, guid, list, num, obj, text } from "../../models/fields.ts";
import { Filter } from "../../models/query.ts";
import { Rsvp, RsvpField, RsvpOptions, RsvpSummary } from "./models/rsvp.ts";

const rsvpId = guid();
const fields = list(RsvpField, { maxSize: 3 });
const guestIds = list(num({ min: 1 }), { minSize: 1, maxSize: 11 });
const rsvp = obj({ rsvp: Rsvp });
const page = { paging: "cursor", items: "rsvps", metadata: "pagingMetadata", limitMax: 100 } as const;

/** Answers to invitations (v2). */
export const rsvps = {
  search: endpoint({
    ...page,
    method: "POST",
    path: "/v2/rsvps/search",
    public: "/events/v2/rsvps/search",
    input: obj({ search: catalogSearch(100), fields }),
    result: obj({ rsvps: list(Rsvp), pagingMetadata: CursorMetadata, aggregationData: AggregationData }),
    required: ["search"],
    role: "admin",
    summary: "Search RSVPs by name or email address",
  }),
  query: endpoint({
    ...page,
    method: "POST",
    path: "/v2/rsvps/query",
    public: "/events/v2/rsvps/query",
    input: obj({ query: catalogQuery(100), fields }),
    result: obj({ rsvps: list(Rsvp), pagingMetadata: CursorMetadata }),
    role: "admin",
    summary: "List RSVPs that match a query",
  }),
  count: endpoint({
    method: "POST",
    path: "/v2/rsvps/count",
    public: "/events/v2/rsvps/count",
    input: obj({ filter: Filter, search: SearchDetails }),
    result: Counted,
    role: "admin",
    summary: "Count RSVPs that match a filter",
  }),
  get: endpoint({
    method: "GET",
    path: "/v2/rsvps/{rsvpId}",
    public: "/events/v2/rsvps/{rsvpId}",
    input: obj({ rsvpId, fields }),
    result: rsvp,
    required: ["rsvpId"],
    role: "admin",
    summary: "Get an RSVP",
  }),
  create: endpoint({
    method: "POST",
    path: "/v2/rsvps",
    public: "/events/v2/rsvps",
    input: obj({ rsvp: Rsvp, options: RsvpOptions, fields }),
    result: obj({ rsvp: Rsvp, calendarLinks: obj({ google: text(), ics: text() }) }),
    required: [
      "rsvp.eventId",
      "rsvp.firstName",
      "rsvp.lastName",
      "rsvp.email",
      "rsvp.status",
      "rsvp.additionalGuestDetails?.guestCount",
    ],
    role: "visitor",
    summary: "Create an RSVP",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v2/rsvps/{rsvp.id}",
    public: "/events/v2/rsvps/{rsvp.id}",
    input: obj({ rsvp: Rsvp, options: RsvpOptions, fields }),
    result: rsvp,
    required: ["rsvp.id"],
    summary: "Update the status, guests and answers of an RSVP",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v2/rsvps/{rsvpId}",
    public: "/events/v2/rsvps/{rsvpId}",
    input: obj({ rsvpId }),
    result: obj({}),
    required: ["rsvpId"],
    summary: "Delete an RSVP",
  }),
  bulkUpdate: endpoint({
    method: "PATCH",
    path: "/v2/bulk/rsvps/update",
    public: "/events/v2/bulk/rsvps/update",
    input: obj({
      rsvps: list(obj({ rsvp: Rsvp, fieldMask: fieldPaths() }), { minSize: 1, maxSize: 100 }),
      returnEntity: bool(),
      fields,
      options: RsvpOptions,
    }),
    result: obj({
      results: list(obj({ itemMetadata: ItemMetadata, rsvp: Rsvp })),
      bulkActionMetadata: BulkActionMetadata,
    }),
    required: ["rsvps"],
    summary: "Update up to 100 RSVPs",
  }),
  removeByFilter: endpoint({
    method: "POST",
    path: "/v2/bulk/rsvps/delete-by-filter",
    public: "/events/v2/bulk/rsvps/delete-by-filter",
    input: obj({ filter: Filter, search: SearchDetails }),
    result: StartedJob,
    required: ["filter"],
    effect: "delete",
    summary: "Delete all RSVPs that match a filter",
  }),
  checkIn: endpoint({
    method: "POST",
    path: "/v2/rsvps/{rsvpId}/check-in",
    public: "/events/v2/rsvps/{rsvpId}/check-in",
    input: obj({ rsvpId, guestIds, fields, checkInDate: date() }),
    result: rsvp,
    required: ["rsvpId"],
    summary: "Check in guests of an RSVP",
  }),
  undoCheckIn: endpoint({
    method: "POST",
    path: "/v2/rsvps/{rsvpId}/cancel-check-in",
    public: "/events/v2/rsvps/{rsvpId}/cancel-check-in",
    input: obj({ rsvpId, guestIds, fields, checkInCanceledDate: date() }),
    result: rsvp,
    required: ["rsvpId"],
    summary: "Undo the check-in of guests of an RSVP",
  }),
  summary: endpoint({
    method: "GET",
    path: "/v2/rsvps/summaries",
    public: "/events/v2/rsvps/summaries",
    input: obj({ eventId: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({ summaries: list(RsvpSummary) }),
    required: ["eventId"],
    role: "admin",
    summary: "Count guests by RSVP status",
  }),
  listCurrent: endpoint({
    ...page,
    method: "GET",
    path: "/v2/rsvps/current",
    public: "/events/v2/rsvps/current",
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
};
