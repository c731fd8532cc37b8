import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bool, draft, fieldMask, guid, list, map, obj, text } from "../../models/fields.ts";
import { FacetCounts, Filter, OffsetPaging, OffsetQuery, PagingMetadata } from "../../models/query.ts";
import { Event, EventField } from "./models/event.ts";

const eventId = guid();
const fields = list(EventField, { maxSize: 20 });
const event = obj({ event: Event }, { always: ["event"] });
const page = obj({ events: list(Event), pagingMetadata: PagingMetadata });
/** Calls on all events that match a filter. The filter is inside a query object, whose paging and sort are ignored. */
const byFilter = { input: obj({ filter: OffsetQuery }), required: ["filter.filter"], result: obj({}) };

/** Events (v3). */
export const events = service("events", {
  create: endpoint("POST /events/v3/events", {
    input: obj({ event: draft(Event), draft: bool(), fields }),
    result: event,
    required: [
      "event.title",
      "event.location",
      "event.dateAndTimeSettings",
      "event.registration.initialType",
    ],
    summary: "Create an event, as a draft or published",
  }),
  clone: endpoint("POST /events/v3/events/{eventId}/clone", {
    input: obj({ eventId, event: draft(Event), fieldmask: fieldMask(), draft: bool(), fields }),
    result: event,
    summary: "Clone an event",
  }),
  update: endpoint("PATCH /events/v3/events/{event.id}", {
    input: obj({ event: draft(Event), fieldmask: fieldMask(), fields }),
    result: event,
    summary: "Update fields of an event",
  }),
  publish: endpoint("POST /events/v3/events/{eventId}/publish", {
    input: obj({ eventId, fields }),
    result: event,
    effect: "set",
    summary: "Publish a draft event",
  }),
  cancel: endpoint("POST /events/v3/events/{eventId}/cancel", {
    input: obj({ eventId, fields }),
    result: event,
    effect: "set",
    summary: "Cancel an event",
  }),
  cancelByFilter: endpoint("POST /events/v3/bulk/events/cancel-by-filter", {
    ...byFilter,
    effect: "set",
    summary: "Cancel all events that match a filter",
  }),
  remove: endpoint("DELETE /events/v3/events/{eventId}", {
    input: obj({ eventId }),
    result: obj({ eventId }),
    summary: "Delete an event",
  }),
  removeByFilter: endpoint("POST /events/v3/bulk/events/delete-by-filter", {
    ...byFilter,
    effect: "delete",
    summary: "Delete all events that match a filter",
  }),
  countByStatus: endpoint("POST /events/v3/events/count-by-status", {
    input: obj({
      filter: Filter,
      facet: list(text({ maxLength: 100 }), { maxSize: 20 }),
      includeDrafts: bool(),
    }),
    result: obj({ pagingMetadata: PagingMetadata, facets: map(FacetCounts) }),
    effect: "read",
    summary: "Count events by status or other facets",
  }),
  get: endpoint("GET /events/v3/events/{eventId}", {
    input: obj({ eventId, fields }),
    result: event,
    summary: "Get an event by ID",
  }),
  getBySlug: endpoint("GET /events/v3/events/slug/{slug}", {
    input: obj({ slug: text({ minLength: 1, maxLength: 130 }), fields }),
    result: event,
    summary: "Get an event by slug",
  }),
  listByCategory: endpoint("GET /events/v3/events/category/{categoryId}", {
    input: obj({ categoryId: guid(), paging: OffsetPaging, fields }),
    result: page,
    ...pagedBy("offset", "events", "pagingMetadata", 1000),
    summary: "List the events of a category in order",
  }),
  query: endpoint("POST /events/v3/events/query", {
    input: obj({ query: OffsetQuery, fields, includeDrafts: bool() }),
    result: page,
    ...pagedBy("offset", "events", "pagingMetadata", 1000),
    summary: "List events that match a query",
  }),
});
