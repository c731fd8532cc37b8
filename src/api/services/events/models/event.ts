import type * as z from "zod/mini";
import { VenueAddress } from "../../../models/address.ts";
import { bool, date, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { Image } from "../../../models/image.ts";
import { Money } from "../../../models/money.ts";
import { LegacyPageUrl } from "../../../models/page-url.ts";
import { RichContent } from "../../../models/rich-content.ts";
import { SeoData } from "../../products/models/product.ts";
import { EventRegistration } from "./event-registration.ts";
import { RegistrationForm } from "./form.ts";

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
export interface Event extends z.input<typeof Event> {}
