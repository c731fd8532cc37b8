import type { Call } from "../api/caller.ts";
import type { Role, Services, WireClient } from "../api/endpoint.ts";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import { type Environment, readEnvironment } from "../config/environment.ts";
import { type Paths, pathsFor } from "../config/paths.ts";
import type { LockState } from "../config/profile-lock.ts";
import type { SettingName } from "../config/settings.ts";
import { sanitise } from "../kernel/text.ts";
import type { OutputFormat } from "../output/formats.ts";
import { processStreams, type Streams } from "../output/streams.ts";
import type { CatalogGeneration } from "./catalog-generation.ts";
import { type Choices, chosenStreams } from "./choices.ts";
import type { CommandResult } from "./command-result.ts";
import type { Connection } from "./connection.ts";
import type { Identity } from "./identities.ts";

/** What a command line is run in: the process, or a test's own world. */
export interface Host {
  readonly streams: Streams;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** Aborted by Ctrl-C and SIGTERM; the reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Does what Ctrl-C does, for screens on a raw terminal. */
  stop(): void;
  /** Until `end`, Ctrl-C aborts this signal in place of the host's; SIGTERM aborts both. */
  takeStop(): { signal: AbortSignal; end(): void };
  readonly cwd: string;
  now(): Date;
  /** Starts the program once more with these words, in the background and on its own. */
  again?(argv: readonly string[]): void;
  /** How long waits before another try take; absent, they take their time. */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Runs one command line. */
export type RunLine = (argv: readonly string[], host: Host) => Promise<CommandResult>;

/** What the flags that every command knows come to. Commander's camel case; `color` is false under --no-color. */
export interface Globals {
  profile?: string;
  site?: string;
  as?: Role;
  json?: boolean;
  output?: OutputFormat;
  fields?: string;
  quiet?: boolean;
  verbose?: boolean;
  debug?: string | boolean;
  input?: boolean;
  jq?: string;
  template?: string;
  pager?: boolean;
  color?: "auto" | "always" | "never" | boolean;
  timeout?: number;
  concurrency?: number;
  rate?: number;
}

/** Which shop a command works on, and as whom. */
export interface Site {
  profile: string;
  /** `sandbox`, or the hosted site's id. */
  id: string;
  /** The origin that calls travel to. */
  baseUrl: string;
  /** The app that visitors and members come through, where one is known. */
  clientId: string | undefined;
  hosted: boolean;
}

/** Everything a command may touch besides its own options. Costly members are functions: nothing is read until asked. */
export interface Context {
  readonly streams: Streams;
  readonly globals: Globals;
  readonly environment: Environment;
  readonly paths: Paths;
  readonly signal: AbortSignal;
  stop(): void;
  readonly cwd: string;
  /** The command line as typed, for the journal; secrets are never in it. */
  readonly argv: readonly string[];
  readonly format: OutputFormat;
  now(): Date;
  /** What flags, environment, profile and settings file say: settings, and who we are. */
  readonly choices: Choices;
  /** Who we are in this run, without any request; throws UsageError where the profile does not exist. */
  profile(): Promise<EffectiveProfile>;
  site(): Promise<Site>;
  /** What signing in and out is made of: the way to the platform and the store of the profile's identities. */
  identity(): Promise<Identity>;
  /** How the profile's lock stands; while it is locked every call that writes is refused (exit 6). */
  lock(): Promise<LockState>;
  /** From now on Ctrl-C lets calls that are under way end: for jobs, which record what became of them. */
  letCallsEnd(): void;
  /** Makes single calls: as the least identity that suffices, or as `as` (and `--as`), which must be there (else exit 4). */
  call(as?: Role): Promise<Call>;
  /** Typed methods over some services, over `call`. */
  client<S extends Services>(services: S, as?: Role): Promise<WireClient<S>>;
  /** Whether the profile holds an identity for this role, without any request. */
  can(role: Role): Promise<boolean>;
  /** The generation of catalog that the site runs; asked once, over the given call. */
  catalog(call: Call): Promise<CatalogGeneration>;
  /** How many requests run at the same time. */
  readonly concurrency: number;
  /** Prints a line of the result on stderr, not under --quiet. */
  notice(text: string): Promise<void>;
  /** Prints a line about the progress on stderr, not under --quiet. */
  status(text: string): Promise<void>;
  /** The last notice, printed or not. */
  lastNotice(): string | undefined;
  /** Runs another command line in this process, as if it were typed. Ctrl-C stops it, and not the one that runs it. */
  command(argv: readonly string[], streams: Streams): Promise<CommandResult>;
  /** Works in a context like this one that Ctrl-C stops by itself. */
  apart<T>(work: (inner: Context) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The context of one command. Nothing is opened before it is asked for. */
export function createContext(
  host: Host,
  globals: Globals,
  argv: readonly string[],
  choices: Choices,
  run: RunLine,
): Context {
  const { environment, signal, cwd } = host;
  const streams = chosenStreams(host.streams, environment, choices);
  const paths = pathsFor(environment.variables, host.platform);
  const calls = new AbortController();
  const stopCalls = () => calls.abort(signal.reason);
  signal.addEventListener("abort", stopCalls, { once: true });
  if (signal.aborted) stopCalls();
  let opening: Promise<Connection> | undefined;
  const status = async (text: string) => {
    if (!globals.quiet) await streams.stderr.write(`${sanitise(text)}\n`);
  };
  let lastNotice: string | undefined;
  const notice = async (text: string) => {
    lastNotice = text;
    await status(text);
  };
  const setting = <N extends SettingName>(name: N) => choices.setting(name).value;
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
        now: host.now,
        sleep: host.sleep,
      }),
    ));
  const connectedAs = async (as: Role | undefined) => {
    const open = await connection();
    if (as) await open.need(as);
    return open;
  };
  return {
    streams,
    globals,
    environment,
    paths,
    signal,
    stop: host.stop,
    cwd,
    argv,
    concurrency: setting("concurrency"),
    format: setting("output"),
    now: host.now,
    notice,
    status,
    lastNotice: () => lastNotice,
    choices,
    profile: choices.profile,
    site: async () => (await connection()).site,
    identity: async () => (await connection()).identity,
    lock: async () => (await connection()).lock(),
    letCallsEnd: () => signal.removeEventListener("abort", stopCalls),
    call: async (as) => (await connectedAs(as)).call(as),
    client: async (services, as) => (await connectedAs(as)).client(services, as),
    catalog: async (call) => await (await connection()).catalog(call),
    can: async (role) => (await connection()).can(role),
    async command(argv, streams) {
      const { signal, end } = host.takeStop();
      return await run(argv, { ...host, streams, signal }).finally(end);
    },
    async apart(work) {
      const { signal, end } = host.takeStop();
      const inner = createContext({ ...host, signal }, globals, argv, choices, run);
      try {
        return await work(inner);
      } finally {
        end();
        await inner.close();
      }
    },
    close: async () => {
      signal.removeEventListener("abort", stopCalls);
      await (await opening)?.close();
    },
  };
}

/** The process itself as a host. Ctrl-C and SIGTERM abort the signal once; the second one ends the process at once. */
export function processHost(): Host {
  const environment = readEnvironment();
  const whole = new AbortController();
  const parts: AbortController[] = [];
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    // It stays for the second signal: Ink ends the process at once where it finds no listener but its own.
    const stop = () => {
      const meant = (name === "SIGINT" && parts.at(-1)) || whole;
      if (!meant.signal.aborted) return meant.abort(name);
      process.off(name, stop);
      process.kill(process.pid, name);
    };
    process.on(name, stop);
  }
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
    stop: () => process.kill(process.pid, "SIGINT"),
    takeStop() {
      const part = new AbortController();
      parts.push(part);
      const signal = AbortSignal.any([whole.signal, part.signal]);
      return { signal, end: () => void parts.splice(parts.indexOf(part), 1) };
    },
    cwd: process.cwd(),
    now: () => new Date(),
    again: startAgain,
  };
}

function startAgain(argv: readonly string[]): void {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const [node, script = ""] = process.argv;
  spawn(node ?? process.execPath, [script, ...argv], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  }).unref();
}
