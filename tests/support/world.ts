import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { vi } from "vitest";
import type { Request, Transport } from "../../src/api/transport/transport.ts";
import { readEnvironment } from "../../src/config/environment.ts";
import type { Host } from "../../src/context/host.ts";
import { main } from "../../src/main.ts";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import type { Sink } from "../../src/output/streams.ts";
import { copyHome, temporaryFolder } from "./folders.ts";
import { unknownConditions, unknownFields } from "./reference.ts";

export interface CommandResult {
  stdout: string;
  stderr: string;
  code: number;
}

export interface CommandOptions {
  stdin?: string;
  /** Input that arrives while the command runs, instead of `stdin`. */
  typing?: AsyncIterable<string>;
  env?: Record<string, string | undefined>;
  /** Nobody is at a terminal, as in cron: a change needs a shop that is named. */
  unattended?: boolean;
  /** Output as on a terminal of 100 columns; nothing is prompted. */
  terminal?: boolean;
  /** Aborts like Ctrl-C; the reason is the name of the signal. */
  signal?: AbortSignal;
  /** The time at which the command runs. Default: now. */
  now?: Date;
  /** Who runs it. */
  who?: { actor: string; host: string };
  /** Called with each chunk of output. */
  onOutput?(text: string): void;
  /** Called with each request to the platform, which waits for the result. */
  onRequest?(request: Request): unknown;
  /** Called instead of each wait, which ends with the result. */
  onSleep?(ms: number): unknown;
  /** Wraps the connection to the platform: to change requests and responses, or to lose them. */
  through?(send: Transport): Transport;
  /** Called with the arguments when the program would start itself in the background. */
  onRestart?(argv: readonly string[]): void;
  /** The system that the command line is typed on. Default: linux. With another, use no files. */
  platform?: NodeJS.Platform;
}

/** A temporary folder with its own sandbox and settings, in which commands run in this process. */
export interface World {
  readonly home: string;
  /** Returns a path inside the folder. */
  path(name: string): string;
  /** Runs `till` with arguments, or with a command line split as a shell would (quotes, no expansion). */
  till(line: string | readonly string[], typed?: CommandOptions): Promise<CommandResult>;
  /**
   * Runs a shell line in the folder: `a | b`, `NAME=value` in front, `> file` at the end. `till` runs in this process
   * (also after `xargs`), every other program in sh. The exit code is that of the last program that failed.
   */
  sh(line: string, typed?: CommandOptions): Promise<CommandResult>;
  close(): void;
}

/** Creates a world, empty or as a copy of another folder. It ends with the test, or with `close`. */
export function createWorld({ from }: { from?: string } = {}): World {
  const home = temporaryFolder("till-world-");
  if (from !== undefined) copyHome(from, home);
  const till: World["till"] = async (line, typed = {}) => {
    const argv = typeof line === "string" ? splitCommandLine(line) : line;
    // The time of the demo shop is that of its seeding, which a test may have set.
    const name = JSON.stringify([argv, typed.terminal, typed.env, typed.now, vi.getMockedSystemTime()]);
    if (isFirstSeed(home, argv, typed)) return await seed(name, home, () => run(argv, typed));
    return await run(argv, typed);
  };
  const run = async (
    argv: readonly string[],
    {
      stdin = "",
      typing,
      env = {},
      terminal = false,
      unattended = false,
      signal,
      now,
      who = { actor: "ada", host: "studio" },
      onOutput,
      onRequest,
      onSleep,
      through,
      onRestart,
      platform = "linux",
    }: CommandOptions,
  ): Promise<CommandResult> => {
    const streams = memoryStreams({ stdin, isTTY: terminal, columns: terminal ? 100 : 80 });
    const unknown = new Set<string>();
    const host: Host = {
      streams: {
        ...streams,
        stdout: observed(streams.stdout, onOutput),
        stderr: observed(streams.stderr, onOutput),
        stdin: Object.assign(typing ? Readable.from(typing) : streams.stdin, {
          isTTY: terminal && stdin === "",
        }),
      },
      environment: readEnvironment({ TILL_HOME: join(home, "till"), ...env }, "linux"),
      platform,
      signal: signal ?? new AbortController().signal,
      stop: () => {},
      takeStop: () => ({ signal: new AbortController().signal, end: () => {} }),
      now: () => now ?? new Date(),
      sleep: async (ms) => void (await onSleep?.(ms)),
      cwd: home,
      unattended: () => unattended,
      program: [process.execPath, resolve("tests/till.ts")],
      ...(onRestart && { again: onRestart }),
      who: () => who,
      keys: new Map(),
      watch: (direct) => {
        const send = through ? through(direct) : direct;
        return async (request) => {
          await onRequest?.(request);
          // `till api` and `till api graphql` send what is typed.
          if (!/^(api|graphql)$/.test(argv[0] ?? ""))
            for (const field of [...unknownFields(request), ...unknownConditions(request)])
              unknown.add(`${request.name}: ${field}`);
          return await send(request);
        };
      },
    };
    const code = await main(argv, host);
    if (unknown.size > 0)
      throw new Error(
        `till ${argv.join(" ")} sent fields that the reference does not have: ${[...unknown].join(", ")}`,
      );
    return { stdout: streams.text.stdout, stderr: streams.text.stderr, code };
  };

  return {
    home,
    path: (name) => join(home, name),
    till,
    sh: shellOf(home, till),
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Returns the `sh` of a folder: a shell line in which `till` is the function that is given, and every other program runs in sh. */
export function shellOf(home: string, till: World["till"]): World["sh"] {
  return async (line, typed = {}) => {
    const result: CommandResult = { stdout: typed.stdin ?? "", stderr: "", code: 0 };
    const redirected = /^(.*\S)\s*>\s*([\w.-]+)$/.exec(line);
    // sh handles redirects of other programs, because their output may be binary.
    const isOurs = /^till\b/.test(assignments(stages(redirected?.[1] ?? "").at(-1) ?? "").command);
    const [, pipe = line, target] = (isOurs && redirected) || [];
    const programs = stages(pipe);
    for (const [index, stage] of programs.entries()) {
      const { env, command } = assignments(stage);
      const terminal = typed.terminal === true && index === programs.length - 1;
      const input = { ...typed, terminal, env: { ...typed.env, ...env }, stdin: result.stdout };
      const [, placeholder, given] = /^xargs (?:-I (\w+) )?till\b(.*)$/.exec(command) ?? [];
      const one = /^till\b/.test(command)
        ? await till(command.slice("till".length), input)
        : given !== undefined
          ? await till(
              withWords(splitCommandLine(given), result.stdout.split(/\s+/).filter(Boolean), placeholder),
              {
                ...input,
                stdin: "",
              },
            )
          : foreign(command, home, result.stdout);
      result.stdout = one.stdout;
      result.stderr += one.stderr;
      if (one.code !== 0) result.code = one.code;
    }
    if (target !== undefined) {
      writeFileSync(join(home, target), result.stdout);
      result.stdout = "";
    }
    return result;
  };
}

/** What seeding an empty home left behind in this worker: a copy of the home, and what was printed. */
const seeded = new Map<string, { copy: string; result: CommandResult }>();

/** Returns whether a command fills an empty home with the demo shop or generated products, and nothing watches it. */
function isFirstSeed(
  home: string,
  [group, verb, ...rest]: readonly string[],
  typed: CommandOptions,
): boolean {
  const { env = {}, signal, onOutput, onRequest, through } = typed;
  const configured = Object.keys(env).some((variable) => variable.startsWith("TILL_"));
  const watched = configured || (signal ?? onOutput ?? onRequest ?? through) !== undefined;
  const plain = rest.every((word) => /^(demo|\d+|--catalog|v[13]|--quiet|--json)$/.test(word));
  return group === "sandbox" && verb === "seed" && plain && !watched && !existsSync(join(home, "till"));
}

/** Seeds an empty home. The first time runs the command; later homes get a copy, which takes a thirtieth of the time. */
async function seed(name: string, home: string, run: () => Promise<CommandResult>): Promise<CommandResult> {
  const earlier = seeded.get(name);
  if (earlier) {
    copyHome(earlier.copy, home);
    return { ...earlier.result };
  }
  const result = await run();
  // Not a temporaryFolder: the copy serves the test files to come.
  const copy = mkdtempSync(join(tmpdir(), "till-seeded-"));
  cpSync(join(home, "till"), join(copy, "till"), { recursive: true });
  seeded.set(name, { copy, result });
  return result;
}

function observed(sink: Sink, onOutput: CommandOptions["onOutput"]): Sink {
  if (onOutput === undefined) return sink;
  return {
    ...sink,
    async write(text) {
      await sink.write(text);
      onOutput(text);
    },
  };
}

/** Returns the command line that xargs builds: the words from stdin at the end, or in place of the `-I` placeholder. */
function withWords(
  line: readonly string[],
  given: readonly string[],
  placeholder: string | undefined,
): string[] {
  if (placeholder === undefined) return [...line, ...given];
  return line.map((word) => (word === placeholder ? given.join(" ") : word));
}

function foreign(command: string, cwd: string, input: string): CommandResult {
  // In every locale of the developer they sort and warn alike.
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  const { stdout, stderr, status } = spawnSync("sh", ["-c", command], { cwd, input, env, encoding: "utf8" });
  return { stdout, stderr, code: status ?? 1 };
}

const quoted = /'([^']*)'|"((?:\\.|[^"\\])*)"/;

/** Splits a pipeline into its programs, at each `|` outside quotes. */
function stages(line: string): string[] {
  const found = [""];
  for (const [piece] of line.matchAll(new RegExp(`${quoted.source}|\\||[^'"|]+`, "g"))) {
    if (piece === "|") found.push("");
    else found.push(found.pop() + piece);
  }
  return found.map((stage) => stage.trim());
}

function assignments(stage: string): { env: Record<string, string>; command: string } {
  const [front = ""] = /^(?:[A-Z_]+=\S* +)*/.exec(stage) ?? [];
  const env = Object.fromEntries(
    splitCommandLine(front).map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)]),
  );
  return { env, command: stage.slice(front.length) };
}

/** Splits a command line into words: single and double quotes, backslash inside double quotes. */
export function splitCommandLine(line: string): string[] {
  const found: string[] = [];
  let word: string | undefined;
  for (const [token, single, double] of line.matchAll(new RegExp(`${quoted.source}|\\s+|[^\\s'"]+`, "g"))) {
    if (/^\s/.test(token)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + (single ?? double?.replace(/\\(.)/g, "$1") ?? token);
    }
  }
  if (word !== undefined) found.push(word);
  return found;
}
