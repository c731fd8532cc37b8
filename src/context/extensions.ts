import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { delimiter, extname, isAbsolute, join } from "node:path";
import { type ExitCode, exitCodes, TillError } from "../kernel/errors.ts";
import type { Context } from "./context.ts";

/** The start of the names of programs that are commands: `till-hello` is `till hello`. */
const prefix = "till-";

/** Returns the programs on PATH that add commands, by command. A program in the current folder is none: PATH has to name its folder. */
export function findExtensions(): ReadonlyMap<string, string> {
  const { PATH = "", PATHEXT = ".EXE;.CMD;.BAT;.COM" } = process.env;
  const isWindows = process.platform === "win32";
  const endings = isWindows ? PATHEXT.toLowerCase().split(";") : [""];
  const found = new Map<string, string>();
  for (const folder of PATH.split(delimiter).filter((name) => isAbsolute(name)))
    for (const file of filesIn(folder)) {
      const ending = isWindows ? extname(file).toLowerCase() : "";
      const name = file.slice(prefix.length, isWindows ? file.length - ending.length : undefined);
      if (!file.startsWith(prefix) || !/^[a-z][\w-]*$/.test(name) || !endings.includes(ending)) continue;
      const path = join(folder, file);
      if (!found.has(name) && isProgram(path)) found.set(name, path);
    }
  return found;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs an extension with the rest of the command line. Its environment has the profile (`TILL_PROFILE`), the address of a hosted
 * platform (`TILL_ADDRESS`) and the access token of a member or of the staff who is signed in (`TILL_TOKEN`). Resolves with its exit code.
 */
export async function runExtension(
  { profile, site, identity, signal }: Context,
  program: string,
  args: readonly string[],
): Promise<ExitCode> {
  const { name } = await profile();
  const { hosted, baseUrl } = await site();
  const { key, kept, store } = await identity();
  const token = kept ? ((await store().get(key, "member")) ?? (await store().get(key, "staff"))) : undefined;
  const child = spawn(program, args, {
    stdio: "inherit",
    // Scripts of Windows need its shell.
    shell: /\.(cmd|bat)$/i.test(program),
    env: {
      ...process.env,
      TILL_PROFILE: name,
      ...(hosted && { TILL_ADDRESS: baseUrl }),
      ...(token?.accessToken !== undefined && { TILL_TOKEN: token.accessToken }),
    },
  });
  signal.addEventListener("abort", () => child.kill(signal.reason === "SIGTERM" ? "SIGTERM" : "SIGINT"));
  const [code, ended] = await once(child, "close").catch((cause: NodeJS.ErrnoException) => {
    throw new TillError(exitCodes.failure, `Cannot run ${program}: ${cause.message}.`, { cause });
  });
  // The exit code is that of the program, whatever it means there.
  return ended === null ? (code as ExitCode) : exitCodes.interrupted;
}
