import { join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { afterEach, beforeEach, expect } from "vitest";
import type { Transport } from "../../src/api/transport/transport.ts";
import { readEnvironment } from "../../src/config/environment.ts";
import type { Host } from "../../src/context/host.ts";
import { main } from "../../src/main.ts";
import { processStreams } from "../../src/output/streams.ts";
import { type Display, type EmulatorOptions, openEmulator, type TerminalExit } from "./emulator.ts";
import { createWorld, type World } from "./world.ts";

export interface TerminalOptions extends EmulatorOptions {
  /** Added to a minimal environment (TERM, TILL_HOME). */
  env?: Record<string, string>;
  /** Wraps the transport to the platform, to see requests or hold them back. */
  watch?(send: Transport): Transport;
}

/** A terminal, and its streams for a program of this process. */
export interface OpenTerminal extends Display {
  /** Sends input: Enter is `\r`, Esc `\x1b`, Ctrl-C `\x03`. */
  type(text: string): void;
  resize(columns: number, rows: number): void;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Waits until all output is shown, and returns how the program left the terminal. */
  end(): Promise<Pick<TerminalExit, "ttyBefore" | "ttyAfter">>;
}

/** Opens a terminal. `interrupt` is called when Ctrl-C is typed while the program has not switched to raw mode. */
export function openTerminal(options: EmulatorOptions, interrupt: () => void): OpenTerminal {
  const { columns = 80, rows = 24 } = options;
  const emulator = openEmulator(options);
  const keyboard = new TerminalInput(emulator.write);
  const stdout = new TerminalOutput(emulator.write, columns, rows);
  const stderr = new TerminalOutput(emulator.write, columns, rows);
  return {
    ...emulator.display,
    stdin: keyboard as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
    type(text) {
      // Stopping the process group would stop the tests.
      if (text.includes("\x1a")) throw new Error("Ctrl-Z needs a pseudo-terminal.");
      if (!keyboard.isRaw && text.includes("\x03")) interrupt();
      else keyboard.type(text);
    },
    resize(width, height) {
      emulator.resize(width, height);
      stdout.resize(width, height);
      stderr.resize(width, height);
    },
    async end() {
      await emulator.end();
      return { ttyBefore: "cooked", ttyAfter: keyboard.isRaw ? "raw" : "cooked" };
    },
  };
}

/** A till command in this process on the streams of a terminal. */
export interface Terminal extends Display, Pick<OpenTerminal, "type" | "resize"> {
  readonly exit: Promise<TerminalExit>;
  /** Stops the command as a signal to its process does. */
  signal(name: "SIGINT" | "SIGTERM"): void;
  /** Stops the command if it still runs, and waits for its end. */
  close(): Promise<void>;
}

/** Runs a command on a new terminal in a folder with a TILL_HOME `till` in it. */
export function startTerminal(
  argv: readonly string[],
  home: string,
  options: TerminalOptions = {},
): Terminal {
  const { env = {}, watch } = options;
  const stops = createStops();
  const terminal = openTerminal(options, () => stops.signal("SIGINT"));
  const environment = readEnvironment(
    { TERM: "xterm-256color", TILL_HOME: join(home, "till"), ...env },
    "linux",
  );
  const host: Host = {
    streams: processStreams({
      stdin: terminal.stdin,
      stdout: terminal.stdout,
      stderr: terminal.stderr,
      variables: environment.variables,
      ci: environment.ci,
      ascii: !environment.unicode,
    }),
    environment,
    platform: "linux",
    signal: stops.whole,
    stop: () => stops.signal("SIGINT"),
    takeStop: stops.take,
    cwd: home,
    program: [process.execPath, resolve("bin/till.js")],
    now: () => new Date(),
    who: () => ({ actor: "ada", host: "studio" }),
    ...(watch && { watch }),
  };
  let ended = false;
  const exit = main(argv, host).then(async (code) => {
    ended = true;
    return { code, ...(await terminal.end()) };
  });
  return {
    ...terminal,
    signal: stops.signal,
    exit,
    async close() {
      if (!ended) stops.signal("SIGTERM");
      await exit;
    },
  };
}

/** Returns signals as those of `processHost`: Ctrl-C aborts the innermost part that was taken, SIGTERM everything. */
function createStops() {
  const whole = new AbortController();
  const parts: AbortController[] = [];
  return {
    whole: whole.signal,
    signal(name: "SIGINT" | "SIGTERM") {
      const target = (name === "SIGINT" && parts.at(-1)) || whole;
      if (target.signal.aborted && name === "SIGINT")
        throw new Error("A second Ctrl-C ends the process: it needs a pseudo-terminal.");
      target.abort(name);
    },
    take() {
      const part = new AbortController();
      parts.push(part);
      return {
        signal: AbortSignal.any([whole.signal, part.signal]),
        end: () => void parts.splice(parts.indexOf(part), 1),
      };
    },
  };
}

/** The keyboard. Until a program switches to raw mode, keys are shown, and read by line. */
class TerminalInput extends Readable {
  readonly isTTY = true;
  isRaw = false;
  #line = "";
  readonly #echo: (text: string) => void;

  constructor(echo: (text: string) => void) {
    super();
    this.#echo = echo;
  }

  type(text: string): void {
    if (this.isRaw) {
      this.push(text);
      return;
    }
    const typed = text.replaceAll("\r", "\n");
    this.#echo(typed);
    this.#line += typed;
    const end = this.#line.lastIndexOf("\n") + 1;
    if (end > 0) this.push(this.#line.slice(0, end));
    this.#line = this.#line.slice(end);
  }

  setRawMode(raw: boolean): this {
    this.isRaw = raw;
    if (raw && this.#line !== "") this.push(this.#line);
    if (raw) this.#line = "";
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}
}

/** The window, as stdout or stderr. */
class TerminalOutput extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;
  readonly #show: (text: string) => void;

  constructor(show: (text: string) => void, columns: number, rows: number) {
    super({ decodeStrings: false });
    this.#show = show;
    this.columns = columns;
    this.rows = rows;
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    this.emit("resize");
  }

  getWindowSize(): [columns: number, rows: number] {
    return [this.columns, this.rows];
  }

  override _write(chunk: string | Uint8Array, _: BufferEncoding, done: () => void): void {
    this.#show(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    done();
  }
}

/** Terminals for the tests of a file, in a new home for each test. */
export interface Terminals {
  readonly home: World;
  /** Runs a command on a new terminal. */
  onTerminal(argv: readonly string[], options?: TerminalOptions): Terminal;
  /** Keeps calls of a route of the home's sandbox waiting until `release`: `count` (1) of them, after `skip` (0) others. */
  hold(route: string, calls?: { skip?: number; count?: number }): Promise<void>;
  /** Resolves when this many calls (1) of the last `hold` are waiting. */
  held(calls?: number): Promise<void>;
  /** Lets the calls go on that `hold` keeps waiting. */
  release(): Promise<void>;
}

/** Sets up terminals for the tests of a file. Each home begins as `line`, a till command, leaves an empty one. */
export function terminals(line?: string): Terminals {
  let home: World;
  /** The most calls that the last `hold` keeps waiting. */
  let held = 0;
  const open: Terminal[] = [];
  const release = async () => {
    if (held > 0) await home.till("sandbox fault --clear");
    held = 0;
  };
  beforeEach(async () => {
    home = createWorld();
    if (line !== undefined) await home.till(line);
  });
  afterEach(async () => {
    await release();
    for (const terminal of open.splice(0)) await terminal.close();
  });
  return {
    get home() {
      return home;
    },
    onTerminal(argv, options) {
      const terminal = startTerminal(argv, home.home, options);
      open.push(terminal);
      return terminal;
    },
    async hold(route, { skip = 0, count = 1 } = {}) {
      held = count;
      await home.till(`sandbox fault hold --route ${route} --skip ${skip} --count ${count}`);
    },
    async held(calls = 1) {
      const left = async () => {
        const { items } = JSON.parse((await home.till("sandbox fault --json")).stdout);
        return items.at(-1)?.times;
      };
      await expect.poll(left).toBe(calls === held ? -1 : held - calls);
    },
    release,
  };
}

/** Returns the exit code after checking that the terminal is restored and the scrollback is not erased. */
export async function exitCodeOf(terminal: Display & { exit: Promise<TerminalExit> }): Promise<number> {
  const { code, ttyBefore, ttyAfter } = await terminal.exit;
  expect(ttyAfter).toBe(ttyBefore);
  expect(terminal.cursorVisible()).toBe(true);
  expect(terminal.alternateScreen()).toBe(false);
  expect(terminal.mouse()).toBe(false);
  expect(terminal.wraps()).toBe(true);
  const raw = terminal.raw();
  expect(raw).not.toContain("\x1b[3J");
  // The mouse wheel setting and the paste mode are restored, too.
  expect(raw.lastIndexOf("\x1b[?1007r")).toBeGreaterThanOrEqual(raw.lastIndexOf("\x1b[?1007h"));
  expect(raw.lastIndexOf("\x1b[?2004l")).toBeGreaterThanOrEqual(raw.lastIndexOf("\x1b[?2004h"));
  return code;
}
