import { endpoint, pagedBy, service } from "../../endpoint.ts";
import {
  bool,
  date,
  decimal,
  draft,
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
import { FacetCounts, Filter, OffsetPaging, OffsetQuery, PagingMetadata } from "../../models/query.ts";
import { RichContent } from "../../models/rich-content.ts";
import { Image, LegacyPageUrl, Money, VenueAddress } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";
import { SeoData } from "../products/products.ts";
import { RegistrationForm } from "./event-forms.ts";

const title = () => text({ maxLength: 150 });
const message = () => text({ maxLength: 350 });
const label = () => text({ maxLength: 50 });
const accepted = obj({
  title: title(),
  message: message(),
  addToCalendarActionLabel: label(),
  shareActionLabel: label(),
});
const formId = () => text({ format: "GUID", readonly: true });

const RsvpRegistration = obj({
  responseType: enumOf("YES_ONLY", "YES_AND_NO"),
  limit: num(),
  waitlistEnabled: bool(),
  startDate: date(),
  endDate: date(),
  confirmationMessages: obj({
    positiveConfirmation: accepted,
    waitlistMessages: accepted,
    negativeMessages: obj({ title: title(), shareActionLabel: label() }),
  }),
  formId: formId(),
});

const TicketRegistration = obj({
  guestsAssignedSeparately: bool(),
  ticketLimitPerOrder: num({ max: 50 }),
  stockManagerAppId: guid(),
  currency: text(),
  lowestPrice: readonly(Money),
  highestPrice: readonly(Money),
  soldOut: readonly(bool()),
  taxSettings: obj({
    type: enumOf("INCLUDED_IN_PRICE", "ADDED_AT_CHECKOUT"),
    name: text({ minLength: 1, maxLength: 10 }),
    rate: decimal({ min: 0.001, max: 100, maxScale: 3 }),
    appliedToDonations: bool(),
  }),
  reservationDurationInMinutes: num({ min: 5, max: 30 }),
  gracePeriodInMinutes: num({ max: 120 }),
  confirmationMessages: obj({
    title: title(),
    message: message(),
    downloadTicketsLabel: label(),
    addToCalendarActionLabel: label(),
    shareActionLabel: label(),
  }),
  buyerFormId: formId(),
  ticketHolderFormId: formId(),
  inactiveBuyerFormId: formId(),
  checkoutType: readonly(enumOf("EVENTS_APP", "ECOMM_PLATFORM")),
});

/** The registration of an event: its type, status and settings. */
const EventRegistration = obj({
  type: readonly(enumOf("RSVP", "TICKETING", "EXTERNAL", "NONE", "RSVP_AND_TICKETING")),
  status: readonly(
    enumOf(
      "UNKNOWN_REGISTRATION_STATUS",
      "CLOSED_AUTOMATICALLY",
      "CLOSED_MANUALLY",
      "OPEN_RSVP",
      "OPEN_RSVP_WAITLIST_ONLY",
      "OPEN_TICKETS",
      "OPEN_EXTERNAL",
      "SCHEDULED_RSVP",
      "OPEN_RSVP_AND_TICKETS",
    ),
  ),
  rsvp: RsvpRegistration,
  tickets: TicketRegistration,
  external: obj({ url: text({ format: "WEB_URL" }) }),
  allowedGuestTypes: enumOf("VISITOR", "MEMBER", "VISITOR_OR_MEMBER"),
  /** Set when the event is created; cannot be changed. */
  initialType: enumOf("RSVP", "TICKETING", "RSVP_AND_TICKETING"),
  registrationPaused: bool(),
  registrationDisabled: bool(),
});

/** The field groups of events. */
export const EventField = enumOf(
  "DETAILS",
  "TEXTS",
  "REGISTRATION",
  "URLS",
  "FORM",
  "DASHBOARD",
  "FEED",
  "ONLINE_CONFERENCING_SESSION",
  "SEO_SETTINGS",
  "AGENDA",
  "CATEGORIES",
  "CUSTOMIZABLE_TICKETS",
  "BADGES",
);

const EventLocation = obj({
  name: text({ maxLength: 50 }),
  type: enumOf("UNKNOWN_LOCATION", "VENUE", "ONLINE"),
  address: VenueAddress,
  locationTbd: bool(),
});
const timeZone = () => text({ maxLength: 100 });
const formatted = () => text({ maxLength: 500, readonly: true });
const DateAndTime = obj({
  dateAndTimeTbd: bool(),
  dateAndTimeTbdMessage: text({ maxLength: 100 }),
  startDate: date(),
  endDate: date(),
  timeZoneId: timeZone(),
  hideEndDate: bool(),
  showTimeZone: bool(),
  recurrenceStatus: readonly(
    enumOf(
      "ONE_TIME",
      "RECURRING",
      "RECURRING_UPCOMING",
      "RECURRING_RECENTLY_ENDED",
      "RECURRING_RECENTLY_CANCELED",
    ),
  ),
  recurringEvents: obj({
    individualEventDates: list(
      obj({ startDate: date(), endDate: date(), timeZoneId: timeZone(), showTimeZone: bool() }),
      { maxSize: 1000 },
    ),
    categoryId: text({ maxLength: 100, readonly: true }),
  }),
  formatted: obj({
    dateAndTime: formatted(),
    startDate: formatted(),
    startTime: formatted(),
    endDate: formatted(),
    endTime: formatted(),
  }),
});

const Summaries = obj({
  rsvps: obj({ totalCount: num(), yesCount: num(), noCount: num(), waitlistCount: num() }),
  tickets: obj({
    ticketsSold: num(),
    revenue: Money,
    currencyLocked: bool(),
    totalOrders: num(),
    totalSales: Money,
  }),
  cancellation: obj({
    canceledDate: date(),
    actorType: enumOf("USER", "APP", "SYSTEM"),
    actorName: text({ maxLength: 200 }),
    actorEmail: text({ format: "EMAIL" }),
  }),
});
const OnlineConferencing = obj({
  enabled: bool(),
  providerId: guid(),
  providerName: text({ readonly: true }),
  type: enumOf("MEETING", "WEBINAR"),
  session: readonly(
    obj({
      hostLink: text(),
      guestLink: text(),
      password: text(),
      sessionCreated: bool(),
      sessionId: text(),
    }),
  ),
});
const EventCategory = obj({
  id: text({ format: "GUID", readonly: true }),
  name: text({ minLength: 1, maxLength: 30 }),
  createdDate: readonly(date()),
  hidden: readonly(bool()),
  type: readonly(enumOf("MANUAL", "RECURRING_EVENT", "COMPONENT")),
});
const Badge = obj({
  type: enumOf("FIRST_PRIORITY", "SECOND_PRIORITY", "THIRD_PRIORITY"),
  text: text({ maxLength: 50 }),
});

export const eventFields = {
  id: text({ format: "GUID", readonly: true }),
  location: EventLocation,
  dateAndTimeSettings: DateAndTime,
  title: text({ minLength: 1, maxLength: 120 }),
  shortDescription: text({ maxLength: 500 }),
  detailedDescription: text({ maxLength: 50000 }),
  mainImage: Image,
  slug: text({ readonly: true }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  publishedDate: readonly(date()),
  status: readonly(enumOf("UPCOMING", "STARTED", "ENDED", "CANCELED", "DRAFT")),
  registration: EventRegistration,
  calendarUrls: readonly(obj({ google: text(), ics: text() })),
  eventPageUrl: LegacyPageUrl,
  form: RegistrationForm,
  summaries: readonly(Summaries),
  instanceId: text({ readonly: true }),
  guestListSettings: obj({ displayedPublicly: bool() }),
  userId: text({ format: "GUID", readonly: true }),
  feed: obj({ token: text() }),
  onlineConferencing: OnlineConferencing,
  seoSettings: obj({ slug: text({ maxLength: 130 }), advancedSeoData: SeoData, hidden: readonly(bool()) }),
  contactLabel: text({ readonly: true }),
  agendaSettings: obj({ enabled: bool(), pageUrl: readonly(LegacyPageUrl) }),
  categories: obj({ categories: list(EventCategory, { maxSize: 10 }) }),
  eventDisplaySettings: obj({ hideEventDetailsButton: bool(), hideEventDetailsPage: bool() }),
  customizableTickets: bool(),
  labellingSettings: readonly(
    obj({ assignedContactsLegacyLabelId: text({ maxLength: 180 }), assignedContactsLabelDeleted: bool() }),
  ),
  description: RichContent,
  badges: obj({ badges: list(Badge, { maxSize: 10 }) }),
};
/** An event (v3). */
export const Event = obj(eventFields, { always: ["id"] });
export interface Event extends WireOf<typeof Event> {}

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
