import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import * as z from "zod/mini";
import { UsageError } from "../kernel/errors.ts";
import { fit, nearest, redact, sanitizeLine } from "../kernel/text.ts";
import { replaceFile, textOfFile, withLock } from "./locked-file.ts";
import { isSettingName, parseSetting, type StoredSettings, settings } from "./settings.ts";

/** What the file of a folder chooses. */
export interface FolderChoices {
  /** The path of the file. */
  file: string;
  profile?: string;
  site?: string;
  settings?: StoredSettings;
}

const Content = z.strictObject({
  profile: z.optional(z.string()),
  site: z.optional(z.string()),
  settings: z.optional(z.record(z.string(), z.unknown())),
});

const Trusted = z.record(z.string(), z.string());

/**
 * Reads the file of a folder. Throws UsageError if it is damaged, or if its present content is not trusted; the error then
 * shows its choices.
 */
export async function readFolderFile(file: string, trustedFile: string): Promise<FolderChoices> {
  const text = readPlainFile(file);
  if (trusted(trustedFile)[file] === hashOf(text)) return { file, ...(await parse(file, text)) };
  throw new UsageError(`${file} chooses settings for this folder, and you have not trusted it yet.`, {
    code: "FOLDER_NOT_TRUSTED",
    hint: `${describe(await parse(file, text))} To use it: till config trust. After every change of the file you are asked again.`,
  });
}

/** Reads a file that is to be trusted: what it chooses, and the function that trusts this content. Throws UsageError if it is damaged. */
export async function offerTrust(
  file: string,
  trustedFile: string,
): Promise<{ chosen: FolderChoices; trust(): void }> {
  const text = readPlainFile(file);
  return {
    chosen: { file, ...(await parse(file, text)) },
    trust: () =>
      withLock(trustedFile, () => {
        const all = { ...trusted(trustedFile), [file]: hashOf(text) };
        replaceFile(trustedFile, `${JSON.stringify(all, null, 2)}\n`);
      }),
  };
}

/** In bytes. */
const maxSize = 65_536;

/**
 * Returns the text of a regular file. It may come with someone else's repository: a link could lead to a private file, and
 * reading a pipe would wait forever.
 */
function readPlainFile(file: string): string {
  const stats = lstatSync(file);
  if (stats.isSymbolicLink()) throw damaged(file, "it is a link, not a regular file");
  if (!stats.isFile())
    throw damaged(file, `it is ${stats.isDirectory() ? "a folder" : "not a regular file"}`);
  let descriptor: number | undefined;
  try {
    // The flags are for a file that was replaced meanwhile.
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const buffer = Buffer.alloc(maxSize + 1);
    const size = fstatSync(descriptor).isFile() ? readSync(descriptor, buffer) : buffer.length;
    if (size > maxSize) throw damaged(file, "it is larger than 64 KB");
    return buffer.toString("utf8", 0, size);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw damaged(file, `it cannot be read (${(cause as NodeJS.ErrnoException).code ?? "unknown error"})`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Returns a sentence about what a file chooses, on one line. */
function describe({ profile, site, settings: chosen = {} }: Omit<FolderChoices, "file">): string {
  const facts = Object.entries({ profile, site, ...chosen }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${fit(redact(sanitizeLine(JSON.stringify(value))), 60)}`],
  );
  return facts.length === 0 ? "It sets nothing." : `It sets: ${facts.join(", ")}.`;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** A damaged file trusts nothing. */
function trusted(file: string): Record<string, string> {
  try {
    const found = z.safeParse(Trusted, JSON.parse(textOfFile(file) ?? "{}"));
    return found.success ? found.data : {};
  } catch {
    return {};
  }
}

/** Settings that a folder, which may be part of someone's repository, must not choose. */
const notOfFolders: Readonly<Record<string, string>> = {
  credentialCommand: "a command to run",
  notify: "a command to run",
  requireApproval: "who approves changes",
  approvers: "who approves changes",
};

/** Parses the file. Errors name its lines and the keys that it may have, and never quote it: it may be another file. */
async function parse(file: string, text: string): Promise<Omit<FolderChoices, "file">> {
  const { LineCounter, isMap, isScalar, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const lineOf = (offset: number | undefined) => `${file}:${lines.linePos(offset ?? 0).line}`;
  let content: unknown;
  let lineOfKey: (...path: string[]) => string;
  try {
    const document = parseDocument(text, { lineCounter: lines, logLevel: "error" });
    const [error] = document.errors;
    if (error) throw damaged(lineOf(error.pos[0]), "this is not valid YAML");
    // Aliases can make a small file a huge object.
    content = document.toJS({ maxAliasCount: 0 }) ?? {};
    lineOfKey = (...path) => {
      const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
      const pairs = isMap(parent) ? parent.items : [];
      const key = pairs.find((pair) => isScalar(pair.key) && String(pair.key.value) === path.at(-1))?.key;
      return lineOf(isScalar(key) ? key.range?.[0] : undefined);
    };
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw damaged(file, "it is nested too deeply, or uses aliases (*name)");
  }
  const found = z.safeParse(Content, content);
  if (!found.success) {
    const [issue] = found.error.issues;
    const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
    if (unknown !== undefined) throw damaged(lineOfKey(unknown), "there is no such key");
    const path = issue?.path.map(String) ?? [];
    if (path.length === 0) throw damaged(file, "it is not a list of keys and values");
    throw damaged(
      lineOfKey(...path),
      path[0] === "settings" ? "settings are keys and values" : `${path[0]} is not text`,
    );
  }
  const { profile, site, settings: chosen = {} } = found.data;
  for (const [name, value] of Object.entries(chosen)) {
    const reserved = Object.hasOwn(notOfFolders, name) ? notOfFolders[name] : undefined;
    if (reserved !== undefined)
      throw damaged(lineOfKey("settings", name), `a folder cannot choose ${reserved}`);
    if (!isSettingName(name)) {
      const guess = nearest(name, Object.keys(settings));
      throw damaged(
        lineOfKey("settings", name),
        `there is no such setting${guess ? ` (did you mean ${guess}?)` : ""}`,
      );
    }
    try {
      parseSetting(name, value);
    } catch {
      throw damaged(lineOfKey("settings", name), `the value of ${name} is not valid`, settings[name].about);
    }
  }
  return {
    ...(profile && { profile }),
    ...(site && { site }),
    ...(found.data.settings && { settings: chosen }),
  };
}

function damaged(
  place: string,
  why: string,
  hint = "It may have: profile, site, and settings with the names of: till config list",
): UsageError {
  return new UsageError(`${place}: ${why}.`, { code: "INVALID_FOLDER_FILE", hint });
}
