import type { Event } from "../../api/services/events.ts";
import { siteUrlOf } from "../kernel/defaults.ts";
import { seededId } from "../kernel/ids.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import type { Tx } from "../kernel/tx.ts";
import { categoriesOf } from "./categories.ts";
import { eventOf, events, type StoredEvent } from "./events.ts";

type RequestedGroups = readonly (string | null)[] | null | undefined;

/** Returns an event in API form with the requested field groups. */
export function showEvent(tx: Tx, event: StoredEvent, fields: RequestedGroups): Event {
  const base = baseFields(event);
  const groups = [...new Set(fields ?? [])].map((field) => group(field)?.(tx, event) ?? {});
  return Object.assign(base, ...groups);
}

function baseFields(event: StoredEvent): Event {
  const { id, location, dateAndTimeSettings, title, slug, createdDate, updatedDate, publishedDate } = event;
  const { status, instanceId, userId, guestListSettings, eventDisplaySettings, contactLabel } = event;
  const { session, ...onlineConferencing } = event.onlineConferencing ?? {};
  return {
    id,
    location,
    dateAndTimeSettings,
    title,
    slug,
    createdDate,
    updatedDate,
    publishedDate: publishedDate || undefined,
    status,
    instanceId,
    userId,
    guestListSettings,
    onlineConferencing: event.onlineConferencing ? onlineConferencing : undefined,
    contactLabel: contactLabel || undefined,
    eventDisplaySettings: eventDisplaySettings || undefined,
  };
}

type Group = (tx: Tx, event: StoredEvent) => Partial<Event>;

/** The fields of each group. Counts and host details of conferences are for admins only. */
const groups: Readonly<Record<string, Group>> = {
  DETAILS: (tx, event) => ({
    ...present(event, ["shortDescription", "mainImage"]),
    calendarUrls: calendarUrls(tx, event),
  }),
  TEXTS: (_, event) => present(event, ["description", "detailedDescription"]),
  REGISTRATION: (_, { registration }) => ({ registration }),
  URLS: (tx, event) => ({ eventPageUrl: { base: siteBase(tx), path: pagePath(event) } }),
  FORM: (_, { form }) => ({ form }),
  DASHBOARD: (tx, { summaries }) => (tx.caller.role === "admin" ? { summaries } : {}),
  FEED: (tx, { id }) => ({ feed: { token: seededId(tx, `feed ${id}`) } }),
  ONLINE_CONFERENCING_SESSION(tx, { onlineConferencing }) {
    if (!onlineConferencing?.session) return {};
    const { hostLink, ...forGuests } = onlineConferencing.session;
    const session = tx.caller.role === "admin" ? { hostLink, ...forGuests } : forGuests;
    return { onlineConferencing: { ...onlineConferencing, session } };
  },
  SEO_SETTINGS: (_, event) => ({ seoSettings: { ...event.seoSettings, slug: event.slug } }),
  AGENDA: (tx, event) => ({
    agendaSettings: {
      enabled: event.agendaSettings?.enabled ?? false,
      pageUrl: { base: siteBase(tx), path: `/schedule/${event.slug}` },
    },
  }),
  CATEGORIES: (tx, event) => ({ categories: { categories: categoriesOf(tx, event) } }),
  CUSTOMIZABLE_TICKETS: (_, { customizableTickets }) => ({
    customizableTickets: customizableTickets ?? false,
  }),
  BADGES: (_, event) => ({ badges: event.badges ?? { badges: [] } }),
};

const group = (field: string | null): Group | undefined =>
  field !== null && Object.hasOwn(groups, field) ? groups[field] : undefined;

function present<Key extends keyof Event>(event: Partial<Event>, keys: readonly Key[]): Partial<Event> {
  return Object.fromEntries(keys.flatMap((key) => (event[key] == null ? [] : [[key, event[key]]])));
}

/** The base of a page's URL, to which clients append the path with its slash. */
const siteBase = (tx: Tx): string => siteUrlOf(tx).replace(/\/$/, "");
const pagePath = ({ slug }: StoredEvent) => `/event-details/${slug}`;

function calendarUrls(tx: Tx, event: StoredEvent): { google: string; ics: string } {
  const { startDate, endDate } = event.dateAndTimeSettings;
  const stamp = (time: string | null | undefined) => (time ?? "").replace(/[-:]|\.\d{3}/g, "");
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: event.title,
    ...(startDate && { dates: `${stamp(startDate)}/${stamp(endDate)}` }),
    ...(event.location.address?.formattedAddress && { location: event.location.address.formattedAddress }),
  });
  return {
    google: `https://calendar.google.com/calendar/render?${query}`,
    ics: new URL(`/_api/events/${event.id}/calendar.ics`, siteUrlOf(tx)).href,
  };
}

/** Returns the event details of guests and tickets. */
export function detailsOf(tx: Tx, eventId: string) {
  const shown = showEvent(tx, eventOf({ ...tx, caller: { role: "admin" } }, eventId), ["DETAILS", "URLS"]);
  const { title, shortDescription, location, dateAndTimeSettings, eventPageUrl, status } = shown;
  return { title, shortDescription, location, dateAndTimeSettings, eventPageUrl, status };
}

const fqdn = "wix.events.v3.event";

/** Returns the entity of created and updated events: everything that visitors may see. */
const eventPayload = (tx: Tx, event: StoredEvent): Event =>
  showEvent({ ...tx, caller: { role: "visitor" } }, event, [
    "DETAILS",
    "TEXTS",
    "REGISTRATION",
    "URLS",
    "FORM",
    "SEO_SETTINGS",
    "AGENDA",
  ]);

/** Emits the created event of an event. */
export function emitCreated(tx: Tx, event: StoredEvent): void {
  emitDomainEvent(tx, fqdn, "created", event.id, { createdEvent: { entity: eventPayload(tx, event) } });
}

/** Emits the updated event of an event. */
export function emitEventUpdated(tx: Tx, event: StoredEvent): void {
  emitDomainEvent(tx, fqdn, "updated", event.id, {
    updatedEvent: { currentEntity: eventPayload(tx, event) },
  });
}

/** Emits the deleted event, which contains the id only. */
export function emitDeleted(tx: Tx, { id }: StoredEvent): void {
  emitDomainEvent(tx, fqdn, "deleted", id, { deletedEvent: {} });
}

/** The fields of action events besides id and time, by action. */
const factsOfAction: Record<string, (tx: Tx, event: StoredEvent) => object> = {
  published: (tx, event) => {
    const { status, title, shortDescription, location, dateAndTimeSettings, eventPageUrl, registration } =
      eventPayload(tx, event);
    const { derivedFromEventId } = event.internal;
    return {
      status,
      derivedFromEventId,
      title,
      shortDescription,
      location,
      dateAndTimeSettings,
      eventPageUrl,
      registration,
    };
  },
  started: (_, event) => ({ hasGuests: hasGuests(event) }),
  ended: (_, event) => ({ hasGuests: hasGuests(event) }),
  canceled: (_, event) => ({ title: event.title, userId: event.userId, hasGuests: hasGuests(event) }),
  cloned: (_, { location, dateAndTimeSettings, title, userId, status, internal, instanceId }) => ({
    location,
    dateAndTimeSettings,
    title,
    userId,
    status,
    derivedFromInstanceId: instanceId,
    derivedFromEventId: internal.derivedFromEventId,
  }),
  reminder: (_, event) => {
    const { location, dateAndTimeSettings, title, userId } = event;
    return { location, dateAndTimeSettings, title, userId, hasGuests: hasGuests(event) };
  },
};

export type EventAction = "published" | "started" | "ended" | "canceled" | "cloned" | "reminder";

/** Emits an action event with additional fields. */
export function emitAction(tx: Tx, event: StoredEvent, action: EventAction, more: object = {}): void {
  const known = factsOfAction[action]?.(tx, event);
  const body = { timestamp: tx.now.toISOString(), eventId: event.id, ...known, ...more };
  emitDomainEvent(tx, fqdn, action, event.id, { actionEvent: { body } });
}

const hasGuests = ({ summaries, internal }: StoredEvent): boolean =>
  internal.attending + (summaries.rsvps?.totalCount ?? 0) + (summaries.tickets?.ticketsSold ?? 0) > 0;

export type RegistrationType = "RSVP" | "TICKETING" | "EXTERNAL" | "NONE" | "RSVP_AND_TICKETING";
export type RegistrationStatus =
  | "CLOSED_AUTOMATICALLY"
  | "CLOSED_MANUALLY"
  | "OPEN_RSVP"
  | "OPEN_RSVP_WAITLIST_ONLY"
  | "OPEN_TICKETS"
  | "OPEN_EXTERNAL"
  | "SCHEDULED_RSVP"
  | "OPEN_RSVP_AND_TICKETS";

/** Returns the registration status of an event at a time, from its settings, status and counts. */
export function registrationState(
  event: Pick<StoredEvent, "registration" | "status" | "internal">,
  now: Date,
): { type: RegistrationType; status: RegistrationStatus } {
  const type = typeOf(event.registration);
  return { type, status: statusOf(event, type, now) };
}

function typeOf(registration: StoredEvent["registration"]): RegistrationType {
  if (registration.registrationDisabled) return "NONE";
  if (registration.external?.url) return "EXTERNAL";
  return (registration.initialType ?? "RSVP") as RegistrationType;
}

function statusOf(
  { registration, status, internal }: Pick<StoredEvent, "registration" | "status" | "internal">,
  type: RegistrationType,
  now: Date,
): RegistrationStatus {
  const { registrationPaused, registrationDisabled, rsvp, tickets } = registration;
  // The live platform reports drafts as closed manually.
  if (registrationDisabled || registrationPaused || status === "DRAFT") return "CLOSED_MANUALLY";
  if (status !== "UPCOMING" && status !== "STARTED") return "CLOSED_AUTOMATICALLY";
  if (type === "EXTERNAL") return "OPEN_EXTERNAL";
  const byRsvp =
    type === "TICKETING" ? "CLOSED_AUTOMATICALLY" : rsvpStatus(rsvp ?? {}, internal.attending, now);
  const selling = type !== "RSVP" && !tickets?.soldOut;
  if (!selling) return byRsvp;
  return byRsvp === "OPEN_RSVP" ? "OPEN_RSVP_AND_TICKETS" : "OPEN_TICKETS";
}

function rsvpStatus(
  { startDate, endDate, limit, waitlistEnabled }: NonNullable<StoredEvent["registration"]["rsvp"]>,
  attending: number,
  now: Date,
): RegistrationStatus {
  const at = now.toISOString();
  if (startDate && at < startDate) return "SCHEDULED_RSVP";
  if (endDate && at >= endDate) return "CLOSED_AUTOMATICALLY";
  if (typeof limit !== "number" || attending < limit) return "OPEN_RSVP";
  return waitlistEnabled ? "OPEN_RSVP_WAITLIST_ONLY" : "CLOSED_AUTOMATICALLY";
}

/**
 * Stores an event whose counts changed (`summaries`, `internal.attending`, `registration.tickets`) with its new
 * registration status. Emits an updated event if the status changed.
 */
export function refreshRegistration(tx: Tx, event: StoredEvent): StoredEvent {
  const state = registrationState(event, tx.now);
  const after = { ...event, registration: { ...event.registration, ...state } };
  const before = tx.get(events, event.id);
  tx.put(events, after.id, after);
  if (before?.registration.status !== state.status) emitEventUpdated(tx, after);
  return after;
}
