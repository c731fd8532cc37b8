/** Lengths of time in milliseconds. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Timers cannot be set for longer than about 24 days: those that are end at once. */
export const longestTimer = 20 * day;

/** The units of durations in milliseconds, the shortest first. */
export const durationUnits: Readonly<Record<string, number>> = {
  ms: 1,
  s: second,
  m: minute,
  h: hour,
  d: day,
};

/** Dates can be this far from today, in milliseconds. */
const longest = 1_000_000 * day;

/** Returns `500ms`, `30s`, `5m`, `2h` or `7d` in milliseconds; undefined for other text, and for more than a million days. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d+)(ms|[smhd])$/.exec(text) ?? [];
  const duration = Number(count) * (durationUnits[unit] ?? Number.NaN);
  return duration <= longest ? duration : undefined;
}

/** Returns whether the calendar has a date such as `2026-02-28`: Date.parse reads February 30 as March 2. */
export const isCalendarDate = (date: string): boolean => new Date(date).toJSON()?.startsWith(date) ?? false;

/**
 * Returns a text that begins with a date as people write it with the date as `2030-12-31`: dots, `31.12.2030`, have the day first everywhere,
 * of `31/12/2030` only one number can be the month, and a year that is first is followed by the month. Other texts, such as `03/04/2030`, stay
 * as they are.
 */
export function isoDated(text: string): string {
  const padded = text.replace(
    /^(\d{4})([./])(\d{1,2})\2(\d{1,2})\.?(?=$|[T ])/,
    (_, year, _mark, month: string, day: string) =>
      `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
  return padded.replace(
    /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(?=$|[T ])/,
    (all, one: string, mark, other: string, year) => {
      const isDayFirst = mark === "." || Number(one) > 12;
      if (!isDayFirst && Number(other) <= 12) return all;
      const [day, month] = isDayFirst ? [one, other] : [other, one];
      return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    },
  );
}
