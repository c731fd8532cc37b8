import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as z from "zod/mini";
import type { ScheduleRun } from "../bulk/queue/schedules.ts";
import { replaceFile, textOfFile, withLock } from "../config/locked-file.ts";
import type { Context } from "../context/context.ts";
import { type CommandResult, type ParsedLine, summaryOf } from "../context/host.ts";
import { commandLine, inShell } from "../kernel/command-line.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { sameName } from "../kernel/file-system.ts";
import { makeFolder } from "../kernel/folder.ts";
import { nearest, redact } from "../kernel/text.ts";
import { crontabLines } from "./crontab.ts";
import { launchd } from "./launchd.ts";
import { ownCommand, programOf, withProfile } from "./program.ts";
import {
  type CreateOptions,
  printNext,
  type Schedule,
  type ScheduleRow,
  type Scheduler,
  timesAfter,
} from "./schedule.ts";
import { systemd } from "./systemd.ts";
import { ownZone, runSystem, type Timer, type TimerPlace, type TimerSystem } from "./timers.ts";
import { windowsTask } from "./windows-task.ts";

const systems = { systemd, launchd, task: windowsTask } satisfies Record<string, TimerSystem>;
type System = keyof typeof systems;

const Installed = z.strictObject({
  when: z.union([z.strictObject({ cron: z.string() }), z.strictObject({ at: z.string() })]),
  timeZone: z.string(),
  line: z.array(z.string()),
  runner: z.enum(["systemd", "launchd", "task"]),
  paused: z.optional(z.boolean()),
  /** When the timer of a single time has started the command. */
  startedAt: z.optional(z.string()),
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

/** The schedules that timers of this computer run: each timer starts `till schedule run NAME --due`. */
export const computerSchedules: Scheduler = {
  create,
  rows,
  has: async (context, name) => Object.hasOwn(read(context), name),
  runs,
  run: async (context, name) => await runNamed(context, name),
  pause,
  delete: async (context, name) => await remove(context, name),
};

/**
 * Starts a timer for a schedule. Throws TillError if the system rejects it; nothing is kept then. If there is no system with timers, prints
 * the lines for the crontab and throws NO_TIMER (exit 1).
 */
async function create(
  context: Context,
  schedule: Schedule,
  parsed: ParsedLine,
  { runner = usualSystem(), confine, dryRun = false }: CreateOptions,
): Promise<void> {
  const { name, when, timeZone } = schedule;
  if (runner === undefined) return await printCrontab(context, schedule, parsed, dryRun);
  const { title } = systems[runner];
  if (confine === true && runner !== "systemd")
    throw new UsageError(`${title} cannot be confined.`, {
      field: "--confine",
      hint: "Use --runner systemd.",
    });
  const line = await withProfile(context, schedule.line, parsed);
  const own = runner === "systemd" && confine === undefined ? await ownCommand(context, parsed) : undefined;
  let timer = await timerFor(context, schedule, runner, confine ?? own === undefined);
  if (own !== undefined)
    await context.notice(
      `The service is not confined: ${own} is a command, which may need privileges, as sudo and sendmail do. If it needs none: --confine`,
    );
  const next = timesAfter(schedule, context.now(), 3);
  const record = { _kind: "schedule", name, ...when, timeZone, line, runner, next };
  if (dryRun) {
    await context.printResult({ ...record, timer }, timerText(timer));
    await printNext(context, schedule, next);
    return void (await context.notice("Dry run: nothing was scheduled."));
  }
  change(context, (all) => {
    const taken = sameName(name, Object.keys(all));
    const stored = { when: "cron" in when ? when : { at: when.at.toISOString() }, timeZone, line, runner };
    if (taken === undefined) return { ...all, [name]: stored };
    throw new TillError(exitCodes.conflict, `There is a schedule named ${taken} already.`, {
      code: "SCHEDULE_EXISTS",
      field: "--name",
      hint: `Choose another name, or delete it first: till schedule delete ${taken}`,
    });
  });
  const problem = confinementProblem(timer);
  try {
    if (problem !== undefined) {
      if (confine) throw timerFailed(name, problem, "Leave out --confine.");
      timer = await timerFor(context, schedule, runner, false);
    }
    startTimer(context, name, timer);
  } catch (error) {
    change(context, ({ [name]: _, ...others }) => others);
    throw error;
  }
  await context.printResult(record, `Schedule ${name}: ${lineOf(context, line)}`);
  await context.notice(`${title} runs it on this computer. See it: till schedule list`);
  await printNext(context, schedule, next);
  if (problem !== undefined)
    await context.notice(
      "The service is not confined: systemd cannot start a confined service here (user namespaces may be off). Guide: till help guide workers",
    );
  if (runner === "systemd")
    await context.notice(
      "It runs while you are signed in. To let it run after you sign out: loginctl enable-linger",
    );
}

/** Prints the lines for the crontab that run a schedule. Throws NO_TIMER (exit 1) unless that was all to do. */
async function printCrontab(
  context: Context,
  schedule: Schedule,
  parsed: ParsedLine,
  dryRun: boolean,
): Promise<void> {
  const { name, when, timeZone } = schedule;
  const line = await withProfile(context, schedule.line, parsed);
  const crontab = crontabLines({ ...schedule, line }, await programOf(context), ownZone());
  await context.printResult(
    { _kind: "schedule", name, ...when, timeZone, line, crontab },
    ["# crontab", ...crontab].join("\n"),
  );
  await printNext(context, schedule, timesAfter(schedule, context.now(), 3));
  if (crontab.length > 1)
    await context.notice(
      "CRON_TZ is known to cronie (Fedora, RHEL, Arch), not to the cron of Debian and Ubuntu.",
    );
  if (dryRun) return await context.notice("Dry run: nothing was scheduled.");
  throw new TillError(
    exitCodes.failure,
    "Nothing was scheduled: there is no shared journal, and this computer has no timers that till can start.",
    { code: "NO_TIMER", hint: "Add the lines above to your crontab: crontab -e" },
  );
}

async function rows(context: Context): Promise<ScheduleRow[]> {
  return Object.entries(read(context)).map(([name, { when, timeZone, line, runner, paused = false }]) => {
    const last = historyOf(context, name).at(-1);
    return {
      name,
      ...when,
      timeZone,
      runner,
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
 * nor one whose single time is yet to come, or has been: a timer may start twice, and that of launchd every year. One whose single time has come
 * is deleted when its command has succeeded.
 */
export async function runNamed(context: Context, name: string, due = false): Promise<CommandResult> {
  const { when, line, paused = false } = find(context, name);
  const isEarly = "at" in when && new Date(when.at) > context.now();
  if (due && (paused || isEarly)) {
    await context.notice(`The schedule ${name} ${paused ? "is paused" : "is not due yet"}. Nothing was run.`);
    return { exitCode: exitCodes.ok };
  }
  const startedAt = context.now().toISOString();
  if (due && "at" in when && !isFirstStart(context, name, startedAt)) {
    await context.notice(
      `The schedule ${name} has run at its time already. To run it again: till schedule run ${name}`,
    );
    return { exitCode: exitCodes.ok };
  }
  const result = await context.command(line, context.streams);
  record(context, name, {
    startedAt,
    endedAt: context.now().toISOString(),
    exitCode: result.exitCode,
    job: result.job?.id,
    summary: summaryOf(result) ?? result.error?.message,
  });
  if (due && "at" in when && result.exitCode === exitCodes.ok) await remove(context, name, true);
  return result;
}

/** Records that the timer of a single time has started. Returns whether it had not. */
function isFirstStart(context: Context, name: string, startedAt: string): boolean {
  let isFirst = false;
  change(context, (all) => {
    const { [name]: found, ...others } = all;
    isFirst = found !== undefined && found.startedAt === undefined;
    return found && isFirst ? { ...others, [name]: { ...found, startedAt } } : all;
  });
  return isFirst;
}

/** Pauses a schedule, or lets it go on: its timer stays, but runs nothing. */
async function pause(context: Context, name: string, isPaused: boolean): Promise<void> {
  find(context, name);
  change(context, (all) => {
    const { [name]: paused, ...others } = all;
    return paused === undefined ? all : { ...others, [name]: { ...paused, paused: isPaused || undefined } };
  });
  await context.notice(
    isPaused
      ? `Paused the schedule ${name}. To go on: till schedule pause ${name} --off`
      : `The schedule ${name} runs again.`,
  );
}

async function runs(context: Context, name: string | undefined): Promise<ScheduleRun[]> {
  const names = name === undefined ? Object.keys(read(context)) : [name];
  const found = names.flatMap((schedule) =>
    historyOf(context, schedule).map(({ job = null, summary = "", ...run }) => ({
      ...run,
      schedule,
      job,
      summary,
    })),
  );
  if (name !== undefined && found.length === 0) find(context, name);
  return found;
}

/** Removes a schedule and its timer; its history stays. `fromTimer`: the timer has started this process. */
async function remove(context: Context, name: string, fromTimer = false): Promise<void> {
  const { runner } = find(context, name);
  const { stop, files } = systems[runner].removal(name, placeOf(context, runner));
  change(context, ({ [name]: _, ...others }) => others);
  // launchd would end this process. Without its file, the agent is gone when the user signs out; it is not due before.
  const stopping = fromTimer && runner === "launchd" ? [] : stop;
  // A timer that is gone already is no reason to keep the schedule.
  for (const problem of stopping.map(runSystem))
    if (problem !== undefined) await context.notice(`The timer could not be stopped: ${problem}`);
  for (const path of files) rmSync(path, { force: true });
  await context.notice(`Deleted the schedule ${name}. Its history stays: till schedule history ${name}`);
}

const lineOf = ({ environment }: Context, line: readonly string[]) =>
  redact(inShell(commandLine(...line), environment.shell));

const readWhen = (when: Installed["when"]): Schedule["when"] =>
  "cron" in when ? when : { at: new Date(when.at) };

/** Returns what runs schedules on this computer; undefined if nothing does. */
const usualSystem = (): System | undefined =>
  (["launchd", "task", "systemd"] as const).find((name) => systems[name].isHere());

/** Returns the timer of a schedule: it starts `till schedule run`, which knows the command and records the result. */
async function timerFor(
  context: Context,
  schedule: Schedule,
  runner: System,
  confined: boolean,
): Promise<Timer> {
  const line = ["schedule", "run", schedule.name, "--due"];
  const program = { ...(await programOf(context)), confined };
  return systems[runner].timer({ ...schedule, line }, program, placeOf(context, runner));
}

/** Returns where timers of a kind are kept on this computer. */
function placeOf({ paths, cwd, environment }: Context, runner: System): TimerPlace {
  const folder = systems[runner].folder(environment.variables, resolve(cwd, paths.schedules));
  return { folder, ownZone: ownZone(), user: process.getuid?.() };
}

/** Returns the files of a timer, and the commands that start it. */
function timerText({ files, start }: Timer): string {
  return [
    ...files.map(({ path, text }) => `# ${path}\n${text}`),
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
function startTimer({ paths }: Context, name: string, { files, start }: Timer): void {
  makeFolder(paths.schedules);
  for (const file of files) writeTimerFile(file);
  let problem: string | undefined;
  for (const words of start) problem ??= runSystem(words);
  if (problem === undefined) return;
  for (const { path } of files) rmSync(path, { force: true });
  throw timerFailed(name, problem, "Choose another --runner, or see what would be written: --dry-run");
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

function read({ paths }: Context): Readonly<Record<string, Installed>> {
  const text = textOfFile(paths.schedulesFile) ?? "{}";
  try {
    return Contents.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${paths.schedulesFile} is damaged.`, {
      code: "SCHEDULES_UNREADABLE",
      hint: "Restore it from a backup, or move it away and create your schedules again.",
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
