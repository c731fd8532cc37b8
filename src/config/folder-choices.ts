import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
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

/** Reads the file of a folder. Throws UsageError if it is damaged, or if nobody has trusted its present content. */
export async function readFolderFile(file: string, trustedFile: string): Promise<FolderChoices> {
  const text = readFileSync(file, "utf8");
  if (trusted(trustedFile)[file] !== hashOf(text))
    throw new UsageError(`${file} chooses settings for this folder, and you have not trusted it yet.`, {
      code: "FOLDER_NOT_TRUSTED",
      hint: "Read it, then: till config trust. After every change of the file you are asked again.",
    });
  return { file, ...(await parse(file, text)) };
}

/** Trusts the present content of a file and returns what it chooses. Throws UsageError if it is damaged. */
export async function trustFolderFile(file: string, trustedFile: string): Promise<FolderChoices> {
  const text = readFileSync(file, "utf8");
  const chosen = { file, ...(await parse(file, text)) };
  withLock(trustedFile, () => {
    const all = { ...trusted(trustedFile), [file]: hashOf(text) };
    replaceFile(trustedFile, `${JSON.stringify(all, null, 2)}\n`);
  });
  return chosen;
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

async function parse(file: string, text: string): Promise<Omit<FolderChoices, "file">> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw damaged(`${file}:${line}:${col}`, (error.message.split("\n")[0] ?? "").replace(/ at line .*/, ""));
  }
  const found = z.safeParse(Content, document.toJS() ?? {});
  if (!found.success) {
    const [issue] = found.error.issues;
    const field = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".");
    throw damaged(file, `"${field}" is ${issue?.code === "unrecognized_keys" ? "unknown" : "not text"}`);
  }
  for (const [name, value] of Object.entries(found.data.settings ?? {})) {
    if (isSettingName(name)) parseSetting(name, value, `${name} in ${file}`);
    else {
      const guess = nearest(name, Object.keys(settings));
      throw damaged(file, `there is no setting "${name}"${guess ? ` (did you mean ${guess}?)` : ""}`);
    }
  }
  const { profile, site, settings: chosen } = found.data;
  return { ...(profile && { profile }), ...(site && { site }), ...(chosen && { settings: chosen }) };
}

function damaged(place: string, why: string): UsageError {
  return new UsageError(`${place}: ${why}.`, {
    code: "INVALID_FOLDER_FILE",
    hint: "It may have: profile, site, and settings with the names of: till config list",
  });
}
