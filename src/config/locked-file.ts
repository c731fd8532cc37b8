import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { renameOver, temporaryName } from "../kernel/file-system.ts";
import { makeFolder } from "../kernel/folder.ts";
import { openDatabase, transaction } from "../kernel/sqlite.ts";

/** Runs work under the lock of a file, which other processes wait for and which is released when its holder exits. */
export function withLock<T>(file: string, work: () => T): T {
  makeFolder(dirname(file));
  const lock = openDatabase(`${file}.lock`, { synchronous: "NORMAL", migrations: [] });
  try {
    return transaction(lock, "immediate", work);
  } finally {
    lock.close();
  }
}

/** Returns the text of a file; undefined if it does not exist. Throws the system's error. */
export function textOfFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && /^(ENOENT|ENOTDIR)$/.test(String(cause.code)))
      return undefined;
    throw cause;
  }
}

/** Replaces a file in one step, with mode 0600: readers see the old or the new text. Throws the system's error. */
export function replaceFile(file: string, text: string): void {
  const part = temporaryName(file);
  try {
    writeFileSync(part, text, { mode: 0o600, flag: "wx" });
    renameOver(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
