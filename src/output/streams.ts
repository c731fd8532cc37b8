import { fstatSync, writeSync } from "node:fs";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { type ColourFlag, type ColourVariables, colourFor, coloursOf } from "./colour.ts";

/** One output stream as commands see it. */
export interface Sink {
  /**
   * Writes text and waits while the reader is slow. A reader that went away (EPIPE) is no error:
   * `closed` becomes true and later writes do nothing. Any other failure (disk full) rejects.
   */
  write(text: string): Promise<void>;
  readonly closed: boolean;
  readonly isTTY: boolean;
  /** Whether colour and other SGR codes may be written to this stream. */
  readonly colour: boolean;
  /** How many colours there are; absent means that nobody knows of more than sixteen. */
  readonly colours?: 256 | undefined;
  /** True where symbols must keep to ASCII; absent means any symbol will do. */
  readonly ascii?: boolean;
  /** The IANA name of the zone in which times are shown to people; absent means UTC. */
  readonly timeZone?: string;
  readonly columns: number;
  readonly rows: number;
}

/** The three standard streams. stdout carries the result and nothing else. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream | (NodeJS.ReadableStream & { isTTY?: boolean });
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The process's own streams for Ink, present only when stdin, stdout and stderr are terminals and prompts are allowed. */
  readonly terminal?: {
    stdin: NodeJS.ReadStream;
    stdout: NodeJS.WriteStream;
    stderr: NodeJS.WriteStream;
    /** Whether screens may use colour, as for `stderr`, where they are drawn. Absent: as the terminal supports it. */
    colour?: boolean;
    /** Whether screens are written to be listened to. Absent: as Ink finds it. */
    spoken?: boolean;
  };
}

/** What the environment says about the streams. */
export interface StreamVariables extends ColourVariables {
  readonly COLUMNS?: string | undefined;
  readonly LINES?: string | undefined;
  readonly INK_SCREEN_READER?: string | undefined;
}

/**
 * The process's own streams and what was asked of them. A stream is looked at when it is needed, and where its file
 * descriptor is given here, a file or pipe never is: opening the streams of Node takes longer than most commands work.
 */
export interface ProcessStreamOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream & { fd?: number };
  readonly stderr: NodeJS.WriteStream & { fd?: number };
  descriptors?: { stdout: number; stderr: number };
  variables: StreamVariables;
  colour?: ColourFlag;
  /** Under CI there is no colour by default and no prompt, whatever the streams are. */
  ci?: boolean;
  noInput?: boolean;
  ascii?: boolean;
}

/** The standard streams of a process. COLUMNS and LINES win over the terminal's own size. */
export function processStreams(options: ProcessStreamOptions): Streams {
  const { variables } = options;
  const [stdout, stderr] = [processSink("stdout", options), processSink("stderr", options)];
  const interactive =
    stdout.isTTY &&
    stderr.isTTY &&
    !options.ci &&
    !options.noInput &&
    variables.TERM !== "dumb" &&
    options.stdin.isTTY;
  return {
    get stdin() {
      return options.stdin;
    },
    stdout,
    stderr,
    ...(interactive && {
      terminal: {
        stdin: options.stdin,
        stdout: options.stdout,
        stderr: options.stderr,
        colour: stderr.colour,
        spoken: variables.INK_SCREEN_READER === "true",
      },
    }),
  };
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
  return {
    async write(text) {
      if (closed || text === "") return;
      if (failure === undefined) {
        const rest = direct === undefined ? text : writeWhole(direct, text, fail);
        if (rest.length > 0) {
          // A pipe that its other owner made non-blocking: only Node's stream knows when it can be written to again.
          direct = undefined;
          stream ??= opened();
          await new Promise<void>((done) =>
            stream?.write(rest, (error) => done(error ? fail(error) : undefined)),
          );
        }
      }
      if (failure !== undefined) throw writeFailure(name, failure);
    },
    get closed() {
      return closed;
    },
    isTTY,
    colour: colourFor({ flag: options.colour, env: variables, isTTY: isTTY && !options.ci }),
    colours: isTTY ? coloursOf(variables) : undefined,
    ascii,
    get columns() {
      return sizeFrom(variables.COLUMNS) ?? (stream?.columns || 80);
    },
    get rows() {
      return sizeFrom(variables.LINES) ?? (stream?.rows || 24);
    },
  };
}

/** What the system says when nobody reads any more. */
const goneCodes = new Set(["EPIPE", "ECONNRESET", "EOF", "ERR_STREAM_DESTROYED"]);

/** Files, devices, and pipes where writing to one waits for its reader, as it does in Node's own streams (not on Windows). */
function takesWrites(fd: number | undefined, isTTY: () => boolean): boolean {
  if (fd === undefined) return false;
  const stat = fstatSync(fd);
  if (stat.isCharacterDevice()) return !isTTY();
  return stat.isFile() || (stat.isFIFO() && process.platform !== "win32");
}

/**
 * Writes to a file descriptor, and returns what a pipe did not take. Node's own file stream ignores how much of a chunk
 * was written, which loses the tail on a full disk.
 */
function writeWhole(fd: number, text: string, fail: (error: Error) => void): Uint8Array {
  const bytes = Buffer.from(text);
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
  const why = full ? "no space is left on the device" : cause.message;
  return new TillError(exitCodes.failure, `Could not write to ${name}: ${why}. The output is incomplete.`, {
    code: "OUTPUT_FAILED",
    ...(full && { hint: "Free some space, or send the output somewhere else, and run the command again." }),
    cause,
  });
}

function sizeFrom(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

/** Gathers small writes into larger ones, for long output to a pipe or file; a terminal gets each at once. */
export function gather(
  sink: Sink,
  limit = sink.isTTY ? 0 : 16_384,
): { write(text: string): Promise<void>; flush(): Promise<void> } {
  let held = "";
  const flush = async () => {
    const text = held;
    held = "";
    await sink.write(text);
  };
  return {
    async write(text) {
      held += text;
      if (held.length > limit) await flush();
    },
    flush,
  };
}
