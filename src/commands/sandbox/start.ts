import { once } from "node:events";
import { join, resolve } from "node:path";
import { sandboxFileOf } from "../../config/paths.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, UsageError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";
import { jsonText } from "../../output/json.ts";
import { parseSeed } from "./seed.ts";

interface StartOptions {
  port?: number;
  data?: string;
  memory?: boolean;
  seed?: string;
  empty?: boolean;
}

/** Serves a sandbox on 127.0.0.1 until stopped. Prints its URL and credentials when ready. */
export async function run(
  context: Context,
  _args: string[],
  options: StartOptions,
): Promise<ExitCode | undefined> {
  const { startSandboxServer } = await import("../../sandbox/server/server.ts");
  const server = await startSandboxServer({
    file: await databaseFile(context, options),
    port: options.port ?? 0,
    onError: (error) =>
      void context.notice(`sandbox: ${error instanceof Error ? error.message : String(error)}`),
  });
  try {
    const control = (path: string, body: object) =>
      fetch(`${server.baseUrl}/__till/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-till-control": server.controlToken },
        body: JSON.stringify(body),
      });
    if (options.empty) await control("reset", {});
    if (options.seed !== undefined)
      await checkSeeded(await control("seed", await parseSeed(context, options.seed)));
    const { close: _close, ...facts } = server;
    const { stdout } = context.streams;
    if (context.globals.json) await stdout.write(`${jsonText(facts)}\n`);
    else {
      await stdout.write(`The sandbox is ready on ${facts.baseUrl}\n`);
      await stdout.write(
        `  client id  ${facts.clientId}\n  site id    ${facts.siteId}\n  API key    ${facts.apiKey}\n`,
      );
      await context.notice("Press Ctrl-C to stop.");
    }
    if (!context.signal.aborted) await once(context.signal, "abort");
    return context.signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
  } finally {
    await server.close();
  }
}

/** Throws UsageError unless the sandbox was seeded now or before. */
async function checkSeeded(answer: Response): Promise<void> {
  if (answer.ok || answer.status === 409) return;
  const { message } = (await answer.json()) as { message?: string };
  throw new UsageError(`Failed to seed the sandbox: ${message ?? answer.status}.`);
}

async function databaseFile(context: Context, { data, memory }: StartOptions): Promise<string> {
  if (memory && data !== undefined)
    throw new UsageError("--memory and --data cannot be used together.", { field: "--memory" });
  if (memory) return ":memory:";
  if (data === undefined) {
    const { platform, key } = await context.profile();
    return platform === "sandbox" ? sandboxFileOf(context.paths, key) : context.paths.sandboxFile;
  }
  const dir = resolve(context.cwd, data);
  makeFolder(dir);
  return join(dir, "sandbox.db");
}
