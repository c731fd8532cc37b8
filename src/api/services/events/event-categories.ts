import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import { date, enumOf, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import { Filter, OffsetQuery, PagingMetadata } from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";

/** The type of a category: created manually, or by the platform for a series of events. */
export const EventCategoryState = enumOf("MANUAL", "AUTO", "RECURRING_EVENT", "HIDDEN", "COMPONENT");
/** The field groups of event categories. */
const EventCategoryFieldset = enumOf("COUNTS");

/** A category of events. */
export const EventCategory = obj({
  id: readonly(guid()),
  name: text({ minLength: 1, maxLength: 30 }),
  createdDate: readonly(date()),
  counts: readonly(obj({ assignedEventsCount: num(), assignedDraftEventsCount: num() })),
  states: list(EventCategoryState, { maxSize: 3 }),
});
export interface EventCategory extends WireOf<typeof EventCategory> {}

const categoryId = guid();
const category = obj({ category: EventCategory });
const results = bulkResults("item", EventCategory);
const categoryIds = list(guid(), { minSize: 1, maxSize: 10 });
const eventsOfCategory = {
  input: obj({ categoryId, eventId: list(guid(), { minSize: 1, maxSize: 100 }) }),
  result: obj({}),
  required: ["categoryId", "eventId"],
};
/** The input of calls for one event and several categories. */
const categoriesOfEvent = {
  input: obj({ categoryId: categoryIds, eventId: list(guid(), { minSize: 1, maxSize: 1 }) }),
  result: results,
  required: ["categoryId", "eventId"],
};
const byFilter = {
  input: obj({ categoryId: categoryIds, filter: Filter }),
  result: obj({}),
  required: ["categoryId", "filter"],
};

/** Categories of events and their assignments. */
export const eventCategories = service("eventCategories", {
  create: endpoint("POST /events/v1/categories", {
    input: category,
    result: category,
    required: ["category.name"],
    summary: "Create an event category",
  }),
  bulkCreate: endpoint("POST /events/v1/bulk/categories/create", {
    input: obj({ categories: list(EventCategory, { minSize: 1, maxSize: 10 }) }),
    result: results,
    required: ["categories"],
    summary: "Create several event categories",
  }),
  update: endpoint("PATCH /events/v1/categories/{category.id}", {
    input: category,
    result: category,
    summary: "Update fields of an event category",
  }),
  remove: endpoint("DELETE /events/v1/categories/{categoryId}", {
    input: obj({ categoryId }),
    result: obj({}),
    summary: "Delete an event category but not its events",
  }),
  query: endpoint("POST /events/v1/categories/query", {
    input: obj({ query: OffsetQuery, fieldset: list(EventCategoryFieldset, { maxSize: 1 }) }),
    result: obj({ categories: list(EventCategory), metaData: PagingMetadata }),
    ...pagedBy("offset", "categories", "metaData", 1000),
    summary: "List event categories that match a query",
  }),
  assignEvents: endpoint("POST /events/v1/categories/{categoryId}/events", {
    ...eventsOfCategory,
    effect: "set",
    summary: "Add events to a category",
  }),
  bulkAssignEvents: endpoint("POST /events/v1/bulk/categories/events", {
    ...categoriesOfEvent,
    effect: "set",
    summary: "Add an event to several categories",
  }),
  assignEventsByFilter: endpoint("POST /events/v1/bulk-async/categories/assign-events-by-filter", {
    ...byFilter,
    effect: "set",
    summary: "Add all events that match a filter to categories",
  }),
  unassignEvents: endpoint("DELETE /events/v1/categories/{categoryId}/events", {
    ...eventsOfCategory,
    summary: "Remove events from a category",
  }),
  bulkUnassignEvents: endpoint("DELETE /events/v1/bulk/categories/events", {
    ...categoriesOfEvent,
    required: ["categoryId"],
    summary: "Remove one event or all events from several categories",
  }),
  unassignEventsByFilter: endpoint("POST /events/v1/bulk-async/categories/unassign-events-by-filter", {
    ...byFilter,
    effect: "delete",
    summary: "Remove all events that match a filter from categories",
  }),
  listOfEvent: endpoint("GET /events/v1/categories/{eventId}", {
    input: obj({ eventId: guid() }),
    result: obj({ categories: list(EventCategory) }),
    summary: "List the categories of an event",
  }),
  reorderEvents: endpoint("POST /events/v1/categories/{categoryId}/reorder", {
    input: obj(
      { beforeEventId: guid(), afterEventId: guid(), categoryId, eventId: guid() },
      { oneOf: [["beforeEventId", "afterEventId"]] },
    ),
    result: obj({}),
    effect: "set",
    summary: "Move an event within a category",
  }),
});
