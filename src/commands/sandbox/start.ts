import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Call } from "../../api/caller.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { openBrowser } from "../../cli/browser.ts";
import { isRunning, parseUrl, sandboxControl } from "../../cli/sandbox-control.ts";
import { readText } from "../../cli/source.ts";
import { sandboxFileOf } from "../../config/paths.ts";
import { listProfiles, type Profile } from "../../config/profiles.ts";
import {
  forgetSandbox,
  type RunningSandbox,
  recordSandbox,
  sandboxNamed,
} from "../../config/running-sandboxes.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, stopCode, TillError, UsageError } from "../../kernel/errors.ts";
import { plainName, plainNameRule, sameName } from "../../kernel/file-system.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { isLoopback } from "../../kernel/loopback.ts";
import { jsonText } from "../../output/json.ts";
import { strict as strictSettings } from "../../sandbox/kernel/defaults.ts";
import type { SandboxServer } from "../../sandbox/server/server.ts";
import { newRequests, printer } from "./log.ts";
import { parseSeed } from "./seed.ts";

interface StartOptions extends DataOptions {
  port?: number;
  host?: string;
  publicUrl?: string;
  tokenFile?: string;
  snapshot?: string;
  seed?: string;
  empty?: boolean;
  sites?: number;
  strict?: boolean;
}

/** Serves a sandbox until stopped. Prints its URL and credentials when ready. */
export async function run(
  context: Context,
  _args: string[],
  options: StartOptions,
): Promise<ExitCode | undefined> {
  const { port = 0, host = "127.0.0.1", name } = options;
  const origin = options.publicUrl === undefined ? undefined : parseUrl(options.publicUrl, "--public-url");
  if (options.snapshot !== undefined && options.empty)
    throw new UsageError("--snapshot and --empty cannot be used together.", { field: "--snapshot" });
  if (name !== undefined) await rejectRunning(context, name);
  const data = await dataOf(context, options);
  const controlToken = await chosenToken(context, options);
  const isOpen = !isLoopback(host.includes(":") ? `[${host}]` : host);
  if (isOpen && controlToken === undefined) {
    throw new UsageError(`--host ${host} requires a token for control calls.`, {
      field: "--host",
      hint: "Set TILL_SANDBOX_TOKEN, or write a token to a file and add: --token-file <file>",
    });
  }
  await rejectBlockedPort(port);
  const { startSandboxServer } = await import("../../sandbox/server/server.ts");
  const stopped = new AbortController();
  const signal = AbortSignal.any([context.signal, stopped.signal]);
  const server = await startSandboxServer({
    file: data.file,
    snapshots: data.snapshots,
    sites: options.sites,
    port,
    host,
    origin,
    controlToken,
    onError: (error) =>
      void context.notice(`sandbox: ${error instanceof Error ? error.message : String(error)}`),
    // As SIGTERM, which Windows does not have.
    onStop: () => stopped.abort("SIGTERM"),
  });
  let recorded: RunningSandbox | undefined;
  try {
    await fill(context, server, options);
    recorded = await record(context, server, data, name);
    const { json, quiet } = context.globals;
    const live =
      recorded && !json && !quiet ? await openLive(context, recorded, server.inspector, signal) : undefined;
    await announce(context, server, recorded?.name);
    if (isOpen) {
      await context.status(
        `Warning: everyone who can reach port ${new URL(server.baseUrl).port} of this computer can read and change this shop. Only control calls need the token.`,
      );
    }
    await live?.();
    if (!signal.aborted) await once(signal, "abort");
    return stopCode(signal);
  } finally {
    await server.close();
    if (recorded) forgetSandbox(context.paths, recorded);
  }
}

/** Throws UsageError for the ports of other protocols that browsers and `fetch` never connect to, such as 22 and 6000. */
async function rejectBlockedPort(port: number): Promise<void> {
  // `fetch` knows them, and asks nobody to send the request then.
  const dispatcher = {
    dispatch() {
      throw new Error("not sent");
    },
  } as unknown as RequestInit["dispatcher"];
  const why = await fetch(`http://127.0.0.1:${port}`, { dispatcher }).catch(
    ({ cause }: Error) => cause instanceof Error && cause.message,
  );
  if (why !== "bad port") return;
  throw new UsageError(`Browsers and fetch do not connect to port ${port}.`, {
    field: "--port",
    hint: "Use another port, such as 8787.",
  });
}

/** Empties, restores and seeds the sandbox as requested. */
export async function fill(
  context: Context,
  server: SandboxServer,
  {
    snapshot,
    empty,
    seed,
    strict,
    catalog,
  }: Pick<StartOptions, "snapshot" | "empty" | "seed" | "strict"> & { catalog?: "v1" | "v3" },
): Promise<void> {
  const control = (path: string, body: object) =>
    fetch(`${server.baseUrl}/__till/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-till-control": server.controlToken },
      body: JSON.stringify(body),
    });
  const contents = seed === undefined ? undefined : await parseSeed(context, seed);
  if (empty) await control("reset", {});
  if (snapshot !== undefined) {
    const restored = await control("restore", { snapshot });
    if (!restored.ok) {
      throw new UsageError(`Failed to restore the snapshot: ${(await rejectionOf(restored)).message}`, {
        field: "--snapshot",
        hint: "List the snapshots: till sandbox snapshot list",
      });
    }
  }
  // Last, because a snapshot replaces settings.
  if (strict)
    for (const [name, value] of Object.entries(strictSettings)) await control("settings", { name, value });
  if (contents === undefined) return;
  const seeded = await control("seed", { ...contents, catalog });
  if (seeded.ok) return;
  const { message, code } = await rejectionOf(seeded);
  // A sandbox that was seeded before stays as it is.
  if (code !== "ALREADY_SEEDED") throw new UsageError(`Failed to seed the sandbox: ${message}.`);
}

async function rejectionOf(response: Response): Promise<{ message: string; code: string | undefined }> {
  const { message = String(response.status), details } = (await response.json()) as {
    message?: string;
    details?: { applicationError?: { code?: string } };
  };
  return { message, code: details?.applicationError?.code };
}

/**
 * Records the sandbox for `till sandbox list`, under the given name or the first free one. Without a folder for records it
 * runs unlisted. Throws TillError if the given name is taken.
 */
async function record(
  context: Context,
  { baseUrl, pid, controlToken, clientId, siteId, apiKey }: SandboxServer,
  data: SandboxData,
  name: string | undefined,
): Promise<RunningSandbox | undefined> {
  const startedAt = context.now().toISOString();
  const facts = { baseUrl, pid, controlToken, clientId, siteId, apiKey, file: data.file, startedAt };
  for (let number = 1; ; number += 1) {
    const sandbox = { name: name ?? (number === 1 ? data.name : `${data.name}-${number}`), ...facts };
    try {
      if (recordSandbox(context.paths, sandbox)) return sandbox;
    } catch (error) {
      if (name !== undefined) throw error;
      return undefined;
    }
    const other = sandboxNamed(context.paths, sandbox.name);
    if (other && !(await isRunning(other))) {
      forgetSandbox(context.paths, other);
      number -= 1;
    } else if (name !== undefined) await rejectRunning(context, name);
  }
}

/** Throws TillError if a sandbox with this name is running. */
async function rejectRunning({ paths }: Context, name: string): Promise<void> {
  const other = sandboxNamed(paths, name);
  if (!other || !(await isRunning(other))) return;
  throw new TillError(
    exitCodes.conflict,
    `The sandbox "${other.name}" is already running on ${other.baseUrl} (process ${other.pid}).`,
    { code: "ALREADY_RUNNING", field: "--name", hint: `Stop it with: till sandbox stop ${other.name}` },
  );
}

async function announce(context: Context, server: SandboxServer, name: string | undefined): Promise<void> {
  const { close, ...facts } = server;
  const { stdout } = context.streams;
  if (context.format !== "table") {
    await stdout.write(`${jsonText({ name, ...facts })}\n`);
    return;
  }
  const rows = [
    ...(name === undefined ? [] : [["name", name]]),
    ["client id", facts.clientId],
    ["site id", facts.siteId],
    ["API key", facts.apiKey],
    ["inspector", facts.inspector],
  ];
  await stdout.write(`The sandbox is ready on ${facts.baseUrl}\n`);
  await stdout.write(rows.map(([label = "", value]) => `  ${label.padEnd(10)} ${value}\n`).join(""));
  await context.notice(context.streams.terminal ? liveKeys : "Press Ctrl-C to stop.");
}

/** The options that decide where a started sandbox keeps its data. */
interface DataOptions {
  name?: string;
  data?: string;
  memory?: boolean;
}

/** The database of a sandbox, the folder of its snapshots, and the name for its record. */
interface SandboxData {
  file: string;
  snapshots: string;
  name: string;
}

/**
 * Returns the data of a sandbox to start; it is named after the profile or the folder, or `memory`. A
 * name of its own means a database of its own, unless it is the name of a sandbox profile. Throws UsageError.
 */
async function dataOf(context: Context, { name, data, memory = false }: DataOptions): Promise<SandboxData> {
  if (memory && data !== undefined)
    throw new UsageError("--memory and --data cannot be used together.", { field: "--memory" });
  if (name !== undefined && !plainName.test(name)) {
    throw new UsageError(`Invalid name "${name}".`, { field: "--name", hint: `Use ${plainNameRule}.` });
  }
  const profiles = listProfiles(settingsFile(context.paths.settingsFile).read());
  const named = profiles.find((profile) => profile.name === name);
  if (named && (memory || data !== undefined || named.platform !== "sandbox")) throw nameTaken(named);
  const { paths } = context;
  const { snapshots } = paths;
  if (memory) return { file: ":memory:", snapshots, name: name ?? unlike(profiles, "memory") };
  if (data !== undefined) {
    const folder = usableFolder(resolve(context.cwd, data), "--data");
    const own = basename(folder);
    const free = unlike(profiles, plainName.test(own) ? own : "folder");
    return { file: join(folder, "sandbox.db"), snapshots: join(folder, "snapshots"), name: name ?? free };
  }
  if (named) return { file: sandboxFileOf(paths, named.credentials), snapshots, name: named.name };
  if (name !== undefined) {
    const folders = join(paths.data, "sandboxes");
    const taken = sameName(name, existsSync(folders) ? readdirSync(folders) : []);
    if (taken !== undefined && taken !== name) {
      throw new UsageError(`There is a sandbox "${taken}", whose name differs in case only.`, {
        field: "--name",
        hint: `On some disks both would be one. Start that one with --name ${taken}, or use another name.`,
      });
    }
    const folder = usableFolder(join(folders, name), "--name");
    return { file: join(folder, "sandbox.db"), snapshots, name };
  }
  const { platform, key, name: profile } = await context.profile();
  if (platform === "sandbox") return { file: sandboxFileOf(paths, key), snapshots, name: profile };
  return { file: paths.sandboxFile, snapshots, name: "sandbox" };
}

/** The names of profiles stay theirs: `--profile` finds them first. */
function unlike(profiles: readonly Profile[], name: string): string {
  return profiles.some((profile) => profile.name === name) ? `running-${name}` : name;
}

function nameTaken({ name, platform }: Profile): UsageError {
  const what = platform === "sandbox" ? "stores its sandbox in a file of its own" : "is not a sandbox";
  return new UsageError(`There is a profile "${name}", which ${what}.`, {
    field: "--name",
    hint: "Use another name.",
  });
}

/** Creates a folder if it is missing and returns it. Throws UsageError if it cannot be used. */
function usableFolder(folder: string, field: string): string {
  try {
    makeFolder(folder);
    return folder;
  } catch (cause) {
    if (cause instanceof TillError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const why =
      { EEXIST: "it is a file", ENOTDIR: "part of it is a file", EACCES: "it is not permitted" }[
        code ?? ""
      ] ?? message;
    throw new UsageError(`Cannot use the folder ${folder}: ${why}.`, {
      code: "FOLDER_UNUSABLE",
      field,
      hint: "Use a folder that you may create or write to, or --memory.",
      cause,
    });
  }
}

const shortestToken = 16;

/** Returns the token from `--token-file` or TILL_SANDBOX_TOKEN; undefined for a new one. Throws UsageError. */
async function chosenToken(
  context: Context,
  { tokenFile }: { tokenFile?: string },
): Promise<string | undefined> {
  const source = tokenFile === undefined ? "TILL_SANDBOX_TOKEN" : "--token-file";
  const token =
    tokenFile === undefined
      ? context.environment.variables.TILL_SANDBOX_TOKEN
      : (await readText(context, tokenFile)).trim();
  if (token === undefined || (token.length >= shortestToken && /^[\x21-\x7e]+$/.test(token))) return token;
  throw new UsageError(
    `The token in ${source} must be at least ${shortestToken} characters without spaces.`,
    {
      field: source,
      hint: "Create one with: openssl rand -hex 24",
    },
  );
}

/** The keys while a sandbox runs on a terminal. */
const liveKeys =
  "Keys: c clear, o open its page, i open the inspector, a advance the clock by an hour, d decline the next payment, q quit.";

/**
 * Returns a function that prints the requests from now on to stderr, and on a terminal acts on keys, until the command is
 * stopped.
 */
async function openLive(
  context: Context,
  { name, baseUrl }: RunningSandbox,
  inspector: string,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const { streams } = context;
  const control = await sandboxControl(context, { name });
  const print = printer({ streams: { stdout: streams.stderr }, format: "table" });
  const latest = (await control(sandbox.log, { limit: 1 })).requests?.at(-1)?.id ?? 0;
  const next = async (after: number) => {
    const { requests = [] } = await control(sandbox.queryLog, { after, limit: 1000 });
    // The control calls of this command and of others are not the shop's traffic.
    return (requests ?? []).filter(
      ({ path }) => !path?.startsWith("/__till/") || path.startsWith("/__till/pages"),
    );
  };
  return async () => {
    const stopKeys = readKeys(context, (key) => act(context, control, { baseUrl, inspector }, key));
    try {
      for await (const request of newRequests(next, latest, signal)) await print(request);
    } finally {
      stopKeys();
    }
  };
}

/** Calls `onKey` for each key that is pressed. Returns a function that gives the terminal back. */
function readKeys({ streams, stop, notice }: Context, onKey: (key: string) => Promise<void>): () => void {
  const stdin = streams.terminal?.stdin;
  if (stdin === undefined) return () => {};
  const read = (bytes: Buffer) => {
    for (const key of bytes.toString("utf8")) {
      // In raw mode, Ctrl-C is a key like any other.
      if (key === "\u0003" || key === "q") stop();
      else onKey(key).catch((error: Error) => notice(error.message));
    }
  };
  stdin.setRawMode(true);
  stdin.on("data", read);
  stdin.resume();
  return () => {
    stdin.off("data", read);
    stdin.setRawMode(false);
    stdin.pause();
  };
}

async function act(
  context: Context,
  control: Call,
  { baseUrl, inspector }: { baseUrl: string; inspector: string },
  key: string,
): Promise<void> {
  if (key === "c") await context.streams.stderr.write("\u001b[2J\u001b[H");
  else if (key === "o") {
    const page = `${baseUrl}/__till/pages/home`;
    await context.notice(`Opening ${page} in the browser.`);
    await openBrowser(page);
  } else if (key === "i") {
    await context.notice("Opening the inspector in the browser.");
    await openBrowser(inspector);
  } else if (key === "a") {
    const { now } = await control(sandbox.advance, { by: "1h" });
    await context.notice(`The clock shows ${now}.`);
  } else if (key === "d") {
    await control(sandbox.nextPayment, { outcome: "DECLINED" });
    await context.notice("The next payment is declined.");
  } else if (key === "?" || key === "h") await context.notice(liveKeys);
}
