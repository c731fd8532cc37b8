import { type Violation, violation } from "../../../api/violations.ts";
import { isTimeZone } from "../../../kernel/zoned-time.ts";
import { InvalidInput } from "../../kernel/invalid.ts";
import type { StoredEvent } from "./tables.ts";

/** Throws InvalidInput with INVALID_EVENT_CONFIGURATION violations if an event is invalid. */
export function checkEvent(event: StoredEvent): void {
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
