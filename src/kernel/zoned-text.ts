import { memo } from "./memo.ts";

/**
 * Returns the local time of an instant in a zone with its offset: `2030-05-01 19:00 +02:00 (Europe/Berlin)`. Throws RangeError
 * for an unknown zone. Written with Intl, so that tables do not load the library for time zones.
 */
export function formatZoned(time: Date, zone: string): string {
  const parts = Object.fromEntries(
    formatIn(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const offset = parts.timeZoneName?.replace("GMT", "") || "+00:00";
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute} ${offset} (${zone})`;
}

/** Returns the format of a zone. Making one takes 15 times as long as using it. */
const formatIn = memo(
  (timeZone: string) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      timeZoneName: "longOffset",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    }),
);
