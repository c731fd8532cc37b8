import { existsSync } from "node:fs";
import { dirname, join, posix, win32 } from "node:path";
import { UsageError } from "../kernel/errors.ts";
import { noHome } from "../kernel/folder.ts";

/** The environment variables for paths. */
export interface PathVariables {
  readonly TILL_HOME?: string | undefined;
  readonly HOME?: string | undefined;
  readonly USERPROFILE?: string | undefined;
  readonly APPDATA?: string | undefined;
  readonly LOCALAPPDATA?: string | undefined;
  readonly TILL_KEYCHAIN?: string | undefined;
  readonly XDG_CONFIG_HOME?: string | undefined;
  readonly XDG_DATA_HOME?: string | undefined;
  readonly XDG_STATE_HOME?: string | undefined;
  readonly XDG_CACHE_HOME?: string | undefined;
}

/** The paths of all files, which may not exist yet. They are relative only below a relative TILL_HOME. */
export interface Paths {
  /** Settings and credentials. */
  readonly config: string;
  /** The sandbox. */
  readonly data: string;
  /** Journals of bulk jobs, the record of single changes, and request rates. */
  readonly state: string;
  readonly cache: string;
  readonly settingsFile: string;
  readonly credentialsFile: string;
  /** The saved views of lists. */
  readonly viewsFile: string;
  /** What the screen remembers of its lists. */
  readonly screenFile: string;
  /** Which files `.till.yaml` you have trusted. */
  readonly trustedFile: string;
  /** Whether the system keychain may hold the key of the credentials: not below TILL_HOME, which holds everything itself. */
  readonly keychain: boolean;
  readonly sandboxFile: string;
  /** The folder of the sandbox's snapshots. */
  readonly snapshots: string;
  readonly jobs: string;
  /** The record of single changes. */
  readonly changes: string;
  /** The request rates of sites. */
  readonly rates: string;
  /** The schedules that this computer runs. */
  readonly schedulesFile: string;
  /** The folder of their histories. */
  readonly schedules: string;
}

/**
 * Returns the paths of all files: below TILL_HOME if it is set, else the system's standard folders. Throws UsageError for an
 * empty TILL_HOME. Relative XDG paths are
 * ignored, as the XDG specification requires. Without a home folder no file exists and none can be created.
 */
export function pathsFor(env: PathVariables, platform: NodeJS.Platform): Paths {
  const { join } = platform === "win32" ? win32 : posix;
  const { config, data, state, cache } = folders(env, platform);
  return {
    config,
    data,
    state,
    cache,
    settingsFile: join(config, "settings.json"),
    credentialsFile: join(config, "credentials.db"),
    viewsFile: join(config, "views.json"),
    screenFile: join(state, "screen.json"),
    trustedFile: join(state, "trusted.json"),
    keychain: !env.TILL_HOME && env.TILL_KEYCHAIN !== "off",
    sandboxFile: join(data, "sandbox.db"),
    snapshots: join(data, "snapshots"),
    jobs: join(state, "jobs"),
    changes: join(state, "changes.sqlite"),
    rates: join(state, "rates.sqlite"),
    schedulesFile: join(config, "schedules.json"),
    schedules: join(state, "schedules"),
  };
}

/** Returns the database of the sandbox profile with this key. The initial profile uses `sandboxFile`. */
export function sandboxFileOf({ sandboxFile }: Pick<Paths, "sandboxFile">, key: string): string {
  return key === "sandbox" ? sandboxFile : sandboxFile.replace(/\.db$/, `-${key}.db`);
}

type Folders = Pick<Paths, "config" | "data" | "state" | "cache">;

function folders(env: PathVariables, platform: NodeJS.Platform): Folders {
  const { join, isAbsolute } = platform === "win32" ? win32 : posix;
  const within = (root: string): Folders => ({
    config: join(root, "config"),
    data: join(root, "data"),
    state: join(root, "state"),
    cache: join(root, "cache"),
  });
  if (env.TILL_HOME?.trim() === "")
    throw new UsageError("TILL_HOME is set, but empty.", {
      field: "TILL_HOME",
      hint: "Set it to a folder, or unset it to use the usual folders: unset TILL_HOME",
    });
  if (env.TILL_HOME) return within(env.TILL_HOME);
  if (platform === "win32" && env.APPDATA && env.LOCALAPPDATA) {
    const [roaming, local] = [join(env.APPDATA, "till"), join(env.LOCALAPPDATA, "till")];
    return { ...within(local), config: join(roaming, "config") };
  }
  const home = env.HOME || env.USERPROFILE;
  if (!home) return within(noHome);
  if (platform === "win32") return within(join(home, "AppData", "Local", "till"));
  if (platform === "darwin") {
    const root = join(home, "Library", "Application Support", "till");
    return { ...within(root), cache: join(home, "Library", "Caches", "till") };
  }
  const xdg = (value: string | undefined, ...fallback: string[]) =>
    join(value && isAbsolute(value) ? value : join(home, ...fallback), "till");
  return {
    config: xdg(env.XDG_CONFIG_HOME, ".config"),
    data: xdg(env.XDG_DATA_HOME, ".local", "share"),
    state: xdg(env.XDG_STATE_HOME, ".local", "state"),
    cache: xdg(env.XDG_CACHE_HOME, ".cache"),
  };
}

/** The file that chooses a profile and settings for a folder and those below it. */
export const folderFileName = ".till.yaml";

/** Returns the nearest file in a folder and those above it. */
export function findFolderFile(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, folderFileName);
    if (existsSync(file)) return file;
    if (dirname(at) === at) return undefined;
  }
}
