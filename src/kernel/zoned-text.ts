import { memo } from "./memo.ts";

/**
 * Returns the local time of an instant in a zone with its offset: `2030-05-01 19:00 +02:00 (Europe/Berlin)`. Throws RangeError
 * for an unknown zone. Written with Intl, so that tables do not load the library for time zones.
 */
export function formatZoned(time: Date, zone: string): string {
  const parts = localParts(time, zone, "longOffset");
  const offset = parts.timeZoneName?.replace("GMT", "") || "+00:00";
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute} ${offset} (${zone})`;
}

/**
 * Returns the parts of the local time of an instant in a zone, to the minute: `year`, `month`, and `timeZoneName` as `GMT+02:00`, or
 * `GMT+2` with `shortOffset`. Throws RangeError for an unknown zone.
 */
export function localParts(time: Date, zone: string, offset: keyof typeof formats) {
  const parts = formats[offset](zone).formatToParts(time);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** Returns a function that returns the format of a zone. Making one takes 15 times as long as using it. */
const formatsWith = (timeZoneName: "longOffset" | "shortOffset") =>
  memo(
    (timeZone: string) =>
      new Intl.DateTimeFormat("en-US", {
        timeZone,
        hourCycle: "h23",
        timeZoneName,
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
      }),
  );

const formats = { longOffset: formatsWith("longOffset"), shortOffset: formatsWith("shortOffset") };
