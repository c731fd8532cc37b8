import type { Event } from "../../../api/services/events/events.ts";
import type { occurrencesOf } from "./series.ts";
import type { StoredEvent } from "./tables.ts";

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
const olderEventStatuses: Record<string, string> = { UPCOMING: "SCHEDULED" };

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
      ...(geocode && { coordinates: { lat: geocode.latitude, lng: geocode.longitude } }),
      ...(location.address && { fullAddress: { ...address, formattedAddress, geocode } }),
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
        ...(occurrences && {
          recurrences: {
            occurrences,
            categoryId: times.recurringEvents?.categoryId,
            status: times.recurrenceStatus,
          },
        }),
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
    ...((address !== undefined || whole !== undefined) && { address: whole }),
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
  const individualEventDates = occurrences.map((date) => ({ ...(timeZoneId && { timeZoneId }), ...date }));
  return { ...rest, recurringEvents: { ...known, individualEventDates } };
}

/**
 * Applies a written registration type to the settings that it derives from. Ignores a limit outside of `rsvp`, as the live
 * platform does.
 */
function newRegistration(registration: Fields): NonNullable<Event["registration"]> {
  const { restrictedTo, limit: _, ...rest } = registration;
  const disabled = registration.type === "NONE" || registration.type === "NO_REGISTRATION";
  return {
    ...rest,
    ...(typeof restrictedTo === "string" && { allowedGuestTypes: restrictedTo }),
    ...(typeof registration.type === "string" &&
      registration.registrationDisabled === undefined && { registrationDisabled: disabled }),
  };
}
