import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

/** How a process ended and what it said. `code` is null where a signal ended it. */
export interface ProgramResult {
  stdout: string;
  stderr: string;
  code: number | null;
  signal: NodeJS.Signals | null;
  ms: number;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** What is typed into it; without, stdin is empty and closed. */
  stdin?: string;
  cwd?: string;
  /** SIGKILL after so many milliseconds, if it still runs. */
  killAfter?: number;
}

/** One separate world of the built program: its own TILL_HOME, and a clean environment (PATH, HOME and what is given). */
export interface Home {
  readonly root: string;
  /** A path inside the world's folder. */
  path(...names: string[]): string;
  /** Runs `till` to its end. A line is split at spaces; give words where one of them holds a space. */
  till(line: string | readonly string[], options?: RunOptions): Promise<ProgramResult>;
  /** Starts it and leaves it running, with pipes. */
  start(line: string | readonly string[], options?: RunOptions): ChildProcess;
  /** The environment that its programs run in. */
  env(more?: Record<string, string>): Record<string, string>;
  /** Ends what still runs and removes the folder. */
  close(): void;
}

/** The program as it is shipped. */
export const script = resolve("bin/till.js");

/** Throws where `dist` is missing or older than the sources: what is tested here is what was built. */
export function checkBuilt(): void {
  if (!isFresh()) throw new Error("dist is missing or older than src. Run: npm run build");
}

/** Whether `dist` was built from the sources as they are now. */
export function isFresh(): boolean {
  const built = statSync("dist/main.js", { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return globSync("src/**/*.{ts,tsx}").every((file) => statSync(file).mtimeMs <= built);
}

/** Creates an empty world. */
export function createHome(): Home {
  checkBuilt();
  const root = mkdtempSync(join(tmpdir(), "till-e2e-"));
  const running = new Set<ChildProcess>();
  const env = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH ?? "",
    HOME: root,
    TILL_HOME: join(root, "till"),
    ...more,
  });
  const start: Home["start"] = (line, { env: more, cwd = root } = {}) => {
    const child = spawn(process.execPath, [script, ...wordsOf(line)], { cwd, env: env(more) });
    running.add(child);
    child.once("close", () => running.delete(child));
    // A program may end before it has read what it is given.
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
      const timer = options.killAfter && setTimeout(() => child.kill("SIGKILL"), options.killAfter);
      const ended = await endOf(child);
      clearTimeout(timer);
      return { ...ended, ms: performance.now() - began };
    },
    close() {
      for (const child of running) child.kill("SIGKILL");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Collects what a process says until it ends. */
export async function endOf(child: ChildProcess): Promise<Omit<ProgramResult, "ms">> {
  const { stdout, stderr } = child;
  const [said, warned, [code, signal]] = await Promise.all([
    stdout ? text(stdout) : "",
    stderr ? text(stderr) : "",
    once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  return { stdout: said, stderr: warned, code, signal };
}

function wordsOf(line: string | readonly string[]): readonly string[] {
  return typeof line === "string" ? line.split(" ") : line;
}

/** A sandbox that a second process serves on 127.0.0.1. */
export interface Served {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly siteId: string;
  readonly apiKey: string;
  readonly controlToken: string;
  /** The sandbox's database. */
  readonly file: string;
  /** What a command needs in its environment to work on it as the admin. */
  readonly env: Record<string, string>;
  /** Makes one control call, such as `POST faults`; rejects where it is refused. */
  control(call: `${"GET" | "POST" | "DELETE"} ${string}`, body?: object): Promise<unknown>;
  /** Ends it as Ctrl-C does, and resolves with what it said on stderr. */
  stop(): Promise<string>;
}

/** Starts `till sandbox start` in a home and resolves once it is ready. */
export async function serve(home: Home, ...flags: string[]): Promise<Served> {
  const child = home.start(["sandbox", "start", "--data", home.path("served"), "--json", ...flags]);
  const ended = text(child.stderr as NonNullable<typeof child.stderr>);
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
  const first = await Promise.race([
    once(lines, "line"),
    ended.then((said) => Promise.reject(new Error(said))),
  ]);
  const facts = JSON.parse(String(first[0])) as Omit<Served, "control" | "stop" | "env" | "file">;
  return {
    ...facts,
    file: home.path("served", "sandbox.db"),
    env: { TILL_BASE_URL: facts.baseUrl, TILL_API_KEY: facts.apiKey, TILL_SITE_ID: facts.siteId },
    async control(call, body) {
      const [method = "", path] = call.split(" ");
      const headers = { "content-type": "application/json", "x-till-control": facts.controlToken };
      const answer = await fetch(`${facts.baseUrl}/__till/${path}`, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      });
      if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
      return await answer.json();
    },
    async stop() {
      child.kill("SIGINT");
      return await ended;
    },
  };
}
