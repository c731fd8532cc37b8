import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { type Cron, parseCron, weekdayNames } from "../kernel/cron.ts";
import { second } from "../kernel/durations.ts";
import { capitalized } from "../kernel/text.ts";
import { instantsOf, localTimeOf } from "../kernel/zoned-time.ts";
import type { Program } from "./program.ts";
import type { Schedule } from "./schedule.ts";
import { roundedUp, runSystem, type TimerSystem } from "./timers.ts";

/** User timers of systemd. They know all time zones. */
export const systemd: TimerSystem = {
  title: "A user timer of systemd",
  isHere: () => runSystem(["systemctl", "--user", "show-environment"]) === undefined,
  folder: ({ XDG_CONFIG_HOME: config, HOME: home = homedir() }) =>
    `${config && isAbsolute(config) ? config : `${home}/.config`}/systemd/user`,
  timer(schedule, program, { folder }) {
    const check = checkUnit(schedule.name, program);
    const inFolder = ({ name, text }: Unit) => ({ path: join(folder, name), text });
    return {
      files: systemdUnits(schedule, program).map(inFolder),
      check: program.confined
        ? {
            ...inFolder(check),
            start: [systemctl("daemon-reload"), systemctl("start", check.name)],
            forget: [systemctl("reset-failed", check.name)],
          }
        : undefined,
      start: [systemctl("daemon-reload"), systemctl("enable", "--now", `till-${schedule.name}.timer`)],
    };
  },
  removal: (name, { folder }) => ({
    stop: [systemctl("disable", "--now", `till-${name}.timer`)],
    files: ["service", "timer"].map((type) => join(folder, `till-${name}.${type}`)),
  }),
};

const systemctl = (...words: string[]) => ["systemctl", "--user", ...words];

/** A file of systemd, and its lines. */
interface Unit {
  name: string;
  text: string;
}

/** Returns the service and the timer for systemd. */
export function systemdUnits(schedule: Schedule, program: Program): Unit[] {
  const { name, line } = schedule;
  const unit = `till-${name}`;
  const service = [
    "[Unit]",
    `Description=till schedule ${name}`,
    // Runs if till itself cannot start, too. Without that unit it does nothing.
    "OnFailure=till-failed@%n.service",
    "",
    ...serviceLines(program, line),
  ];
  const timer = [
    "[Unit]",
    `Description=Timer of till schedule ${name}`,
    "",
    "[Timer]",
    ...calendarOf(schedule).map((text) => `OnCalendar=${text}`),
    "AccuracySec=1s",
    // A run that was missed while the computer was off is made up for.
    "Persistent=true",
    "",
    "[Install]",
    "WantedBy=timers.target",
  ];
  return [
    { name: `${unit}.service`, text: `${service.join("\n")}\n` },
    { name: `${unit}.timer`, text: `${timer.join("\n")}\n` },
  ];
}

/** Returns a service that does nothing but start till, confined as that of the schedule: whether the system can. */
const checkUnit = (name: string, program: Program): Unit => ({
  // No schedule has an @ in its name.
  name: `till-${name}@check.service`,
  text: `${serviceLines(program, ["--version"]).join("\n")}\n`,
});

function serviceLines({ program, cwd, environment, confined }: Program, line: readonly string[]): string[] {
  return [
    "[Service]",
    "Type=oneshot",
    `WorkingDirectory=${specifiers(cwd)}`,
    ...Object.entries(environment).map(([key, value]) => `Environment=${unitWord(`${key}=${value}`)}`),
    // Only in command lines is $ a variable.
    `ExecStart=${[...program, ...line].map((word) => unitWord(word).replaceAll("$", "$$$$")).join(" ")}`,
    ...(confined ? confinement : []),
  ];
}

/**
 * What takes rights from the service: it keeps the files of the user, and the network. All of it works in user units with user
 * namespaces; without PrivateUsers=, systemd ignores some of these lines there and cannot start the service with others.
 */
const confinement = [
  "",
  "# Confined: nothing in it gains privileges, as sudo and sendmail need to. Without these lines: till schedule create --no-confine",
  "PrivateUsers=true",
  "NoNewPrivileges=true",
  "CapabilityBoundingSet=",
  "ProtectSystem=full",
  "ProtectClock=true",
  "ProtectControlGroups=true",
  "ProtectHostname=true",
  "ProtectKernelLogs=true",
  "ProtectKernelModules=true",
  "ProtectKernelTunables=true",
  "ProtectProc=invisible",
  "PrivateDevices=true",
  "LockPersonality=true",
  "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK",
  "RestrictNamespaces=true",
  "RestrictRealtime=true",
  "RestrictSUIDSGID=true",
  "SystemCallArchitectures=native",
  "SystemCallFilter=@system-service",
  "SystemCallFilter=~@privileged",
  "# Node tries some calls and does without them.",
  "SystemCallErrorNumber=EPERM",
];

const specifiers = (text: string) => text.replaceAll("%", "%%");

/** Returns a word of a unit file, in quotes if necessary. */
function unitWord(word: string): string {
  const text = specifiers(word);
  if (/^[\w./:=+@,%$-]+$/.test(word)) return text;
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return `"${escaped}"`;
}

/** Returns the OnCalendar expressions of a schedule; the timer runs at each of them. */
export function calendarOf({ when, timeZone }: Pick<Schedule, "when" | "timeZone">): string[] {
  if ("at" in when) {
    const at = roundedUp(when.at, second);
    // When clocks are turned back, two times have the same local time.
    const isUnique = instantsOf(localTimeOf(at, timeZone), timeZone)?.length === 1;
    const zone = isUnique ? timeZone : "UTC";
    return [`${localTimeOf(at, zone).slice(0, 19).replace("T", " ")} ${zone}`];
  }
  const cron = parseCron(when.cron);
  const time = `${listed(cron.hours, 24)}:${listed(cron.minutes, 60)}:00 ${timeZone}`;
  const days = (monthDays: readonly number[]) =>
    `*-${listed(cron.months, 12)}-${listed(monthDays, 31)} ${time}`;
  const week = weekPrefix(cron);
  // cron runs on days that match either field, systemd only on those that match both.
  if (cron.eitherDay) return [days(cron.days), `${week}${days([])}`];
  return [`${week}${days(cron.days)}`];
}

function weekPrefix({ weekdays }: Cron): string {
  if (weekdays.length === 7) return "";
  const names = weekdays.map((day) => capitalized(weekdayNames[day] ?? ""));
  return `${names.join(",")} `;
}

function listed(values: readonly number[], all: number): string {
  if (values.length === 0 || values.length === all) return "*";
  return values.map((value) => String(value).padStart(2, "0")).join(",");
}
