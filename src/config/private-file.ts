import { chmodSync, closeSync, lstatSync, openSync, renameSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { exitCodes, TillError } from "../kernel/errors.ts";
import { makeFolder } from "../kernel/folder.ts";

/**
 * Creates a file for secrets with mode 0600 in a folder with mode 0700, or repairs wider modes. Throws TillError if the path is
 * a symbolic link, is not a file, or belongs to another user.
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
    for (const sideFile of [`${file}-wal`, `${file}-shm`]) {
      const stats = lstatSync(sideFile, { throwIfNoEntry: false });
      if (stats?.isSymbolicLink()) throw unsafe(sideFile, "is a symbolic link");
      if (stats) narrow(sideFile, 0o600, stats);
    }
  } catch (error) {
    if (error instanceof TillError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new TillError(exitCodes.failure, `Cannot store credentials in ${folder}: ${why}`, {
      code: "CREDENTIALS_UNREADABLE",
      hint: "Check the owner and the permissions of the folder.",
      cause: error,
    });
  }
}

/** Does nothing on Windows, which has no such modes and owners. */
function narrow(path: string, mode: number, stats: Stats): void {
  const me = process.getuid?.();
  if (me === undefined) return;
  if (stats.uid !== me && me !== 0) throw unsafe(path, "belongs to another user");
  if (!stats.isSymbolicLink() && (stats.mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
}

function unsafe(path: string, why: string): TillError {
  return new TillError(
    exitCodes.failure,
    `${path} ${why}. Credentials are neither read from it nor written to it.`,
    {
      code: "CREDENTIALS_UNSAFE",
      hint: "Remove it, or set TILL_HOME to another folder.",
    },
  );
}

/**
 * Renames a damaged file and its SQLite side files, and returns the new, unused name. Returns undefined if another process
 * was faster: the file then has another inode.
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
