import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { copyHome } from "../support/folders.ts";
import { type ServedSandbox, servedAt } from "../support/served.ts";

/** The output and exit code of a process. `code` is null if a signal ended it. */
export interface ProgramResult {
  stdout: string;
  stderr: string;
  code: number | null;
  signal: NodeJS.Signals | null;
  ms: number;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** The input; by default stdin is empty and closed. */
  stdin?: string;
  cwd?: string;
  /** Kills the process after this many milliseconds. */
  killAfter?: number;
  /** Kills the process once this returns true. */
  killWhen?: (() => boolean) | undefined;
}

/** A temporary TILL_HOME for the built program, with a minimal environment (PATH, HOME and what is given). */
export interface Home {
  readonly root: string;
  /** Returns a path inside the folder. */
  path(...names: string[]): string;
  /** Runs `till` to its end. A line is split at spaces; pass an array if an argument contains spaces. */
  till(line: string | readonly string[], options?: RunOptions): Promise<ProgramResult>;
  /** Starts `till` with pipes and does not wait for it. */
  start(line: string | readonly string[], options?: RunOptions): ChildProcess;
  /** Returns the environment of its programs. */
  env(more?: Record<string, string>): Record<string, string>;
  /** Kills running programs and removes the folder. */
  close(): void;
}

/** The built program. */
export const script = resolve("bin/till.js");

let built = false;

/** Throws if `dist` is missing or older than the sources. */
export function checkBuilt(): void {
  // Looks at the sources once: that takes longer than creating a home.
  built ||= isFresh();
  if (!built) throw new Error("dist is missing or older than src. Run: npm run build");
}

/** Returns whether `dist` is newer than the sources. */
export function isFresh(): boolean {
  const built = statSync("dist/main.js", { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return globSync("src/**/*.{ts,tsx}").every((file) => statSync(file).mtimeMs <= built);
}

/** Creates a home, empty or as a copy of another. Its programs are the built one, or the one that is given. */
export function createHome({ program = script, from }: { program?: string; from?: Home } = {}): Home {
  checkBuilt();
  const root = mkdtempSync(join(tmpdir(), "till-e2e-"));
  if (from !== undefined) copyHome(from.root, root);
  const running = new Set<ChildProcess>();
  const env = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH ?? "",
    HOME: root,
    TILL_HOME: join(root, "till"),
    // The sandbox is meant: its results need no notice.
    TILL_STORY: "1",
    ...more,
  });
  const start: Home["start"] = (line, { env: more, cwd = root } = {}) => {
    const child = spawn(process.execPath, [program, ...cellText(line)], { cwd, env: env(more) });
    running.add(child);
    child.once("close", () => running.delete(child));
    // A program may exit before it has read its input.
    child.stdin.on("error", () => {});
    return child;
  };
  return {
    root,
    path: (...names) => join(root, ...names),
    env,
    start,
    async till(line, options = {}) {
      const began = performance.now();
      const child = start(line, options);
      child.stdin?.end(options.stdin ?? "");
      const { killAfter, killWhen } = options;
      const timer = killAfter && setTimeout(() => child.kill("SIGKILL"), killAfter);
      const watch = killWhen && setInterval(() => killWhen() && child.kill("SIGKILL"), 2);
      const ended = await endOf(child);
      clearTimeout(timer);
      clearInterval(watch);
      return { ...ended, ms: performance.now() - began };
    },
    close() {
      for (const child of running) child.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Collects the output of a process until it exits. */
export async function endOf(child: ChildProcess): Promise<Omit<ProgramResult, "ms">> {
  const { stdout, stderr } = child;
  const [result, warned, [code, signal]] = await Promise.all([
    stdout ? text(stdout) : "",
    stderr ? text(stderr) : "",
    once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  return { stdout: result, stderr: warned, code, signal };
}

function cellText(line: string | readonly string[]): readonly string[] {
  return typeof line === "string" ? line.split(" ") : line;
}

/** A sandbox served by another process. */
export interface Served extends ServedSandbox {
  /** Stops it like Ctrl-C and returns its stderr. */
  stop(): Promise<string>;
}

/** Starts `till sandbox start` in a home and waits until it is ready. */
export async function serve(home: Home, ...flags: string[]): Promise<Served> {
  const child = home.start(["sandbox", "start", "--data", home.path("served"), "--json", ...flags]);
  const ended = text(child.stderr as NonNullable<typeof child.stderr>);
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
  const first = await Promise.race([
    once(lines, "line"),
    ended.then((result) => Promise.reject(new Error(result))),
  ]);
  const facts = JSON.parse(String(first[0])) as Omit<ServedSandbox, "file" | "control" | "env">;
  return {
    ...servedAt({ ...facts, file: home.path("served", "sandbox.db") }),
    async stop() {
      child.kill("SIGINT");
      return await ended;
    },
  };
}
