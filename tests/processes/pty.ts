import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";
import { type Display, type EmulatorOptions, openEmulator, type TerminalExit } from "../support/emulator.ts";

export interface PtyOptions extends EmulatorOptions {
  cwd?: string;
  /** Added to a minimal environment (PATH, HOME, TERM). */
  env?: Record<string, string>;
}

/** A program on a pseudo-terminal with a terminal emulator. */
export interface Pty extends Display {
  /** Returns the process id of the program. */
  pid(): number;
  /** Sends raw input: Enter is `\r`, Esc `\x1b`, Ctrl-C `\x03`. */
  type(text: string): void;
  resize(columns: number, rows: number): void;
  signal(name: NodeJS.Signals): void;
  /** Resolves when the program has written nothing for 100 ms. */
  quiet(): Promise<void>;
  exit: Promise<TerminalExit>;
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
  const { columns = 80, rows = 24, patience, cwd = process.cwd(), env = {} } = options;
  const directory = mkdtempSync(join(tmpdir(), "till-pty-"));
  const clean = { PATH: process.env.PATH ?? "", HOME: directory, TERM: "xterm-256color", ...env };
  const shell = spawn("sh", ["-c", wrapper, "sh", directory, command, ...args], {
    cols: columns,
    rows,
    cwd,
    env: clean,
  });
  const emulator = openEmulator({ columns, rows, ...(patience && { patience }) });
  let ended = false;
  let closed = false;

  const read = (name: string) => readFileSync(join(directory, name), "utf8");
  const pid = () => Number(read("pid"));

  shell.onData(emulator.write);
  const exit = new Promise<TerminalExit>((resolve) => {
    shell.onExit(async ({ exitCode }) => {
      ended = true;
      const [ttyBefore, ttyAfter] = closed ? ["", ""] : ([read("before"), read("after")] as const);
      rmSync(directory, { recursive: true });
      await emulator.end();
      resolve({ code: exitCode, ttyBefore, ttyAfter });
    });
  });

  return {
    ...emulator.display,
    pid,
    type: (text) => shell.write(text),
    resize(width, height) {
      emulator.resize(width, height);
      shell.resize(width, height);
    },
    signal: (name) => void process.kill(pid(), name),
    async quiet() {
      const { raw } = emulator.display;
      for (let seen = -1; seen < raw().length; ) {
        seen = raw().length;
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
