import { basename, join, resolve } from "node:path";
import { readText } from "../../cli/source.ts";
import { sandboxFileOf } from "../../config/paths.ts";
import { listProfiles, type Profile } from "../../config/profiles.ts";
import { sandboxName } from "../../config/running-sandboxes.ts";
import { settingsFile } from "../../config/settings-file.ts";
import type { Context } from "../../context/context.ts";
import { TillError, UsageError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";

/** The options that decide where a started sandbox keeps its data. */
export interface DataOptions {
  name?: string;
  data?: string;
  memory?: boolean;
}

/** The database of a sandbox, the folder of its snapshots, and the name for its record. */
export interface SandboxData {
  file: string;
  snapshots: string;
  name: string;
}

/**
 * Returns the data of a sandbox to start; it is named after the profile or the folder, or `memory`. A
 * name of its own means a database of its own, unless it is the name of a sandbox profile. Throws UsageError.
 */
export async function dataOf(
  context: Context,
  { name, data, memory = false }: DataOptions,
): Promise<SandboxData> {
  if (memory && data !== undefined)
    throw new UsageError("--memory and --data cannot be used together.", { field: "--memory" });
  if (name !== undefined && !sandboxName.test(name)) {
    throw new UsageError(`Invalid name "${name}".`, {
      field: "--name",
      hint: "Use up to 64 letters, digits, dots, dashes and underscores. Start with a letter or digit.",
    });
  }
  const profiles = listProfiles(settingsFile(context.paths.settingsFile, () => {}).read());
  const named = profiles.find((one) => one.name === name);
  if (named && (memory || data !== undefined || named.platform !== "sandbox")) throw nameTaken(named);
  const { paths } = context;
  const { snapshots } = paths;
  if (memory) return { file: ":memory:", snapshots, name: name ?? unlike(profiles, "memory") };
  if (data !== undefined) {
    const folder = usableFolder(resolve(context.cwd, data), "--data");
    const own = basename(folder);
    const free = unlike(profiles, sandboxName.test(own) ? own : "folder");
    return { file: join(folder, "sandbox.db"), snapshots: join(folder, "snapshots"), name: name ?? free };
  }
  if (named) return { file: sandboxFileOf(paths, named.credentials), snapshots, name: named.name };
  if (name !== undefined) {
    const folder = usableFolder(join(paths.data, "sandboxes", name), "--name");
    return { file: join(folder, "sandbox.db"), snapshots, name };
  }
  const { platform, key, name: profile } = await context.profile();
  if (platform === "sandbox") return { file: sandboxFileOf(paths, key), snapshots, name: profile };
  return { file: paths.sandboxFile, snapshots, name: "sandbox" };
}

/** The names of profiles stay theirs: `--profile` finds them first. */
function unlike(profiles: readonly Profile[], name: string): string {
  return profiles.some((one) => one.name === name) ? `running-${name}` : name;
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
export async function chosenToken(
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
