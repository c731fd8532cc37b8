import { chmodSync, closeSync, lstatSync, openSync, renameSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/folder.ts";

/**
 * Makes sure that a file of secrets exists with mode 0600 in a folder of mode 0700; wider modes are repaired.
 * Throws TillError where the file is a symbolic link, is no file, or belongs to somebody else.
 */
export function preparePrivateFile(file: string): void {
  const folder = dirname(file);
  try {
    makeFolder(folder);
    narrow(folder, 0o700, lstatSync(folder));
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found) {
      if (found.isSymbolicLink()) throw unsafe(file, "is a symbolic link");
      if (!found.isFile()) throw unsafe(file, "is not a file");
      narrow(file, 0o600, found);
    } else closeSync(openSync(file, "a", 0o600));
    for (const beside of [`${file}-wal`, `${file}-shm`]) {
      const stats = lstatSync(beside, { throwIfNoEntry: false });
      if (stats?.isSymbolicLink()) throw unsafe(beside, "is a symbolic link");
      if (stats) narrow(beside, 0o600, stats);
    }
  } catch (error) {
    if (error instanceof TillError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new TillError(exitCodes.failure, `Cannot keep credentials in ${folder}: ${why}`, {
      code: "CREDENTIALS_UNREADABLE",
      hint: "Check that the folder is yours and that you may write to it.",
      cause: error,
    });
  }
}

/** Windows has no such modes and tells no owner. */
function narrow(path: string, mode: number, stats: Stats): void {
  const me = process.getuid?.();
  if (me === undefined) return;
  if (stats.uid !== me && me !== 0) throw unsafe(path, "belongs to another user");
  if (!stats.isSymbolicLink() && (stats.mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
}

function unsafe(path: string, why: string): TillError {
  return new TillError(
    exitCodes.failure,
    `${path} ${why}: no credentials are read from it or written to it.`,
    {
      code: "CREDENTIALS_UNSAFE",
      hint: "Remove it, or choose another folder with TILL_HOME.",
    },
  );
}

/**
 * Renames a damaged file (and what SQLite keeps beside it) and returns its new name, which no file had before.
 * Undefined where another process was quicker: then the file is no longer the one with this inode.
 */
export function setAside(file: string, inode: number): string | undefined {
  if (lstatSync(file, { throwIfNoEntry: false })?.ino !== inode) return undefined;
  let number = 1;
  while (lstatSync(`${file}.damaged-${number}`, { throwIfNoEntry: false })) number++;
  const target = `${file}.damaged-${number}`;
  for (const ending of ["", "-wal", "-shm"]) {
    if (lstatSync(file + ending, { throwIfNoEntry: false })) renameSync(file + ending, target + ending);
  }
  return target;
}
