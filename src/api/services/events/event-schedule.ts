import { endpoint, pagedBy, service } from "../../endpoint.ts";
import {
  bool,
  date,
  enumOf,
  fieldMask,
  guid,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { FacetCounts, OffsetPaging, PagingMetadata, Query } from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";

/** The states that schedule lists can filter by. */
const ScheduleState = enumOf("PUBLISHED", "DRAFT", "VISIBLE", "HIDDEN");

const facts = {
  hidden: bool(),
  name: text({ maxLength: 120 }),
  timeSlot: obj({ start: date(), end: date(), timeZoneId: text({ minLength: 1, maxLength: 100 }) }),
  description: text({ maxLength: 10000 }),
  stageName: text({ maxLength: 30 }),
  tags: list(text({ minLength: 1, maxLength: 30 }), { maxSize: 5 }),
  status: enumOf("SCHEDULED", "CANCELED"),
};

/** The fields of a schedule item that can be set. */
const ScheduleItemData = obj(facts);

/** An item in the schedule of an event, such as a talk. */
export const ScheduleItem = obj({
  id: readonly(guid()),
  ...facts,
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  eventId: readonly(guid()),
  draft: readonly(bool()),
});
export interface ScheduleItem extends WireOf<typeof ScheduleItem> {}

const eventId = guid();
const item = obj({ item: ScheduleItem });
const ofEvent = { input: obj({ eventId }), result: obj({}), required: ["eventId"] };

/** The schedules of events. Changes are collected in a draft until it is published. */
export const eventSchedule = service("eventSchedule", {
  list: endpoint("GET /events/v1/schedule", {
    input: obj({
      eventId: list(guid(), { maxSize: 100 }),
      state: list(ScheduleState, { maxSize: 20 }),
      startingFrom: date(),
      startingBefore: date(),
      offset: num({ min: 0, max: 1000 }),
      limit: num({ min: 0, max: 100 }),
      facet: list(text({ minLength: 1, maxLength: 100 }), { maxSize: 20 }),
      itemId: list(guid(), { maxSize: 100 }),
      tag: list(text({ minLength: 1, maxLength: 30 }), { maxSize: 50 }),
      stageName: list(text({ maxLength: 30 }), { maxSize: 50 }),
      paging: OffsetPaging,
    }),
    result: obj({
      total: num(),
      limit: num(),
      offset: num(),
      items: list(ScheduleItem),
      facets: map(FacetCounts),
      draftNotPublished: bool(),
      pagingMetadata: PagingMetadata,
    }),
    ...pagedBy("offset", "items", "pagingMetadata", 1000),
    summary: "List schedule items by time",
  }),
  query: endpoint("POST /events/v1/schedule/query", {
    input: obj({ query: Query }),
    result: obj({ pagingMetadata: PagingMetadata, items: list(ScheduleItem) }),
    ...pagedBy("offset", "items", "pagingMetadata", 100),
    summary: "List published schedule items that match a query",
  }),
  get: endpoint("GET /events/v1/schedule/{itemId}", {
    input: obj({ eventId: text(), itemId: guid(), includeDraft: bool() }),
    result: obj({ item: ScheduleItem, draft: ScheduleItem }),
    summary: "Get a schedule item",
  }),
  add: endpoint("POST /events/v1/schedule/draft", {
    input: obj({ eventId, item: ScheduleItemData }),
    result: item,
    required: ["eventId", "item.name", "item.timeSlot.start", "item.timeSlot.end"],
    summary: "Add an item to a draft schedule",
  }),
  update: endpoint("PATCH /events/v1/schedule/draft/{itemId}", {
    input: obj({ eventId, itemId: guid(), item: ScheduleItemData, fields: fieldMask() }),
    result: item,
    required: ["eventId", "itemId"],
    summary: "Update an item of a draft schedule",
  }),
  remove: endpoint("DELETE /events/v1/schedule/draft/items", {
    input: obj({ eventId, itemIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: obj({}),
    required: ["eventId", "itemIds"],
    summary: "Remove items from a draft schedule",
  }),
  discardDraft: endpoint("DELETE /events/v1/schedule/draft", {
    ...ofEvent,
    summary: "Discard a draft schedule",
  }),
  publishDraft: endpoint("POST /events/v1/schedule/publish", {
    ...ofEvent,
    effect: "set",
    summary: "Publish a draft schedule",
  }),
  reschedule: endpoint("POST /events/v1/schedule/draft/reschedule", {
    input: obj({ eventId, timeZoneId: text({ maxLength: 100 }), timeSlotOffset: text() }),
    result: obj({}),
    required: ["eventId", "timeZoneId"],
    summary: "Move all schedule items by a duration such as 3600s",
  }),
});

const bookmark = {
  input: obj({ eventId: guid(), itemId: guid() }),
  result: obj({}),
  required: ["eventId", "itemId"],
  role: "member",
} as const;

/** The schedule items that a member bookmarked. */
export const eventScheduleBookmarks = service("eventScheduleBookmarks", {
  list: endpoint("GET /events/v1/schedule/bookmarks", {
    input: obj({ eventId: guid() }),
    result: obj({ items: list(ScheduleItem) }),
    required: ["eventId"],
    role: "member",
    summary: "List the schedule items that the member bookmarked",
  }),
  create: endpoint("POST /events/v1/schedule/{itemId}/bookmark", {
    ...bookmark,
    effect: "set",
    summary: "Bookmark a schedule item",
  }),
  remove: endpoint("DELETE /events/v1/schedule/{itemId}/bookmark", {
    ...bookmark,
    summary: "Remove the bookmark from a schedule item",
  }),
});
