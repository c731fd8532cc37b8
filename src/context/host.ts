import type { Actor } from "../api/endpoint.ts";
import type { Transport } from "../api/transport/transport.ts";
import type { Environment } from "../config/environment.ts";
import type { OutputFormat } from "../output/formats.ts";
import type { Streams } from "../output/streams.ts";
import type { Confinement } from "./confinement.ts";
import type { RunPart } from "./run-part.ts";

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
  readonly cwd: string;
  /** The program and its first arguments: node and the path of till. */
  readonly program: readonly string[];
  now(): Date;
  /** Returns the user of the operating system and the name of the computer, for the records of changes. */
  who?(): { actor: string; host: string };
  /** Starts the program with these arguments as a detached background process. */
  again?(argv: readonly string[]): void;
  /** The run of `till each` that the command line belongs to. */
  readonly run?: RunPart;
  /** The secrets in use, which are redacted in all output. */
  readonly secrets?: Set<string>;
  /** Whether the command changes a shop: it has --dry-run. */
  readonly changes?: boolean;
  /** What the command may do; everything if absent. */
  readonly access?: Access;
  /** What the command may read and which shop it may use, for an agent; everything if absent. */
  readonly confined?: Confinement;
  /** Wraps the transport to the platform, for tests. */
  watch?(send: Transport): Transport;
  /** Receives the parsed command line, which is then not run. */
  inspect?(line: ParsedLine): void;
  /** Replaces the waits before retries, for tests. */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `read`: no request that changes a shop is sent. `sandbox`: nothing is sent to a hosted site. */
export type Access = "read" | "sandbox";

/** What a command line may do, and what stops it besides Ctrl-C. */
export interface Limits {
  access?: Access;
  confined?: Confinement;
  signal?: AbortSignal;
}

/** A command line that was parsed. */
export interface ParsedLine {
  /** `products list` */
  readonly command: string;
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
  verbose?: boolean;
  debug?: string | boolean;
  input?: boolean;
  jq?: string;
  template?: string;
  pager?: boolean;
  color?: "auto" | "always" | "never" | boolean;
  timeout?: number;
  concurrency?: number;
  rate?: number | string;
  /** Set by --dry-run, which only commands that write have. */
  dryRun?: boolean;
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
}
