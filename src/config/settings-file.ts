import { existsSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, extname } from "node:path";
import * as z from "zod/mini";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/folder.ts";
import { openDatabase, transaction } from "../kernel/sqlite.ts";
import { Profile } from "./profiles.ts";

const Contents = z.object({
  profile: z.optional(z.string()),
  profiles: z.optional(z.array(Profile)),
  settings: z.optional(z.record(z.string(), z.unknown())),
});

/** What the settings file holds: the profile in use, all profiles, and settings for all of them. */
export interface SettingsContents extends z.output<typeof Contents> {}

/** The settings file: reading is cheap, changing is safe against other processes, a damaged file is set aside. */
export interface SettingsFile {
  /** What is stored; `{}` where there is no file. */
  read(): SettingsContents;
  /** Reads again, changes and writes as one step, while no other process does; resolves with what was written. */
  update(change: (contents: SettingsContents) => SettingsContents): Promise<SettingsContents>;
}

/**
 * Opens the settings in `file` (created 0600 in a 0700 folder by the first change). `notify` is told, in one line,
 * when a damaged file was set aside as `<file>.broken-<n>`.
 */
export function settingsFile(file: string, notify: (notice: string) => void): SettingsFile {
  return {
    read() {
      const text = textOf(file);
      if (text === undefined) return {};
      return parse(file, text) ?? locked(file, () => readOrSetAside(file, notify));
    },
    async update(change) {
      // conf takes long to load and only writing needs it.
      const { default: Conf } = await import("conf");
      return locked(file, () => {
        const next = change(readOrSetAside(file, notify));
        const extension = extname(file);
        written(() => {
          const conf = new Conf<Record<string, unknown>>({
            cwd: dirname(file),
            configName: basename(file, extension),
            fileExtension: extension,
            configFileMode: 0o600,
            accessPropertiesByDotNotation: false,
          });
          conf.store = { ...next };
        });
        return next;
      });
    },
  };
}

/** conf alone loses updates of processes that write at the same time. The lock dies with its holder. */
function locked<T>(file: string, work: () => T): T {
  written(() => makeFolder(dirname(file)));
  const lock = openDatabase(`${file}.lock`, { synchronous: "NORMAL", migrations: [] });
  try {
    return transaction(lock, "immediate", work);
  } finally {
    lock.close();
  }
}

/** What the system says against writing, in words. */
function written<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError(exitCodes.failure, `Cannot keep the settings: ${why}`, {
      code: "SETTINGS_UNWRITABLE",
      hint: "Check that the folder is yours, writable and not full, or point TILL_HOME at another one.",
      cause,
    });
  }
}

/** Only called under the lock, so that a file which another process just repaired is not set aside. */
function readOrSetAside(file: string, notify: (notice: string) => void): SettingsContents {
  const text = textOf(file);
  if (text === undefined) return {};
  const contents = parse(file, text);
  if (contents !== undefined) return contents;
  let number = 1;
  while (existsSync(`${file}.broken-${number}`)) number += 1;
  const aside = `${file}.broken-${number}`;
  renameSync(file, aside);
  const what = text.trim() === "" ? "is empty" : "is damaged";
  notify(`The settings file ${file} ${what}. It was set aside as ${aside}; till goes on with the defaults.`);
  return {};
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    const why = cause instanceof Error ? cause.message : String(cause);
    const hint = "Check the file's permissions, or point TILL_HOME at another folder.";
    throw new TillError(exitCodes.failure, `Cannot read the settings: ${why}`, {
      code: "SETTINGS_UNREADABLE",
      hint,
      cause,
    });
  }
}

/** The contents with all members, known or not; undefined where the text is not a JSON object. */
function parse(file: string, text: string): SettingsContents | undefined {
  const json = jsonOf(text);
  if (json === null || typeof json !== "object" || Array.isArray(json)) return undefined;
  const { error } = z.safeParse(Contents, json);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return json;
  throw new UsageError(`The settings file ${file} is wrong at ${issue.path.join(".")}: ${issue.message}.`, {
    code: "SETTINGS_INVALID",
    hint: "Correct it in an editor; to begin anew, rename it.",
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
