import type { ScheduleRun, StoredSchedule } from "../bulk/queue/schedules.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult, ParsedLine } from "../context/host.ts";
import { nextTimes, parseCron } from "../kernel/cron.ts";
import { UsageError } from "../kernel/errors.ts";
import { plainName, plainNameRule } from "../kernel/file-system.ts";
import { formatZoned } from "../kernel/zoned-text.ts";
import { isTimeZone, parseZoned } from "../kernel/zoned-time.ts";

/** What runs a schedule: a worker of the shared journal, or a timer of this computer. */
export type Runner = "worker" | "systemd" | "launchd" | "task";

/** A command line and when it runs. */
export interface Schedule {
  name: string;
  /** When it runs: again and again, or once. */
  when: { cron: string } | { at: Date };
  timeZone: string;
  /** The arguments of till. */
  line: readonly string[];
}

/** How a schedule is created. */
export interface CreateOptions {
  /** Default: what this computer has. */
  runner?: Exclude<Runner, "worker">;
  /** Whether the service of systemd is confined. By default it is if the line runs no command of the user's own, and the system can. */
  confine?: boolean;
  /** Only prints what would be scheduled. */
  dryRun?: boolean;
  /** Returns where workers run the command. Default: where a bulk change runs. */
  placeOf?(context: Context, schedule: Schedule, parsed: ParsedLine): Promise<SchedulePlace>;
}

/** Where workers run a schedule: the site and the profile of the queue, and the profiles that `till each` needs. */
export type SchedulePlace = Pick<StoredSchedule, "site" | "profile" | "profiles">;

/** Keeps schedules and lets something run them. Functions with a name throw SCHEDULE_NOT_FOUND (exit 5) if there is no such schedule. */
export interface Scheduler {
  /** Creates a schedule and prints it. Throws SCHEDULE_EXISTS (exit 6), and what the system or the workers reject. */
  create(context: Context, schedule: Schedule, parsed: ParsedLine, options: CreateOptions): Promise<void>;
  /** Returns all schedules with their next times and last results. */
  rows(context: Context): Promise<ScheduleRow[]>;
  has(context: Context, name: string): Promise<boolean>;
  /** Returns the last runs of a schedule, or of all, newest first, also of one that was deleted on this computer. */
  runs(context: Context, name: string | undefined, most: number): Promise<ScheduleRun[]>;
  /** Runs a schedule, here or by a worker. */
  run(context: Context, name: string): Promise<CommandResult | undefined>;
  /** Pauses a schedule, or lets it go on. */
  pause(context: Context, name: string, isPaused: boolean): Promise<void>;
  delete(context: Context, name: string): Promise<void>;
}

export interface ScheduleOptions {
  name?: string;
  at?: string;
  timeZone?: string;
}

const example = `till schedule create "0 6 * * *" --name nightly -- products import stock.csv --yes`;

/**
 * Returns the schedule of `till schedule create [cron] … -- <command>`. Throws UsageError, with a caret or the flag, for an invalid
 * name, expression, time, time zone or command line.
 */
export async function readSchedule(
  context: Context,
  args: readonly string[],
  options: ScheduleOptions,
): Promise<{ schedule: Schedule; parsed: ParsedLine }> {
  const line = lineAfterDashes(context.argv);
  const before = args.slice(0, args.length - line.length);
  const timeZone = options.timeZone ?? context.choices.setting("timeZone").value;
  if (!isTimeZone(timeZone)) {
    throw new UsageError(`"${timeZone}" is not a time zone.`, {
      field: "--time-zone",
      hint: "Use a name such as Europe/Berlin or America/New_York.",
    });
  }
  const when = readWhen(before, options.at, timeZone, context.now());
  const name = checkName(options.name);
  if (line.length === 0) {
    throw new UsageError("The command to run is missing.", {
      field: "command",
      hint: `Write it after two dashes: ${example}`,
    });
  }
  const parsed = await context.parse(line);
  checkLine(parsed);
  return { schedule: { name, when, timeZone, line }, parsed };
}

/** Returns the words after the first `--`. */
function lineAfterDashes(argv: readonly string[]): string[] {
  const at = argv.indexOf("--");
  return at < 0 ? [] : argv.slice(at + 1);
}

function readWhen(
  [text, ...more]: readonly string[],
  at: string | undefined,
  timeZone: string,
  now: Date,
): Schedule["when"] {
  if (more.length > 0) {
    throw new UsageError("Write the cron expression as one word, in quotes.", {
      field: "cron",
      hint: `For example: ${example}`,
    });
  }
  if (at !== undefined) {
    if (text !== undefined) {
      throw new UsageError("Give a cron expression or --at, not both.", { field: "--at" });
    }
    const time = parseZoned(at, timeZone, "--at");
    if (time <= now)
      throw new UsageError(`--at ${formatZoned(time, timeZone)} is in the past.`, { field: "--at" });
    return { at: time };
  }
  if (text === undefined) {
    throw new UsageError("When to run is missing: a cron expression, or --at.", {
      field: "cron",
      hint: `For example: ${example}`,
    });
  }
  return { cron: parseCron(text).text };
}

/** Returns the name of a schedule. Throws UsageError. */
export function checkName(name: string | undefined): string {
  if (name !== undefined && plainName.test(name)) return name;
  throw new UsageError(name === undefined ? "--name is required." : `"${name}" cannot be a name.`, {
    field: "--name",
    hint: `Use ${plainNameRule}. For example: nightly`,
  });
}

/** Throws UsageError for a command that would ask, or read stdin. */
function checkLine({ flags, args, options }: ParsedLine): void {
  const asks = flags.some((flag) => /--yes\b/.test(flag));
  if (asks && options.yes !== true && options.dryRun !== true) {
    throw new UsageError("A scheduled command cannot ask for confirmation.", {
      code: "CONFIRMATION_NEEDED",
      field: "--yes",
      hint: "Add --yes to the scheduled command.",
    });
  }
  if (args.includes("-") || Object.values(options).includes("-")) {
    throw new UsageError("A scheduled command has no stdin.", {
      field: "command",
      hint: "Name a file instead of -.",
    });
  }
}

/** Returns the next times of a schedule after a time, at most `count`. */
export function timesAfter(
  { when, timeZone }: Pick<Schedule, "when" | "timeZone">,
  from: Date,
  count: number,
): Date[] {
  if ("at" in when) return when.at > from ? [when.at] : [];
  return nextTimes(parseCron(when.cron), timeZone, from, count);
}

/** Returns the next times of a stored schedule after a time. */
export function nextTimesOf(
  { cron, at, timeZone }: { cron: string | null; at: number | null; timeZone: string },
  after: Date,
  count: number,
): Date[] {
  const when = cron !== null ? { cron } : { at: new Date(at ?? 0) };
  return timesAfter({ when, timeZone }, after, count);
}

/** A schedule in a list: of the workers, or of this computer. */
export interface ScheduleRow {
  name: string;
  cron?: string | null;
  /** The ISO time of a schedule that runs once. */
  at?: string | null;
  timeZone: string;
  /** The next ISO times; a paused schedule has none. */
  next: readonly string[];
  paused: boolean;
  lastRun: string | null;
  lastResult: string | null;
  command: string;
  runner: Runner;
  /** Of schedules of the workers: how many runs were missed, and the profile. */
  missed?: number;
  lastMissed?: string | null;
  profile?: string;
}

/** Prints schedules. */
export async function printSchedules(context: Context, rows: readonly ScheduleRow[]): Promise<void> {
  const isOfWorkers = rows.some(({ runner }) => runner === "worker");
  await context.print(rows, {
    kind: "schedule",
    fields: {
      name: {},
      when: { path: "cron", label: "When", value: ({ cron, at }) => cron ?? at ?? "" },
      timeZone: { label: "Zone" },
      next: { path: "next", value: ({ next, paused }) => (paused ? "paused" : (next[0] ?? "")), as: "time" },
      lastRun: { label: "Last", as: "date" },
      lastResult: { label: "Result" },
      ...(isOfWorkers && { missed: { as: "number" }, profile: { label: "Site" } }),
      runner: {},
      command: { grow: true },
    },
    empty: `No schedules yet. Create one: ${example}`,
  });
}

/** Prints runs of schedules, newest first, in the same form wherever they are recorded. */
export async function printRuns(context: Context, runs: readonly ScheduleRun[]): Promise<void> {
  await context.print(runs, {
    kind: "scheduleRun",
    fields: {
      startedAt: { label: "Started", as: "time" },
      endedAt: { label: "Ended", as: "time" },
      schedule: {},
      exitCode: {
        label: "Exit",
        value: ({ exitCode }) => (exitCode === null ? "missed" : String(exitCode)),
        align: "right",
      },
      job: {},
      summary: { grow: true },
    },
    empty: "No runs yet.",
  });
}

/** Prints the next times of a schedule on stderr. */
export async function printNext(
  context: Context,
  { timeZone }: Pick<Schedule, "timeZone">,
  next: readonly Date[],
): Promise<void> {
  const times = next.map((time) => formatZoned(time, timeZone));
  await context.notice(`Next: ${times.join(", ")}`);
}
