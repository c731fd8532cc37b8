import type { Event } from "../../../api/services/events/events.ts";
import type { Tx } from "../../kernel/tx.ts";
import { categoriesOf } from "./categories.ts";
import { eventOf, type StoredEvent } from "./tables.ts";

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
  const { session: _, ...onlineConferencing } = event.onlineConferencing ?? {};
  return {
    id,
    location,
    dateAndTimeSettings,
    title,
    slug,
    createdDate,
    updatedDate,
    ...(publishedDate && { publishedDate }),
    status,
    instanceId,
    userId,
    guestListSettings,
    ...(event.onlineConferencing && { onlineConferencing }),
    ...(contactLabel && { contactLabel }),
    ...(eventDisplaySettings && { eventDisplaySettings }),
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
  URLS: (tx, event) => ({ eventPageUrl: { base: siteUrl(tx), path: pagePath(event) } }),
  FORM: (_, { form }) => ({ form }),
  DASHBOARD: (tx, { summaries }) => (tx.caller.role === "admin" ? { summaries } : {}),
  FEED: (_, event) => present(event, ["feed"]),
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
      pageUrl: { base: siteUrl(tx), path: `/schedule/${event.slug}` },
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

const siteUrl = (tx: Tx): string => tx.setting("siteUrl") ?? "https://shop.example/";
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
    ics: new URL(`/_api/events/${event.id}/calendar.ics`, siteUrl(tx)).href,
  };
}

/** Returns the event details of guests and tickets. */
export function detailsOf(tx: Tx, eventId: string) {
  const shown = showEvent(tx, eventOf({ ...tx, caller: { role: "admin" } }, eventId), ["DETAILS", "URLS"]);
  const { title, shortDescription, location, dateAndTimeSettings, eventPageUrl, status } = shown;
  return { title, shortDescription, location, dateAndTimeSettings, eventPageUrl, status };
}
