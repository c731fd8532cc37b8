/**
 * Returns the local time of an instant in a zone with its offset: `2030-05-01 19:00 +02:00 (Europe/Berlin)`. Throws RangeError
 * for an unknown zone. Written with Intl, so that tables do not load the library for time zones.
 */
export function formatZoned(time: Date, zone: string): string {
  const options = { timeZone: zone, hourCycle: "h23", timeZoneName: "longOffset" } as const;
  const digits = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  const format = new Intl.DateTimeFormat("en-US", { ...options, ...digits });
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const offset = parts.timeZoneName?.replace("GMT", "") || "+00:00";
  return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute} ${offset} (${zone})`;
}
