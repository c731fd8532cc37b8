import { renameSync } from "node:fs";
import { win32 } from "node:path";

/** Returns a path beside `path` for its new content. No other process and no other call uses it. */
export function temporaryName(path: string): string {
  const unique = Math.random().toString(36).slice(2, 10);
  return `${path}.${process.pid}-${unique}.part`;
}

/** Returns the name of a file whose new content temporaryName has named; undefined for other files. */
export const nameOfTemporary = (file: string): string | undefined => /^(.+)\.\d+-\w+\.part$/s.exec(file)?.[1];

/** How often a rename is tried on Windows, with pauses of 20, 40, 60 … ms. */
const attempts = 8;

/**
 * Renames a file over another one, which may exist. Windows prevents that while a program has either of them open: a scanner for
 * a moment, a spreadsheet until it is closed. So it is tried for half a second there. Throws the system's error, with the
 * code EBUSY if the file stays open.
 */
export function renameOver(
  from: string,
  to: string,
  { platform = process.platform, rename = renameSync } = {},
): void {
  for (let attempt = 1; ; attempt++) {
    try {
      rename(from, to);
      return;
    } catch (cause) {
      const { code = "" } = cause as NodeJS.ErrnoException;
      if (platform !== "win32" || !/^(EPERM|EACCES|EBUSY)$/.test(code)) throw cause;
      if (attempt === attempts)
        throw Object.assign(new Error(`${to} is open in another program`, { cause }), { code: "EBUSY" });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 * attempt);
    }
  }
}

/** What names look like that become files of till on every system: no device of Windows, and no dot at the end. */
export const plainName =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9_-])?$/i;

/** The rule of plainName in words. */
export const plainNameRule =
  "up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit, and not the name of a Windows device (con, nul …)";

/** Returns a name as the disks of macOS and Windows compare it: without case, and with one form of umlauts. */
export const folded = (name: string): string => name.normalize("NFC").toLowerCase();

/**
 * Returns the name of a list that is the same file on some disks: `name` itself, or one that differs in case only. New names
 * are compared with it on every system, so that what has two names on one system does not have one file on another.
 */
export function sameName(name: string, names: readonly string[]): string | undefined {
  return names.find((other) => folded(other) === folded(name));
}

const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])$/i;

/**
 * Returns why no file can have this name on a system, or undefined: Windows has devices whose names no file can have, with
 * whatever extension, drops dots and spaces at the end, and reserves some characters.
 */
export function unusableName(path: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== "win32") return undefined;
  const name = win32.basename(path);
  const [stem = ""] = name.split(".");
  if (devices.test(stem.trimEnd())) return `${stem} is a device of Windows`;
  if (/[. ]$/.test(name) && !/^\.\.?$/.test(name))
    return "Windows drops dots and spaces at the end of a file name";
  const [reserved] = /[<>:"|?*]/.exec(name) ?? [];
  return reserved === undefined ? undefined : `Windows allows no ${reserved} in a file name`;
}
