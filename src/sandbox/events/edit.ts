import type { Event } from "../../api/services/events.ts";
import { type Violation, violation } from "../../api/violations.ts";
import { sortedJson } from "../../kernel/json.ts";
import { isTimeZone } from "../../kernel/zoned-time.ts";
import { freeSlug, ruleViolation } from "../kernel/entities.ts";
import { seededId } from "../kernel/ids.ts";
import { InvalidInput, PlatformError, type Tx } from "../kernel/tx.ts";
import { events, formattedDates, inStoredTimes, type StoredEvent, statusAt } from "./events.ts";
import { defaultForm } from "./forms.ts";
import { fromLegacyEvent, occurrencesOf } from "./legacy.ts";
import { patched } from "./requests.ts";
import { registrationState } from "./view.ts";

/** The writable fields of an event. The form has its own calls; other fields are derived. */
const writable = [
  "title",
  "shortDescription",
  "detailedDescription",
  "description",
  "mainImage",
  "location",
  "dateAndTimeSettings",
  "registration",
  "guestListSettings",
  "onlineConferencing",
  "seoSettings",
  "agendaSettings",
  "eventDisplaySettings",
  "customizableTickets",
  "badges",
] as const;

/** Returns a new draft without storing it. Throws InvalidInput if it is invalid, PlatformError 409 for a taken slug. */
export function newEvent(tx: Tx, given: Partial<Event>): StoredEvent {
  const id = tx.newId();
  const now = tx.now.toISOString();
  const initialType = given.registration?.initialType ?? "RSVP";
  const blank: StoredEvent = {
    id,
    title: "",
    slug: "",
    status: "DRAFT",
    createdDate: now,
    updatedDate: now,
    location: { type: "VENUE" },
    dateAndTimeSettings: { dateAndTimeTbd: false, hideEndDate: false, showTimeZone: false },
    registration: {
      initialType,
      allowedGuestTypes: "VISITOR_OR_MEMBER",
      registrationPaused: false,
      registrationDisabled: false,
      rsvp: initialType !== "TICKETING" ? { responseType: "YES_ONLY", waitlistEnabled: false } : undefined,
      tickets: initialType !== "RSVP" ? newTicketSettings(tx) : undefined,
    },
    form: defaultForm(),
    summaries: countless(initialType, tx.setting("currency")),
    instanceId: seededId(tx, "events app"),
    userId: seededId(tx, "site owner"),
    guestListSettings: { displayedPublicly: false },
    internal: { attending: 0 },
  };
  const event = deriveEvent(tx, undefined, patched(blank, written(given)));
  const requested = event.seoSettings?.slug;
  return {
    ...event,
    slug: requested ? claimedSlug(tx, requested, id) : freeSlug(tx, events, event.title, "event"),
  };
}

/** Applies a PATCH without storing it. Returns the same object without changes. Errors name the current status. */
export function changedEvent(
  tx: Tx,
  before: StoredEvent,
  change: Partial<Event>,
  mask?: string | null,
): StoredEvent {
  const { slug, given } = withoutSlug(written(change));
  const paths = maskedPaths(mask);
  const after = deriveEvent(tx, before, paths?.length === 0 ? before : patched(before, given, paths?.join()));
  const changesSlug = !paths || paths.some((path) => path.startsWith("seoSettings"));
  if (slug && changesSlug && slug !== before.slug) after.slug = claimedSlug(tx, slug, after.id);
  rejectFixedFields(before, change, after);
  if (sameJson(before, after)) return before;
  rejectLateDates(before, after);
  if (!paths) rejectLoneTime(given);
  return { ...after, updatedDate: tx.now.toISOString() };
}

function written(given: Partial<Event>): Partial<Event> {
  const { dateAndTimeSettings, registration, ...rest } = fromLegacyEvent(given);
  const event: Partial<Event> = { ...rest, ...inStoredTimes({ dateAndTimeSettings, registration }) };
  return Object.fromEntries(writable.flatMap((key) => (event[key] === undefined ? [] : [[key, event[key]]])));
}

/** Separates the requested slug from the other settings and drops the agenda address, which is not stored. */
function withoutSlug({ seoSettings, agendaSettings, ...rest }: Partial<Event>): {
  slug: string | undefined;
  given: Partial<Event>;
} {
  const { slug, ...seo } = seoSettings ?? {};
  const { pageUrl, ...agenda } = agendaSettings ?? {};
  return {
    slug: slug || undefined,
    given: {
      ...rest,
      ...(Object.keys(seo).length > 0 && { seoSettings: seo }),
      ...(Object.keys(agenda).length > 0 && { agendaSettings: agenda }),
    },
  };
}

/** Returns the writable paths of a field mask, or undefined without a mask. */
function maskedPaths(mask: string | null | undefined): string[] | undefined {
  if (!mask) return undefined;
  const paths = mask.split(",").map((path) => path.trim().replace(/^event\./, ""));
  return paths.filter((path) => (writable as readonly string[]).includes(path.split(".")[0] ?? ""));
}

function newTicketSettings(tx: Tx) {
  const currency = tx.setting("currency");
  return {
    guestsAssignedSeparately: false,
    ticketLimitPerOrder: 20,
    currency,
    reservationDurationInMinutes: 20,
  };
}

/** The counts of an event without registrations. */
function countless(initialType: string, currency: string): StoredEvent["summaries"] {
  const nothing = { value: "0", amount: "0", currency };
  return {
    rsvps:
      initialType !== "TICKETING" ? { totalCount: 0, yesCount: 0, noCount: 0, waitlistCount: 0 } : undefined,
    tickets:
      initialType !== "RSVP"
        ? {
            ticketsSold: 0,
            revenue: nothing,
            currencyLocked: false,
            totalOrders: 0,
            totalSales: nothing,
          }
        : undefined,
  };
}

/** Throws InvalidInput for changes of the registration type, or of the dates of a published series. */
function rejectFixedFields(before: StoredEvent, change: Partial<Event>, after: StoredEvent): void {
  const { initialType } = before.registration;
  const request = change.registration?.initialType;
  if (request && request !== initialType) {
    const description = `cannot be changed from ${initialType} to ${request} after the event was created`;
    throw ruleViolation("event.registration.initialType", "INVALID_EVENT_CONFIGURATION", description);
  }
  if (before.status === "DRAFT" || sameJson(occurrencesOf(before), occurrencesOf(after))) return;
  const description = `can be changed in drafts only; this event is ${before.status}. Change, cancel or clone single events`;
  const field = "event.dateAndTimeSettings.recurringEvents.individualEventDates";
  throw ruleViolation(field, "INVALID_EVENT_CONFIGURATION", description, { status: before.status });
}

/** Throws PlatformError 409 for new dates of an ended or canceled event. */
function rejectLateDates(before: StoredEvent, after: StoredEvent): void {
  if (before.status !== "ENDED" && before.status !== "CANCELED") return;
  const dates = ({ startDate, endDate, dateAndTimeTbd }: StoredEvent["dateAndTimeSettings"]) =>
    JSON.stringify([startDate, endDate, dateAndTimeTbd]);
  if (dates(before.dateAndTimeSettings) === dates(after.dateAndTimeSettings)) return;
  const { id, status } = before;
  const message = `The event ${id} is ${status}, so its dates cannot be changed. Clone it to repeat it`;
  throw new PlatformError(409, "INVALID_EVENT_STATUS_TRANSITION", message, { id, status });
}

/** Throws InvalidInput for one of the two times of an event: the live platform replaces them together. */
function rejectLoneTime({ dateAndTimeSettings: times }: Partial<Event>): void {
  if (times?.dateAndTimeTbd || !times?.startDate === !times?.endDate) return;
  throw new InvalidInput([broken("dateAndTimeSettings.endDate", "event cannot have negative duration")]);
}

function claimedSlug(tx: Tx, slug: string, id: string): string {
  if (!/^[\p{L}\p{N}]+([-_][\p{L}\p{N}]+)*$/u.test(slug)) {
    const message = `The slug "${slug}" must consist of letters, digits and single dashes`;
    throw new PlatformError(400, "INVALID_SLUG_FORMAT", message, { slug });
  }
  const owner = tx.findBy(events, "slug", slug);
  if (owner && owner.id !== id)
    throw new PlatformError(409, "SLUG_ALREADY_IN_USE", `The slug "${slug}" is taken`, {
      slug,
      id: owner.id,
    });
  return slug;
}

/** Compares values as stored, ignoring the order of keys. */
function sameJson(first: unknown, second: unknown): boolean {
  return sortedJson(first) === sortedJson(second);
}

/** The required fields of an event besides the title. */
const required = ["location", "dateAndTimeSettings", "registration"] as const;

/** Validates an event and derives its other fields. */
function deriveEvent(tx: Tx, before: StoredEvent | undefined, given: StoredEvent): StoredEvent {
  for (const key of required)
    if (!given[key]) throw ruleViolation(`event.${key}`, "REQUIRED_FIELD", "must not be empty");
  const { recurringEvents, ...times } = given.dateAndTimeSettings;
  const known = before?.dateAndTimeSettings;
  // Only events of a published series have marks of their own.
  const mark = known?.recurringEvents?.categoryId ? known.recurrenceStatus : undefined;
  const dateAndTimeSettings: StoredEvent["dateAndTimeSettings"] = {
    ...times,
    recurrenceStatus: mark ?? (recurringEvents ? "RECURRING" : "ONE_TIME"),
    recurringEvents: recurringEvents
      ? { ...recurringEvents, categoryId: known?.recurringEvents?.categoryId }
      : undefined,
  };
  const whole: StoredEvent = {
    ...given,
    location: derivedLocation(given.location),
    dateAndTimeSettings,
    registration: derivedRegistration(before, given.registration),
  };
  checkEvent(whole);
  dateAndTimeSettings.formatted = formattedDates(dateAndTimeSettings);
  if (given.onlineConferencing)
    whole.onlineConferencing = derivedConference(tx, before, given.onlineConferencing);
  const isLive = whole.status === "UPCOMING" || whole.status === "STARTED";
  if (isLive) whole.status = statusAt(whole, tx.now);
  Object.assign(whole.registration, registrationState(whole, tx.now));
  return whole;
}

/** Adds the formatted text to an address. */
function derivedLocation(location: StoredEvent["location"]): StoredEvent["location"] {
  const { address } = location;
  if (!address || address.formattedAddress) return location;
  const { streetAddress, addressLine, addressLine2, postalCode, city, subdivision, country } = address;
  const street = addressLine ?? [streetAddress?.number, streetAddress?.name].filter(Boolean).join(" ");
  const town = [postalCode, city].filter(Boolean).join(" ");
  const formattedAddress = [street, addressLine2, town, subdivision, country].filter(Boolean).join(", ");
  return { ...location, address: { ...address, formattedAddress } };
}

/** Derives the registration and keeps its read-only ticket fields. */
function derivedRegistration(
  before: StoredEvent | undefined,
  given: StoredEvent["registration"],
): StoredEvent["registration"] {
  const known = before?.registration;
  const { lowestPrice: _, highestPrice: __, soldOut: ___, ...tickets } = given.tickets ?? {};
  const { lowestPrice, highestPrice, soldOut } = known?.tickets ?? {};
  const remaining = Object.fromEntries(
    Object.entries({ lowestPrice, highestPrice, soldOut }).filter(([, value]) => value !== undefined),
  );
  return {
    ...given,
    initialType: known?.initialType ?? given.initialType,
    ...(given.tickets && { tickets: { ...tickets, ...remaining } }),
  };
}

function derivedConference(
  tx: Tx,
  before: StoredEvent | undefined,
  given: NonNullable<StoredEvent["onlineConferencing"]>,
): NonNullable<StoredEvent["onlineConferencing"]> {
  const { session: _, ...conference } = { type: "MEETING", ...given };
  if (!given.enabled) return conference;
  const session = before?.onlineConferencing?.session ?? newSession(tx);
  return { ...conference, providerName: "Sandbox Meetings", session };
}

function newSession(tx: Tx) {
  const sessionId = tx.newId();
  const link = `https://meet.example/${sessionId}`;
  return {
    hostLink: `${link}?host`,
    guestLink: link,
    password: sessionId.slice(0, 8),
    sessionCreated: true,
    sessionId,
  };
}

/** Throws InvalidInput with INVALID_EVENT_CONFIGURATION violations if an event is invalid. */
function checkEvent(event: StoredEvent): void {
  const found = [
    ...titleViolations(event),
    ...timeViolations(event),
    ...placeViolations(event),
    ...registrationViolations(event),
  ];
  if (found.length > 0) throw new InvalidInput(found);
}

function broken(field: string, description: string, data = {}): Violation {
  const plain = violation(`event.${field}`, "FORMAT", description, data);
  return { ...plain, ruleName: "INVALID_EVENT_CONFIGURATION" };
}

function* titleViolations({ title }: StoredEvent): Generator<Violation> {
  if (!title?.trim()) yield broken("title", "must not be empty or spaces only");
}

function* timeViolations({ dateAndTimeSettings: times }: StoredEvent): Generator<Violation> {
  const dates = times.recurringEvents?.individualEventDates ?? [];
  yield* zoneViolations("dateAndTimeSettings", times.timeZoneId);
  for (const [index, date] of dates.entries()) {
    const path = `dateAndTimeSettings.recurringEvents.individualEventDates[${index}]`;
    yield* periodViolations(path, { ...date, timeZoneId: date.timeZoneId ?? times.timeZoneId });
    // The live platform does not use the event's zone here.
    if (!date.timeZoneId && times.timeZoneId)
      yield broken(`${path}.timeZoneId`, "Invalid ID for ZoneOffset, invalid format: ");
    yield* zoneViolations(path, date.timeZoneId);
  }
  // The live platform names its internal accessor.
  if (times.dateAndTimeTbd && !times.dateAndTimeTbdMessage?.trim())
    yield broken("dateAndTimeSettings.dateAndTimeTbdMessage", "getScheduleTbdMessage must not be a blank");
  if (dates.length === 0 && !times.dateAndTimeTbd) yield* periodViolations("dateAndTimeSettings", times);
}

/** The live platform's texts, which name its internal accessors. */
const missingTime = {
  startDate: "must not be empty because the event has a date",
  endDate: "endDate.isDefined must be true, event cannot have negative duration",
  timeZoneId: "getTimeZoneId is not supported",
};

type Period = Pick<StoredEvent["dateAndTimeSettings"], "startDate" | "endDate" | "timeZoneId">;

function* periodViolations(path: string, period: Period): Generator<Violation> {
  for (const key of ["startDate", "endDate", "timeZoneId"] as const) {
    if (period[key]) continue;
    const plain = violation(`event.${path}.${key}`, "REQUIRED_FIELD", missingTime[key]);
    yield { ...plain, ruleName: "INVALID_EVENT_CONFIGURATION" };
  }
  const { startDate, endDate } = period;
  if (startDate && endDate && endDate <= startDate)
    yield broken(`${path}.endDate`, "event cannot have negative duration", { startDate });
}

function* zoneViolations(path: string, zone: string | null | undefined): Generator<Violation> {
  if (zone && !isTimeZone(zone))
    yield broken(`${path}.timeZoneId`, `is not a time zone such as Europe/Berlin: ${zone}`, {
      type: "TIME_ZONE",
    });
}

function* placeViolations({ location, onlineConferencing }: StoredEvent): Generator<Violation> {
  if (location.type === "UNKNOWN_LOCATION") yield broken("location.type", "must be VENUE or ONLINE");
  if (location.type === "VENUE" && location.locationTbd && !location.name?.trim() && !location.address)
    yield broken("location.address", "Location address must not be a blank");
  if (onlineConferencing?.enabled && location.type !== "ONLINE")
    yield broken("onlineConferencing.enabled", "requires location.type ONLINE");
}

function* registrationViolations({ registration }: StoredEvent): Generator<Violation> {
  const { initialType, rsvp, tickets } = registration;
  if (rsvp && initialType === "TICKETING")
    yield broken("registration.rsvp", "is not allowed for an event with tickets");
  if (tickets && initialType === "RSVP")
    yield broken("registration.tickets", "is not allowed for an event with RSVPs");
  const { startDate, endDate, limit } = rsvp ?? {};
  if (startDate && endDate && endDate <= startDate)
    yield broken("registration.rsvp.endDate", `must be after ${startDate}, when registration opens`, {
      startDate,
    });
  if (typeof limit === "number" && (limit < 1 || !Number.isInteger(limit)))
    yield broken("registration.rsvp.limit", `must be a whole number of 1 or more, not ${limit}`, {
      threshold: 1,
    });
}
