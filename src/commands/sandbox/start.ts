import { once } from "node:events";
import { isRunning } from "../../cli/sandbox/running.ts";
import {
  forgetSandbox,
  type RunningSandbox,
  recordedSandbox,
  recordSandbox,
} from "../../config/running-sandboxes.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { isLoopback } from "../../kernel/loopback.ts";
import { jsonText } from "../../output/json.ts";
import type { SandboxServer } from "../../sandbox/server/server.ts";
import { liveKeys, openLive } from "./live.ts";
import { parseSeed } from "./seed.ts";
import { chosenToken, type DataOptions, dataOf, type SandboxData } from "./start-options.ts";

interface StartOptions extends DataOptions {
  port?: number;
  host?: string;
  publicUrl?: string;
  tokenFile?: string;
  from?: string;
  seed?: string;
  empty?: boolean;
  sites?: number;
}

/** Serves a sandbox until stopped. Prints its URL and credentials when ready. */
export async function run(
  context: Context,
  _args: string[],
  options: StartOptions,
): Promise<ExitCode | undefined> {
  const { port = 0, host = "127.0.0.1", publicUrl, name } = options;
  if (options.from !== undefined && options.empty)
    throw new UsageError("--from and --empty cannot be used together.", { field: "--from" });
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
  const { startSandboxServer } = await import("../../sandbox/server/server.ts");
  const server = await startSandboxServer({
    file: data.file,
    snapshots: data.snapshots,
    sites: options.sites,
    port,
    host,
    ...(publicUrl !== undefined && { origin: publicUrl.replace(/\/+$/, "") }),
    ...(controlToken !== undefined && { controlToken }),
    onError: (error) =>
      void context.notice(`sandbox: ${error instanceof Error ? error.message : String(error)}`),
  });
  let recorded: RunningSandbox | undefined;
  try {
    await rejectBlockedPort(server, port);
    await fill(context, server, options);
    recorded = await record(context, server, data, name);
    const { json, quiet } = context.globals;
    const live = recorded && !json && !quiet ? await openLive(context, recorded) : undefined;
    await announce(context, server, recorded?.name);
    if (isOpen) {
      await context.status(
        `Warning: everyone who can reach port ${new URL(server.baseUrl).port} of this machine can read and change this shop. Only control calls need the token.`,
      );
    }
    await live?.();
    if (!context.signal.aborted) await once(context.signal, "abort");
    return context.signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
  } finally {
    await server.close();
    if (recorded) forgetSandbox(context.paths, recorded);
  }
}

/** Throws UsageError for the ports of other protocols that browsers and `fetch` never connect to, such as 22 and 6000. */
async function rejectBlockedPort({ baseUrl }: SandboxServer, port: number): Promise<void> {
  const why = await fetch(`${baseUrl}/__till/time`).then(
    () => undefined,
    (error: Error) => (error.cause instanceof Error ? error.cause.message : undefined),
  );
  if (why !== "bad port") return;
  throw new UsageError(`Browsers and fetch do not connect to port ${port}.`, {
    field: "--port",
    hint: "Use another port, such as 8787.",
  });
}

/** Empties, restores and seeds the sandbox as requested. */
async function fill(
  context: Context,
  server: SandboxServer,
  { from, empty, seed }: StartOptions,
): Promise<void> {
  const control = (path: string, body: object) =>
    fetch(`${server.baseUrl}/__till/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-till-control": server.controlToken },
      body: JSON.stringify(body),
    });
  if (empty) await control("reset", {});
  if (from !== undefined) {
    const restored = await control("restore", { snapshot: from });
    if (!restored.ok) {
      throw new UsageError(`Failed to restore the snapshot: ${await messageOf(restored)}`, {
        field: "--from",
        hint: "List the snapshots: till sandbox snapshot list",
      });
    }
  }
  if (seed === undefined) return;
  const seeded = await control("seed", await parseSeed(context, seed));
  // A sandbox that was seeded before stays as it is.
  if (!seeded.ok && seeded.status !== 409)
    throw new UsageError(`Failed to seed the sandbox: ${await messageOf(seeded)}.`);
}

async function messageOf(response: Response): Promise<string> {
  const { message } = (await response.json()) as { message?: string };
  return message ?? String(response.status);
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
    const other = recordedSandbox(context.paths, sandbox.name);
    if (other && !(await isRunning(other))) {
      forgetSandbox(context.paths, other);
      number -= 1;
    } else if (name !== undefined) await rejectRunning(context, name);
  }
}

/** Throws TillError if a sandbox with this name is running. */
async function rejectRunning({ paths }: Context, name: string): Promise<void> {
  const other = recordedSandbox(paths, name);
  if (!other || !(await isRunning(other))) return;
  throw new TillError(
    exitCodes.conflict,
    `The sandbox "${name}" is already running on ${other.baseUrl} (process ${other.pid}).`,
    { code: "ALREADY_RUNNING", field: "--name", hint: `Stop it with: till sandbox stop ${name}` },
  );
}

async function announce(context: Context, server: SandboxServer, name: string | undefined): Promise<void> {
  const { close: _close, ...facts } = server;
  const { stdout } = context.streams;
  if (context.globals.json) {
    await stdout.write(`${jsonText({ ...(name !== undefined && { name }), ...facts })}\n`);
    return;
  }
  const rows = [
    ...(name === undefined ? [] : [["name", name]]),
    ["client id", facts.clientId],
    ["site id", facts.siteId],
    ["API key", facts.apiKey],
  ];
  await stdout.write(`The sandbox is ready on ${facts.baseUrl}\n`);
  await stdout.write(rows.map(([label = "", value]) => `  ${label.padEnd(10)} ${value}\n`).join(""));
  await context.notice(context.streams.terminal ? liveKeys : "Press Ctrl-C to stop.");
}
