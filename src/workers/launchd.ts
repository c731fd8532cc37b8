import { homedir } from "node:os";
import { join } from "node:path";
import { parseCron } from "../kernel/cron.ts";
import { minute } from "../kernel/durations.ts";
import { escapeMarkup } from "../kernel/text.ts";
import type { Program } from "./program.ts";
import type { Schedule } from "./schedule.ts";
import { checkTimes, combined, roundedUp, type TimerSystem, tooManyTimes } from "./timers.ts";

/** Agents of launchd. Their times are those of the computer. */
export const launchd: TimerSystem = {
  title: "An agent of launchd",
  isHere: () => process.platform === "darwin",
  folder: ({ HOME }) => join(HOME ?? homedir(), "Library", "LaunchAgents"),
  timer(schedule, program, { folder, user, ownZone }) {
    checkTimes(launchd.title, schedule, ownZone);
    const path = agentFile(folder, schedule.name);
    return {
      files: [{ path, text: propertyList(label(schedule.name), schedule, program, ownZone) }],
      start: [["launchctl", "bootstrap", domain(user), path]],
    };
  },
  removal: (name, { folder, user }) => ({
    stop: [["launchctl", "bootout", `${domain(user)}/${label(name)}`]],
    files: [agentFile(folder, name)],
  }),
};

const domain = (user = 501) => `gui/${user}`;
const label = (name: string) => `till.${name}`;
const agentFile = (folder: string, name: string) => join(folder, `${label(name)}.plist`);

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
    const part = (type: string) => Number(parts.find((part) => part.type === type)?.value);
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
