import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "./errors.ts";

/** The folder of all files if the environment names no home folder. Nothing can be created in it. */
export const noHome = "/dev/null/till";

/**
 * Creates a folder and its missing parents with mode 0700, if it does not exist. Throws the system's error, and UsageError
 * without a home folder. Node's `recursive` option loops forever on file systems that return ENOENT for new folders (/proc).
 */
export function makeFolder(path: string): void {
  const onWindows = path.startsWith("\\");
  if (path.replaceAll("\\", "/").startsWith(noHome)) {
    throw new UsageError("No home folder: neither TILL_HOME nor HOME is set.", {
      code: "NO_HOME",
      hint: `Set a folder for till's files: ${onWindows ? "set TILL_HOME=C:\\till" : "export TILL_HOME=/some/folder"}`,
    });
  }
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
