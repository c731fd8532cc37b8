import { spawnSync } from "node:child_process";
import { type Cron, parseCron } from "../kernel/cron.ts";
import { UsageError } from "../kernel/errors.ts";
import { startProblem } from "../kernel/process-tree.ts";
import type { Program } from "./program.ts";
import type { Schedule } from "./schedule.ts";

/** What runs schedules on a computer: user timers of systemd, agents of launchd, or scheduled tasks of Windows. */
export interface TimerSystem {
  /** What one of its timers is called in messages. */
  title: string;
  /** Returns whether this computer has it. */
  isHere(): boolean;
  /** Returns the folder of the files of its timers; `schedules` is the one of till. */
  folder(variables: Readonly<Record<string, string | undefined>>, schedules: string): string;
  /** Returns the timer of a schedule. Throws UsageError if the system cannot run it at these times. */
  timer(schedule: Schedule, program: Program, place: TimerPlace): Timer;
  /** Returns what removes a timer, whatever it runs and when: the zone of the computer and the environment may have changed since. */
  removal(name: string, place: Omit<TimerPlace, "ownZone">): TimerRemoval;
}

/** A timer as the system takes it. */
export interface Timer {
  /** The files it consists of. */
  files: readonly { path: string; text: string; encoding?: "utf16le" }[];
  /** A unit whose start shows whether the system can start the service as it is confined. A failed one is forgotten. */
  check?:
    | (Pick<Timer, "start"> & { path: string; text: string; forget: readonly (readonly string[])[] })
    | undefined;
  /** The commands that start it, once the files are written. */
  start: readonly (readonly string[])[];
}

/** What removes a timer. */
interface TimerRemoval {
  /** The commands that stop it, before the files are deleted. */
  stop: readonly (readonly string[])[];
  /** The paths of its files. */
  files: readonly string[];
}

/** Where timers are kept, and the time zone of the computer. */
export interface TimerPlace {
  /** The folder of units, agents or task files. */
  folder: string;
  ownZone: string;
  /** The number of the user on macOS. */
  user?: number | undefined;
}

/** The time zone of this computer. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns whether two names are those of one time zone, such as Asia/Kolkata and Asia/Calcutta. */
export const isSameZone = (a: string, b: string) => canonicalZone(a) === canonicalZone(b);

const canonicalZone = (timeZone: string) =>
  new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

/** Returns the first time from `time` on that a timer with this unit has, in milliseconds: a run must not come before its time. */
export const roundedUp = (time: Date, unit: number) => new Date(Math.ceil(time.getTime() / unit) * unit);

/** Throws UsageError for times that a system without time zones, and without days that match two fields, cannot run. */
export function checkTimes(title: string, { when, timeZone }: Schedule, ownZone: string): void {
  if (!("cron" in when)) return;
  if (!isSameZone(timeZone, ownZone)) {
    throw new UsageError(`${title} runs in the time zone of this computer, ${ownZone}.`, {
      field: "--time-zone",
      hint: `Write the times in that zone: --time-zone ${ownZone}`,
    });
  }
  if (!hasBothDays(parseCron(when.cron))) return;
  throw new UsageError(`${title} cannot run on days that match both day of the month and weekday.`, {
    field: "cron",
    hint: "Restrict one of them, or let a worker run it: --runner worker",
  });
}

/** Returns whether only days that match both fields count: one of them begins with a star. */
const hasBothDays = ({ eitherDay, days, weekdays }: Cron) =>
  !eitherDay && days.length < 31 && weekdays.length < 7;

/** Returns all pairs of two lists. */
export const combined = <A, B>(some: readonly A[], others: readonly B[]): [A, B][] =>
  some.flatMap((one) => others.map((other): [A, B] => [one, other]));

/** Returns the error of a schedule with more times than a system takes. */
export function tooManyTimes(count: number): UsageError {
  return new UsageError(`The expression has ${count} times, too many for this system.`, {
    field: "cron",
    hint: "Use steps such as */15 with every hour, or fewer times.",
  });
}

/** Runs a program of the system to its end. Returns why it failed, if it did. */
export function runSystem([program = "", ...args]: readonly string[]): string | undefined {
  const { error, status, stderr } = spawnSync(program, args, { encoding: "utf8", input: "" });
  if (error !== undefined) return `${program}: ${startProblem(error)}`;
  return status === 0 ? undefined : `${program}: ${stderr.trim() || `exit code ${status}`}`;
}
