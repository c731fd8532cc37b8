import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { childEnvironment } from "../../config/environment.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, stopCode, TillError } from "../../kernel/errors.ts";
import { signalTree, startProblem } from "../../kernel/process-tree.ts";
import { fill } from "./start.ts";

/** The hosts that clients address: requests keep them when they are sent to the sandbox. */
const hosts = [
  "www.wixapis.com",
  "edge.wixapis.com",
  "www.wix.com",
  "manage.wix.com",
  "static.wixstatic.com",
];

/** Where frameworks read the client ID of a storefront; some of them show only variables with a prefix to the browser. */
const prefixes = ["", "NEXT_PUBLIC_", "PUBLIC_", "VITE_"];

/** Runs a command whose Node processes reach a sandbox in memory instead of the platform. Returns the exit code of the command. */
export async function run(
  context: Context,
  [program = "", ...args]: string[],
  { seed = "demo", catalog, port = 0 }: { seed?: string; catalog?: "v1" | "v3"; port?: number },
): Promise<ExitCode> {
  const preload = preloadOf(context.program[1]);
  const { startSandboxServer } = await import("../../sandbox/server/server.ts");
  const onError = (error: unknown) =>
    void context.notice(`sandbox: ${error instanceof Error ? error.message : String(error)}`);
  const server = await startSandboxServer({ file: ":memory:", port, hosts, onError });
  try {
    await fill(context, server, { seed, catalog });
    const { baseUrl, clientId, siteId, apiKey, controlToken, inspector } = server;
    await context.status(`Sandbox ${baseUrl}: requests of Node processes for the platform reach it.`);
    await context.status(`Inspector ${inspector}`);
    const variables = {
      ...Object.fromEntries(prefixes.map((prefix) => [`${prefix}WIX_CLIENT_ID`, clientId])),
      WIX_SITE_ID: siteId,
      WIX_API_KEY: apiKey,
      TILL_SANDBOX_URL: baseUrl,
      TILL_SANDBOX_TOKEN: controlToken,
    };
    if (context.signal.aborted) return stopCode(context.signal);
    const child = spawn(program, args, {
      stdio: "inherit",
      // On Windows, npm and npx are scripts.
      shell: process.platform === "win32",
      env: childEnvironment(variables, `--import ${pathToFileURL(preload).href}?${baseUrl}`),
    });
    // npx, npm and shells do not pass signals on.
    context.signal.addEventListener("abort", () => {
      if (child.pid !== undefined) signalTree(child.pid, context.signal.reason);
    });
    const [code, signal] = await once(child, "close").catch((cause: NodeJS.ErrnoException) => {
      throw new TillError(exitCodes.notFound, `Cannot run ${program}: ${startProblem(cause)}.`, { cause });
    });
    if (signal === "SIGINT") return exitCodes.interrupted;
    // The exit code is that of the command, whatever it means there.
    return signal === null ? (code as ExitCode) : exitCodes.terminated;
  } finally {
    await server.close();
  }
}

/** Returns the module that Node processes load first, which is beside the program. Throws TillError if there is none. */
function preloadOf(program: string | undefined): string {
  const file = program === undefined ? "" : join(realpathSync(program), "../../dist/library/preload.js");
  if (existsSync(file)) return file;
  throw new TillError(exitCodes.failure, "This till has no module for Node processes to load.", {
    hint: "Use the package: npx till-cli sandbox run -- <command>",
  });
}
