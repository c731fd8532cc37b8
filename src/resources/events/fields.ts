import { bounds } from "../../api/models/fields.ts";
import { type FilterField, orderOperators, textOperators } from "../../api/query/filter.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { Event, EventField } from "../../api/services/events/models/event.ts";
import { type Column, column } from "../../output/table.ts";
import { locationLines, locationText } from "./location.ts";
import { nodesOf } from "./rich-nodes.ts";
import { writeMarkdown } from "./rich-write.ts";
import { eventTimes, zonedText, zoneOf } from "./when.ts";
import { eventWords, registrationText, registrationWord } from "./words.ts";

const choices = ["$eq", "$ne", "$in", "$nin", "$exists"];
const types = ["RSVP", "TICKETING", "RSVP_AND_TICKETING"];

/** The fields of events for `--filter` and `--sort`. Fields without operators are filtered here, row by row. */
export const eventFilterFields: readonly FilterField[] = [
  { name: "title", type: "text", operators: textOperators },
  { name: "slug", type: "text", operators: textOperators },
  {
    name: "status",
    type: "enum",
    values: ["UPCOMING", "STARTED", "ENDED", "CANCELED", "DRAFT"],
    operators: choices,
  },
  { name: "start", path: "dateAndTimeSettings.startDate", type: "date", operators: orderOperators },
  { name: "end", path: "dateAndTimeSettings.endDate", type: "date", operators: orderOperators },
  { name: "type", path: "registration.type", type: "enum", values: [...types, "EXTERNAL", "NONE"] },
  {
    name: "registration",
    path: "registration.status",
    type: "enum",
    values: [
      ...["OPEN_RSVP", "OPEN_RSVP_WAITLIST_ONLY", "OPEN_TICKETS", "OPEN_EXTERNAL", "OPEN_RSVP_AND_TICKETS"],
      ...["SCHEDULED_RSVP", "CLOSED_AUTOMATICALLY", "CLOSED_MANUALLY"],
    ],
  },
  { name: "initialType", path: "registration.initialType", type: "enum", values: types, operators: choices },
  { name: "location", path: "location.type", type: "enum", values: ["VENUE", "ONLINE"] },
  { name: "venue", path: "location.name", type: "text" },
  { name: "city", path: "location.address.city", type: "text" },
  { name: "timeZone", path: "dateAndTimeSettings.timeZoneId", type: "text" },
  {
    name: "recurrence",
    path: "dateAndTimeSettings.recurrenceStatus",
    type: "enum",
    values: [
      "ONE_TIME",
      "RECURRING",
      "RECURRING_UPCOMING",
      "RECURRING_RECENTLY_ENDED",
      "RECURRING_RECENTLY_CANCELED",
    ],
  },
  // Only in the response if the field group CATEGORIES is requested.
  { name: "category", path: "categories.categories.name", type: "list" },
  { name: "createdDate", type: "date", operators: orderOperators },
  { name: "updatedDate", type: "date", operators: orderOperators },
  { name: "id", type: "text", operators: textOperators },
];

/** The platform paths that event queries can sort by. */
export const eventSortPaths: readonly string[] = [
  ...["id", "createdDate", "updatedDate", "slug", "title"],
  ...["dateAndTimeSettings.startDate", "dateAndTimeSettings.endDate"],
];

/** The field groups of `--groups`. */
export const eventGroups: readonly string[] = bounds.get(EventField)?.values ?? [];

/** The fields of an event for `--fields`. */
export const eventFields: readonly string[] = Object.keys(shapeOf(Event));

/** The columns of `till events list`. Times are in the event's own zone, which is shown. */
export const eventColumns: readonly Column<Event>[] = [
  column("TITLE", ({ title }) => title ?? "", { grow: true, min: 16, path: "title" }),
  column("STATUS", ({ status }) => status ?? "", { path: "status", words: eventWords, min: 8 }),
  column("START", (event) => startText(event), {
    min: 23,
    path: "dateAndTimeSettings.startDate",
    // The offset says enough in a list; the page of the event has the zone.
    words: (event) => [startText(event).replace(` (${zoneOf(event)})`, "")],
  }),
  column("REGISTRATION", ({ registration }) => registration?.status ?? registration?.initialType ?? "", {
    path: "registration.status",
    words: registrationWord,
  }),
  column("VENUE", (event) => locationText(event), { grow: true, path: "location.name" }),
  column("SLUG", ({ slug }) => slug ?? "", { min: 8, path: "slug" }),
];

/** The lines of `till events get`. */
export const eventDetails: readonly Column<Event>[] = [
  column("Title", ({ title }) => title ?? ""),
  column("Id", ({ id }) => id ?? ""),
  column("Slug", ({ slug }) => slug ?? ""),
  column("Status", ({ status }) => status ?? "", { words: eventWords }),
  column("Starts", (event) => startText(event)),
  column("Ends", (event) => eventTimes(event).end ?? ""),
  column("Dates", (event) => eventTimes(event).dates.join("\n")),
  column("Location", (event) => locationLines(event)),
  column("Online", ({ onlineConferencing }) =>
    onlineConferencing?.enabled
      ? [onlineConferencing.type, onlineConferencing.providerName, onlineConferencing.session?.guestLink]
          .filter(Boolean)
          .join("  ")
      : "",
  ),
  column(
    "Registration",
    ({ registration }) => [registration?.type, registration?.status].filter(Boolean).join(", "),
    {
      words: registrationText,
    },
  ),
  column("Guest types", ({ registration }) => registration?.allowedGuestTypes ?? "", { words: {} }),
  column("Responses", ({ registration }) => registration?.rsvp?.responseType ?? "", { words: {} }),
  column("Guest limit", ({ registration }) => {
    const { limit, waitlistEnabled } = registration?.rsvp ?? {};
    if (typeof limit !== "number") return "";
    return waitlistEnabled ? `${limit}, then a waitlist` : limit;
  }),
  column("Opens", (event) => zonedText(event, event.registration?.rsvp?.startDate)),
  column("Closes", (event) => zonedText(event, event.registration?.rsvp?.endDate)),
  column("Registration URL", ({ registration }) => registration?.external?.url ?? ""),
  column("Tickets", ({ registration }) => {
    const { lowestPrice, highestPrice, soldOut } = registration?.tickets ?? {};
    const prices = [...new Set([lowestPrice, highestPrice].flatMap((one) => (one ? [one.value] : [])))];
    return [prices.join(" – "), lowestPrice?.currency, soldOut && "sold out"].filter(Boolean).join(" ");
  }),
  column("Guests", ({ summaries }) => {
    const { yesCount, noCount, waitlistCount } = summaries?.rsvps ?? {};
    return summaries?.rsvps ? `${yesCount ?? 0} yes, ${noCount ?? 0} no, ${waitlistCount ?? 0} waiting` : "";
  }),
  column("Sold", ({ summaries }) => {
    const { ticketsSold, totalSales } = summaries?.tickets ?? {};
    return summaries?.tickets
      ? `${ticketsSold ?? 0} tickets, ${totalSales?.value ?? 0} ${totalSales?.currency ?? ""}`
      : "";
  }),
  column("Categories", ({ categories }) => (categories?.categories ?? []).map((one) => one?.name).join(", ")),
  column("Page", ({ eventPageUrl }) => addressOf(eventPageUrl) ?? ""),
  column("Summary", ({ shortDescription }) => shortDescription ?? ""),
  column("Description", ({ description }) => writeMarkdown(nodesOf(description))),
];

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
