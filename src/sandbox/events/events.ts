import { DateTime } from "luxon";
import type { Event } from "../../api/services/events.ts";
import { minute } from "../../kernel/durations.ts";
import { PlatformError, type StoreTx, type Table, type Tx } from "../kernel/tx.ts";

type EventStatus = "UPCOMING" | "STARTED" | "ENDED" | "CANCELED" | "DRAFT";

/** A stored event with all field groups, plus `internal` fields, which the API never returns. */
export interface StoredEvent extends Event {
  id: string;
  title: string;
  slug: string;
  status: EventStatus;
  createdDate: string;
  updatedDate: string;
  location: NonNullable<Event["location"]>;
  dateAndTimeSettings: NonNullable<Event["dateAndTimeSettings"]>;
  /** `rsvp` is set for events with RSVPs, `tickets` for events with tickets, which update `tickets.soldOut`. */
  registration: NonNullable<Event["registration"]>;
  form: NonNullable<Event["form"]>;
  /** Updated by RSVPs and ticket orders. */
  summaries: NonNullable<Event["summaries"]>;
  internal: {
    /** Attending people by RSVP, including companions. `registration.rsvp.limit` limits it. */
    attending: number;
    /** The original of a cloned event. */
    derivedFromEventId?: string;
  };
}

/** Column values of fields that may be absent. */

export const events: Table<StoredEvent> = {
  name: "events",
  columns: {
    slug: { type: "text", unique: true },
    title: "text",
    status: "text",
    createdDate: "text",
    updatedDate: "text",
    "dateAndTimeSettings.startDate": "text",
    "dateAndTimeSettings.endDate": "text",
    "dateAndTimeSettings.recurringEvents.categoryId": "text",
  },
};

/** Returns an event. Throws PlatformError 404 `EVENT_NOT_FOUND` if it does not exist or is a draft hidden from the caller. */
export function eventOf(tx: Tx, id: string | null | undefined): StoredEvent {
  const event = tx.get(events, id ?? "");
  if (event && (event.status !== "DRAFT" || tx.caller.role === "admin")) return event;
  throw new PlatformError(404, "EVENT_NOT_FOUND", `There is no event ${id}`, { id });
}

/** Hooks that update data of an event when it changes. Callers pass the hooks of other services. */
export interface LifecycleHooks {
  /** Copies data to a clone. */
  copied?(tx: StoreTx, from: StoredEvent, to: StoredEvent): void;
  removed?(tx: StoreTx, event: StoredEvent): void;
  canceled?(tx: StoreTx, event: StoredEvent): void;
  started?(tx: StoreTx, event: StoredEvent): void;
  ended?(tx: StoreTx, event: StoredEvent): void;
  /** Runs after changes such as title, dates or location. */
  changed?(tx: StoreTx, event: StoredEvent): void;
}

type TimeSettings = StoredEvent["dateAndTimeSettings"];

/** Formats the dates of an event in its time zone. */
export function formattedDates(settings: TimeSettings): NonNullable<TimeSettings["formatted"]> {
  const { startDate, endDate, timeZoneId, hideEndDate, showTimeZone, dateAndTimeTbd } = settings;
  if (dateAndTimeTbd || !startDate) return { dateAndTime: settings.dateAndTimeTbdMessage ?? "" };
  const zone = timeZoneId ?? "UTC";
  const at = (iso: string) => DateTime.fromISO(iso, { zone, locale: "en" });
  const day = (time: DateTime) => time.toFormat("MMMM d, yyyy");
  const clock = (time: DateTime) => time.toFormat("h:mm a");
  const start = at(startDate);
  const end = hideEndDate || !endDate ? undefined : at(endDate);
  const untilWhen =
    end && (end.hasSame(start, "day") ? clock(end) : `${end.toFormat("MMM d, yyyy")}, ${clock(end)}`);
  const whole = [`${start.toFormat("MMM d, yyyy")}, ${clock(start)}`, untilWhen].filter(Boolean).join(" – ");
  return {
    dateAndTime: showTimeZone ? `${whole} ${start.toFormat("ZZZZ")}` : whole,
    startDate: day(start),
    startTime: clock(start),
    ...(end && { endDate: day(end), endTime: clock(end) }),
  };
}

/** Adds days, keeping the time of day in a zone. */
export function daysLater(days: number, iso: string, zone: string | null | undefined): string {
  const time = DateTime.fromISO(iso, { zone: zone ?? "UTC" });
  return time.plus({ days }).toJSDate().toISOString();
}

/** Returns the date of an instant in a zone: `2030-05-01`. */
export function localDay(iso: string, zone: string | null | undefined): string {
  return DateTime.fromISO(iso, { zone: zone ?? "UTC" }).toISODate() ?? iso.slice(0, 10);
}

/** Returns the instant of a local time (`2030-05-01T19:00`) in a zone, some hours later. */
export function instantOf(local: string, zone: string, hours = 0): string {
  return DateTime.fromISO(local, { zone }).plus({ hours }).toJSDate().toISOString();
}

/** Returns the instant of a clock time (`19:00`) in a zone, some days after today there. */
export function clockTime(now: Date, days: number, clock: string, zone: string): string {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  const day = DateTime.fromJSDate(now, { zone }).startOf("day").plus({ days });
  return day.set({ hour, minute }).toJSDate().toISOString();
}

/** Times of reminders before the start, with the platform's names. */
const reminders = [
  { value: 30, unit: "MINUTES", ms: 30 * minute },
  { value: 1, unit: "HOURS", ms: 60 * minute },
  { value: 2, unit: "HOURS", ms: 120 * minute },
  { value: 1, unit: "DAYS", ms: 1440 * minute },
  { value: 3, unit: "DAYS", ms: 3 * 1440 * minute },
  { value: 7, unit: "DAYS", ms: 7 * 1440 * minute },
] as const;

type Timed = Pick<StoredEvent, "dateAndTimeSettings" | "registration">;

/** Returns the status of a published event at a time. */
export function statusAt({ dateAndTimeSettings }: Timed, now: Date): EventStatus {
  const { startDate, endDate, dateAndTimeTbd } = dateAndTimeSettings;
  const at = now.toISOString();
  if (dateAndTimeTbd || !startDate || at < startDate) return "UPCOMING";
  return endDate && at >= endDate ? "ENDED" : "STARTED";
}

/** Returns the reminders of an event that are due at a time. */
export function remindersAt({ dateAndTimeSettings }: Timed, now: Date) {
  const { startDate, dateAndTimeTbd } = dateAndTimeSettings;
  if (dateAndTimeTbd || !startDate) return [];
  return reminders.filter(({ ms }) => Date.parse(startDate) - ms === now.getTime());
}

/** Returns the next time after `now` at which an event changes, or undefined. */
export function nextTransition(event: Timed & Pick<StoredEvent, "status">, now: Date): Date | undefined {
  if (event.status !== "UPCOMING" && event.status !== "STARTED") return undefined;
  const { startDate, endDate, dateAndTimeTbd } = event.dateAndTimeSettings;
  const { rsvp } = event.registration;
  const dated = dateAndTimeTbd ? [] : [startDate, endDate];
  const times = [...dated, rsvp?.startDate, rsvp?.endDate].flatMap((time) =>
    time ? [Date.parse(time)] : [],
  );
  if (startDate && !dateAndTimeTbd) times.push(...reminders.map(({ ms }) => Date.parse(startDate) - ms));
  const next = Math.min(...times.filter((time) => time > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : undefined;
}

/**
 * Normalizes every time in a value to `2030-05-01T19:00:00.000Z`, because stored times are compared as text.
 */
export function inStoredTimes<T>(value: T): T {
  return storedTimesIn(value) as T;
}

function storedTimesIn(value: unknown): unknown {
  if (typeof value === "string") return isTime(value) ? new Date(value).toISOString() : value;
  if (Array.isArray(value)) return value.map(storedTimesIn);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storedTimesIn(inner)]));
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(text) &&
  !Number.isNaN(Date.parse(text));
