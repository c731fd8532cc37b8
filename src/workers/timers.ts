import { join } from "node:path";
import { shellWord } from "../kernel/command-line.ts";
import { type Cron, parseCron } from "../kernel/cron.ts";
import { minute, second } from "../kernel/durations.ts";
import { UsageError } from "../kernel/errors.ts";
import { escapeMarkup } from "../kernel/text.ts";
import {
  checkUnit,
  crontabLines,
  isSameZone,
  type Program,
  roundedUp,
  systemdUnits,
  type Unit,
} from "./local-schedule.ts";
import type { Schedule } from "./schedule.ts";

/** What runs a schedule on a computer: a user timer of systemd, an agent of launchd, a scheduled task of Windows, or cron. */
export type TimerKind = "systemd" | "launchd" | "task" | "crontab";

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
  /** Lines of the user's crontab, if it is one of cron; each ends in the mark of the schedule. */
  crontab: readonly string[];
}

/** What removes a timer, whatever it runs and when: the zone of the computer and the environment may have changed since. */
export interface TimerRemoval {
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

/**
 * Returns the timer that runs a command at the times of a schedule. Throws UsageError if the system cannot run it at these times:
 * only systemd knows other time zones than that of the computer, and it and cron days that match two fields.
 */
export function timerOf(kind: TimerKind, schedule: Schedule, program: Program, place: TimerPlace): Timer {
  const { when, timeZone } = schedule;
  if (kind !== "systemd" && "cron" in when && !isSameZone(timeZone, place.ownZone)) {
    throw new UsageError(`${timerNames[kind]} runs in the time zone of this computer, ${place.ownZone}.`, {
      field: "--tz",
      hint: `Write the times in that zone: --tz ${place.ownZone}`,
    });
  }
  if ((kind === "launchd" || kind === "task") && "cron" in when && hasBothDays(parseCron(when.cron))) {
    throw new UsageError(
      `${timerNames[kind]} cannot run on days that match both day of the month and weekday.`,
      { field: "cron", hint: "Restrict one of them, or let a worker run it: till schedule create" },
    );
  }
  return timers[kind](schedule, program, place);
}

/** Returns whether only days that match both fields count: one of them begins with a star. */
const hasBothDays = ({ eitherDay, days, weekdays }: Cron) =>
  !eitherDay && days.length < 31 && weekdays.length < 7;

/** What a kind of timer is called in messages. */
export const timerNames: Readonly<Record<TimerKind, string>> = {
  systemd: "A user timer of systemd",
  launchd: "An agent of launchd",
  task: "A scheduled task of Windows",
  crontab: "cron",
};

/** Returns what removes the timer of a schedule. */
export function removalOf(
  kind: TimerKind,
  name: string,
  { folder, user }: Omit<TimerPlace, "ownZone">,
): TimerRemoval {
  switch (kind) {
    case "systemd":
      return {
        stop: [systemctl("disable", "--now", `till-${name}.timer`)],
        files: ["service", "timer"].map((type) => join(folder, `till-${name}.${type}`)),
      };
    case "launchd":
      return {
        stop: [["launchctl", "bootout", `${domain(user)}/${label(name)}`]],
        files: [agentFile(folder, name)],
      };
    case "task":
      return {
        stop: [["schtasks", "/Delete", "/F", "/TN", taskName(name)]],
        files: [taskFile(folder, name)],
      };
    case "crontab":
      return { stop: [], files: [] };
  }
}

const systemctl = (...words: string[]) => ["systemctl", "--user", ...words];

const domain = (user = 501) => `gui/${user}`;
const label = (name: string) => `till.${name}`;
const agentFile = (folder: string, name: string) => join(folder, `${label(name)}.plist`);

const taskName = (name: string) => `till\\${name}`;
const taskFile = (folder: string, name: string) => join(folder, `${name}.xml`);

const timers: Record<TimerKind, (schedule: Schedule, program: Program, place: TimerPlace) => Timer> = {
  systemd(schedule, program, { folder }) {
    const units = systemdUnits(schedule, program);
    const check = checkUnit(schedule.name, program);
    const inFolder = ({ name, text }: Unit) => ({ path: join(folder, name), text });
    return {
      files: units.map(inFolder),
      check: program.confined
        ? {
            ...inFolder(check),
            start: [systemctl("daemon-reload"), systemctl("start", check.name)],
            forget: [systemctl("reset-failed", check.name)],
          }
        : undefined,
      start: [systemctl("daemon-reload"), systemctl("enable", "--now", `till-${schedule.name}.timer`)],
      crontab: [],
    };
  },
  launchd(schedule, program, { folder, user, ownZone }) {
    const path = agentFile(folder, schedule.name);
    return {
      files: [{ path, text: propertyList(label(schedule.name), schedule, program, ownZone) }],
      start: [["launchctl", "bootstrap", domain(user), path]],
      crontab: [],
    };
  },
  task(schedule, program, { folder }) {
    const path = taskFile(folder, schedule.name);
    return {
      files: [{ path, text: taskXml(schedule, program), encoding: "utf16le" }],
      start: [["schtasks", "/Create", "/F", "/TN", taskName(schedule.name), "/XML", path]],
      crontab: [],
    };
  },
  crontab: (schedule, program, { ownZone }) => ({
    files: [],
    start: [],
    crontab: crontabLines(schedule, program, ownZone),
  }),
};

const combined = <A, B>(some: readonly A[], others: readonly B[]): [A, B][] =>
  some.flatMap((one) => others.map((other): [A, B] => [one, other]));

/** More entries than that are no schedule that someone meant. */
const maxEntries = 1440;

function propertyList(agent: string, schedule: Schedule, program: Program, ownZone: string): string {
  const { cwd, environment, program: words } = program;
  const text = (value: string) => `<string>${escapeMarkup(value)}</string>`;
  const entries = calendarEntries(schedule, ownZone);
  if (entries.length > maxEntries) throw tooManyTimes(entries.length);
  const dict = (entry: Record<string, number>) =>
    `<dict>${Object.entries(entry)
      .map(([key, value]) => `<key>${key}</key><integer>${value}</integer>`)
      .join("")}</dict>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${text(agent)}
  <key>ProgramArguments</key>
  <array>
    ${[...words, ...schedule.line].map(text).join("\n    ")}
  </array>
  <key>WorkingDirectory</key>${text(cwd)}
  <key>EnvironmentVariables</key>
  <dict>
${Object.entries(environment)
  .map(([key, value]) => `    <key>${key}</key>${text(value)}\n`)
  .join("")}  </dict>
  <key>StartCalendarInterval</key>
  <array>
    ${entries.map(dict).join("\n    ")}
  </array>
</dict>
</plist>
`;
}

/** Returns the entries of launchd's calendar, which have no year: the command itself checks whether it is due. */
function calendarEntries({ when }: Schedule, ownZone: string): Record<string, number>[] {
  if ("at" in when) {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone: ownZone,
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      hourCycle: "h23",
    }).formatToParts(roundedUp(when.at, minute));
    const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
    return [{ Month: part("month"), Day: part("day"), Hour: part("hour"), Minute: part("minute") }];
  }
  const cron = parseCron(when.cron);
  const each = (key: string, values: readonly number[], all: number): Record<string, number>[] =>
    values.length === all ? [{}] : values.map((value) => ({ [key]: value }));
  const times = combined(each("Hour", cron.hours, 24), each("Minute", cron.minutes, 60));
  const days = each("Day", cron.days, 31);
  const weekdays = each("Weekday", cron.weekdays, 7);
  const found = cron.eitherDay ? [...days, ...weekdays] : cron.weekdays.length < 7 ? weekdays : days;
  return combined(each("Month", cron.months, 12), combined(found, times)).map(
    ([month, [day, [hour, minute]]]) => ({
      ...month,
      ...day,
      ...hour,
      ...minute,
    }),
  );
}

function tooManyTimes(count: number): UsageError {
  return new UsageError(`The expression has ${count} times, too many for this system.`, {
    field: "cron",
    hint: "Use steps such as */15 with every hour, or fewer times.",
  });
}

const weekdayElements = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const monthElements =
  "January February March April May June July August September October November December".split(" ");

/** The most triggers of a task. */
const maxTriggers = 48;

/** Returns a task of Windows as XML. It runs with the rights of the user, also on battery and later if it was missed. */
function taskXml(schedule: Schedule, { program, cwd, environment }: Program): string {
  const words = [...program, ...schedule.line].map((word) => shellWord(word, "cmd"));
  const set = Object.entries(environment).map(([key, value]) => `set "${key}=${value}"&& `);
  // A task has no environment of its own.
  const [command = "", ...args] =
    set.length === 0 ? words : ["cmd.exe", "/d /s /c", `"${set.join("")}${words.join(" ")}"`];
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>till schedule ${escapeMarkup(schedule.name)}</Description></RegistrationInfo>
  <Triggers>
    ${triggersOf(schedule).join("\n    ")}
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions>
    <Exec>
      <Command>${escapeMarkup(command.replace(/^"(.*)"$/, "$1"))}</Command>
      <Arguments>${escapeMarkup(args.join(" "))}</Arguments>
      <WorkingDirectory>${escapeMarkup(cwd)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`;
}

function triggersOf({ when }: Schedule): string[] {
  if ("at" in when)
    return [
      `<TimeTrigger><StartBoundary>${roundedUp(when.at, second).toISOString().slice(0, 19)}Z</StartBoundary></TimeTrigger>`,
    ];
  const cron = parseCron(when.cron);
  const at = (time: string, repetition = "") =>
    `${repetition}<StartBoundary>2026-01-01T${time}:00</StartBoundary>`;
  const daily = daysOf(cron);
  const two = (value: number) => String(value).padStart(2, "0");
  const step = 60 / cron.minutes.length;
  if (cron.hours.length === 24 && cron.minutes.every((minute, index) => minute === index * step)) {
    const repeated = `<Repetition><Interval>PT${step}M</Interval><Duration>P1D</Duration></Repetition>`;
    return daily.map((days) => `<CalendarTrigger>${at("00:00", repeated)}${days}</CalendarTrigger>`);
  }
  const triggers = combined(daily, combined(cron.hours, cron.minutes)).map(
    ([days, [hour, minute]]) =>
      `<CalendarTrigger>${at(`${two(hour)}:${two(minute)}`)}${days}</CalendarTrigger>`,
  );
  if (triggers.length > maxTriggers) throw tooManyTimes(triggers.length);
  return triggers;
}

/** Returns the schedules of the days of an expression: one, or two if day of the month and weekday are both restricted. */
function daysOf(cron: Cron): string[] {
  const months = `<Months>${cron.months.map((month) => `<${monthElements[month - 1]}/>`).join("")}</Months>`;
  const weekdays = `<DaysOfWeek>${cron.weekdays.map((day) => `<${weekdayElements[day]}/>`).join("")}</DaysOfWeek>`;
  const inMonth = `<ScheduleByMonth><DaysOfMonth>${cron.days.map((day) => `<Day>${day}</Day>`).join("")}</DaysOfMonth>${months}</ScheduleByMonth>`;
  const weeks = `<Weeks><Week>1</Week><Week>2</Week><Week>3</Week><Week>4</Week><Week>Last</Week></Weeks>`;
  const inWeek =
    cron.months.length === 12
      ? `<ScheduleByWeek><WeeksInterval>1</WeeksInterval>${weekdays}</ScheduleByWeek>`
      : `<ScheduleByMonthDayOfWeek>${weeks}${weekdays}${months}</ScheduleByMonthDayOfWeek>`;
  if (cron.eitherDay) return [inMonth, inWeek];
  if (cron.weekdays.length < 7) return [inWeek];
  if (cron.days.length < 31 || cron.months.length < 12) return [inMonth];
  return ["<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>"];
}
