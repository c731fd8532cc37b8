import { fstatSync, type Stats, writeSync } from "node:fs";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { redactValues } from "../kernel/text.ts";
import { type Activity, createActivity } from "./activity.ts";

/** The name of a theme of screens. */
export type Theme = "auto" | "dark" | "light" | "high-contrast";

/** The theme for the background of a terminal, as far as it is known: screens ask the terminal once. */
export interface Background {
  theme?: Theme | undefined;
  isAsked?: boolean;
}

/** One output stream of a command. */
export interface Sink {
  /**
   * Writes text and waits for slow readers. If the reader has gone away (EPIPE), `closed` becomes true and later writes do
   * nothing. Other failures (disk full) reject.
   */
  write(text: string): Promise<void>;
  /** Writes bytes in the same way. Absent on terminals. */
  writeBytes?(bytes: Uint8Array): Promise<void>;
  readonly closed: boolean;
  readonly isTTY: boolean;
  /** Whether what is written becomes lines of a log. Default: false. */
  readonly isLog?: boolean;
  /** Whether tables begin with the names of their columns although this is no terminal. Default: false. */
  readonly header?: boolean;
  /** Whether color and other SGR codes may be written to this stream. */
  readonly color: boolean;
  /** The number of colors; absent if unknown (at most 16). */
  readonly colors?: ManyColors | undefined;
  /** Whether symbols must be ASCII. Default: false. */
  readonly ascii?: boolean;
  /** Whether a screen reader reads it: signs and short forms are left out. Default: false. */
  readonly spoken?: boolean;
  /** Whether the terminal is known to open links in a text (OSC 8). Default: false. */
  readonly links?: boolean;
  /** The IANA time zone for displayed times. Default: UTC. */
  readonly timeZone?: string;
  readonly columns: number;
  readonly rows: number;
}

/** The three standard streams. stdout carries the result and nothing else. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream | (NodeJS.ReadableStream & { isTTY?: boolean });
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The process's streams for Ink; present only if stdin, stdout and stderr are terminals and prompts are allowed. */
  readonly terminal?: {
    stdin: NodeJS.ReadStream;
    stdout: NodeJS.WriteStream;
    stderr: NodeJS.WriteStream;
    /** Whether screens, which are drawn on stderr, use color. Default: as supported by the terminal. */
    color?: boolean;
    /** The number of colors of the terminal. Default: as detected by chalk, which may know more. */
    colors?: ManyColors | undefined;
    /** Whether screens draw symbols and lines as ASCII characters. Default: false. */
    ascii?: boolean;
    /** The colors of screens. Default: `auto`. */
    theme?: Theme;
    /** What is known of its background, which decides the theme `auto`. Screens write to it. */
    background?: Background | undefined;
    /** Whether screens are rendered for screen readers. Default: detected by Ink. */
    spoken?: boolean;
    /** The key that undoes jobs in the list over which screens and output are drawn: then there is no pager. */
    undoKey?: string;
    activity?: Activity | undefined;
  };
  /** Whether questions are asked in single lines: the streams are a terminal that cannot move its cursor (TERM=dumb). */
  readonly asksPlainly?: boolean;
  /** Shows on stderr what is going on; present only if that is a terminal. */
  readonly activity?: Activity | undefined;
}

/** The environment of the streams. */
export interface StreamVariables extends ColorVariables, TerminalVariables {
  readonly COLUMNS?: string | undefined;
  readonly LINES?: string | undefined;
  readonly COLORFGBG?: string | undefined;
  readonly INK_SCREEN_READER?: string | undefined;
}

/**
 * The process's streams and their options. Node's streams are opened on first use only, and never for files and pipes whose
 * file descriptor is given: opening them takes longer than most commands run.
 */
export interface ProcessStreamOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream & { fd?: number };
  readonly stderr: NodeJS.WriteStream & { fd?: number };
  descriptors?: { stdout: number; stderr: number };
  variables: StreamVariables;
  color?: ColorFlag;
  /** Under CI there is no color by default and there are no prompts. */
  ci?: boolean;
  noInput?: boolean;
  ascii?: boolean;
}

/** Returns the standard streams of a process. COLUMNS and LINES override the size of the terminal. */
export function processStreams(options: ProcessStreamOptions): Streams {
  const { variables } = options;
  const plain = [processSink("stdout", options), processSink("stderr", options)] as const;
  const spoken = variables.INK_SCREEN_READER === "true";
  const activity =
    plain[1].isTTY && !options.ci && variables.TERM !== "dumb"
      ? createActivity({
          write: (text) => void options.stderr.write(text),
          columns: () => plain[1].columns,
          ascii: options.ascii ?? false,
          spoken,
        })
      : undefined;
  const [stdout, stderr] = [below(plain[0], activity), below(plain[1], activity)];
  const asks = stdout.isTTY && stderr.isTTY && !options.ci && !options.noInput && options.stdin.isTTY;
  const interactive = asks && variables.TERM !== "dumb";
  return {
    get stdin() {
      return options.stdin;
    },
    stdout,
    stderr,
    activity,
    asksPlainly: asks && !interactive,
    ...(interactive && {
      terminal: {
        stdin: options.stdin,
        stdout: options.stdout,
        stderr: options.stderr,
        color: stderr.color,
        colors: stderr.colors,
        ascii: options.ascii ?? false,
        background: { theme: themeNamed(variables.COLORFGBG) },
        spoken,
        activity,
      },
    }),
  };
}

/** Returns the streams without these secrets in what is written. Secrets that are added later count as well. */
export function withoutSecrets(streams: Streams, secrets: ReadonlySet<string>): Streams {
  const hiding = (sink: Sink): Sink =>
    Object.create(sink, { write: { value: (text: string) => sink.write(redactValues(text, secrets)) } });
  return withStreams(streams, { stdout: hiding(streams.stdout), stderr: hiding(streams.stderr) });
}

/** Returns the streams with these in place of their own. Unlike a spread, this does not open stdin. */
export function withStreams(streams: Streams, changes: Partial<Omit<Streams, "stdin">>): Streams {
  const { stdout, stderr, terminal, asksPlainly, activity } = streams;
  return {
    get stdin() {
      return streams.stdin;
    },
    stdout,
    stderr,
    terminal,
    asksPlainly,
    activity,
    ...changes,
  };
}

/** Returns a sink of the terminal that removes the activity line before it writes. */
function below(sink: Sink, activity: Activity | undefined): Sink {
  if (activity === undefined || !sink.isTTY) return sink;
  const write = async (text: string) => {
    if (text !== "") activity.clear();
    await sink.write(text);
  };
  return Object.create(sink, { write: { value: write } });
}

function processSink(name: "stdout" | "stderr", options: ProcessStreamOptions): Sink {
  const { variables, ascii = false } = options;
  const fd = options.descriptors?.[name] ?? options[name].fd;
  let direct = takesWrites(fd, () => options[name].isTTY === true) ? fd : undefined;
  const isTTY = direct === undefined && options[name].isTTY === true;
  let closed = false;
  let failure: Error | undefined;
  const fail = (error: Error & { code?: string }) => {
    if (goneCodes.has(error.code ?? "")) closed = true;
    else failure ??= error;
  };
  const opened = () => {
    options[name].on("error", fail);
    return options[name];
  };
  let stream = direct === undefined ? opened() : undefined;
  const write = async (content: string | Uint8Array) => {
    if (closed || content.length === 0) return;
    if (failure === undefined) {
      const rest = direct === undefined ? content : writeWhole(direct, content, fail);
      if (rest.length > 0) {
        // Another process made the pipe non-blocking: only Node's stream can wait until it is writable.
        direct = undefined;
        stream ??= opened();
        await new Promise<void>((done) =>
          stream?.write(rest, (error) => done(error ? fail(error) : undefined)),
        );
      }
    }
    if (failure !== undefined) throw writeFailure(name, failure);
  };
  return {
    write,
    writeBytes: isTTY ? undefined : write,
    get closed() {
      return closed;
    },
    isTTY,
    color: colorFor({ flag: options.color, env: variables, isTTY: isTTY && !options.ci }),
    colors: isTTY ? colorsOf(variables) : undefined,
    ascii,
    spoken: variables.INK_SCREEN_READER === "true",
    links: isTTY && hasLinks(variables),
    get columns() {
      return sizeFrom(variables.COLUMNS) ?? (stream?.columns || 80);
    },
    get rows() {
      return sizeFrom(variables.LINES) ?? (stream?.rows || 24);
    },
  };
}

/** Returns the theme for the background that COLORFGBG ends with: `15;0`. Of the sixteen colors, 7 and those from 9 on are light. */
function themeNamed(colors = ""): Theme | undefined {
  const ground = /;(\d{1,2})$/.exec(colors)?.[1];
  if (ground === undefined) return undefined;
  return Number(ground) < 7 || ground === "8" ? "dark" : "light";
}

/** The environment variables that say which terminal it is. */
export interface TerminalVariables {
  readonly TERM?: string | undefined;
  readonly TERM_PROGRAM?: string | undefined;
  readonly VTE_VERSION?: string | undefined;
  readonly WT_SESSION?: string | undefined;
  readonly TMUX?: string | undefined;
  readonly STY?: string | undefined;
  readonly ZELLIJ?: string | undefined;
}

/** Returns whether a multiplexer is between the program and the terminal: it does not pass everything on. */
export const isMultiplexed = ({ TERM = "", TMUX, STY, ZELLIJ }: TerminalVariables): boolean =>
  Boolean(TMUX || STY || ZELLIJ) || /^(screen|tmux)/.test(TERM);

/** Returns whether a terminal is known to open links in a text. VTE, that of GNOME, does from version 0.50 on. */
export function hasLinks(variables: TerminalVariables): boolean {
  const { TERM = "", TERM_PROGRAM = "", VTE_VERSION, WT_SESSION } = variables;
  if (isMultiplexed(variables) || TERM === "dumb") return false;
  return (
    /kitty|ghostty|alacritty|foot|wezterm/.test(TERM) ||
    /^(ghostty|iTerm\.app|vscode|WezTerm)$/.test(TERM_PROGRAM) ||
    Number(VTE_VERSION) >= 5000 ||
    Boolean(WT_SESSION)
  );
}

/** The error codes of a closed reader. */
const goneCodes = new Set(["EPIPE", "ECONNRESET", "EOF", "ERR_STREAM_DESTROYED"]);

/** Returns whether writes are synchronous: files, devices, and except on Windows pipes and sockets, as in Node's streams. */
function takesWrites(fd: number | undefined, isTTY: () => boolean): boolean {
  if (fd === undefined) return false;
  let stat: Stats;
  try {
    stat = fstatSync(fd);
  } catch {
    // Windows cannot describe some handles, and a descriptor may be closed. Node's stream is used, and reports its errors.
    return false;
  }
  if (stat.isCharacterDevice()) return !isTTY();
  // The pipes that Node opens for its child processes are sockets.
  return stat.isFile() || ((stat.isFIFO() || stat.isSocket()) && process.platform !== "win32");
}

/**
 * Writes to a file descriptor and returns the bytes that a pipe did not accept. Node's file stream ignores partial writes,
 * which loses data on a full disk.
 */
function writeWhole(fd: number, content: string | Uint8Array, fail: (error: Error) => void): Uint8Array {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(fd, bytes, at);
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error));
    if ("code" in known && known.code === "EAGAIN") return bytes.subarray(at);
    fail(known);
  }
  return bytes.subarray(bytes.length);
}

function writeFailure(name: string, cause: Error & { code?: string }): TillError {
  const full = cause.code === "ENOSPC" || cause.code === "EDQUOT";
  const why = full ? "no space left on the device" : cause.message;
  return new TillError(exitCodes.failure, `Could not write to ${name}: ${why}. The output is incomplete.`, {
    code: "OUTPUT_FAILED",
    hint: full ? "Free some space or redirect the output, then run the command again." : undefined,
    cause,
  });
}

function sizeFrom(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

/** Combines small writes into larger ones for pipes and files. Writes to a terminal are immediate. */
export function gather(
  sink: Sink,
  limit = sink.isTTY ? 0 : 16_384,
): { write(text: string): Promise<void>; flush(): Promise<void> } {
  let buffer = "";
  const flush = async () => {
    const text = buffer;
    buffer = "";
    await sink.write(text);
  };
  return {
    async write(text) {
      buffer += text;
      if (buffer.length > limit) await flush();
    },
    flush,
  };
}

/** The user's preferences for the streams. The functions receive the original sink. */
export interface Preferences {
  color(sink: Sink): boolean;
  ascii(sink: Sink): boolean;
  /** The IANA time zone for displayed times. */
  timeZone: string;
  theme: Theme;
  /** False: no prompts and no screens. */
  prompts: boolean;
}

/** Returns the streams with the preferences applied. */
export function preferStreams(
  streams: Streams,
  { color, ascii, timeZone, theme, prompts }: Preferences,
): Streams {
  const { terminal } = streams;
  const prefer = (sink: Sink): Sink =>
    Object.create(sink, {
      color: { value: color(sink) },
      ascii: { value: ascii(sink) },
      timeZone: { value: timeZone },
    });
  const [stdout, stderr] = [prefer(streams.stdout), prefer(streams.stderr)];
  return withStreams(streams, {
    stdout,
    stderr,
    asksPlainly: streams.asksPlainly === true && prompts,
    terminal:
      terminal && prompts
        ? { ...terminal, color: stderr.color, ascii: stderr.ascii ?? false, theme }
        : undefined,
  });
}

/** The value of `--color`; true and false are `--color` without a value and `--no-color`. */
export type ColorFlag = "auto" | "always" | "never" | boolean | undefined;

/** The environment variables for color. Empty ones count as absent. */
export interface ColorVariables {
  readonly NO_COLOR?: string | undefined;
  readonly FORCE_COLOR?: string | undefined;
  readonly CLICOLOR_FORCE?: string | undefined;
  readonly CLICOLOR?: string | undefined;
  readonly TERM?: string | undefined;
  readonly COLORTERM?: string | undefined;
}

/**
 * Returns whether a stream gets color. The first of these decides: the flag, NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE,
 * CLICOLOR=0, TERM=dumb, the stored setting, and whether the stream is a terminal. FORCE_COLOR=0 (or false) turns it off.
 */
export function colorFor({
  flag,
  stored,
  env,
  isTTY,
}: {
  flag?: ColorFlag;
  stored?: ColorFlag;
  env: ColorVariables;
  isTTY: boolean;
}): boolean {
  if (flag === "always" || flag === true) return true;
  if (flag === "never" || flag === false) return false;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return !isOff(env.FORCE_COLOR);
  if (env.CLICOLOR_FORCE && !isOff(env.CLICOLOR_FORCE)) return true;
  if (env.CLICOLOR && isOff(env.CLICOLOR)) return false;
  if (env.TERM === "dumb") return false;
  if (stored === "always" || stored === "never") return stored === "always";
  return isTTY;
}

/** A number of colors beyond 16. */
export type ManyColors = 256 | 16_777_216;

/** Returns the number of colors of a terminal according to its name or COLORTERM, or undefined if unknown. */
export function colorsOf({ TERM = "", COLORTERM }: ColorVariables): ManyColors | undefined {
  if (COLORTERM === "truecolor" || COLORTERM === "24bit") return 16_777_216;
  return COLORTERM || /-256color$|-direct$|kitty|alacritty|ghostty|foot|wezterm/.test(TERM) ? 256 : undefined;
}

function isOff(value: string): boolean {
  return value === "0" || value.toLowerCase() === "false";
}

/** The output formats. */
export const outputFormats = ["table", "json", "ndjson", "csv", "yaml"] as const;
export type OutputFormat = (typeof outputFormats)[number];
