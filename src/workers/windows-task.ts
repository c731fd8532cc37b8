import { join } from "node:path";
import { shellWord } from "../kernel/command-line.ts";
import { type Cron, parseCron } from "../kernel/cron.ts";
import { second } from "../kernel/durations.ts";
import { escapeMarkup } from "../kernel/text.ts";
import type { Program } from "./program.ts";
import type { Schedule } from "./schedule.ts";
import { checkTimes, combined, roundedUp, type TimerSystem, tooManyTimes } from "./timers.ts";

/** Scheduled tasks of Windows. Their times are those of the computer. */
export const windowsTask: TimerSystem = {
  title: "A scheduled task of Windows",
  isHere: () => process.platform === "win32",
  folder: (_variables, schedules) => schedules,
  timer(schedule, program, { folder, ownZone }) {
    checkTimes(windowsTask.title, schedule, ownZone);
    const path = taskFile(folder, schedule.name);
    return {
      files: [{ path, text: taskXml(schedule, program), encoding: "utf16le" }],
      start: [["schtasks", "/Create", "/F", "/TN", taskName(schedule.name), "/XML", path]],
    };
  },
  removal: (name, { folder }) => ({
    stop: [["schtasks", "/Delete", "/F", "/TN", taskName(name)]],
    files: [taskFile(folder, name)],
  }),
};

const taskName = (name: string) => `till\\${name}`;
const taskFile = (folder: string, name: string) => join(folder, `${name}.xml`);

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
