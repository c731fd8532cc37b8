import { DateTime, IANAZone } from "luxon";
import { day, isoDated, minute } from "./durations.ts";
import { UsageError } from "./errors.ts";

const local = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,3})?$/;
const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Returns whether a text is the name of a time zone, such as `Europe/Berlin`. */
export const isTimeZone = (zone: string): boolean => IANAZone.isValidZone(zone);

/**
 * Returns all instants of a local time (`2030-05-01T19:00`, seconds optional) in a zone, earliest first: usually one, none if
 * clocks skip it, two if clocks are turned back. Returns undefined for invalid text.
 */
export function instantsOf(text: string, zone: string): Date[] | undefined {
  const [, date, minutes, seconds = ":00", fraction = ""] = local.exec(text) ?? [];
  const shown = Date.parse(`${date}T${minutes}${seconds}${fraction}Z`);
  // Date.parse reads February 30 as March 2.
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(date ?? "?")) return undefined;
  const { offset } = offsetsOf(zone);
  // No zone is more than a day from UTC or changes its clocks twice within two days.
  const offsets = new Set([offset(shown - day), offset(shown + day)]);
  return [...offsets]
    .map((ms) => shown - ms)
    .filter((time) => offset(time) === shown - time)
    .sort((a, b) => a - b)
    .map((time) => new Date(time));
}

/** Returns the local time of an instant in a zone, without the zone: `2030-05-01T19:00:00.000`. */
export function localTimeOf(time: Date, zone: string): string {
  return new Date(time.getTime() + offsetsOf(zone).offset(time.getTime())).toISOString().slice(0, -1);
}

/**
 * Returns the instant of a text: a time with an offset or Z, or a local time in the zone. Throws UsageError for an invalid
 * time, and for a local time that does not exist or exists twice. `what` names the value in the message, such as `--start`.
 */
export function parseZoned(given: string, zone: string, what: string): Date {
  const text = isoDated(given);
  const time = new Date(text.replace(" ", "T"));
  // The day is checked separately: Date reads February 30 as March 2.
  if (instant.test(text) && !Number.isNaN(time.getTime()) && instantsOf(`${text.slice(0, 10)}T00:00`, "UTC"))
    return time;
  if (!isTimeZone(zone)) {
    throw new UsageError(`${zone} is not a time zone`, {
      hint: "Use a name such as Europe/Berlin or America/New_York",
    });
  }
  const found = instantsOf(text, zone);
  if (!found) {
    const example = /^\d{4}-\d\d-\d\d$/.test(text) ? text : "2030-05-01";
    throw new UsageError(`${what} "${given}" is not a date and time`, {
      hint: `Use ${example}T19:00, or with an offset: ${example}T19:00+02:00`,
    });
  }
  const [first, second] = found;
  if (first && !second) return first;
  const offsets = found.map((time) => DateTime.fromJSDate(time, { zone }).toFormat("ZZ"));
  throw first
    ? new UsageError(`${what} "${text}" occurs twice in ${zone}: clocks are turned back`, {
        hint: `Add the offset: ${offsets.map((offset) => `${text}${offset}`).join(" or ")}`,
      })
    : new UsageError(`${what} "${text}" does not exist in ${zone}: clocks skip it`, {
        hint: "Use an earlier or later time, or add the offset",
      });
}

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/**
 * Returns the local time at which a day begins, or the last second of it: of a date, or from `now` on of `today`, `tomorrow` or the next
 * `friday`, which today can be. Other text is returned as it is.
 */
export function dayTime(text: string, part: "start" | "end", zone: string, now?: Date): string {
  const word = text.trim().toLowerCase();
  const ahead = word === "today" ? 0 : word === "tomorrow" ? 1 : weekdays.indexOf(word);
  let date = isoDated(text);
  if (now !== undefined && ahead >= 0 && isTimeZone(zone)) {
    const today = new Date(`${localTimeOf(now, zone)}Z`);
    const days = weekdays.includes(word) ? (ahead - today.getUTCDay() + 7) % 7 : ahead;
    date = new Date(today.getTime() + days * day).toISOString().slice(0, 10);
  }
  return /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}${part === "end" ? "T23:59:59" : "T00:00:00"}` : date;
}

/** Returns the offsets of a zone in milliseconds, rounded to minutes. Throws UsageError for an unknown zone. */
function offsetsOf(zone: string): { offset(time: number): number } {
  const known = IANAZone.create(zone);
  if (!known.isValid) throw new UsageError(`${zone} is not a time zone`);
  return { offset: (time) => Math.round(known.offset(time) * minute) };
}
