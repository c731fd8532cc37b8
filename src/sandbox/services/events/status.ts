import { minute } from "../../../kernel/durations.ts";
import type { EventStatus, StoredEvent } from "./tables.ts";

/** Times of reminders before the start, with the platform's names. */
const reminders = [
  { value: 30, unit: "MINUTES", ms: 30 * minute },
  { value: 1, unit: "HOURS", ms: 60 * minute },
  { value: 2, unit: "HOURS", ms: 120 * minute },
  { value: 1, unit: "DAYS", ms: 1440 * minute },
  { value: 3, unit: "DAYS", ms: 3 * 1440 * minute },
  { value: 7, unit: "DAYS", ms: 7 * 1440 * minute },
] as const;

type Timed = Pick<StoredEvent, "dateAndTimeSettings" | "registration">;

/** Returns the status of a published event at a time. */
export function statusAt({ dateAndTimeSettings }: Timed, now: Date): EventStatus {
  const { startDate, endDate, dateAndTimeTbd } = dateAndTimeSettings;
  const at = now.toISOString();
  if (dateAndTimeTbd || !startDate || at < startDate) return "UPCOMING";
  return endDate && at >= endDate ? "ENDED" : "STARTED";
}

/** Returns the reminders of an event that are due at a time. */
export function remindersAt({ dateAndTimeSettings }: Timed, now: Date) {
  const { startDate, dateAndTimeTbd } = dateAndTimeSettings;
  if (dateAndTimeTbd || !startDate) return [];
  return reminders.filter(({ ms }) => Date.parse(startDate) - ms === now.getTime());
}

/** Returns the next time after `now` at which an event changes, or undefined. */
export function nextTransition(event: Timed & Pick<StoredEvent, "status">, now: Date): Date | undefined {
  if (event.status !== "UPCOMING" && event.status !== "STARTED") return undefined;
  const { startDate, endDate, dateAndTimeTbd } = event.dateAndTimeSettings;
  const { rsvp } = event.registration;
  const dated = dateAndTimeTbd ? [] : [startDate, endDate];
  const times = [...dated, rsvp?.startDate, rsvp?.endDate].flatMap((time) =>
    time ? [Date.parse(time)] : [],
  );
  if (startDate && !dateAndTimeTbd) times.push(...reminders.map(({ ms }) => Date.parse(startDate) - ms));
  const next = Math.min(...times.filter((time) => time > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : undefined;
}
