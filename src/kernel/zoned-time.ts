import { DateTime, IANAZone } from "luxon";
import { UsageError } from "./errors.ts";

const day = 86_400_000;
const local = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,3})?$/;
const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** True for the name of a time zone, such as `Europe/Berlin`. */
export const isTimeZone = (zone: string): boolean => IANAZone.isValidZone(zone);

/**
 * Every instant at which clocks in a zone show a local time (`2030-05-01T19:00`, seconds optional), earliest first: one
 * as a rule, none where the clocks jump over it, two where they are turned back. Undefined where the text is none.
 */
export function instantsOf(text: string, zone: string): Date[] | undefined {
  const [, date, minutes, seconds = ":00", fraction = ""] = local.exec(text) ?? [];
  const shown = Date.parse(`${date}T${minutes}${seconds}${fraction}Z`);
  // Date.parse takes February 30 for March 2.
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(date ?? "?")) return undefined;
  const { offset } = offsetsOf(zone);
  // No zone is further than a day from UTC, and none turns its clocks twice within two days.
  const offsets = new Set([offset(shown - day), offset(shown + day)]);
  return [...offsets]
    .map((ms) => shown - ms)
    .filter((time) => offset(time) === shown - time)
    .sort((one, other) => one - other)
    .map((time) => new Date(time));
}

/** What clocks in a zone show at an instant, without the zone: `2030-05-01T19:00:00.000`. */
export function localTimeOf(time: Date, zone: string): string {
  return new Date(time.getTime() + offsetsOf(zone).offset(time.getTime())).toISOString().slice(0, -1);
}

/** An instant as people in a zone write it, with the zone: `2030-05-01 19:00 +02:00 (Europe/Berlin)`. */
export function formatZoned(time: Date, zone: string): string {
  const shown = DateTime.fromJSDate(time, { zone });
  return `${shown.toFormat("yyyy-MM-dd HH:mm ZZ")} (${zone})`;
}

/**
 * The instant that a text means to those in a zone: text with an offset or Z is that instant, all other text is local
 * time. Throws UsageError where it is no time, and where the local time does not exist there or exists twice: never a
 * guess. `what` names the value in the message, such as `--start`.
 */
export function parseZoned(text: string, zone: string, what: string): Date {
  const time = new Date(text.replace(" ", "T"));
  // The calendar day is looked at by itself: Date takes February 30 for March 2.
  if (instant.test(text) && !Number.isNaN(time.getTime()) && instantsOf(`${text.slice(0, 10)}T00:00`, "UTC"))
    return time;
  if (!isTimeZone(zone)) {
    throw new UsageError(`${zone} is not a time zone`, {
      hint: "Use a name such as Europe/Berlin or America/New_York",
    });
  }
  const found = instantsOf(text, zone);
  if (!found) {
    throw new UsageError(`${what} "${text}" is not a date and time`, {
      hint: "Write 2030-05-01T19:00, or with an offset: 2030-05-01T19:00+02:00",
    });
  }
  const [first, second] = found;
  if (first && !second) return first;
  const offsets = found.map((time) => DateTime.fromJSDate(time, { zone }).toFormat("ZZ"));
  throw first
    ? new UsageError(`${what} "${text}" happens twice in ${zone}: the clocks are turned back then`, {
        hint: `Say which: ${offsets.map((offset) => `${text}${offset}`).join(" or ")}`,
      })
    : new UsageError(`${what} "${text}" does not exist in ${zone}: the clocks jump over it`, {
        hint: "Use a time before or after the jump, or write the offset",
      });
}

/** The offsets of a zone in milliseconds, whole minutes as clocks show them; UsageError for no zone. */
function offsetsOf(zone: string): { offset(time: number): number } {
  const known = IANAZone.create(zone);
  if (!known.isValid) throw new UsageError(`${zone} is not a time zone`);
  return { offset: (time) => Math.round(known.offset(time) * 60_000) };
}
