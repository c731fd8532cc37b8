import { fstatSync, writeSync } from "node:fs";
import { Readable } from "node:stream";
import { exitCodes, TillError } from "../errors.ts";
import { type ColourFlag, type ColourVariables, colourFor } from "./colour.ts";

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
  };
}

/** What the environment says about the streams. */
export interface StreamVariables extends ColourVariables {
  readonly COLUMNS?: string | undefined;
  readonly LINES?: string | undefined;
}

/** The process's own streams and what was asked of them. */
export interface ProcessStreamOptions {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream & { fd?: number };
  stderr: NodeJS.WriteStream & { fd?: number };
  variables: StreamVariables;
  colour?: ColourFlag;
  /** Under CI there is no colour by default and no prompt, whatever the streams are. */
  ci?: boolean;
  noInput?: boolean;
  ascii?: boolean;
}

/** The standard streams of a process. COLUMNS and LINES win over the terminal's own size. */
export function processStreams(options: ProcessStreamOptions): Streams {
  const { stdin, stdout, stderr, variables } = options;
  const interactive =
    stdin.isTTY &&
    stdout.isTTY &&
    stderr.isTTY &&
    !options.ci &&
    !options.noInput &&
    variables.TERM !== "dumb";
  const errors = processSink("stderr", stderr, options);
  return {
    stdin,
    stdout: processSink("stdout", stdout, options),
    stderr: errors,
    ...(interactive && { terminal: { stdin, stdout, stderr, colour: errors.colour } }),
  };
}

function processSink(
  name: "stdout" | "stderr",
  stream: NodeJS.WriteStream & { fd?: number },
  options: ProcessStreamOptions,
): Sink {
  const { variables, ascii = false } = options;
  const isTTY = stream.isTTY === true;
  const file = isTTY || !isFile(stream.fd) ? undefined : stream.fd;
  let closed = false;
  let failure: Error | undefined;
  const fail = (error: Error & { code?: string }) => {
    if (goneCodes.has(error.code ?? "")) closed = true;
    else failure ??= error;
  };
  stream.on("error", fail);
  return {
    async write(text) {
      if (closed || text === "") return;
      if (failure === undefined) {
        if (file !== undefined) writeWhole(file, text, fail);
        else
          await new Promise<void>((done) =>
            stream.write(text, (error) => done(error ? fail(error) : undefined)),
          );
      }
      if (failure !== undefined) throw writeFailure(name, failure);
    },
    get closed() {
      return closed;
    },
    isTTY,
    colour: colourFor({ flag: options.colour, env: variables, isTTY: isTTY && !options.ci }),
    ascii,
    get columns() {
      return sizeFrom(variables.COLUMNS) ?? (stream.columns || 80);
    },
    get rows() {
      return sizeFrom(variables.LINES) ?? (stream.rows || 24);
    },
  };
}

/** What the system says when nobody reads any more. */
const goneCodes = new Set(["EPIPE", "ECONNRESET", "EOF", "ERR_STREAM_DESTROYED"]);

function isFile(fd: number | undefined): boolean {
  if (fd === undefined) return false;
  const stat = fstatSync(fd);
  return stat.isFile() || stat.isCharacterDevice();
}

/** Node's own file stream ignores how much of a chunk was written, which loses the tail on a full disk. */
function writeWhole(fd: number, text: string, fail: (error: Error) => void): void {
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)));
  }
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

/** Streams that keep what is written, for in-process runs. */
export interface MemoryStreams extends Streams {
  /** Everything written so far. */
  readonly text: { readonly stdout: string; readonly stderr: string };
}

export interface MemoryStreamOptions {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  colour?: boolean;
  ascii?: boolean;
  /** What can be read from stdin. */
  stdin?: string;
}

/** Streams in memory. There is no `terminal`, so nothing is asked and no screen is drawn. */
export function memoryStreams(options: MemoryStreamOptions = {}): MemoryStreams {
  const { isTTY = false, colour = false, ascii = false, columns = 80, rows = 24, stdin = "" } = options;
  const sink = () => {
    const chunks: string[] = [];
    const write = async (text: string) => void chunks.push(text);
    return { chunks, write, closed: false, isTTY, colour, ascii, columns, rows };
  };
  const [stdout, stderr] = [sink(), sink()];
  return {
    stdin: Object.assign(Readable.from(stdin === "" ? [] : [stdin]), { isTTY }),
    stdout,
    stderr,
    text: {
      get stdout() {
        return stdout.chunks.join("");
      },
      get stderr() {
        return stderr.chunks.join("");
      },
    },
  };
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
