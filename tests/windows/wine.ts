import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { spawn } from "@lydell/node-pty";
import { isFresh } from "../processes/program.ts";
import { type Emulator, openEmulator } from "../support/emulator.ts";
import { type CommandOptions, type CommandResult, splitCommandLine } from "../support/world.ts";
import type { Order, Report } from "./driver.ts";

/** The folder that `npm run windows:prepare` fills: node.exe, and a system with Wine if this one has none. */
const cache = process.env.TILL_WINE ?? "/var/tmp/till-wine";
/** The root of a system that has a newer Wine than this one. */
const system = join(cache, "trixie");
const isNested = existsSync(system);
/** The folder of the tests, for this system and for Wine. */
const folder = isNested ? join(system, "q") : cache;
const folderInWine = isNested ? "/q" : cache;
/** Older ones cannot run Node 24. */
const minimumWine = 10;
/** How long a test waits for a state, in milliseconds: a program takes ten times as long to start as on Linux. */
export const patience = 300_000;

/** Why the tests on Windows are skipped, for their title; empty if they run. */
export const skipped = whySkipped();

function whySkipped(): string {
  if (!existsSync(join(folder, "node.exe"))) return " (skipped: no node.exe; run: npm run windows:prepare)";
  if (isNested) return process.getuid?.() === 0 ? "" : " (skipped: only root can use the prepared system)";
  const { stdout = "" } = spawnSync("wine", ["--version"], { encoding: "utf8" });
  const version = Number(/^wine-(\d+)/.exec(stdout ?? "")?.[1] ?? 0);
  return version >= minimumWine
    ? ""
    : ` (skipped: Wine ${minimumWine} or newer is missing; run: npm run windows:prepare)`;
}

/** Packs the program into a new folder, and removes the folder at the end. */
export function setup(): (() => void) | undefined {
  if (skipped) return undefined;
  if (!isFresh()) execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
  mkdirSync(folder, { recursive: true });
  const run = mkdtempSync(join(folder, "run-"));
  const npm = ["pack", "--ignore-scripts", "--silent", "--pack-destination", run];
  const name = execFileSync("npm", npm, { encoding: "utf8" }).trim();
  execFileSync("tar", ["-xzf", name], { cwd: run });
  process.env.TILL_WINDOWS_RUN = run;
  return () => rmSync(run, { recursive: true, force: true, maxRetries: 5 });
}

/** A folder with a TILL_HOME, in which programs of Windows run. */
export interface Desk {
  /** The folder, as this system names it. */
  readonly home: string;
  /** Returns a path inside the folder, as this system names it. */
  path(...names: string[]): string;
  /** Returns a path inside the folder, as Windows names it. */
  windowsPath(...names: string[]): string;
  /** Runs the packed till, with a line that is split as a shell of Linux splits it, or with arguments. */
  till(line: string | readonly string[], options?: CommandOptions): Promise<CommandResult>;
  /** Starts the packed till, and does not wait for it. */
  start(line: string | readonly string[], options?: StartOptions): WindowsProgram;
  /** Runs another program: `node`, which is Node itself, or a name such as cmd.exe. */
  run(program: string, args: readonly string[], options?: CommandOptions): Promise<CommandResult>;
  /** Starts another program. */
  spawn(program: string, args: readonly string[], options?: StartOptions): WindowsProgram;
}

interface StartOptions {
  env?: Record<string, string | undefined>;
  /** Whether the program has the console, as if it was typed, and no pipes. */
  console?: boolean;
}

/** A running program of Windows. */
export interface WindowsProgram {
  write(text: string): void;
  /** Ends its input. */
  end(): void;
  /** Ends it like the task manager: without a chance to clean up. */
  kill(): void;
  /** Resolves when its output (stdout and stderr) contains a text. Rejects if it ends without it. */
  waitFor(text: string): Promise<void>;
  ended: Promise<CommandResult>;
}

/** A console of Windows, with programs of its own. */
export interface WindowsConsole {
  readonly display: Emulator["display"];
  /** Creates a folder with a home of its own, on drive Z:. The name can be any that Linux takes. */
  desk(name?: string): Desk;
  /** Types into the console, for a program that has it. */
  type(text: string): void;
  /** Types Ctrl-C, which goes to every program of the console. Resolves when Windows has sent it to them. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
}

/** Starts Wine with a console. It takes about a second, and half a minute the first time. */
export async function openWindows(): Promise<WindowsConsole> {
  const run = process.env.TILL_WINDOWS_RUN ?? "";
  const inWine = (path: string) => `Z:${folderInWine}${path.slice(folder.length)}`.replaceAll("/", "\\");
  const emulator = openEmulator({ columns: 80, rows: 24, patience });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const driver = join(run, "driver.ts");
  execFileSync("cp", [resolve("tests/windows/driver.ts"), driver]);
  const [command = "", ...args] = wineCommand([
    `${folderInWine}/node.exe`,
    "--disable-warning=ExperimentalWarning",
    inWine(driver),
    String(port),
  ]);
  const terminal = spawn(command, args, { cols: 80, rows: 24, env: { PATH: process.env.PATH ?? "" } });
  terminal.onData(emulator.write);
  const exited = new Promise<void>((done) => terminal.onExit(() => done()));
  const [socket] = (await Promise.race([
    once(server, "connection"),
    exited.then(() => Promise.reject(new Error(`Wine ended:\n${emulator.display.raw()}`))),
  ])) as [Socket];

  const programs = new Map<number, (report: Report) => void>();
  createInterface({ input: socket }).on("line", (line) => {
    const report = JSON.parse(line) as Report;
    programs.get(report.id)?.(report);
  });
  let count = 0;
  let desks = 0;

  const start = (
    program: string,
    args: readonly string[],
    cwd: string,
    { env = {}, console = false }: StartOptions,
  ): WindowsProgram => {
    const id = ++count;
    const send = (order: Order) => socket.write(`${JSON.stringify(order)}\n`);
    const result: CommandResult = { stdout: "", stderr: "", code: 0 };
    const { promise: ended, resolve: end } = Promise.withResolvers<CommandResult>();
    const watchers = new Set<() => void>();
    programs.set(id, (report) => {
      if ("stdout" in report) result.stdout += report.stdout;
      else if ("stderr" in report) result.stderr += report.stderr;
      else if ("code" in report) {
        programs.delete(id);
        end({ ...result, code: report.code ?? -1 });
      }
      for (const watcher of watchers) watcher();
    });
    const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
    send({ id, order: "spawn", program, args, cwd: inWine(cwd), env: Object.fromEntries(set), console });
    return {
      write: (text) => send({ id, order: "write", text }),
      end: () => send({ id, order: "end" }),
      kill: () => send({ id, order: "kill" }),
      async waitFor(text) {
        const seen = Promise.withResolvers<void>();
        const look = () => (result.stdout + result.stderr).includes(text) && seen.resolve();
        watchers.add(look);
        look();
        const without = ended.then((result) => {
          throw new Error(`The program ended without "${text}":\n${JSON.stringify(result)}`);
        });
        await Promise.race([seen.promise, without]);
        watchers.delete(look);
      },
      ended,
    };
  };

  const desk = (name = `desk ${++desks}`): Desk => {
    const home = join(mkdtempSync(join(run, "d-")), name);
    mkdirSync(home);
    const windowsPath = (...names: string[]) => inWine(join(home, ...names));
    const plain = (text: string) => withSlashes(text, home, windowsPath());
    const spawnHere: Desk["spawn"] = (program, args, options = {}) => {
      const env = { TILL_HOME: windowsPath("till"), TILL_STORY: "1", NO_COLOR: "1", ...options.env };
      return start(program, args, home, { ...options, env });
    };
    const spawnTill: Desk["start"] = (line, options) => {
      const words = typeof line === "string" ? splitCommandLine(line) : line;
      return spawnHere("node", [inWine(join(run, "package/bin/till.js")), ...words], options);
    };
    const ended = async (child: WindowsProgram, stdin = ""): Promise<CommandResult> => {
      child.write(stdin);
      child.end();
      const { stdout, stderr, code } = await child.ended;
      return { stdout: plain(stdout), stderr: plain(stderr), code };
    };
    return {
      home,
      path: (...names) => join(home, ...names),
      windowsPath,
      start: spawnTill,
      spawn: spawnHere,
      till: (line, { stdin, env = {} } = {}) => ended(spawnTill(line, { env }), stdin),
      run: (program, args, { stdin, env = {} } = {}) => ended(spawnHere(program, args, { env }), stdin),
    };
  };

  return {
    display: emulator.display,
    desk,
    type: (text) => terminal.write(text),
    interrupt() {
      const sent = Promise.withResolvers<void>();
      programs.set(0, () => sent.resolve());
      terminal.write("\x03");
      return sent.promise;
    },
    async close() {
      socket.end();
      server.close();
      await exited;
      await emulator.end();
    },
  };
}

/** Returns the command that starts Wine: this system's, or the one of the prepared system, which gets a /proc of its own. */
function wineCommand(args: readonly string[]): string[] {
  const env = [
    "HOME=/tmp",
    "LANG=C.UTF-8",
    "TERM=xterm",
    `WINEPREFIX=${folderInWine}/tests`,
    "WINEDEBUG=-all",
  ];
  if (!isNested) return ["env", ...env, "wine", ...args];
  const nested = ["env", "-i", "PATH=/usr/bin:/bin", ...env, "/usr/lib/wine/wine64", ...args];
  const script = `mount --bind /proc "$0/proc" && exec chroot "$0" "$@"`;
  return ["unshare", "--mount", "sh", "-c", script, system, ...nested];
}

/** Replaces a folder of Windows in a text by that of this system, with slashes in the names behind it. */
function withSlashes(text: string, home: string, windowsHome: string): string {
  // In JSON, backslashes are doubled.
  const doubled = windowsHome.replaceAll("\\", "\\\\");
  return [doubled, windowsHome].reduce(
    (result, prefix) =>
      result
        .split(prefix)
        .map((part, index) =>
          index === 0 ? part : part.replace(/^(\\+[^\\\s"':]+)+/, (path) => path.replace(/\\+/g, "/")),
        )
        .join(home),
    text,
  );
}
