import { bounds } from "../../api/models/fields.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { Event, EventField } from "../../api/services/events/events.ts";
import { described } from "../described.ts";
import { locationLines, locationText } from "./location.ts";
import { nodesOf } from "./rich-nodes.ts";
import { writeMarkdown } from "./rich-write.ts";
import { eventTimes, zonedText, zoneOf } from "./when.ts";
import { eventWords, registrationText, registrationWord } from "./words.ts";

const types = ["RSVP", "TICKETING", "RSVP_AND_TICKETING"];

/** The fields of events. Those whose filter has no operators are filtered here, row by row. */
export const eventView = described<Event>(
  {
    title: { grow: true, min: 16, filter: "text", sort: true },
    slug: { min: 8, filter: "text", sort: true },
    status: {
      words: eventWords,
      min: 8,
      filter: ["UPCOMING", "STARTED", "ENDED", "CANCELED", "DRAFT"],
    },
    // Times are in the event's own zone.
    start: {
      path: "dateAndTimeSettings.startDate",
      label: "Starts",
      heading: "START",
      value: startText,
      // The offset says enough in a list; the page of the event has the zone.
      brief: (event) => [startText(event).replace(` (${zoneOf(event)})`, "")],
      min: 23,
      filter: "date",
      sort: true,
    },
    end: {
      path: "dateAndTimeSettings.endDate",
      label: "Ends",
      value: (event) => eventTimes(event).end,
      filter: "date",
      sort: true,
    },
    type: { path: "registration.type", filter: { here: [...types, "EXTERNAL", "NONE"] } },
    registration: {
      path: "registration.status",
      value: ({ registration }) => registration?.status ?? registration?.initialType,
      words: registrationWord,
      filter: {
        here: [
          ...[
            "OPEN_RSVP",
            "OPEN_RSVP_WAITLIST_ONLY",
            "OPEN_TICKETS",
            "OPEN_EXTERNAL",
            "OPEN_RSVP_AND_TICKETS",
          ],
          ...["SCHEDULED_RSVP", "CLOSED_AUTOMATICALLY", "CLOSED_MANUALLY"],
        ],
      },
    },
    initialType: { path: "registration.initialType", filter: types },
    location: {
      path: "location.type",
      value: locationLines,
      filter: { here: ["VENUE", "ONLINE"] },
    },
    venue: { path: "location.name", value: locationText, grow: true, filter: { here: "text" } },
    city: { path: "location.address.city", filter: { here: "text" } },
    timeZone: { path: "dateAndTimeSettings.timeZoneId", filter: { here: "text" } },
    recurrence: {
      path: "dateAndTimeSettings.recurrenceStatus",
      filter: {
        here: [
          "ONE_TIME",
          "RECURRING",
          "RECURRING_UPCOMING",
          "RECURRING_RECENTLY_ENDED",
          "RECURRING_RECENTLY_CANCELED",
        ],
      },
    },
    // Only in the response if the field group CATEGORIES is requested.
    category: { path: "categories.categories.name", label: "Categories", filter: { type: "list" } },
    createdDate: { filter: "date", sort: true },
    updatedDate: { filter: "date", sort: true },
    id: { filter: "text", sort: true },
    dates: { value: (event) => eventTimes(event).dates.join("\n") },
    online: { value: onlineText },
    typeAndStatus: {
      label: "Registration",
      value: ({ registration }) => [registration?.type, registration?.status].filter(Boolean).join(", "),
      words: registrationText,
    },
    guestTypes: { path: "registration.allowedGuestTypes", words: {} },
    responses: { path: "registration.rsvp.responseType", words: {} },
    guestLimit: { value: guestLimitText },
    opens: { value: (event) => zonedText(event, event.registration?.rsvp?.startDate) },
    closes: { value: (event) => zonedText(event, event.registration?.rsvp?.endDate) },
    registrationUrl: { path: "registration.external.url", label: "Registration URL" },
    tickets: { value: ticketPrices },
    guests: { value: guestCounts },
    sold: { value: soldText },
    page: { value: ({ eventPageUrl }) => addressOf(eventPageUrl) },
    summary: { path: "shortDescription" },
    description: { value: ({ description }) => writeMarkdown(nodesOf(description)) },
  },
  {
    list: "title status start registration venue slug",
    get: "title id slug status start end dates location online typeAndStatus guestTypes responses guestLimit opens closes registrationUrl tickets guests sold category page summary description",
  },
);

export const { filterFields: eventFilterFields, sortPaths: eventSortPaths = [] } = eventView;

/** The field groups of `--groups`. */
export const eventGroups: readonly string[] = bounds.get(EventField)?.values ?? [];

/** The fields of an event for `--fields`. */
export const eventFields: readonly string[] = Object.keys(shapeOf(Event));

function onlineText({ onlineConferencing }: Event): string {
  const { enabled, type, providerName, session } = onlineConferencing ?? {};
  return enabled ? [type, providerName, session?.guestLink].filter(Boolean).join("  ") : "";
}

function guestLimitText({ registration }: Event): string | number {
  const { limit, waitlistEnabled } = registration?.rsvp ?? {};
  if (typeof limit !== "number") return "";
  return waitlistEnabled ? `${limit}, then a waitlist` : limit;
}

function ticketPrices({ registration }: Event): string {
  const { lowestPrice, highestPrice, soldOut } = registration?.tickets ?? {};
  const prices = [...new Set([lowestPrice, highestPrice].flatMap((one) => (one ? [one.value] : [])))];
  return [prices.join(" – "), lowestPrice?.currency, soldOut && "sold out"].filter(Boolean).join(" ");
}

function guestCounts({ summaries }: Event): string {
  const { yesCount, noCount, waitlistCount } = summaries?.rsvps ?? {};
  return summaries?.rsvps ? `${yesCount ?? 0} yes, ${noCount ?? 0} no, ${waitlistCount ?? 0} waiting` : "";
}

function soldText({ summaries }: Event): string {
  const { ticketsSold, totalSales } = summaries?.tickets ?? {};
  return summaries?.tickets
    ? `${ticketsSold ?? 0} tickets, ${totalSales?.value ?? 0} ${totalSales?.currency ?? ""}`
    : "";
}

function startText(event: Event): string {
  const { start, toBeAnnounced, dates } = eventTimes(event);
  return toBeAnnounced ?? start ?? dates[0] ?? "";
}

/** Returns the URL of a page of the site; undefined if the site is not known. */
export function addressOf(
  page: { base?: string | null; path?: string | null } | null | undefined,
): string | undefined {
  return page?.base ? `${page.base.replace(/\/$/, "")}${page.path ?? ""}` : undefined;
}
