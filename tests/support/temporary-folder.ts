import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Memory as a file system: tests write thousands of small databases, which takes twice as long on a disk. */
const memory = "/dev/shm";
const neededBytes = 4e9;

/** Creates the folder in which all tests of a run create theirs. Returns the function that removes it. */
export function setup(): () => void {
  const root = mkdtempSync(join(hasMemory() ? memory : tmpdir(), "till-tests-"));
  // PostgreSQL does not run as root: its user has to reach its folder.
  chmodSync(root, 0o711);
  process.env.TMPDIR = root;
  return () => rmSync(root, { recursive: true, force: true });
}

function hasMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}
