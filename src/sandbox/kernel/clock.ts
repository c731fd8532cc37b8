import { day, durationUnits, isCalendarDate } from "../../kernel/durations.ts";
import { invalid, type Tx } from "./tx.ts";

/** The sandbox clock: the computer's time, shifted by milliseconds, or frozen at an instant. */
export type Clock = { mode: "real" } | { mode: "shifted"; byMs: number } | { mode: "frozen"; at: string };

/** The first time that is not a year of four digits. */
const endOfTime = Date.UTC(10_000, 0);

/** The name of the setting that stores the clock as JSON. */
export const clockSetting = "clock";

/** Parses the stored clock setting. The default is the real time. */
export function parseClock(stored: string | undefined): Clock {
  return stored === undefined ? { mode: "real" } : (JSON.parse(stored) as Clock);
}

/** Returns the sandbox time at a machine time. */
export function clockTime(clock: Clock, wall: Date): Date {
  if (clock.mode === "frozen") return new Date(clock.at);
  return clock.mode === "shifted" ? new Date(wall.getTime() + clock.byMs) : wall;
}

/**
 * Returns the clock advanced by milliseconds. A frozen clock stays frozen at the later time. Throws InvalidInput for `field` after
 * the year 9999: times are compared as text.
 */
export function advancedClock(clock: Clock, byMs: number, wall: Date, field: string): Clock {
  if (!(clockTime(clock, wall).getTime() + byMs < endOfTime))
    throw invalid(field, "MAX", "must end before the year 10000", { type: "DURATION" });
  if (clock.mode === "frozen")
    return { mode: "frozen", at: new Date(Date.parse(clock.at) + byMs).toISOString() };
  return { mode: "shifted", byMs: (clock.mode === "shifted" ? clock.byMs : 0) + byMs };
}

/** Stores the clock for every process that shares this sandbox. */
export function saveClock(tx: Tx, clock: Clock): void {
  tx.setSetting(clockSetting, JSON.stringify(clock));
}

const units: Readonly<Record<string, number>> = { ...durationUnits, w: 7 * day };

/** Parses a duration such as `90m`, `1d12h` or `2w` to milliseconds. Throws InvalidInput for `field` if invalid. */
export function parseDurationField(text: string, field: string): number {
  const parts = [...text.replaceAll(" ", "").matchAll(/(\d+)(ms|[smhdw])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text.replaceAll(" ", "")) {
    throw invalid(field, "FORMAT", "must be a duration such as 90m, 1d12h or 2w", { type: "DURATION" });
  }
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0), 0);
}

/** Parses an ISO 8601 time with a zone. Throws InvalidInput for `field` if invalid. */
export function parseInstant(text: string, field: string): Date {
  const time = new Date(text);
  const isTime = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) && isCalendarDate(text.slice(0, 10));
  if (!isTime || Number.isNaN(time.getTime())) {
    throw invalid(field, "FORMAT", "must be a time with a zone, such as 2030-05-01T09:00:00Z", {
      type: "DATE_TIME",
    });
  }
  return time;
}
