import { isAbsolute, resolve } from "node:path";
import { siteWords } from "../config/effective-profile.ts";
import { splitPassword } from "../config/settings.ts";
import { settingsFile } from "../config/settings-file.ts";
import type { Context } from "../context/context.ts";
import type { ParsedLine } from "../context/host.ts";
import { shellWord } from "../kernel/command-line.ts";
import { type Cron, parseCron, weekdayNames } from "../kernel/cron.ts";
import { minute, second } from "../kernel/durations.ts";
import { UsageError } from "../kernel/errors.ts";
import { capitalized } from "../kernel/text.ts";
import { instantsOf, localTimeOf } from "../kernel/zoned-time.ts";
import { printNext, type Schedule, timesAfter } from "./schedule.ts";

/** The time zone of this computer, by which cron goes. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns whether two names are those of one time zone, such as Asia/Kolkata and Asia/Calcutta. */
export const isSameZone = (one: string, other: string) => canonicalZone(one) === canonicalZone(other);

const canonicalZone = (timeZone: string) =>
  new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

/** Returns the first time from `time` on that a timer with this unit has, in milliseconds: a run must not come before its time. */
export const roundedUp = (time: Date, unit: number) => new Date(Math.ceil(time.getTime() / unit) * unit);

/** Without a shared journal no worker runs schedules: these are the lines for cron and systemd, which do. */
const localNote =
  "There is no shared journal (setting journal), so no worker runs schedules. This computer can: till schedule install, or add these lines yourself.";

/** Prints the lines for cron and systemd that run a schedule. */
export async function printLocal(context: Context, schedule: Schedule, parsed: ParsedLine): Promise<void> {
  const program = {
    ...(await programOf(context)),
    confined: (await ownCommand(context, parsed)) === undefined,
  };
  const named = { ...schedule, line: await withProfile(context, schedule.line, parsed) };
  const crontab = crontabLines(named, program, ownZone());
  const units = systemdUnits(named, program);
  const folder = unitFolder(context);
  const next = timesAfter(schedule, context.now(), 3);
  const { stdout } = context.streams;
  if (context.format !== "table") {
    const { name, when, timeZone, line } = named;
    const record = { name, ...when, timeZone, line, next, crontab, systemd: { folder, units } };
    return await context.printRecord(record, { kind: "schedule", fields: {} });
  }
  await context.notice(localNote);
  await printNext(context, schedule, next);
  const parts = [
    ["# cron: add to crontab -e", ...crontab].join("\n"),
    ...units.map(({ name, text }) => `# systemd: ${folder}/${name}\n${text.trimEnd()}`),
    `# then: systemctl --user daemon-reload && systemctl --user enable --now till-${schedule.name}.timer`,
  ];
  await stdout.write(`${parts.join("\n\n")}\n`);
  if (crontab.length > 1)
    await context.notice(
      "CRON_TZ is known to cronie (Fedora, RHEL, Arch), not to the cron of Debian and Ubuntu: use systemd there.",
    );
}

/** Returns a command line with the profile and the site in use, if it names no profile. */
export async function withProfile(
  context: Context,
  line: readonly string[],
  { command, globals }: ParsedLine,
): Promise<readonly string[]> {
  if (globals.profile !== undefined) return line;
  const profile = await context.profile();
  const named = profile.origins.name?.source === "environment" ? [] : ["--profile", profile.name];
  const site = command === "each" || globals.site !== undefined ? [] : siteWords(profile);
  const dashes = line.indexOf("--");
  const end = dashes < 0 ? line.length : dashes;
  return [...line.slice(0, end), ...named, ...site, ...line.slice(end)];
}

/** What runs a schedule where there is no worker. */
export interface Program {
  /** The program and its first arguments: node and the path of till. */
  program: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  /** Whether the service of systemd is confined. */
  confined?: boolean;
}

/** A file of systemd, and its lines. */
export interface Unit {
  name: string;
  text: string;
}

/** The variables without secrets that define a profile, and the journal. */
const keptVariables = [
  "TILL_BASE_URL",
  "TILL_SITE_ID",
  "TILL_CLIENT_ID",
  "TILL_CREDENTIAL_COMMAND",
  "TILL_JOURNAL",
] as const;

/**
 * Returns the program, folder and environment of this run, with the file of the API key if it comes from one. Throws UsageError
 * if secrets in the environment define the profile, or the file has no key.
 */
export async function programOf(context: Context): Promise<Program> {
  const { program, cwd, environment } = context;
  const { variables, keyFile, keyFileProblem } = environment;
  if (keyFileProblem !== undefined)
    throw (await import("../context/connection.ts")).noKeyInFile(keyFileProblem);
  const secret = (["TILL_API_KEY", "TILL_ACCESS_TOKEN"] as const).find(
    (name) => variables[name] && (name !== "TILL_API_KEY" || keyFile === undefined),
  );
  if (secret !== undefined) {
    throw new UsageError(`A scheduled command does not have ${secret}, and it is not written to a file.`, {
      field: secret,
      hint: "Store the key in a profile (till profiles create), unset the variable, and name the profile: --profile <name>. Or keep it in a file: TILL_API_KEY_FILE",
    });
  }
  if (splitPassword(variables.TILL_JOURNAL ?? "").password !== undefined) {
    throw new UsageError(
      "A scheduled command does not have TILL_JOURNAL: its password is not written to a file.",
      {
        field: "TILL_JOURNAL",
        hint: "Store the address, which keeps the password with the credentials: till config set journal ADDRESS. Then unset the variable.",
      },
    );
  }
  const kept = keptVariables.flatMap((name) => {
    const value = variables[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const home = variables.TILL_HOME;
  return {
    // A program in one file is its own script.
    program: [...new Set(program.filter(Boolean))],
    cwd,
    environment: {
      ...(home && { TILL_HOME: resolve(cwd, home) }),
      ...(keyFile !== undefined && { TILL_API_KEY_FILE: resolve(cwd, keyFile) }),
      ...Object.fromEntries(kept),
    },
  };
}

/**
 * Returns the source of a command of the user's own that a scheduled line may run: of the setting `notify` or `credentialCommand`,
 * for `till each` in any profile. Undefined if there is none.
 */
export async function ownCommand(
  { environment, paths, cwd, globals }: Context,
  parsed: ParsedLine,
): Promise<string | undefined> {
  const [{ openChoices }, { isWebhook }] = await Promise.all([
    import("../context/choices.ts"),
    import("../cli/notify.ts"),
  ]);
  const ignore = () => {};
  const { profiles = [] } = parsed.command === "each" ? settingsFile(paths.settingsFile).read() : {};
  for (const named of [{}, ...profiles.map(({ name: profile }) => ({ profile }))]) {
    const chosen = { ...globals, ...parsed.globals, ...named };
    const choices = await openChoices({ environment, paths, cwd, globals: chosen, notice: ignore });
    const [key, notify] = [choices.setting("credentialCommand"), choices.setting("notify")];
    if (key.value !== null) return key.source;
    if (notify.value !== null && !isWebhook(notify.value)) return notify.source;
  }
  return undefined;
}

/** Returns the line for crontab, with the time zone above it if it is not the computer's own. */
export function crontabLines(
  { name, when, timeZone, line }: Schedule,
  { program, cwd, environment }: Program,
  ownZone: string,
): string[] {
  const once = "at" in when ? localTimeOf(roundedUp(when.at, minute), ownZone) : "";
  const command = [
    `cd ${shellWord(cwd)} &&`,
    ...("at" in when ? [`[ "$(date +%Y)" = ${once.slice(0, 4)} ] &&`] : []),
    ...Object.entries(environment).map(([key, value]) => `${key}=${shellWord(value)}`),
    ...[...program, ...line].map((word) => shellWord(word)),
  ].join(" ");
  if (/[\r\n]/.test(command)) {
    throw new UsageError("A line break cannot be part of a crontab line.", { field: "command" });
  }
  const zone = "cron" in when && !isSameZone(timeZone, ownZone) ? [`CRON_TZ=${timeZone}`] : [];
  const times = "cron" in when ? plainSteps(when.cron) : cronOf(once);
  // In a crontab, a percent sign ends the command.
  return [...zone, `${times} ${command.replaceAll("%", "\\%")} # till: ${name}`];
}

/** The last values of the fields of a cron expression. */
const lastValues = [59, 23, 31, 12, 7];

/** Returns a cron expression without steps behind one value, which Vixie cron ignores: `5-59/15` for `5/15`. */
const plainSteps = (cron: string): string =>
  cron
    .trim()
    .split(/\s+/)
    .map((field, index) => field.replace(/(?<=^|,)(\w+)\//g, `$1-${lastValues[index]}/`))
    .join(" ");

/** Returns the minute of a local time as a cron expression, without the year. */
function cronOf(local: string): string {
  const [, month, day, hour, minute] = local.split(/[-T:]/).map(Number);
  return `${minute} ${hour} ${day} ${month} *`;
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
export const checkUnit = (name: string, program: Program): Unit => ({
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
  "# Confined: nothing in it gains privileges, as sudo and sendmail need to. Without these lines: till schedule install --no-confine",
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

/** Returns the folder of the user's units. */
export function unitFolder({ environment }: Pick<Context, "environment">): string {
  const { XDG_CONFIG_HOME: config, HOME: home = "~" } = environment.variables;
  return `${config && isAbsolute(config) ? config : `${home}/.config`}/systemd/user`;
}
