import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "../api/caller.ts";
import type { Role } from "../api/endpoint.ts";
import type { Fakes } from "../api/personal-data.ts";
import type { JobPlace, Who } from "../bulk/engine/job.ts";
import type { StepLabels, Units } from "../bulk/engine/job-kinds.ts";
import type { Journal } from "../bulk/journal/journal.ts";
import type { JobStore } from "../bulk/journal/journals.ts";
import type { Work } from "../bulk/journal/step.ts";
import type { SendGuard } from "../bulk/postgres/lease.ts";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import { type Environment, readEnvironment } from "../config/environment.ts";
import { type Paths, pathsFor } from "../config/paths.ts";
import type { LockState } from "../config/profiles.ts";
import type { SettingName } from "../config/settings.ts";
import { commandLine, inShell } from "../kernel/command-line.ts";
import { isExecutable } from "../kernel/installation.ts";
import { redact, sanitize } from "../kernel/text.ts";
import { toolVersion } from "../kernel/version.ts";
import type { Rows } from "../output/json.ts";
import type { PrintedRecord, PrintedRows } from "../output/render.ts";
import { type OutputFormat, processStreams, type Streams, withStreams } from "../output/streams.ts";
import { type Choices, chosenStreams, openChoices } from "./choices.ts";
import { isAllowedShop, otherShop, readablePath } from "./confinement.ts";
import type { CatalogVersion, Connection } from "./connection.ts";
import type { ChangeQuestion } from "./guards.ts";
import type { CommandResult, Globals, Host, Limits, ParsedLine, RunPart, Site, Telemetry } from "./host.ts";
import type { Identity } from "./identities.ts";
import type { PlannedCall } from "./recorder.ts";

/** The journals of another context, and what must hold for a job of them to send a request. */
interface SharedJobs {
  jobs: Context["jobs"];
  guards: Set<SendGuard>;
}

/** What a job reports besides the number of its rows. */
export interface JobResults {
  json: Readonly<Record<string, unknown>>;
  lines: readonly string[];
}

/** A kind of job, such as `products.update`. Its connections to the platform are opened on demand. */
export interface JobKindEntry extends StepLabels {
  /** The steps that it can describe. Default: all. */
  stepKinds?: ReadonlySet<string>;
  /** `journal`: absent for a job that is only planned. */
  work(context: Context, journal?: Journal): Promise<Work>;
  /** Returns the units of the fields that a preview names. Default: none. */
  units?(context: Context): Promise<Units>;
  /** Runs before the first request of a job that is resumed or read from a plan file. */
  begin?(context: Context, journal: Journal): void;
  /** Runs before the first request of an undo. */
  beginUndo?(context: Context, journal: Journal): void;
  /** Returns what the job reports besides the number of its rows. */
  results?(journal: Journal): JobResults;
  /** Returns why nothing of a job can be undone, if that is so. */
  whyFinal?(journal: Journal): Promise<string | undefined>;
  /** Runs when a run of the job has ended, for whatever reason. */
  finished?(context: Context, journal: Journal): Promise<void>;
}

/** The program that a context belongs to: what lies above this module. */
export interface Program {
  run: RunLine;
  jobKind: Context["jobKind"];
  /** Shows a change of a context and asks whether to send it, if it is the first one. Throws unless the answer is yes. */
  confirmChange(
    context: Context,
    change: PlannedCall,
    isFirst: boolean,
    question: ChangeQuestion | undefined,
  ): Promise<void>;
  /** Opens the local copy of the shop, for a context whose calls read it. */
  local(context: Context, maxAge: string | true): Promise<LocalCopy | undefined>;
}

/** The local copy of the shop, to read lists from. */
export interface LocalCopy {
  /** The context, with calls that read the copy and nothing else. */
  context: Context;
  /** The catalog version of the shop. */
  catalog: CatalogVersion;
  /** Returns how old the lists are that were read, or all of them, as a sentence. */
  age(): string;
  /** Brings the copy up to date. Does nothing if another process does so, or if the shop cannot be read. */
  refresh(): Promise<void>;
  close(): void;
}

/** Runs one command line. */
export type RunLine = (argv: readonly string[], host: Host) => Promise<CommandResult>;

/** Everything a command may use besides its options. Costly members are functions and load on first use. */
export interface Context {
  readonly streams: Streams;
  readonly globals: Globals;
  readonly environment: Environment;
  readonly paths: Paths;
  readonly signal: AbortSignal;
  stop(): void;
  readonly cwd: string;
  /** Nobody is at a terminal: a change needs a shop that is named. */
  unattended(): boolean;
  /** The program and its first arguments: node and the path of till. */
  readonly program: readonly string[];
  /** Replaces personal data in all that is read; it is shown if absent. */
  readonly mask: Fakes | undefined;
  /** The command line as typed, without secrets, for the journal. */
  readonly argv: readonly string[];
  readonly format: OutputFormat;
  /** Prints rows as a table, or in the format of the command line. Resolves with their number. */
  print<Row extends object>(rows: Rows<Row>, view: PrintedRows<Row>): Promise<number>;
  /** Prints one record, one field per line, or in the format of the command line. */
  printRecord<Row extends object>(record: Row, view: PrintedRecord<Row>): Promise<void>;
  /** Prints the result of a command: as a sentence, or in a format for programs as a record. */
  printResult<Result extends { _kind: string }>(record: Result, sentence: string): Promise<void>;
  now(): Date;
  /** Runs work that changes nothing and in which no signal is handled: Ctrl-C then ends the process. */
  blocking<T>(work: () => T): T;
  /** Resolves after some milliseconds; rejects if the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Returns the user of the operating system, the name of the computer, and what runs in CI. */
  who(): Who;
  /** The settings and the profile from flags, environment, profile and settings file. */
  readonly choices: Choices;
  /** Returns the site of this run without a request. Throws UsageError if the profile does not exist. */
  profile(): Promise<EffectiveProfile>;
  site(): Promise<Site>;
  /** Returns what a job on this site records about it: the platform, the site and the profile. */
  place(): Promise<JobPlace & { profile: string }>;
  /** Returns the name of the profile if the command has used its embedded sandbox. */
  sandboxUsed(): Promise<string | undefined>;
  /** Returns the transport and the credentials store for signing in and out. */
  identity(): Promise<Identity>;
  /** Returns the state of the profile's lock. While it is locked, all writes are rejected (exit 6). */
  lock(): Promise<LockState>;
  /** Sets the question before the first write of the command; `asked`: it shows and confirms by itself what it sends. */
  asks(question: ChangeQuestion | "asked"): Promise<void>;
  /** Prints on stderr which hosted site is about to be changed, also with --quiet. Every first write does so. */
  announce(): Promise<void>;
  /** From now on a job records the writes, and Ctrl-C lets requests in flight finish, so that it can record their results. */
  beginJob(): Promise<void>;
  /** From now on writes are sent although the profile requires approvals: the plan has them. */
  approve(): Promise<void>;
  /** Returns the job that the recorded writes of the command belong to, once there is one. */
  recorded(): Promise<string | undefined>;
  /** Returns the first write of the command, if --dry-run kept it from being sent. */
  planned(): Promise<PlannedCall | undefined>;
  /** Makes single calls with the lowest role that works, or with `as` or `--as`. Throws TillError (exit 4) if the identity is missing. */
  call(as?: Role): Promise<Call>;
  /** Returns typed methods over services, using `call`. */
  /**
   * Opens the local copy of the shop: for true, whatever its age; else if it is not older (`10m`, `auto`). Throws TillError (exit
   * 5) if there is none. The caller closes it.
   */
  local(maxAge: string | true): Promise<LocalCopy | undefined>;
  /** Returns whether the profile has an identity for this role, without a request. */
  can(role: Role): Promise<boolean>;
  /** Returns the catalog version of the site, requested once with the given call. */
  catalog(call: Call): Promise<CatalogVersion>;
  /** The most concurrent requests. */
  readonly concurrency: number;
  /** What must hold for a request to be sent. */
  readonly guards: Set<SendGuard>;
  /** Prints a line about the result on stderr, except with --quiet. */
  notice(text: string): Promise<void>;
  /** Prints a line about the progress on stderr, except with --quiet. */
  status(text: string): Promise<void>;
  /** Returns the last notice, even if it was not printed. */
  lastNotice(): string | undefined;
  /** Records what the command does for OpenTelemetry, if a collector is known. */
  readonly telemetry: Telemetry | undefined;
  /** The run of `till each` that the command line belongs to. */
  readonly run: RunPart | undefined;
  /** The id that the jobs of the command are recorded with: of the run of `till each`, or from TILL_RUN. */
  readonly runId: string | undefined;
  /** Returns the absolute path of a file that the command line names. Throws UsageError if it may not be read. */
  readable(file: string): string;
  /** Runs another command line in this process. Ctrl-C, or the signal, stops it, but not the calling command. */
  command(argv: readonly string[], streams: Streams, limits?: Limits): Promise<CommandResult>;
  /** Runs the command line of one site of a run in this process. Ctrl-C stops it as well. */
  part(argv: readonly string[], streams: Streams, part: RunPart): Promise<CommandResult>;
  /** Parses a command line without running it. Throws UsageError. */
  parse(argv: readonly string[]): Promise<ParsedLine>;
  /**
   * Returns the context of another profile or site, with the same journals, or of another environment (then without the flags
   * of this run). The caller closes it, before this one.
   */
  elsewhere(
    where: { profile: string; site?: string } | { site: string } | { environment: Environment; cwd: string },
  ): Promise<Context>;
  /** Runs work in a copy of this context that Ctrl-C stops separately, perhaps with other streams. */
  apart<T>(work: (inner: Context) => Promise<T>, streams?: Streams): Promise<T>;
  /** Loads a kind of job by its name in journals; undefined for one that only a newer version knows. */
  jobKind(name: string): Promise<JobKindEntry | undefined>;
  /** Returns the store of the journals of jobs. */
  jobs(): Promise<JobStore>;
  close(): Promise<void>;
}

/** Returns the context of one command. Everything is opened on first use. */
export function createContext(
  host: Host,
  globals: Globals,
  argv: readonly string[],
  choices: Choices,
  program: Program,
  shared?: SharedJobs,
): Context {
  const { environment, signal, cwd } = host;
  const { run } = program;
  const chosen = chosenStreams(host.streams, environment, choices);
  const streams = globals.quiet ? withStreams(chosen, { activity: undefined }) : chosen;
  const paths = pathsFor(environment.variables, host.platform);
  const calls = new AbortController();
  const stopCalls = () => calls.abort(signal.reason);
  signal.addEventListener("abort", stopCalls, { once: true });
  if (signal.aborted) stopCalls();
  let opening: Promise<Connection> | undefined;
  let store: Promise<JobStore> | undefined;
  const guards = shared?.guards ?? new Set<SendGuard>();
  const who = () => ({ ...(host.who?.() ?? { actor: "unknown", host: "unknown" }), ci: environment.ciRun });
  const status = async (text: string) => {
    if (!globals.quiet) await streams.stderr.write(`${sanitize(text)}\n`);
  };
  const runId = host.run?.id ?? environment.variables.TILL_RUN;
  let lastNotice: string | undefined;
  const notice = async (text: string) => {
    lastNotice = text;
    await status(text);
  };
  const setting = <N extends SettingName>(name: N) => choices.setting(name).value;
  const openJobs = () =>
    (store ??= import("./job-store.ts").then(({ openJobStore }) =>
      openJobStore({
        paths,
        journal: setting("journal"),
        variables: environment.variables,
        who: { ...who(), pid: process.pid },
        guards,
        onWait: (text) => void status(text),
      }),
    ));
  const jobs = shared?.jobs ?? openJobs;
  const connection = () =>
    (opening ??= import("./connection.ts").then(({ connect }) =>
      connect({
        environment,
        paths,
        globals,
        profile: choices.stored?.(),
        setting,
        signal: calls.signal,
        notice: status,
        activity: streams.activity,
        now: host.now,
        sleep: host.sleep,
        watch: (send) => {
          const watched = host.watch?.(send) ?? send;
          return host.run?.watch?.(watched) ?? watched;
        },
        mask: host.mask,
        access: host.access,
        approved: host.approved,
        unattended: host.unattended,
        secrets: host.secrets,
        keys: host.keys,
        facts: {
          ...who(),
          run: runId,
          pid: process.pid,
          command: redact(inShell(commandLine(...argv), environment.shell)),
          toolVersion,
        },
        announce: async (text) => await streams.stderr.write(`${sanitize(text)}\n`),
        // A run of many sites and the approvers of a plan were asked before.
        asks: host.run === undefined && host.approved === undefined && host.access !== "read",
        confirm: async (...change) => await program.confirmChange(context, ...change),
        jobs,
        guards,
      }),
    ));
  const printing = () => ({
    streams,
    format: setting("output"),
    fields: globals.fields,
    quiet: globals.quiet,
    now: host.now(),
  });
  const connectedAs = async (as: Role | undefined) => {
    const open = await connection();
    if (as) await open.need(as);
    return open;
  };
  const context: Context = {
    streams,
    globals,
    environment,
    paths,
    signal,
    stop: host.stop,
    cwd,
    unattended: host.unattended ?? (() => false),
    program: host.program,
    mask: host.mask,
    argv,
    concurrency: setting("concurrency"),
    guards,
    format: setting("output"),
    print: async (rows, view) => (await import("../output/render.ts")).printRows(printing(), rows, view),
    printRecord: async (record, view) =>
      (await import("../output/render.ts")).printRecord(printing(), record, view),
    printResult: async (record, sentence) =>
      (await import("../output/render.ts")).printResult(printing(), record, sentence),
    now: host.now,
    blocking: (work) => (host.blocking ? host.blocking(work) : work()),
    sleep: host.sleep ?? (async (ms, stopped) => await pause(ms, undefined, { signal: stopped })),
    who,
    notice,
    status,
    lastNotice: () => lastNotice,
    choices,
    profile: choices.profile,
    site: async () => (await connection()).site,
    place: async () => await (await connection()).place(),
    async sandboxUsed() {
      const used = await opening?.catch(() => undefined);
      return used?.embedded ? used.site.profile : undefined;
    },
    identity: async () => (await connection()).identity,
    lock: async () => (await connection()).lock(),
    async beginJob() {
      signal.removeEventListener("abort", stopCalls);
      (await connection()).guard.beginJob();
    },
    asks: async (question) => (await connection()).guard.asks(question),
    announce: async () => await (await connection()).guard.announce(),
    approve: async () => (await connection()).guard.approve(),
    recorded: async () => (await opening)?.guard.recorded(),
    planned: async () => (await opening?.catch(() => undefined))?.guard.planned(),
    call: async (as) => (await connectedAs(as)).call(as),
    catalog: async (call) => await (await connection()).catalog(call),
    can: async (role) => (await connection()).can(role),
    local: (maxAge) => program.local(context, maxAge),
    async command(argv, streams, { access, approved, confined, mask, signal: stopped } = {}) {
      const { signal: taken, end } = host.takeStop();
      const signal = stopped ? AbortSignal.any([taken, stopped]) : taken;
      return await run(argv, {
        ...host,
        access: access ?? host.access,
        approved: approved ?? host.approved,
        confined: confined ?? host.confined,
        mask: mask ?? host.mask,
        streams,
        signal,
      }).finally(end);
    },
    telemetry: host.telemetry,
    run: host.run,
    runId,
    part: (argv, streams, part) => run(argv, { ...host, cwd: part.cwd || host.cwd, streams, run: part }),
    parse: async (argv) => (await import("./parse-line.ts")).parseLine(argv, host, run),
    readable: (file) => readablePath(file, cwd, host.confined),
    async elsewhere(where) {
      if (host.confined?.shop && ("environment" in where || !isAllowedShop(where, host.confined)))
        throw otherShop(host.confined);
      const { site, ...rest } = globals;
      const there: Host = { ...host, ...("environment" in where && where) };
      const flags: Globals = "environment" in where ? {} : { ...rest, ...where };
      const chosen = await openChoices({
        environment: there.environment,
        globals: flags,
        paths: pathsFor(there.environment.variables, host.platform),
        cwd: there.cwd,
        notice: (text) => void status(text),
      });
      return createContext(
        there,
        flags,
        argv,
        chosen,
        program,
        "environment" in where ? undefined : { jobs, guards },
      );
    },
    async apart(work, streams = host.streams) {
      const { signal, end } = host.takeStop();
      const inner = createContext({ ...host, signal, streams }, globals, argv, choices, program);
      try {
        return await work(inner);
      } finally {
        end();
        await inner.close();
      }
    },
    jobKind: program.jobKind,
    jobs,
    close: async () => {
      await (await store?.catch(() => undefined))?.close();
      signal.removeEventListener("abort", stopCalls);
      await (await opening)?.close();
      streams.activity?.clear();
    },
  };
  return context;
}

/** Returns the user and the name of this computer. A container may have a user without a name. */
function systemUser(): { actor: string; host: string } {
  const { hostname, userInfo } = process.getBuiltinModule("node:os");
  try {
    return { actor: userInfo().username, host: hostname() };
  } catch {
    return { actor: `uid ${process.getuid?.() ?? "unknown"}`, host: hostname() };
  }
}

/** Returns the process as a host. The first Ctrl-C or SIGTERM aborts the signal, the second exits the process. */
export function processHost(): Host {
  const environment = readEnvironment();
  const whole = new AbortController();
  const parts: AbortController[] = [];
  const stopBy = (name: "SIGINT" | "SIGTERM") => {
    const stop = () => {
      const target = (name === "SIGINT" && parts.at(-1)) || whole;
      if (!target.signal.aborted) return target.abort(name);
      process.off(name, stop);
      // Ink's listener restores the terminal. On Windows, `kill` ends the process without calling any listener.
      if (!process.emit(name, name)) process.kill(process.pid, name);
    };
    // The listener stays registered: Ink exits the process if there is no listener but its own.
    process.on(name, stop);
    return stop;
  };
  const interrupt = stopBy("SIGINT");
  const terminate = stopBy("SIGTERM");
  const streams = processStreams({
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    descriptors: { stdout: 1, stderr: 2 },
    variables: environment.variables,
    ci: environment.ci,
    ascii: !environment.unicode,
  });
  return {
    streams,
    environment,
    platform: process.platform,
    signal: whole.signal,
    stop: interrupt,
    takeStop() {
      const part = new AbortController();
      parts.push(part);
      const signal = AbortSignal.any([whole.signal, part.signal]);
      return { signal, end: () => void parts.splice(parts.indexOf(part), 1) };
    },
    blocking(work) {
      // Without a listener, the system ends the process.
      process.off("SIGINT", interrupt).off("SIGTERM", terminate);
      try {
        return work();
      } finally {
        process.on("SIGINT", interrupt).on("SIGTERM", terminate);
      }
    },
    cwd: process.cwd(),
    // node:tty loads node:net: only a change of a shop that was not named asks.
    unattended: () =>
      environment.ci ||
      ![0, 1, 2].some((descriptor) => process.getBuiltinModule("node:tty").isatty(descriptor)),
    program: ownProgram(),
    now: () => new Date(),
    who: systemUser,
    keys: new Map(),
    again: startAgain,
    extensions: async () => (await import("../config/extensions.ts")).findExtensions(),
  };
}

/** Returns the program of this process and its first arguments; the single executable has none. */
function ownProgram(): string[] {
  return isExecutable() ? [process.execPath] : [process.execPath, process.argv[1] ?? ""];
}

/** Starts this program with other arguments, detached from this process. */
function startAgain(argv: readonly string[]): void {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const [program = process.execPath, ...first] = ownProgram();
  spawn(program, [...first, ...argv], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  }).unref();
}
