import type { Event } from "../../api/services/events.ts";
import type { StoreTx } from "../kernel/tx.ts";
import { insertCategory } from "./categories.ts";
import { events, formattedDates, type StoredEvent } from "./events.ts";

type Fields = Record<string, unknown>;
type Occurrences = ReturnType<typeof occurrencesOf>;

/** Legacy registration types and statuses by v3 value. */
const olderTypes: Record<string, string> = {
  RSVP: "RSVP",
  TICKETING: "TICKETS",
  RSVP_AND_TICKETING: "TICKETS",
  EXTERNAL: "EXTERNAL",
  NONE: "NO_REGISTRATION",
};
const olderStatuses: Record<string, string> = {
  CLOSED_AUTOMATICALLY: "CLOSED",
  OPEN_RSVP_WAITLIST_ONLY: "OPEN_RSVP_WAITLIST",
  OPEN_RSVP_AND_TICKETS: "OPEN_TICKETS",
};
/** Legacy statuses of events by v3 value, where they differ. */
export const olderEventStatuses: Record<string, string> = { UPCOMING: "SCHEDULED" };

/** Returns an event in the legacy format. */
export function toLegacyEvent(event: StoredEvent) {
  const { location, dateAndTimeSettings: times, registration } = event;
  const { geocode, formattedAddress, ...address } = location.address ?? {};
  const occurrences = times.recurringEvents?.individualEventDates;
  return {
    id: event.id,
    title: event.title,
    slug: event.slug,
    description: event.shortDescription ?? "",
    about: event.detailedDescription ?? "",
    longDescription: event.description,
    location: {
      name: location.name,
      type: location.type,
      address: formattedAddress,
      tbd: location.locationTbd ?? false,
      coordinates: geocode ? { lat: geocode.latitude, lng: geocode.longitude } : undefined,
      fullAddress: location.address ? { ...address, formattedAddress, geocode } : undefined,
    },
    scheduling: {
      config: {
        scheduleTbd: times.dateAndTimeTbd ?? false,
        scheduleTbdMessage: times.dateAndTimeTbdMessage,
        startDate: times.startDate,
        endDate: times.endDate,
        timeZoneId: times.timeZoneId,
        endDateHidden: times.hideEndDate ?? false,
        showTimeZone: times.showTimeZone ?? false,
        recurrences: occurrences
          ? {
              occurrences,
              categoryId: times.recurringEvents?.categoryId,
              status: times.recurrenceStatus,
            }
          : undefined,
      },
      formatted: times.formatted?.dateAndTime,
      startDateFormatted: times.formatted?.startDate,
      startTimeFormatted: times.formatted?.startTime,
      endDateFormatted: times.formatted?.endDate ?? "",
      endTimeFormatted: times.formatted?.endTime ?? "",
    },
    status: olderEventStatuses[event.status] ?? event.status,
    registration: {
      type: olderTypes[registration.type ?? ""],
      status: olderStatuses[registration.status ?? ""] ?? registration.status,
      restrictedTo: registration.allowedGuestTypes,
      initialType: olderTypes[registration.initialType ?? ""],
    },
    created: event.createdDate,
    modified: event.updatedDate,
    instanceId: event.instanceId,
    userId: event.userId,
    form: event.form,
  };
}

/** Converts a sent event to v3, accepting legacy field names. */
export function fromLegacyEvent(given: Partial<Event>): Partial<Event> {
  const { longDescription, location, dateAndTimeSettings, registration, ...rest } = given as Event & Fields;
  return {
    ...rest,
    ...(longDescription !== undefined && { description: longDescription as Event["description"] }),
    ...(location !== undefined && { location: location && newLocation(location) }),
    ...(dateAndTimeSettings !== undefined && {
      dateAndTimeSettings: dateAndTimeSettings && newTimes(dateAndTimeSettings),
    }),
    ...(registration !== undefined && { registration: registration && newRegistration(registration) }),
  };
}

function newLocation(location: Fields): NonNullable<Event["location"]> {
  const { fullAddress, coordinates, tbd, address, ...rest } = location as Fields & {
    coordinates?: { lat?: number; lng?: number };
    fullAddress?: Fields;
    address?: Fields;
  };
  const geocode = coordinates && { geocode: { latitude: coordinates.lat, longitude: coordinates.lng } };
  const whole = address ?? (fullAddress || geocode ? { ...fullAddress, ...geocode } : undefined);
  return {
    ...rest,
    ...(tbd !== undefined && { locationTbd: tbd === true }),
    address: address !== undefined || whole !== undefined ? whole : undefined,
  };
}

function newTimes(times: Fields): NonNullable<Event["dateAndTimeSettings"]> {
  const { recurrences, recurringEvents, ...rest } = times as Fields & {
    recurrences?: { occurrences?: Occurrences };
    recurringEvents?: Fields & { occurrences?: Occurrences };
  };
  const occurrences = recurrences?.occurrences ?? recurringEvents?.occurrences;
  if (!occurrences) return times;
  const { occurrences: _, ...known } = recurringEvents ?? {};
  // The older shape names the zone once.
  const { timeZoneId } = rest as { timeZoneId?: string };
  const individualEventDates = occurrences.map((date) => ({ timeZoneId: timeZoneId || undefined, ...date }));
  return { ...rest, recurringEvents: { ...known, individualEventDates } };
}

/**
 * Applies a written registration type to the settings that it derives from. Ignores a limit outside of `rsvp`, as the live
 * platform does.
 */
function newRegistration(registration: Fields): NonNullable<Event["registration"]> {
  const { restrictedTo, limit, ...rest } = registration;
  const disabled = registration.type === "NONE" || registration.type === "NO_REGISTRATION";
  return {
    ...rest,
    ...(typeof restrictedTo === "string" && { allowedGuestTypes: restrictedTo }),
    ...(typeof registration.type === "string" &&
      registration.registrationDisabled === undefined && { registrationDisabled: disabled }),
  };
}

type Mark = NonNullable<NonNullable<StoredEvent["dateAndTimeSettings"]>["recurrenceStatus"]>;

/** Returns the dates of a recurring event; empty for a single event. */
export const occurrencesOf = ({ dateAndTimeSettings }: Pick<StoredEvent, "dateAndTimeSettings">) =>
  dateAndTimeSettings.recurringEvents?.individualEventDates ?? [];

/** Returns the event of a series on one of its dates. */
export function onDate(event: StoredEvent, index: number): StoredEvent {
  const date = occurrencesOf(event)[index] ?? {};
  const given = Object.fromEntries(Object.entries(date).filter(([, value]) => value !== null));
  const settings = { ...event.dateAndTimeSettings, ...given, dateAndTimeTbd: false };
  return { ...event, dateAndTimeSettings: { ...settings, formatted: formattedDates(settings) } };
}

/** Adds the stored events of a series to a new category. */
export function joinSeries(tx: StoreTx, series: readonly StoredEvent[]): StoredEvent[] {
  const [first] = series;
  if (!first) return [];
  const name = first.title.slice(0, 30);
  const ids = series.map(({ id }) => id);
  const { id: categoryId } = insertCategory(tx, name, ["RECURRING_EVENT", "HIDDEN"], ids);
  for (const event of series) {
    const { dateAndTimeSettings: settings } = event;
    const recurringEvents = { ...settings.recurringEvents, categoryId };
    tx.put(events, event.id, { ...event, dateAndTimeSettings: { ...settings, recurringEvents } });
  }
  const joined = series.flatMap(({ id }) => tx.get(events, id) ?? []);
  if (joined[0]) refreshSeries(tx, joined[0]);
  return joined.flatMap(({ id }) => tx.get(events, id) ?? []);
}

/** Marks the next, the last ended and the last canceled event of a series. */
export function refreshSeries(tx: StoreTx, event: StoredEvent): void {
  const categoryId = event.dateAndTimeSettings.recurringEvents?.categoryId;
  if (!categoryId) return;
  const series = [...tx.each(events, { "dateAndTimeSettings.recurringEvents.categoryId": categoryId })].sort(
    (one, other) => (startOf(one) < startOf(other) ? -1 : 1),
  );
  const marks = new Map<StoredEvent | undefined, Mark>([
    [series.find(({ status }) => status === "UPCOMING"), "RECURRING_UPCOMING"],
    [series.findLast(({ status }) => status === "ENDED"), "RECURRING_RECENTLY_ENDED"],
    [series.findLast(({ status }) => status === "CANCELED"), "RECURRING_RECENTLY_CANCELED"],
  ]);
  for (const one of series) {
    const recurrenceStatus = marks.get(one) ?? "RECURRING";
    if (one.dateAndTimeSettings.recurrenceStatus === recurrenceStatus) continue;
    tx.put(events, one.id, { ...one, dateAndTimeSettings: { ...one.dateAndTimeSettings, recurrenceStatus } });
  }
}

const startOf = ({ dateAndTimeSettings }: StoredEvent) => dateAndTimeSettings.startDate ?? "";
