import { DateTime } from "luxon";
import type { StoredEvent } from "./tables.ts";

type Settings = StoredEvent["dateAndTimeSettings"];

/** Formats the dates of an event in its time zone. */
export function formattedDates(settings: Settings): NonNullable<Settings["formatted"]> {
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
