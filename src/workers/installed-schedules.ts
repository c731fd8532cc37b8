import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import * as z from "zod/mini";
import type { ScheduleRun } from "../bulk/queue/schedules.ts";
import { replaceFile, textOfFile, withLock } from "../config/locked-file.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult, ParsedLine } from "../context/host.ts";
import { commandLine, inShell } from "../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { sameName } from "../kernel/file-system.ts";
import { makeFolder } from "../kernel/folder.ts";
import { nearest, redact } from "../kernel/text.ts";
import { ownCommand, ownZone, programOf, unitFolder, withProfile } from "./local-schedule.ts";
import { printNext, type Schedule, type ScheduleRow, timesAfter } from "./schedule.ts";
import { removalOf, type Timer, type TimerKind, type TimerPlace, timerNames, timerOf } from "./timers.ts";

const Installed = z.strictObject({
  when: z.union([z.strictObject({ cron: z.string() }), z.strictObject({ at: z.string() })]),
  timeZone: z.string(),
  line: z.array(z.string()),
  as: z.enum(["systemd", "launchd", "task", "crontab"]),
  paused: z.optional(z.boolean()),
});
const Contents = z.record(z.string(), Installed);

/** A schedule that a timer of this computer runs. */
interface Installed extends z.output<typeof Installed> {}

/** One run of a schedule, as its history has it. */
interface Run {
  startedAt: string;
  endedAt: string;
  exitCode: number;
  job?: string | undefined;
  summary?: string | undefined;
}

export interface InstallOptions {
  timer?: TimerKind;
  /** Whether the service of systemd is confined. By default it is if the line runs no command of the user's own, and the system can. */
  confine?: boolean;
  dryRun?: boolean;
}

/**
 * Installs a schedule as a timer of this computer, which starts `till schedule run`. With `dryRun` it only prints the files and
 * commands. Throws TillError if the system rejects the timer; nothing is kept then.
 */
export async function installSchedule(
  context: Context,
  schedule: Schedule,
  parsed: ParsedLine,
  { timer: as = usualKind(), confine, dryRun = false }: InstallOptions,
): Promise<void> {
  const { name, when, timeZone } = schedule;
  if (confine === true && as !== "systemd")
    throw new UsageError(`${timerNames[as]} cannot be confined.`, {
      field: "--confine",
      hint: "Use --timer systemd.",
    });
  const line = await withProfile(context, schedule.line, parsed);
  const own = as === "systemd" && confine === undefined ? await ownCommand(context, parsed) : undefined;
  let timer = await timerFor(context, schedule, as, confine ?? own === undefined);
  if (own !== undefined)
    await context.notice(
      `The service is not confined: ${own} is a command, which may need privileges, as sudo and sendmail do. If it needs none: --confine`,
    );
  const next = timesAfter(schedule, context.now(), 3);
  const record = { _kind: "schedule", name, ...when, timeZone, line, as, next };
  if (dryRun) {
    await context.printResult({ ...record, timer }, timerText(timer));
    await printNext(context, schedule, next);
    return void (await context.notice("Dry run: nothing was installed."));
  }
  const installed: Installed = {
    when: "cron" in when ? when : { at: when.at.toISOString() },
    timeZone,
    line: [...line],
    as,
  };
  change(context, (all) => {
    const taken = sameName(name, Object.keys(all));
    if (taken === undefined) return { ...all, [name]: installed };
    throw new TillError(exitCodes.conflict, `There is a schedule named ${taken} already.`, {
      code: "SCHEDULE_EXISTS",
      field: "--name",
      hint: `Choose another name, or uninstall it first: till schedule uninstall ${taken}`,
    });
  });
  const problem = confinementProblem(timer);
  try {
    if (problem !== undefined) {
      if (confine) throw timerFailed(name, problem, "Leave out --confine.");
      timer = await timerFor(context, schedule, as, false);
    }
    startTimer(context, name, timer);
  } catch (error) {
    change(context, ({ [name]: _, ...others }) => others);
    throw error;
  }
  await context.printResult(record, `Schedule ${name}: ${lineOf(context, line)}`);
  await context.notice(`${timerNames[as]} runs it. See it: till schedule list`);
  await printNext(context, schedule, next);
  if (problem !== undefined)
    await context.notice(
      "The service is not confined: systemd cannot start a confined service here (user namespaces may be off). Guide: till help guide workers",
    );
  if (as === "systemd")
    await context.notice(
      "It runs while you are signed in. To let it run after you sign out: loginctl enable-linger",
    );
}

/** Returns whether a schedule of this computer has this name. */
export const isInstalled = (context: Context, name: string): boolean => Object.hasOwn(read(context), name);

/** Returns the schedules of this computer with their next times and last results. */
export function installedRows(context: Context): ScheduleRow[] {
  return Object.entries(read(context)).map(([name, { when, timeZone, line, as, paused = false }]) => {
    const last = historyOf(context, name).at(-1);
    return {
      name,
      ...when,
      timeZone,
      as,
      paused,
      next: paused
        ? []
        : timesAfter({ when: readWhen(when), timeZone }, context.now(), 3).map((at) => at.toISOString()),
      lastRun: last?.startedAt ?? null,
      lastResult: last === undefined ? null : last.exitCode === 0 ? "ok" : `exit code ${last.exitCode}`,
      command: lineOf(context, line),
    };
  });
}

/**
 * Runs the command of a schedule in this process and records the result. With `due`, as timers start it, a paused schedule does not run,
 * nor one whose single time is yet to come; one whose single time has come is uninstalled when its command has succeeded.
 */
export async function runInstalled(
  context: Context,
  name: string,
  { due = false }: { due?: boolean },
): Promise<CommandResult> {
  const { when, line, paused = false } = find(context, name);
  const isEarly = "at" in when && new Date(when.at) > context.now();
  if (due && (paused || isEarly)) {
    await context.notice(`The schedule ${name} ${paused ? "is paused" : "is not due yet"}. Nothing was run.`);
    return { exitCode: exitCodes.ok };
  }
  const startedAt = context.now().toISOString();
  const result = await context.command(line, context.streams);
  record(context, name, {
    startedAt,
    endedAt: context.now().toISOString(),
    exitCode: result.exitCode,
    job: result.job?.id,
    summary: result.summary ?? result.error?.message,
  });
  if (due && "at" in when && result.exitCode === exitCodes.ok)
    await uninstallSchedule(context, name, { fromTimer: true });
  return result;
}

/** Pauses a schedule, or resumes it: its timer goes on, but runs nothing. */
export async function pauseInstalled(context: Context, name: string, paused: boolean): Promise<void> {
  find(context, name);
  change(context, (all) => {
    const { [name]: one, ...others } = all;
    return one === undefined ? all : { ...others, [name]: { ...one, paused: paused || undefined } };
  });
  await context.notice(
    paused
      ? `Paused the schedule ${name}. To go on: till schedule pause ${name} --off`
      : `The schedule ${name} runs again.`,
  );
}

/**
 * Returns the runs of a schedule of this computer, or of all; with a name, also those of a schedule that is not installed any more.
 */
export function installedRuns(context: Context, name: string | undefined): ScheduleRun[] {
  const names = name === undefined ? Object.keys(read(context)) : [name];
  return names.flatMap((schedule) =>
    historyOf(context, schedule).map(({ job = null, summary = "", ...run }) => ({
      ...run,
      schedule,
      job,
      summary,
    })),
  );
}

/** Throws SCHEDULE_NOT_FOUND (exit 5) unless a schedule of this computer has this name. */
export const checkInstalled = (context: Context, name: string): void => void find(context, name);

/**
 * Removes a schedule and its timer; its history stays. With `dryRun` it only prints what would be removed. `fromTimer`: the timer has
 * started this process.
 */
export async function uninstallSchedule(
  context: Context,
  name: string,
  { dryRun = false, fromTimer = false }: { dryRun?: boolean; fromTimer?: boolean },
): Promise<void> {
  const { as } = find(context, name);
  const { stop, files } = removalOf(as, name, placeOf(context, as));
  const { own: crontab, problem: unread } =
    as === "crontab" ? crontabOf(name) : { own: [], problem: undefined };
  // launchd would end this process. Without its file, the agent is gone when the user signs out; it is not due before.
  const stopping = fromTimer && as === "launchd" ? [] : stop;
  if (dryRun) {
    const lines = [
      ...stop.map((words) => words.join(" ")),
      ...files.map((path) => `delete ${path}`),
      ...crontab.map((text) => `delete from the crontab: ${text}`),
    ];
    await context.printResult({ _kind: "schedule", name, timer: { stop, files, crontab } }, lines.join("\n"));
    return void (await context.notice("Dry run: nothing was removed."));
  }
  change(context, ({ [name]: _, ...others }) => others);
  // A timer that is gone already is no reason to keep the schedule.
  const removed = crontab.length > 0 ? editCrontab(name, []) : unread;
  for (const problem of [...stopping.map((words) => runSystem(words)), removed])
    if (problem !== undefined) await context.notice(`The timer could not be stopped: ${problem}`);
  for (const path of files) rmSync(path, { force: true });
  await context.notice(`Uninstalled the schedule ${name}. Its history stays: till schedule history ${name}`);
}

const lineOf = ({ environment }: Context, line: readonly string[]) =>
  redact(inShell(commandLine(...line), environment.shell));

const readWhen = (when: Installed["when"]): Schedule["when"] =>
  "cron" in when ? when : { at: new Date(when.at) };

/** Returns what runs schedules on this system: on Linux systemd if the user has one, else cron. */
function usualKind(): TimerKind {
  if (process.platform === "darwin") return "launchd";
  if (process.platform === "win32") return "task";
  return runSystem(["systemctl", "--user", "show-environment"]) === undefined ? "systemd" : "crontab";
}

/** Returns the timer of a schedule: it starts `till schedule run`, which knows the command and records the result. */
async function timerFor(
  context: Context,
  schedule: Schedule,
  as: TimerKind,
  confined: boolean,
): Promise<Timer> {
  const line = ["schedule", "run", schedule.name, "--due"];
  const program = { ...(await programOf(context)), confined };
  return timerOf(as, { ...schedule, line }, program, placeOf(context, as));
}

/** Returns where timers of a kind are kept on this computer. */
function placeOf(context: Context, as: TimerKind): TimerPlace {
  const { paths, cwd, environment } = context;
  const folder = {
    systemd: unitFolder(context),
    launchd: join(environment.variables.HOME ?? homedir(), "Library", "LaunchAgents"),
    task: resolve(cwd, paths.schedules),
    crontab: "",
  }[as];
  return { folder, ownZone: ownZone(), user: process.getuid?.() };
}

/** Returns the files of a timer, and the commands that start it. */
function timerText({ files, start, crontab }: Timer): string {
  return [
    ...files.map(({ path, text }) => `# ${path}\n${text}`),
    ...crontab.map((text) => `# crontab\n${text}`),
    ...(start.length > 0 ? [`# then\n${start.map((words) => words.join(" ")).join("\n")}`] : []),
  ].join("\n");
}

/** Returns why the system cannot start a service as it is confined, undefined if it can. */
function confinementProblem({ check }: Timer): string | undefined {
  if (check === undefined) return undefined;
  writeTimerFile(check);
  let problem: string | undefined;
  for (const words of check.start) problem ??= runSystem(words);
  if (problem !== undefined) for (const words of check.forget) runSystem(words);
  rmSync(check.path, { force: true });
  return problem;
}

/** Writes the files of a timer and starts it. Throws TillError; the files are deleted then. */
function startTimer({ paths }: Context, name: string, { files, start, crontab }: Timer): void {
  makeFolder(paths.schedules);
  for (const file of files) writeTimerFile(file);
  let problem = crontab.length > 0 ? editCrontab(name, crontab) : undefined;
  for (const words of start) problem ??= runSystem(words);
  if (problem === undefined) return;
  for (const { path } of files) rmSync(path, { force: true });
  throw timerFailed(
    name,
    problem,
    "Choose another kind with --timer, or see what would be written: --dry-run",
  );
}

const timerFailed = (name: string, problem: string, hint: string) =>
  new TillError(exitCodes.failure, `The timer of ${name} could not be started: ${problem}`, {
    code: "TIMER_FAILED",
    hint,
  });

function writeTimerFile({ path, text, encoding }: Timer["files"][number]): void {
  mkdirSync(dirname(path), { recursive: true });
  // launchd ignores an agent that others may write.
  writeFileSync(path, encoding ? `\uFEFF${text}` : text, { encoding: encoding ?? "utf8", mode: 0o644 });
}

/** Returns the lines of a schedule in the crontab of the user and all others, or why it cannot be read. */
function crontabOf(name: string) {
  const { error, status, signal, stdout, stderr } = spawnSync("crontab", ["-l"], { encoding: "utf8" });
  const why = error?.message ?? (status === 0 ? "" : stderr.trim() || signal || "");
  const lines =
    error === undefined && status === 0 && stdout !== "" ? stdout.replace(/\n$/, "").split("\n") : [];
  const isOwn = (text: string) => text.endsWith(` # till: ${name}`);
  return {
    own: lines.filter(isOwn),
    others: lines.filter((text) => !isOwn(text)),
    // Without a crontab, -l fails, too.
    problem: /^$|no crontab|no such file/i.test(why) ? undefined : `crontab -l: ${why}`,
  };
}

/** Replaces the lines of a schedule in the crontab of the user. Returns why it failed, if it did. */
function editCrontab(name: string, lines: readonly string[]): string | undefined {
  const { others, problem } = crontabOf(name);
  return problem ?? runSystem(["crontab", "-"], `${[...others, ...lines].join("\n")}\n`);
}

/** Runs a program of the system to its end. Returns why it failed, if it did. */
function runSystem([program = "", ...args]: readonly string[], input?: string): string | undefined {
  const { error, status, stderr } = spawnSync(program, args, { encoding: "utf8", input: input ?? "" });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : `${program}: ${stderr.trim() || `exit code ${status}`}`;
}

function read({ paths }: Context): Readonly<Record<string, Installed>> {
  const text = textOfFile(paths.schedulesFile) ?? "{}";
  try {
    return Contents.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${paths.schedulesFile} is damaged.`, {
      code: "SCHEDULES_UNREADABLE",
      hint: "Restore it from a backup, or move it away and install your schedules again.",
      cause,
    });
  }
}

function change(context: Context, edit: (all: Readonly<Record<string, Installed>>) => object): void {
  const { schedulesFile } = context.paths;
  withLock(schedulesFile, () =>
    replaceFile(schedulesFile, `${JSON.stringify(edit(read(context)), null, 2)}\n`),
  );
}

function find(context: Context, name: string): Installed {
  const all = read(context);
  const found = Object.hasOwn(all, name) ? all[name] : undefined;
  if (found !== undefined) return found;
  const guess = nearest(name, Object.keys(all));
  throw new TillError(
    exitCodes.notFound,
    `There is no schedule named ${name} on this computer.${guess === undefined ? "" : ` Did you mean ${guess}?`}`,
    { code: "SCHEDULE_NOT_FOUND", hint: "List them: till schedule list" },
  );
}

const historyFile = ({ paths }: Context, name: string) => join(paths.schedules, `${name}.ndjson`);

function record(context: Context, name: string, run: Run): void {
  makeFolder(context.paths.schedules);
  const file = historyFile(context, name);
  const isCut = existsSync(file) && !`\n${readFileSync(file, "utf8")}`.endsWith("\n");
  appendFileSync(file, `${isCut ? "\n" : ""}${JSON.stringify(run)}\n`, { mode: 0o600 });
}

function historyOf(context: Context, name: string): Run[] {
  const file = historyFile(context, name);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text) => runIn(text) ?? []);
}

/** Returns the run in a line; undefined for one that was cut, because the disk was full or the process was killed. */
function runIn(line: string): Run | undefined {
  try {
    return JSON.parse(line) as Run;
  } catch {
    return undefined;
  }
}
