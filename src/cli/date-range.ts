import { day as dayMs, isCalendarDate, isoDated, parseDuration } from "../kernel/durations.ts";
import { UsageError } from "../kernel/errors.ts";
import type { Flag } from "./command.ts";

/** The flags that restrict rows to a range of time. */
export const rangeFlags: readonly Flag[] = [
  {
    flags: "--since <time>",
    describe: "from this time on: 2026-01-01, 2026-01-01T12:00Z, yesterday, or 30d for the last 30 days",
  },
  { flags: "--until <time>", describe: "up to this time; a date includes that day (UTC)" },
];

interface Range {
  since?: string | undefined;
  until?: string | undefined;
}

/** Returns `--since` and `--until` as ISO times, the second one exclusive. Throws UsageError for text that is not a time. */
export function timeRange(
  { since, until }: Range,
  now: Date | number,
): { from: string | undefined; to: string | undefined } {
  return {
    from: since === undefined ? undefined : parseDateFlag("--since", since, Number(now), 0),
    to: until === undefined ? undefined : parseDateFlag("--until", until, Number(now), dayMs),
  };
}

/**
 * Returns a filter, in the filter language or as the platform's JSON, with `--since` and `--until` as conditions on a date
 * field. Throws UsageError for times without a zone and for text that is not a time.
 */
export function dateRange(
  field: string,
  { since, until }: Range,
  filter: string | undefined,
  now: Date | number,
): string | undefined {
  const { from, to } = timeRange({ since, until }, now);
  const limits = [
    ...(from === undefined ? [] : [{ sign: ">=", operator: "$gte", time: from }]),
    ...(to === undefined ? [] : [{ sign: "<", operator: "$lt", time: to }]),
  ];
  if (limits.length === 0) return filter || undefined;
  if (filter?.trimStart().startsWith("{")) {
    const conditions = limits.map(({ operator, time }) => ({ [field]: { [operator]: time } }));
    return `{"$and":[${conditions.map((condition) => JSON.stringify(condition)).join(",")},${filter}]}`;
  }
  const parts = limits.map(({ sign, time }) => `${field} ${sign} "${time}"`);
  return [...parts, ...(filter ? [`(${filter})`] : [])].join(" and ");
}

const earliest = Date.parse("0000-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Returns a date, `today` or `yesterday`, a time with its zone, or an age (`7d`) as ISO time. `day`: what is added to a date without a time, in
 * milliseconds. Throws UsageError for other text.
 */
export function parseDateFlag(flag: string, text: string, now: number, day: number): string {
  if (text === "today" || text === "yesterday") {
    const date = new Date(now - (text === "today" ? 0 : dayMs)).toISOString().slice(0, "2026-01-01".length);
    return parseDateFlag(flag, date, now, day);
  }
  const iso = isoDated(text);
  if (iso !== text) return parseDateFlag(flag, iso, now, day);
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const age = parseDuration(text);
  const isReal = (isDate || isTime) && isCalendarDate(text.slice(0, "2026-01-01".length));
  const time = age !== undefined ? now - age : isReal ? Date.parse(text) + (isDate ? day : 0) : Number.NaN;
  // Years have four digits, so that texts are in the order of time.
  if (time >= earliest) return new Date(Math.min(time, latest)).toISOString();
  throw new UsageError(
    `Invalid value "${text}" for ${flag}: expected a date, today, yesterday, a time with its zone, or a duration.`,
    {
      field: flag,
      hint: `For example: ${flag} yesterday, ${flag} 2026-01-31, ${flag} 2026-01-31T18:00+01:00 or ${flag} 30d`,
    },
  );
}
