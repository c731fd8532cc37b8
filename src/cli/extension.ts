import { spawn } from "node:child_process";
import { once } from "node:events";
import { childEnvironment } from "../config/environment.ts";
import type { Context } from "../context/context.ts";
import { type ExitCode, exitCodes, TillError } from "../kernel/errors.ts";
import { startProblem } from "../kernel/process-tree.ts";
import type { Verb } from "./command.ts";

/** Returns the command that a program on PATH adds. */
export const extensionVerb = (name: string, program: string): Verb => ({
  name,
  summary: program,
  args: [{ name: "[args...]", describe: "arguments of the extension" }],
  examples: [],
  namesShops: true,
  load: async () => ({ run: (context, args) => run(context, program, args) }),
});

/**
 * Runs an extension with the rest of the command line. Its environment has the profile (`TILL_PROFILE`), the address of a hosted
 * platform (`TILL_ADDRESS`) and the access token of a member or of the staff who is signed in (`TILL_TOKEN`). Resolves with its exit code.
 */
async function run(context: Context, program: string, args: readonly string[]): Promise<ExitCode> {
  const { signal } = context;
  const { name, platform } = await context.profile();
  const shop = platform === "sandbox" ? {} : await hostedShop(context);
  const child = spawn(program, args, {
    stdio: "inherit",
    // Scripts of Windows need its shell.
    shell: /\.(cmd|bat)$/i.test(program),
    env: childEnvironment({ TILL_PROFILE: name, ...shop }),
  });
  signal.addEventListener("abort", () => child.kill(signal.reason === "SIGTERM" ? "SIGTERM" : "SIGINT"));
  const [code, ended] = await once(child, "close").catch((cause: NodeJS.ErrnoException) => {
    throw new TillError(exitCodes.failure, `Cannot run ${program}: ${startProblem(cause)}.`, { cause });
  });
  // The exit code is that of the program, whatever it means there.
  return ended === null ? (code as ExitCode) : exitCodes.interrupted;
}

/** Returns the address of a hosted shop, and the token of the member or the staff who is signed in to it. */
async function hostedShop(context: Context): Promise<Record<string, string>> {
  const { baseUrl } = await context.site();
  const { key, kept, store } = await context.identity();
  const signedIn = kept
    ? ((await store().get(key, "member")) ?? (await store().get(key, "staff")))
    : undefined;
  // A TILL_TOKEN of the shell stays for a shop that nobody is signed in to.
  return signedIn ? { TILL_ADDRESS: baseUrl, TILL_TOKEN: signedIn.accessToken } : { TILL_ADDRESS: baseUrl };
}
