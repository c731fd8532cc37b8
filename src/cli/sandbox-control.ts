import { type Call, createCaller } from "../api/caller.ts";
import { valueAt } from "../api/endpoint.ts";
import type { Transport } from "../api/transport/transport.ts";
import { sandboxFileOf } from "../config/paths.ts";
import { isLocalPlatform } from "../config/profiles.ts";
import { type RunningSandbox, recordedSandbox, recordedSandboxes } from "../config/running-sandboxes.ts";
import type { Context } from "../context/context.ts";
import { hour } from "../kernel/durations.ts";
import { ApiError, exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { formatCount } from "../kernel/text.ts";
import type { ServedSandbox } from "../resources/sandbox/requests.ts";

/** Which sandbox a command controls: a running one, or by default the one of the profile. */
export interface SandboxTarget {
  name?: string;
  port?: number;
  url?: string;
  branch?: string;
}

/** Returns the flags that name a target on a command line. */
export const controlFlags = (target: SandboxTarget): string[] =>
  Object.entries(target).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );

/**
 * Returns the caller of control calls of the target, or of the profile's sandbox. Throws UsageError for a hosted profile, and TillError
 * (exit 5) if no sandbox with the name was started.
 */
export async function sandboxControl(
  context: Context,
  { branch, ...target }: SandboxTarget = {},
): Promise<Call> {
  const server = await serverOf(context, target);
  if (server) return namingValues(await remoteControl(context, server, branch));
  if (branch !== undefined) {
    throw new UsageError("Branches belong to running sandboxes.", {
      field: "--branch",
      hint: "Start one with till sandbox start, then name it: --name, --port or --url",
    });
  }
  return namingValues(await context.call());
}

/**
 * Returns the base URL of API calls of the target, and the token of its control calls if it is known; for the embedded sandbox where
 * `till sandbox start` serves it now, undefined if it does not.
 */
export async function sandboxServer(
  context: Context,
  { branch, ...target }: SandboxTarget = {},
): Promise<ServedSandbox | undefined> {
  const server = await serverOf(context, target);
  if (server === undefined) return await serverOfProfile(context);
  return branch !== undefined ? { ...server, baseUrl: `${server.baseUrl}/@${branch}` } : server;
}

/** Returns the running server of the data of the profile's embedded sandbox, if there is one. */
async function serverOfProfile(context: Context): Promise<ServedSandbox | undefined> {
  const file = sandboxFileOf(context.paths, (await context.profile()).key);
  for (const recorded of recordedSandboxes(context.paths).filter((one) => one.file === file))
    if (await isRunning(recorded)) return { baseUrl: recorded.baseUrl, token: recorded.controlToken };
  return undefined;
}

/** Returns the URL of the inspector of the target, with its token if it is known; undefined for the embedded sandbox. */
export async function inspectorAddress(
  context: Context,
  { branch, ...target }: SandboxTarget = {},
): Promise<string | undefined> {
  const server = await serverOf(context, target);
  if (!server) return undefined;
  const path = branch === undefined ? "" : `/@${branch}`;
  const token = server.token === undefined ? "" : `#token=${encodeURIComponent(server.token)}`;
  return `${server.baseUrl}${path}/__till${token}`;
}

/** Wraps a call so that what is wrong with an argument names its value: `"fast" must be a duration`. */
const namingValues =
  (call: Call): Call =>
  async (endpoint, input, options) => {
    try {
      return await call(endpoint, input, options);
    } catch (error) {
      if (!(error instanceof ApiError) || error.field === undefined) throw error;
      const value = valueAt(input, error.field);
      const begin = `INVALID_ARGUMENT: "${error.field}" `;
      if (typeof value !== "string" || !error.message.startsWith(begin)) throw error;
      throw error.forPeople({ plain: `"${value}" ${error.message.slice(begin.length)}` });
    }
  };

async function serverOf(
  context: Context,
  { name, port, url }: SandboxTarget,
): Promise<ServedSandbox | undefined> {
  const given = Object.entries({ name, port, url }).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    const [one, other] = given.map(([flag]) => `--${flag}`);
    throw new UsageError(`${one} and ${other} cannot be used together.`, { field: one ?? "" });
  }
  const { paths, environment } = context;
  if (name !== undefined) {
    const found = recordedSandbox(paths, name);
    if (found) return { baseUrl: found.baseUrl, token: found.controlToken };
    throw new TillError(exitCodes.notFound, `No sandbox named "${name}" is running.`, {
      code: "NOT_FOUND",
      field: "--name",
      hint: "List the running ones: till sandbox list --running",
    });
  }
  const baseUrl =
    url === undefined
      ? port === undefined
        ? await profileUrl(context)
        : `http://127.0.0.1:${port}`
      : parseUrl(url, "--url");
  if (baseUrl === undefined) return undefined;
  const { origin } = new URL(baseUrl);
  const recorded = recordedSandboxes(paths).find((one) => one.baseUrl === origin);
  return { baseUrl, token: environment.variables.TILL_SANDBOX_TOKEN ?? recorded?.controlToken };
}

/** Returns the URL of a profile for a sandbox that runs elsewhere; undefined for the embedded one. */
async function profileUrl(context: Context): Promise<string | undefined> {
  const { name, platform, server } = await context.profile();
  if (platform === "sandbox") return undefined;
  if (platform !== "hosted" && (server || isLocalPlatform(platform))) return platform.baseUrl;
  throw new UsageError(`Profile "${name}" is not a sandbox.`, {
    field: "--profile",
    hint: "Add: --profile sandbox",
  });
}

/** Returns an http or https URL without a slash at the end. Throws UsageError for other text, naming the flag. */
export function parseUrl(text: string, flag: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash)
    return url.href.replace(/\/+$/, "");
  throw new UsageError(`Invalid value "${text}" for ${flag}: expected a URL such as http://127.0.0.1:8787.`, {
    field: flag,
  });
}

/** How long a sandbox may take to answer, in milliseconds, before only its process is checked. */
export const probeMs = 2_000;

/**
 * Returns whether a recorded sandbox still runs: its URL accepts its token. Another program may have its port or its
 * process ID by now. A process that is too busy to answer counts as running.
 */
export async function isRunning({ baseUrl, controlToken, pid }: RunningSandbox): Promise<boolean> {
  try {
    const { status, body } = await fetch(`${baseUrl}/__till/time`, {
      headers: { "x-till-control": controlToken },
      signal: AbortSignal.timeout(probeMs),
    });
    await body?.cancel();
    return status === 200;
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError" && processExists(pid);
  }
}

/** Returns whether a process exists, of this user or another. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Control calls may take long: seeding a million products does. */
const timeoutMs = hour;

function remoteControl(context: Context, server: ServedSandbox, branch: string | undefined): Call {
  const { choices, environment, signal } = context;
  const { value, origin } = choices.setting("timeout");
  const total = origin === "default" ? timeoutMs : value;
  const send: Transport = async (request) => {
    const { createNetwork } = await import("../api/transport/network.ts");
    const timeouts = { total, headers: total, idle: total };
    const network = createNetwork({ proxy: environment.proxies, timeouts, plainHttp: true });
    const headers = {
      ...request.headers,
      ...(server.token !== undefined && { "x-till-control": server.token }),
      ...(branch !== undefined && { "x-sandbox-branch": branch }),
    };
    const response = await network.send({ ...request, headers }).finally(network.close);
    if (response.headers["x-sandbox"] === "till" || response.status === 403) return response;
    throw new TillError(exitCodes.failure, `${server.baseUrl} is not a till sandbox.`, {
      code: "NOT_A_SANDBOX",
      hint: "List the running ones: till sandbox list --running",
    });
  };
  const call = createCaller({ send, baseUrl: server.baseUrl, headersFor: async () => ({}) });
  return (endpoint, input, options) =>
    call(endpoint, input, { signal, ...options }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      throw error.withHint("Set TILL_SANDBOX_TOKEN to the token of the sandbox.");
    });
}

/** Display names of common document kinds; `sandbox status --json` lists all kinds. */
const kindLabels: Readonly<Record<string, string>> = {
  products: "products",
  "v3-products": "products",
  collections: "collections",
  "v3-categories": "categories",
  orders: "orders",
  events: "events",
  members: "members",
};

/** Describes document counts: `24 products, 5 collections`, or `nothing` if all are 0. */
export function describeCounts(counts: Record<string, number> | null | undefined): string {
  const stored = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  const parts = Object.entries(kindLabels).flatMap(([name, label]) => {
    const count = counts?.[name] ?? 0;
    const noun = count === 1 ? label.replace(/(?:ies|s)$/, (end) => (end === "ies" ? "y" : "")) : label;
    return count > 0 ? [`${formatCount(count)} ${noun}`] : [];
  });
  if (parts.length > 0) return parts.join(", ");
  return stored.length > 0 ? `${stored.length} kinds of documents` : "nothing";
}

/** Removes the identities that were deleted with the sandbox's data. Resolves with a sentence for each that was signed in. */
export async function signOut(context: Context, key: string): Promise<string> {
  const { removeCredentials } = await import("./stored-credentials.ts");
  const removed = await removeCredentials(context, key, ["member", "staff", "visitor", "pending"]);
  const labels = { member: "member", staff: "staff member" } as const;
  const named = removed.flatMap((kind) => (kind in labels ? labels[kind as keyof typeof labels] : []));
  return named.map((label) => ` The ${label} was signed out.`).join("");
}
