import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";

export interface PtyOptions {
  columns?: number;
  rows?: number;
  cwd?: string;
  /** Added to a minimal environment (PATH, HOME, TERM). */
  env?: Record<string, string>;
  /** How long `waitFor` waits, in milliseconds. Default: 10,000. */
  patience?: number;
}

export interface PtyExit {
  /** The exit code, or 128 + the signal number. */
  code: number;
  /** The settings of the terminal (`stty -g`) before the program started and after it ended. */
  ttyBefore: string;
  ttyAfter: string;
}

/** A program on a pseudo-terminal with a terminal emulator. */
export interface Pty {
  /** Returns the process id of the program. */
  pid(): number;
  /** Sends raw input: Enter is `\r`, Esc `\x1b`, Ctrl-C `\x03`. */
  type(text: string): void;
  resize(columns: number, rows: number): void;
  signal(name: NodeJS.Signals): void;
  /** Returns the lines of the window, without trailing spaces and trailing blank lines. */
  screen(): string[];
  /** Returns the lines of the scrollback and the window. */
  history(): string[];
  /** Returns everything the program has written. */
  raw(): string;
  cursorVisible(): boolean;
  alternateScreen(): boolean;
  /** Whether the program receives the mouse. */
  mouse(): boolean;
  /** Resolves when the window contains the text or the condition holds; rejects with the window after `patience`. */
  waitFor(when: string | RegExp | ((screen: string[]) => boolean)): Promise<void>;
  /** Resolves when the program has written nothing for 100 ms. */
  quiet(): Promise<void>;
  exit: Promise<PtyExit>;
  /** Kills the program if it is still running. */
  close(): void;
}

// The inner shell execs the program, so it knows its process id; the outer shell records the terminal's settings.
const wrapper = `
dir=$1; shift
trap : INT TERM HUP
stty -g > "$dir/before"
sh -c 'echo $$ > "$0/pid"; exec "$@"' "$dir" "$@"
code=$?
stty -g > "$dir/after"
exit $code
`;

/** Starts a program on a new pseudo-terminal. */
export function spawnPty(command: string, args: readonly string[], options: PtyOptions = {}): Pty {
  const { columns = 80, rows = 24, cwd = process.cwd(), env = {}, patience = 10_000 } = options;
  const directory = mkdtempSync(join(tmpdir(), "till-pty-"));
  const clean = { PATH: process.env.PATH ?? "", HOME: directory, TERM: "xterm-256color", ...env };
  const shell = spawn("sh", ["-c", wrapper, "sh", directory, command, ...args], {
    cols: columns,
    rows,
    cwd,
    env: clean,
  });
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  const watchers = new Set<() => void>();
  let raw = "";
  let ended = false;
  let closed = false;

  const lines = (from: number) => {
    const { active } = terminal.buffer;
    const all = Array.from(
      { length: active.length - from },
      (_, index) => active.getLine(from + index)?.translateToString(true) ?? "",
    );
    while (all.at(-1) === "") all.pop();
    return all;
  };
  const screen = () => lines(terminal.buffer.active.baseY);
  const look = () => {
    for (const watcher of watchers) watcher();
  };
  const read = (name: string) => readFileSync(join(directory, name), "utf8");
  const pid = () => Number(read("pid"));

  shell.onData((data) => {
    raw += data;
    terminal.write(data, look);
  });
  const exit = new Promise<PtyExit>((resolve) => {
    shell.onExit(({ exitCode }) => {
      ended = true;
      const result = {
        code: exitCode,
        ttyBefore: closed ? "" : read("before"),
        ttyAfter: closed ? "" : read("after"),
      };
      rmSync(directory, { recursive: true });
      // The emulator may not have processed the last output yet.
      terminal.write("", () => {
        look();
        resolve(result);
      });
    });
  });

  return {
    pid,
    type: (text) => shell.write(text),
    resize(width, height) {
      terminal.resize(width, height);
      shell.resize(width, height);
    },
    signal: (name) => void process.kill(pid(), name),
    screen,
    history: () => lines(0),
    raw: () => raw,
    cursorVisible: () => raw.lastIndexOf("\x1b[?25h") >= raw.lastIndexOf("\x1b[?25l"),
    alternateScreen: () => terminal.buffer.active.type === "alternate",
    mouse: () => terminal.modes.mouseTrackingMode !== "none",
    waitFor(when) {
      const seen = () => {
        if (typeof when === "function") return when(screen());
        const text = screen().join("\n");
        return typeof when === "string" ? text.includes(when) : when.test(text);
      };
      return new Promise((resolve, reject) => {
        const settle = (finish: () => void) => {
          clearTimeout(timer);
          watchers.delete(watch);
          finish();
        };
        const watch = () => {
          if (seen()) settle(resolve);
        };
        const timer = setTimeout(
          () => settle(() => reject(new Error(`Never saw ${when}. The window:\n${screen().join("\n")}`))),
          patience,
        );
        watchers.add(watch);
        watch();
      });
    },
    async quiet() {
      for (let seen = -1; seen < raw.length; ) {
        seen = raw.length;
        await sleep(100);
      }
    },
    exit,
    close() {
      if (ended) return;
      closed = true;
      process.kill(pid(), "SIGKILL");
      shell.kill("SIGKILL");
    },
  };
}
