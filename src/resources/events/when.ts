import type { Event } from "../../api/services/events.ts";
import { minute } from "../../kernel/durations.ts";
import { UsageError } from "../../kernel/errors.ts";
import { formatZoned } from "../../kernel/zoned-text.ts";
import { isTimeZone, localTimeOf, parseZoned } from "../../kernel/zoned-time.ts";

type Settings = NonNullable<Event["dateAndTimeSettings"]>;

/** Returns the time zone of an event, or UTC if it has none. */
export const zoneOf = ({ dateAndTimeSettings }: Pick<Event, "dateAndTimeSettings">): string =>
  dateAndTimeSettings?.timeZoneId || "UTC";

/** Returns a time in the event's zone, followed by the zone; "" if there is no time. */
export function zonedText(
  event: Pick<Event, "dateAndTimeSettings">,
  iso: string | null | undefined,
  zone = zoneOf(event),
): string {
  return iso ? formatZoned(new Date(iso), isTimeZone(zone) ? zone : "UTC") : "";
}

/** Returns the times of an event in its zone. `dates` are the dates of an unpublished series. */
export function eventTimes(event: Pick<Event, "dateAndTimeSettings">): {
  start?: string;
  end?: string;
  toBeAnnounced?: string;
  dates: string[];
} {
  const times: Settings = event.dateAndTimeSettings ?? {};
  if (times.dateAndTimeTbd)
    return { toBeAnnounced: times.dateAndTimeTbdMessage || "to be announced", dates: [] };
  const dates = (times.recurringEvents?.individualEventDates ?? []).map((date) => {
    const zone = date?.timeZoneId ?? zoneOf(event);
    return [date?.startDate, date?.endDate].map((time) => zonedText(event, time, zone)).join(" until ");
  });
  return {
    start: times.startDate ? zonedText(event, times.startDate) : undefined,
    end: times.endDate ? zonedText(event, times.endDate) : undefined,
    dates,
  };
}

/** Returns an instant as local time with offset, as in files: `2030-05-01T19:00+02:00`. Omits seconds that are 0. */
export function offsetText(iso: string, zone: string): string {
  const time = new Date(iso);
  const local = localTimeOf(time, zone);
  const minutes = Math.round((Date.parse(`${local}Z`) - time.getTime()) / minute);
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return `${local.replace(/(:00)?\.000$/, "")}${offset}`;
}

/** Parses a time to ISO text in UTC; a local time is in `zone`. Throws UsageError as parseZoned does. */
export const timeIn = (zone: string, what: string, text: string): string =>
  parseZoned(text, zone, what).toISOString();

/** Parses a date of a series: `2030-05-01T19:00/21:00` or `2030-05-01T19:00/2030-05-02T01:00`. Throws UsageError. */
export function readDate(
  text: string,
  zone: string,
  what: string,
): { startDate: string; endDate: string; timeZoneId: string } {
  const [start = "", end = "", ...more] = text.split("/").map((one) => one.trim());
  if (end === "" || more.length > 0) {
    throw new UsageError(`${what} takes a start and an end, not "${text}".`, {
      field: what,
      hint: `For example: ${what} 2030-05-01T19:00/21:00`,
    });
  }
  const until = /^\d\d:\d\d$/.test(end) ? `${start.slice(0, 10)}T${end}` : end;
  // The platform requires the zone of each date.
  return { startDate: timeIn(zone, what, start), endDate: timeIn(zone, what, until), timeZoneId: zone };
}

/** Returns a time zone's name. Throws UsageError if it is unknown. */
export function readZone(zone: string, what: string): string {
  if (isTimeZone(zone)) return zone;
  throw new UsageError(`${what}: "${zone}" is not a time zone.`, {
    field: what,
    hint: "Use a name such as Europe/Berlin or America/New_York",
  });
}
