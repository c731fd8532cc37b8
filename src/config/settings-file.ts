import { basename, dirname, extname } from "node:path";
import * as z from "zod/mini";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/folder.ts";
import { isRecord } from "../kernel/json.ts";
import { textOfFile, withLock } from "./locked-file.ts";
import { Profile } from "./profiles.ts";

const Contents = z.object({
  profile: z.optional(z.string()),
  profiles: z.optional(z.array(Profile)),
  groups: z.optional(z.record(z.string(), z.array(z.string()))),
  aliases: z.optional(z.record(z.string(), z.string())),
  settings: z.optional(z.record(z.string(), z.unknown())),
});

/** The content of the settings file: the active profile, all profiles, groups, aliases, and settings for all profiles. */
export interface SettingsContents extends z.output<typeof Contents> {}

/** The settings file. Changes are safe with concurrent processes. Throws UsageError (exit 2) for a damaged file, which it leaves as it is. */
export interface SettingsFile {
  /** Returns the stored content; `{}` without a file. */
  read(): SettingsContents;
  /** Reads, changes and writes the file under a lock; resolves with the written content. */
  update(change: (contents: SettingsContents) => SettingsContents): Promise<SettingsContents>;
}

/** Opens the settings in `file` (created with mode 0600 in a 0700 folder by the first change). */
export function settingsFile(file: string): SettingsFile {
  const read = () => {
    const text = textOf(file);
    return text === undefined ? {} : parse(file, text);
  };
  return {
    read,
    async update(change) {
      // conf takes 75 ms to load and is needed to write only.
      const { default: Conf } = await import("conf");
      return locked(file, () => {
        const next = change(read());
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

/** conf alone loses concurrent updates. */
function locked<T>(file: string, work: () => T): T {
  written(() => makeFolder(dirname(file)));
  return withLock(file, work);
}

/** The reasons of write errors by code. */
function written<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof TillError && cause.code === "NO_HOME") throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError(exitCodes.failure, `Cannot save the settings: ${why}`, {
      code: "SETTINGS_UNWRITABLE",
      hint: "Check the folder's owner, permissions and free space, or set TILL_HOME to another folder.",
      cause,
    });
  }
}

function textOf(file: string): string | undefined {
  try {
    return textOfFile(file);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const hint = "Check the file's permissions, or set TILL_HOME to another folder.";
    throw new TillError(exitCodes.failure, `Cannot read the settings: ${why}`, {
      code: "SETTINGS_UNREADABLE",
      hint,
      cause,
    });
  }
}

/** Returns the content with all members, known or not. Without the profile in use and its lock, a command would be about another shop. */
function parse(file: string, text: string): SettingsContents {
  const json = jsonOf(text);
  if (!isRecord(json))
    throw new UsageError(`The settings file ${file} is ${text.trim() === "" ? "empty" : "damaged"}.`, {
      code: "SETTINGS_DAMAGED",
      hint: "Nothing was sent. Put back a copy of it, or rename it to start with the defaults.",
    });
  const { error } = z.safeParse(Contents, json);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return json;
  throw new UsageError(`The settings file ${file} is invalid at ${issue.path.join(".")}: ${issue.message}.`, {
    code: "SETTINGS_INVALID",
    hint: "Fix it in an editor, or rename it to start with the defaults.",
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
