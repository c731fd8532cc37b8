const units: readonly [unit: string, seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Returns a time relative to `now` in its largest whole unit: "just now", "2 hours ago", "in 3 days". */
export function relativeTime(time: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - time.getTime()) / 1000);
  const size = Math.abs(seconds);
  const [unit, length] = units.find(([, length]) => size >= length) ?? [];
  if (unit === undefined || length === undefined)
    return size < 10 ? "just now" : phrase(size, "second", seconds < 0);
  return phrase(Math.floor(size / length), unit, seconds < 0);
}

function phrase(count: number, unit: string, future: boolean): string {
  const duration = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return future ? `in ${duration}` : `${duration} ago`;
}

/** Returns a time to the minute with its zone: `2026-11-21 03:57 UTC`, `2026-11-21 04:57 GMT+1`. `timeZone` is an IANA name. */
export function absoluteTime(time: Date, timeZone = "UTC"): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "shortOffset",
  });
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const zone = /^GMT(\+0)?$/.test(part.timeZoneName ?? "") ? "UTC" : part.timeZoneName;
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute} ${zone}`;
}

/** Returns a time from ISO text or a Date; undefined for other values. */
export function timeFrom(value: unknown): Date | undefined {
  if (!(value instanceof Date) && typeof value !== "string") return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
