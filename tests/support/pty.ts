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
  /** Added to a small clean environment (PATH, HOME, TERM); nothing else is inherited. */
  env?: Record<string, string>;
}

export interface PtyExit {
  /** As the shell reports it: 128 + signal where a signal ended the program. */
  code: number;
  /** The settings of the terminal (`stty -g`) before the program started and after it ended. */
  ttyBefore: string;
  ttyAfter: string;
}

/** A program on a pseudo-terminal, seen through a terminal emulator. */
export interface Pty {
  /** The id of the program itself. */
  pid(): number;
  /** Types text, as it is: Enter is `\r`, Esc `\x1b`, Ctrl-C `\x03`. */
  type(text: string): void;
  resize(columns: number, rows: number): void;
  signal(name: NodeJS.Signals): void;
  /** The lines in the window, without blanks at their ends; blank lines at the foot are left out. */
  screen(): string[];
  /** The scrollback and the window. */
  history(): string[];
  /** All bytes the program wrote so far. */
  raw(): string;
  cursorVisible(): boolean;
  alternateScreen(): boolean;
  /** Resolves once the window shows the text (or `when` says so); rejects with the window after 10 s. */
  waitFor(when: string | RegExp | ((screen: string[]) => boolean)): Promise<void>;
  /** Resolves once the program has written nothing for a tenth of a second. */
  quiet(): Promise<void>;
  exit: Promise<PtyExit>;
  /** Ends the program if it still runs. For the end of a test. */
  close(): void;
}

// The inner shell becomes the program and so knows its id; the outer one compares the terminal's settings.
const wrapper = `
dir=$1; shift
trap : INT TERM HUP
stty -g > "$dir/before"
sh -c 'echo $$ > "$0/pid"; exec "$@"' "$dir" "$@"
code=$?
stty -g > "$dir/after"
exit $code
`;

/** Starts a program on a pseudo-terminal of its own. */
export function spawnPty(command: string, args: readonly string[], options: PtyOptions = {}): Pty {
  const { columns = 80, rows = 24, cwd = process.cwd(), env = {} } = options;
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
      // What was written last may still be on its way into the emulator.
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
          10_000,
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
