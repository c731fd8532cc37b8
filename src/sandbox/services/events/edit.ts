import type { Event } from "../../../api/services/events/events.ts";
import { sortedJson } from "../../../kernel/json.ts";
import { ruleViolation } from "../../kernel/documents/entities.ts";
import { guidOf } from "../../kernel/ids.ts";
import { freeSlug } from "../../kernel/slugs.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { deriveEvent } from "./derive.ts";
import { defaultForm } from "./forms/forms.ts";
import { inStoredTimes } from "./instants.ts";
import { fromLegacyEvent } from "./legacy.ts";
import { patched } from "./patch.ts";
import { occurrencesOf } from "./series.ts";
import { events, type StoredEvent } from "./tables.ts";

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
      ...(initialType !== "TICKETING" && { rsvp: { responseType: "YES_ONLY", waitlistEnabled: false } }),
      ...(initialType !== "RSVP" && { tickets: newTicketSettings(tx) }),
    },
    form: defaultForm(),
    summaries: countless(initialType, tx.setting("currency") ?? "USD"),
    instanceId: guidOf(tx.setting("seed") ?? "", "events app", 1),
    userId: guidOf(tx.setting("seed") ?? "", "site owner", 1),
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
  const { pageUrl: _, ...agenda } = agendaSettings ?? {};
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
  const currency = tx.setting("currency") ?? "USD";
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
    ...(initialType !== "TICKETING" && {
      rsvps: { totalCount: 0, yesCount: 0, noCount: 0, waitlistCount: 0 },
    }),
    ...(initialType !== "RSVP" && {
      tickets: {
        ticketsSold: 0,
        revenue: nothing,
        currencyLocked: false,
        totalOrders: 0,
        totalSales: nothing,
      },
    }),
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
function sameJson(one: unknown, other: unknown): boolean {
  return sortedJson(one) === sortedJson(other);
}
