import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { isRunning, probeMs, processExists } from "../../cli/sandbox-control.ts";
import { sandboxFileOf } from "../../config/paths.ts";
import { listProfiles } from "../../config/profiles.ts";
import {
  forgetSandbox,
  type RunningSandbox,
  recordedSandbox,
  recordedSandboxes,
} from "../../config/running-sandboxes.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { openReadOnly } from "../../kernel/sqlite.ts";

type Row = Omit<RunningSandbox, "controlToken" | "apiKey">;
/** A sandbox of this computer: running, or stored for a profile. */
type Listed = Pick<Row, "name" | "file"> & Partial<Row> & { readonly catalog?: "v1" | "v3" };

/** Lists the running sandboxes, and those of profiles that have data. */
export async function list(
  context: Context,
  _: string[],
  { running: onlyRunning = false }: { running?: boolean },
): Promise<ExitCode | undefined> {
  const { running } = await findNoted(context);
  const served: Listed[] = running.map(({ controlToken, apiKey, ...row }) => row);
  const rows = [...served, ...(onlyRunning ? [] : storedSandboxes(context, served))].map((row) => ({
    ...row,
    ...catalogOf(row.file),
  }));
  await context.print(rows, {
    kind: "sandbox",
    fields: {
      name: {},
      catalog: {},
      baseUrl: { label: "URL", value: ({ baseUrl }) => baseUrl ?? "not served" },
      pid: { label: "Process", as: "number" },
      startedAt: { label: "Started" },
      file: {
        path: "file",
        label: "Data",
        value: ({ file }) => (file === ":memory:" ? "memory" : file),
        grow: true,
      },
    },
    empty: onlyRunning
      ? "No sandbox is running. Start one with: till sandbox start"
      : "There is no sandbox yet. Make one with: till sandbox create <name>",
  });
  return undefined;
}

/** Returns the sandboxes of profiles whose data is stored and that no server serves; `--profile` uses them. */
function storedSandboxes({ paths }: Pick<Context, "paths">, served: readonly Listed[]): Listed[] {
  return listProfiles(settingsFile(paths.settingsFile).read()).flatMap(({ name, platform, credentials }) => {
    const file = sandboxFileOf(paths, credentials);
    const isListed = served.some((one) => one.file === file);
    return platform !== "sandbox" || isListed || !existsSync(file) ? [] : [{ name, file }];
  });
}

/** Returns the catalog version of a stored sandbox; nothing if the file cannot be read now. */
function catalogOf(file: string): { catalog?: "v1" | "v3" } {
  if (file === ":memory:") return {};
  try {
    const db = openReadOnly(file);
    try {
      const [row] = db.all<{ value: string }>("SELECT value FROM setting WHERE name = 'catalogVersion'");
      return { catalog: row?.value === "V3_CATALOG" ? "v3" : "v1" };
    } finally {
      db.close();
    }
  } catch {
    return {};
  }
}

/** Stops a running sandbox, or all. Without a name it stops the only one. */
export async function stop(
  context: Context,
  [name]: string[],
  { all = false }: { all?: boolean },
): Promise<ExitCode | undefined> {
  if (all && name !== undefined)
    throw new UsageError("--all cannot be used with a name.", { field: "--all" });
  const { running, killed } = await findNoted(context);
  if (name !== undefined && killed.some((one) => one.name === name)) return undefined;
  const chosen = name === undefined ? running : running.filter((one) => one.name === name);
  if (chosen.length === 0) {
    if (all || (name === undefined && killed.length > 0)) {
      await context.notice("No sandbox is running.");
      return undefined;
    }
    const message = name === undefined ? "No sandbox is running." : `No sandbox named "${name}" is running.`;
    throw new TillError(exitCodes.notFound, message, {
      code: "NOT_FOUND",
      hint: "List the running ones: till sandbox list --running",
    });
  }
  if (chosen.length > 1 && !all) {
    const names = chosen.map((one) => one.name).join(", ");
    throw new UsageError(`${chosen.length} sandboxes are running: ${names}.`, {
      field: "name",
      hint: "Name one of them, or add: --all",
    });
  }
  await Promise.all(chosen.map((one) => end(context, one)));
  for (const { name, baseUrl } of chosen) await context.notice(`Stopped ${name} (${baseUrl}).`);
  return undefined;
}

async function findNoted(context: Context) {
  const found = await findSandboxes(context);
  for (const { name, pid } of found.killed)
    await context.notice(`${name} no longer runs: its process ${pid} was killed.`);
  return found;
}

const timeoutMs = 10_000;

/**
 * Asks a sandbox to stop and waits until the process has removed its record or is gone. One that does not answer gets
 * SIGTERM, which ends it at once on Windows. Throws TillError after 10 seconds.
 */
async function end({ paths }: Context, sandbox: RunningSandbox): Promise<void> {
  const { name, pid, startedAt } = sandbox;
  try {
    if (!(await askToStop(sandbox))) process.kill(pid, "SIGTERM");
  } catch (cause) {
    const why =
      (cause as NodeJS.ErrnoException).code === "EPERM" ? "it belongs to another user" : String(cause);
    throw new TillError(exitCodes.failure, `Cannot stop ${name} (process ${pid}): ${why}.`, { cause });
  }
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(20)) {
    if (recordedSandbox(paths, name)?.startedAt !== startedAt) return;
    if (!processExists(pid)) return forgetSandbox(paths, sandbox);
  }
  const hint = "It may be busy. Run the command again, or end the process yourself.";
  throw new TillError(exitCodes.failure, `${name} (process ${pid}) did not stop within 10 seconds.`, {
    hint,
  });
}

/** Returns whether a sandbox has answered that it will stop. Older versions do not know the call. */
async function askToStop({ baseUrl, controlToken }: RunningSandbox): Promise<boolean> {
  try {
    const { ok, body } = await fetch(`${baseUrl}/__till/stop`, {
      method: "POST",
      headers: { "x-till-control": controlToken },
      signal: AbortSignal.timeout(probeMs),
    });
    await body?.cancel();
    return ok;
  } catch {
    return false;
  }
}

/** Returns the running sandboxes by name, and those that were killed, whose records are removed. */
async function findSandboxes({
  paths,
}: Pick<Context, "paths">): Promise<{ running: RunningSandbox[]; killed: RunningSandbox[] }> {
  const recorded = recordedSandboxes(paths);
  const states = await Promise.all(recorded.map(isRunning));
  const killed = recorded.filter((_, index) => !states[index]);
  for (const one of killed) forgetSandbox(paths, one);
  return { running: recorded.filter((_, index) => states[index]), killed };
}
