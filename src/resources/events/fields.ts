import { shapeOf } from "../../api/schema-fields.ts";
import { Event, EventField } from "../../api/services/events.ts";
import { UsageError } from "../../kernel/errors.ts";
import { type Word, type Words, wordFor } from "../../output/table.ts";
import { described } from "../described.ts";
import { nodesOf, writeMarkdown } from "./rich-text.ts";
import { eventTimes, zonedText, zoneOf } from "./when.ts";

/** The words for the status of an event. */
const eventWords: Words = {
  UPCOMING: ["upcoming"],
  STARTED: ["started", "good"],
  ENDED: ["ended", "dim"],
  CANCELED: ["canceled", "bad"],
  DRAFT: ["draft", "warn"],
};

const registrationWords: Words = {
  OPEN_RSVP: ["open"],
  OPEN_RSVP_WAITLIST_ONLY: ["waitlist only", "warn"],
  OPEN_TICKETS: ["open"],
  OPEN_EXTERNAL: ["open elsewhere"],
  OPEN_RSVP_AND_TICKETS: ["open"],
  SCHEDULED_RSVP: ["opens later"],
  CLOSED_AUTOMATICALLY: ["closed", "dim"],
  CLOSED_MANUALLY: ["closed manually", "warn"],
  RSVP: ["RSVP"],
  TICKETING: ["tickets"],
  RSVP_AND_TICKETING: ["RSVP and tickets"],
};

/** Returns the word for the registration of an event: `open`, `sold out`. */
function registrationWord({ registration }: Event): Word {
  const { status, initialType, tickets } = registration ?? {};
  if (status?.startsWith("OPEN") && tickets?.soldOut) return ["sold out", "bad"];
  return wordFor(registrationWords, status ?? initialType ?? "");
}

/** Returns the kind and the state of the registration of an event: `tickets, sold out`. */
function registrationText(event: Event): Word {
  const [state, tone] = registrationWord(event);
  const [kind] = wordFor(registrationWords, event.registration?.type ?? "");
  return [[...new Set([kind, state])].filter(Boolean).join(", "), tone];
}

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
      status: true,
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

export const { filterFields: eventFilterFields, sortPaths: eventSortPaths } = eventView;

/** The field groups of `--groups`. */
export const eventGroups: readonly string[] = EventField.enum ?? [];

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

/** The default text of an open date and name of an open venue, because the platform requires both. */
export const announcedLater = "To be announced";

/** Returns the location of an event in short: `online`, or the venue or city. */
function locationText({ location }: Pick<Event, "location">): string {
  if (location?.type === "ONLINE") return "online";
  return location?.name || location?.address?.city || (location?.locationTbd ? "to be announced" : "");
}

/** Returns the location of an event with address and coordinates, one per line. */
function locationLines(event: Pick<Event, "location">): string {
  const { address, locationTbd } = event.location ?? {};
  const { latitude, longitude } = address?.geocode ?? {};
  const lines = [
    locationText(event),
    locationTbd ? "to be announced" : "",
    address?.formattedAddress ?? "",
    typeof latitude === "number" ? `${latitude}, ${longitude}` : "",
  ];
  return [...new Set(lines)].filter((line) => line !== "").join("\n");
}

/** Parses `53.5436, 9.9886`. Throws UsageError if it is not a latitude and a longitude. */
export function readGeocode(text: string, what: string): { latitude: number; longitude: number } {
  const [, latitude, longitude] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (
    latitude !== undefined &&
    longitude !== undefined &&
    Math.abs(+latitude) <= 90 &&
    Math.abs(+longitude) <= 180
  )
    return { latitude: Number(latitude), longitude: Number(longitude) };
  throw new UsageError(`${what} takes latitude and longitude, not "${text}".`, {
    field: what,
    hint: `For example: ${what} 53.5436,9.9886`,
  });
}

type Address = NonNullable<NonNullable<Event["location"]>["address"]>;

/** Returns an address with some parts replaced, without the formatted address that the old parts gave. */
export function addressFrom(parts: Address, present: Address | null | undefined): Address {
  const { formattedAddress, streetAddress, addressLine, ...rest } = present ?? {};
  const street = parts.addressLine ? {} : { ...(streetAddress ? { streetAddress } : { addressLine }) };
  const onlyPoint = Object.keys(parts).every((part) => part === "geocode");
  const address = {
    ...rest,
    ...street,
    formattedAddress: onlyPoint ? formattedAddress : undefined,
    ...parts,
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}
