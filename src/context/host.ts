import type { Actor } from "../api/endpoint.ts";
import type { Fakes } from "../api/personal-data.ts";
import type { Transport } from "../api/transport/transport.ts";
import type { JobPlace } from "../bulk/engine/job.ts";
import type { BulkEvent } from "../bulk/journal/step.ts";
import type { PlannedChange } from "../bulk/plan/plan.ts";
import type { RunSite } from "../bulk/queue/schedules.ts";
import type { Environment } from "../config/environment.ts";
import type { ErrorReport, ExitCode } from "../kernel/errors.ts";
import type { LogLine } from "../output/log.ts";
import type { Metric } from "../output/metrics.ts";
import type { OutputFormat, Streams } from "../output/streams.ts";
import type { Confinement } from "./confinement.ts";
import type { PrintedKeys } from "./credential-command.ts";

/** The environment of a command line: the process, or a test. */
export interface Host {
  readonly streams: Streams;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** Aborted by Ctrl-C and SIGTERM; the reason is the signal's name. */
  readonly signal: AbortSignal;
  /** Acts like Ctrl-C, for screens on a raw terminal. */
  stop(): void;
  /** Returns a signal that Ctrl-C aborts instead of the host's until `end`. SIGTERM aborts both. */
  takeStop(): { signal: AbortSignal; end(): void };
  /** Runs work in which no signal is handled, such as a long query: Ctrl-C then ends the process. Default: runs it. */
  blocking?<T>(work: () => T): T;
  readonly cwd: string;
  /** Nobody is at a terminal: a change needs a shop that is named. */
  unattended?(): boolean;
  /** The program and its first arguments: node and the path of till. */
  readonly program: readonly string[];
  now(): Date;
  /** Returns the user of the operating system and the name of the computer, for the records of changes. */
  who?(): { actor: string; host: string };
  /** Returns the programs on PATH that add commands, by command. Absent where nothing of the kind is run. */
  extensions?(): Promise<ReadonlyMap<string, string>>;
  /** Starts the program with these arguments as a detached background process. */
  again?(argv: readonly string[]): void;
  /** The run of `till each` that the command line belongs to. */
  readonly run?: RunPart;
  /** The secrets in use, which are redacted in all output. */
  readonly secrets?: Set<string>;
  /** The API keys that credential commands have printed; absent: each command line runs its own. */
  readonly keys?: PrintedKeys;
  /** Where command lines within this one record what they do. */
  readonly telemetry?: Telemetry;
  /** The planned change that the command line carries out. */
  readonly approved?: ApprovedChange;
  /** What the command may do; everything if absent. */
  readonly access?: Access;
  /** What the command may read and which shop it may use, for an agent; everything if absent. */
  readonly confined?: Confinement;
  /** Replaces personal data in all that is read, from the platform and from the local copy; it is shown if absent. */
  readonly mask?: Fakes;
  /** Wraps the transport to the platform, for tests. */
  watch?(send: Transport): Transport;
  /** Receives the parsed command line, which is then not run. */
  inspect?(line: ParsedLine): void;
  /** Replaces the waits before retries, for tests. */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The OpenTelemetry signals of a command line. */
export interface Telemetry {
  traceId: string;
  spanId: string;
  /** The group of the command, once the command line is parsed: `orders`. */
  group?: string;
  /** Records a line of the log. */
  log(this: void, line: LogLine): void;
  /** Records metrics with each export. */
  measure(read: () => Promise<readonly Metric[]>): void;
}

/** `read`: no request that changes a shop is sent. `sandbox`: nothing is sent to a hosted site. */
export type Access = "read" | "sandbox";

/** A change of a plan file: the first request of its command has to be the planned one. */
export interface ApprovedChange {
  change: PlannedChange;
  place: JobPlace;
  /** The digest of the plan file, which is applied once. */
  plan: string;
  /** Who has approved it, if the profile requires that. */
  approvedBy?: readonly string[];
}

/** What a command line may do, and what stops it besides Ctrl-C. */
export interface Limits {
  access?: Access;
  approved?: ApprovedChange;
  confined?: Confinement;
  signal?: AbortSignal;
  mask?: Fakes | undefined;
}

/** A command line that was parsed. */
export interface ParsedLine {
  /** `products list` */
  readonly command: string;
  /** It makes single changes, without a plan of its own. */
  readonly single: boolean;
  /** Run on many sites or by a worker, it undoes jobs of earlier commands and makes none of its own. */
  readonly undoes?: boolean | undefined;
  /** The flags that the command has, as declared (`-y, --yes`), without the global ones. */
  readonly flags: readonly string[];
  readonly args: readonly string[];
  /** The values of its flags, in Commander's camel case. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly globals: Globals;
}

/** The values of global flags, in Commander's camel case. `color` is false for --no-color. */
export interface Globals {
  profile?: string;
  site?: string;
  as?: Actor;
  json?: boolean;
  output?: OutputFormat;
  fields?: string;
  quiet?: boolean;
  log?: "text" | "json";
  verbose?: boolean;
  debug?: string | boolean;
  input?: boolean;
  jq?: string;
  template?: string;
  pager?: boolean;
  color?: "auto" | "always" | "never" | boolean;
  timeout?: number;
  /** Where the result of a change is sent. */
  notify?: string;
  /** The longest time for the whole command, in milliseconds. */
  deadline?: number;
  concurrency?: number;
  maxRequests?: number | string;
  /** Set by --yes, which only commands that ask have. */
  yes?: boolean;
  /** Set by --dry-run, which only commands that write have. */
  dryRun?: boolean;
  /** The file for the plan of a single change. */
  planOut?: string;
  /** Whether a planned change has an exit code of its own. */
  detailedExitcode?: boolean;
}

/** The site of a command. */
export interface Site {
  profile: string;
  /** `sandbox`, or the ID of the hosted site. */
  id: string;
  /** The base URL of calls. */
  baseUrl: string;
  /** The app that visitors and members use, if known. */
  clientId: string | undefined;
  hosted: boolean;
  /** Returns how many requests a minute are sent at most, if there is a limit. */
  requestsPerMinute(): number | undefined;
  /** Returns for how many milliseconds lists may show what was before a write. */
  listLag(): number;
}

/**
 * What one command line of `till each` does: first it plans, and its plan is handed to `plan` instead of being confirmed and
 * applied; after one question for all sites, it applies that plan.
 */
export interface RunPart {
  /** The id that the jobs of the run share. */
  id: string;
  /** Takes the plan. Present while planning: no write is sent, and no question is asked. */
  plan?(planned: PlannedPart): void;
  /** Nothing will be applied: a locked profile does not matter. */
  dryRun?: boolean;
  /** Someone is asked before anything is sent, or nothing is sent. */
  asks?: boolean;
  /** The planned job that is applied; absent for single changes. */
  job?: string;
  /** Called with facts about the command, before it plans. */
  command?(facts: CommandFacts): void;
  /** The folder that relative paths belong to, if not this process's. */
  cwd?: string;
  /** The sites of the run that is resumed, if another computer has planned them. */
  sites?: readonly RunSite[];
  /** The run of a schedule that plans the job and queues it. */
  schedule?: { schedule: string; due: number };
  /** Wraps the transport to the platform, to count requests. */
  watch?(send: Transport): Transport;
  /** Takes the progress of the job. */
  event?(event: BulkEvent): void;
}

/** What is known about a command before it runs. */
export interface CommandFacts {
  /** It may change the shop. */
  writes: boolean;
  /** It writes without a plan of its own, so its first request is its plan. */
  single: boolean;
  /** It asks before it writes. */
  asks: boolean;
}

/** What a command line would send to its site. */
export interface PlannedPart {
  /** The job with the plan; absent for single changes. */
  job?: string;
  /** `Set price=+10%`, or `collections.update Summer`. */
  title: string;
  changes: number;
  /** The number of requests, and how long they take in seconds at the limit of the platform, if known. */
  requests?: number;
  seconds?: number;
  /** Currency and amount, if it moves money. */
  totals?: readonly (readonly [string, string])[];
  /** Alone, the command asks for more than a y. */
  typed: boolean;
  /** It cannot be undone. */
  final: boolean;
  /** The last notice of the planning. */
  note?: string;
}

/** What a command did, for callers in the same process. */
export interface CommandResult {
  exitCode: ExitCode;
  /** The job that it ran, or that it queued for a worker. */
  job?: { id: string; undoable: boolean; queued?: boolean; final?: boolean };
  /** The rows or orders that were refused, if no job records them. */
  refused?: number;
  /** The result in a sentence. */
  summary?: string;
  /** What may follow, as a sentence with a command line. */
  hint?: string | undefined;
  /** The profile whose embedded sandbox the result is of. */
  sandbox?: string;
  /** The error that ended it. */
  error?: ErrorReport;
  /** Why its job stopped early, if it did. */
  stopped?: ErrorReport;
}

/** Returns a result in one text: what happened, and what may follow. */
export const summaryOf = ({ summary, hint }: CommandResult): string | undefined =>
  [summary, hint].filter(Boolean).join(" ") || undefined;
